/* SPDX-License-Identifier: Apache-2.0 */
/* test_calls.c - every function of the header with arguments that are NULL, zero or extreme.
 *
 * A row of `functions` names a function and the kinds of its arguments; a kind has a few values,
 * some of which make the call an error. Every function is called with all combinations of them, in
 * a process of its own: a crash names the call. An exported symbol without a row fails the test. */
#include <dlfcn.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <warpclock.h>

#include <cmocka.h>

static const char job_file[] = "kernels/vecadd/vortex-tiny.yaml";
static const char elf_file[] = "kernels/vecadd/vortex.elf";

/* The address sanitizer's malloc returns NULL where the C library's would. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

/* ---- what a process has ---- */

/* Filled before the calls of a function. */
struct stage {
    wc_context *context;
    wc_job *job;
    wc_binary *binary;
    wc_result *result;
    wc_comparison *comparison;
    wc_output *output;
    wc_paper *paper;
    char *edge; /* EDGE_BYTES before a page that is not mapped */
    char *long_text;
};

enum { EDGE_BYTES = 64, LONG_TEXT = 100000 };

static char *page_edge(void)
{
    const long page = sysconf(_SC_PAGESIZE);
    char *two = mmap(NULL, 2 * (size_t)page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                     -1, 0);
    if (two == MAP_FAILED || munmap(two + page, (size_t)page))
        abort();
    return two + page - EDGE_BYTES;
}

static char *long_text(void)
{
    char *text = malloc(LONG_TEXT + 1);
    memset(text, 'x', LONG_TEXT);
    text[LONG_TEXT] = '\0';
    return text;
}

static wc_job *new_job(wc_context *context)
{
    wc_job *job;
    return wc_job_new(context, elf_file, NULL, &job) == WC_OK ? job : NULL;
}

static wc_result *new_result(wc_context *context)
{
    wc_job *job;
    wc_result *result = NULL;
    if (wc_job_open(context, job_file, &job) == WC_OK)
        wc_run(job, &WC_RUN_OPTIONS(.functional = true), &result);
    wc_job_free(job);
    return result;
}

static wc_output *new_output(wc_context *context)
{
    wc_output *output;
    return wc_output_open(context, "/dev/null", "the output", &output) == WC_OK ? output : NULL;
}

static wc_comparison *new_comparison(wc_context *context)
{
    wc_comparison *comparison;
    return wc_comparison_new(context, &comparison) == WC_OK ? comparison : NULL;
}

static wc_binary *new_binary(wc_context *context)
{
    wc_binary *binary;
    return wc_binary_open(context, elf_file, &binary) == WC_OK ? binary : NULL;
}

static wc_paper *new_paper(wc_context *context)
{
    wc_paper *paper;
    return wc_paper_rerun(context, "pastis", "stack", &paper) == WC_OK ? paper : NULL;
}

/* ---- kinds of arguments ---- */

enum kind {
    END, /* after the last argument */
    CONTEXT, JOB, BINARY, RESULT, COMPARISON, OUTPUT, PAPER, /* handles: NULL is an error */
    FREE_CONTEXT, FREE_JOB, FREE_BINARY, FREE_RESULT, FREE_COMPARISON, FREE_OUTPUT, FREE_PAPER,
    FREE_TEXT, /* a new one for each call, or NULL */
    MAYBE_RESULT,
    PATH, TARGET, NAME, MAYBE_NAME, ISA, MACHINE, MAYBE_MACHINE, TABLE, /* texts */
    OUT, OUT_NUMBER, MAYBE_OUT, /* where to store what is handed out */
    FORMAT, GRAPH_FORMAT, TYPE, FLAG,
    WORD, COUNT, INDEX, LENGTH,  /* numbers of 32 and 64 bits */
    BYTES, MAYBE_BYTES, TEXTS,   /* memory with a length, an element or none */
    TRIPLE, VALUE, MAYBE_VALUE, FUNCTION, WRITER, OPTIONS, SIMULATION, PARAMETERS,
    SPLIT_OPTIONS, NO_HANDLE, /* NULL: other tests have real ones */
    KINDS,
};

struct value {
    uintptr_t bits;
    bool bad; /* makes the call an error */
};
struct values {
    struct value list[8];
    size_t count;
};

static void add(struct values *values, uintptr_t bits, bool bad)
{
    values->list[values->count++] = (struct value){bits, bad};
}

static void add_pointer(struct values *values, const void *pointer, bool bad)
{
    add(values, (uintptr_t)pointer, bad);
}

/* NULL and another one. */
static void add_handle(struct values *values, const void *handle)
{
    add_pointer(values, handle, false);
    add_pointer(values, NULL, true);
}

static void add_texts(struct values *values, const struct stage *stage, const char *good,
                      bool null_is_bad)
{
    add_pointer(values, good, false);
    add_pointer(values, "", false);
    add_pointer(values, "no/such\nthing %s", false);
    add_pointer(values, stage->long_text, false);
    add_pointer(values, NULL, null_is_bad);
}

static void add_numbers(struct values *values, uint64_t max)
{
    const uint64_t numbers[] = {0, 1, 3, max / 2 + 1, max};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        add(values, (uintptr_t)numbers[i], false);
}

static void add_enumerators(struct values *values, int first_bad)
{
    for (int i = 0; i < first_bad && i < 4; i++)
        add(values, (uintptr_t)i, false);
    add(values, (uintptr_t)first_bad, true);
    add(values, (uintptr_t)-1, true);
    add(values, (uintptr_t)INT_MAX, true);
}

static void add_options(struct values *values)
{
    static const uint64_t at[] = {1};
    static struct wc_run_options options[] = {
        {.size = sizeof *options, .functional = true, .max_cycles = UINT64_MAX},
        {.size = sizeof *options, .max_cycles = 1, .deadline = UINT64_MAX, .check = true},
        {.size = 0},
        {.size = SIZE_MAX},
        {.size = sizeof *options, .bound_method = (enum wc_bound_method)77},
        {.size = sizeof *options, .dump = "/dev/null", .dump_at_count = 5},
        {.size = sizeof *options, .dump = "/dev/null", .dump_at = at, .dump_at_count = SIZE_MAX},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        add_pointer(values, &options[i], i > 1);
    add_pointer(values, NULL, false);
}

static void add_simulations(struct values *values)
{
    static struct wc_parameter parameters[] = {{.kind = WC_PARAMETER_POINTER},
                                               {.kind = (enum wc_parameter_kind)99}};
    static const uint64_t bytes[] = {UINT64_MAX, UINT64_MAX};
    static struct wc_simulation simulations[] = {
        {.size = sizeof *simulations},
        {.size = 0},
        {.size = sizeof *simulations, .parameter_count = SIZE_MAX},
        {.size = sizeof *simulations, .parameters = parameters, .parameter_count = SIZE_MAX},
        {.size = sizeof *simulations, .parameters = parameters, .parameter_count = 2},
        {.size = sizeof *simulations, .parameters = parameters, .parameter_count = 1,
         .bytes = bytes, .kernel = "", .machine = "", .shared = UINT32_MAX,
         .grid = {UINT32_MAX, UINT32_MAX, UINT32_MAX}},
    };
    for (size_t i = 0; i < sizeof simulations / sizeof *simulations; i++)
        add_pointer(values, &simulations[i], i > 0);
    add_pointer(values, NULL, true);
}

static void ignore_progress(void *user, const struct wc_progress *progress)
{
    (void)user, (void)progress;
}

static bool ignore_bytes(void *user, const char *bytes, size_t length)
{
    (void)user, (void)bytes, (void)length;
    return true;
}

/* The values of a kind; those of FREE kinds are made for each call. */
static struct values values_of(enum kind kind, const struct stage *stage)
{
    static uint32_t triple[3] = {1, 1, 1}, extreme_triple[3] = {0, UINT32_MAX, UINT32_MAX};
    static const double value = 1;
    static const struct wc_split_options split_options = {.size = sizeof split_options};
    static const char *texts[] = {"warps=4", "", NULL};
    static struct wc_parameter parameters[8] = {{.kind = WC_PARAMETER_POINTER},
                                                {.kind = WC_PARAMETER_INT}};
    static struct {
        uint64_t number;
        void *more;
    } place;
    const void *const handles[KINDS] = {
        [CONTEXT] = stage->context,       [JOB] = stage->job,       [BINARY] = stage->binary,
        [RESULT] = stage->result,         [OUTPUT] = stage->output, [PAPER] = stage->paper,
        [COMPARISON] = stage->comparison, [OUT] = &place,           [OUT_NUMBER] = &place,
        [VALUE] = &value,
    };
    struct values values = {0};
    switch (kind) {
    case PATH: add_texts(&values, stage, elf_file, true); break;
    case TARGET: add_texts(&values, stage, "/dev/null", true); break;
    case NAME: add_texts(&values, stage, "b", true); break;
    case MAYBE_NAME: add_texts(&values, stage, "vecadd", false); break;
    case ISA: add_texts(&values, stage, "rv32", true); break;
    case MACHINE: add_texts(&values, stage, "vortex", true); break;
    case MAYBE_MACHINE: add_texts(&values, stage, "vortex", false); break;
    case TABLE: add_texts(&values, stage, "stack", false); break;
    case FORMAT: add_enumerators(&values, WC_DOT); break;
    case GRAPH_FORMAT: add_enumerators(&values, WC_DOT + 1); break;
    case TYPE: add_enumerators(&values, WC_F64 + 1); break;
    case WORD: add_numbers(&values, UINT32_MAX); break;
    case COUNT:
    case INDEX: add_numbers(&values, UINT64_MAX); break;
    case FLAG: add(&values, 0, false), add(&values, 1, false); break;
    case LENGTH:
        add(&values, 0, false), add(&values, EDGE_BYTES, false);
        add(&values, (uintptr_t)1 << 40, true), add(&values, SIZE_MAX, true);
        break;
    case BYTES:
    case MAYBE_BYTES:
        add_pointer(&values, stage->edge, false), add_pointer(&values, NULL, false);
        break;
    case TEXTS: add_pointer(&values, texts, false), add_pointer(&values, NULL, false); break;
    case TRIPLE:
        add_handle(&values, triple), add_pointer(&values, extreme_triple, false);
        break;
    case MAYBE_VALUE:
        add_pointer(&values, &value, false), add_pointer(&values, NULL, false);
        break;
    case MAYBE_OUT:
        add_pointer(&values, &place, false), add_pointer(&values, NULL, false);
        break;
    case MAYBE_RESULT:
        add_pointer(&values, stage->result, false), add_pointer(&values, NULL, false);
        break;
    case FUNCTION:
        add(&values, (uintptr_t)ignore_progress, false), add_pointer(&values, NULL, false);
        break;
    case WRITER:
        add(&values, (uintptr_t)ignore_bytes, false), add_pointer(&values, NULL, true);
        break;
    case SPLIT_OPTIONS:
        add_pointer(&values, &split_options, false), add_pointer(&values, NULL, false);
        break;
    case NO_HANDLE: add_pointer(&values, NULL, true); break;
    case PARAMETERS:
        add_pointer(&values, parameters, false), add_pointer(&values, NULL, true);
        break;
    case OPTIONS: add_options(&values); break;
    case SIMULATION: add_simulations(&values); break;
    default:
        if (handles[kind])
            add_handle(&values, handles[kind]);
        else /* of FREE kinds: 1 stands for a new one */
            add(&values, 1, false), add_pointer(&values, NULL, false);
    }
    return values;
}

static void *new_handle(enum kind kind, const struct stage *stage)
{
    switch (kind) {
    case FREE_CONTEXT: return wc_context_new();
    case FREE_JOB: return new_job(stage->context);
    case FREE_BINARY: return new_binary(stage->context);
    case FREE_RESULT: return new_result(stage->context);
    case FREE_COMPARISON: return new_comparison(stage->context);
    case FREE_OUTPUT: return new_output(stage->context);
    case FREE_PAPER: return new_paper(stage->context);
    default: return strdup("text");
    }
}

/* ---- the functions ---- */

typedef uintptr_t call_fn(const uintptr_t *v);

static void *p(uintptr_t bits)
{
    return (void *)bits;
}

static wc_progress_fn *as_progress(uintptr_t bits)
{
    return (wc_progress_fn *)bits;
}

static wc_console_fn *as_console(uintptr_t bits)
{
    return (wc_console_fn *)bits;
}

/* Calls with the types of the header. */
#define CALL(name, expression) \
    static uintptr_t call_##name(const uintptr_t *v) \
    { \
        (void)v; \
        return (uintptr_t)(expression); \
    }

CALL(wc_version, wc_version())
CALL(wc_version_details, wc_version_details())
CALL(wc_context_new, (wc_context_free(wc_context_new()), 0))
CALL(wc_context_free, (wc_context_free(p(v[0])), 0))
CALL(wc_error_status, wc_error_status(p(v[0])))
CALL(wc_error_place, wc_error_place(p(v[0])))
CALL(wc_error_message, wc_error_message(p(v[0])))
CALL(wc_error_hint, wc_error_hint(p(v[0])))
CALL(wc_error_refused, wc_error_refused(p(v[0])))
CALL(wc_error_fault, wc_error_fault(p(v[0])))
CALL(wc_context_add_machine_folder, (wc_context_add_machine_folder(p(v[0]), p(v[1])), 0))
CALL(wc_context_on_progress, (wc_context_on_progress(p(v[0]), as_progress(v[1]), p(v[2])), 0))
CALL(wc_context_on_console, (wc_context_on_console(p(v[0]), as_console(v[1]), p(v[2])), 0))
CALL(wc_interrupt, (wc_interrupt(p(v[0])), 0))
CALL(wc_text_free, (wc_text_free(p(v[0])), 0))
CALL(wc_nearest, wc_nearest(p(v[0]), p(v[1]), v[2]))
CALL(wc_context_protect_inputs, (wc_context_protect_inputs(p(v[0])), 0))
CALL(wc_context_add_input, wc_context_add_input(p(v[0]), p(v[1]), p(v[2])))
CALL(wc_context_add_output, wc_context_add_output(p(v[0]), p(v[1]), p(v[2])))
CALL(wc_output_open, wc_output_open(p(v[0]), p(v[1]), p(v[2]), p(v[3])))
CALL(wc_output_write, (wc_output_write(p(v[0]), p(v[1]), v[2]), 0))
CALL(wc_output_commit, wc_output_commit(p(v[0])))
CALL(wc_output_free, (wc_output_free(p(v[0])), 0))
CALL(wc_write_file, wc_write_file(p(v[0]), p(v[1]), p(v[2]), v[3]))
CALL(wc_same_file, wc_same_file(p(v[0]), p(v[1])))
CALL(wc_job_open, wc_job_open(p(v[0]), p(v[1]), p(v[2])))
CALL(wc_job_parse, wc_job_parse(p(v[0]), p(v[1]), p(v[2]), v[3], p(v[4])))
CALL(wc_job_free, (wc_job_free(p(v[0])), 0))
CALL(wc_job_new, wc_job_new(p(v[0]), p(v[1]), p(v[2]), p(v[3])))
CALL(wc_job_grid, wc_job_grid(p(v[0]), p(v[1]), p(v[2])))
CALL(wc_job_ndrange, wc_job_ndrange(p(v[0]), p(v[1]), (uint32_t)v[2]))
CALL(wc_job_loop, wc_job_loop(p(v[0]), p(v[1]), v[2], v[3]))
CALL(wc_job_buffer_shape, wc_job_buffer_shape(p(v[0]), p(v[1]), p(v[2]), v[3]))
CALL(wc_job_launch, wc_job_launch(p(v[0]), p(v[1]), p(v[2])))
CALL(wc_job_stack, wc_job_stack(p(v[0]), (uint32_t)v[1]))
CALL(wc_job_cooperative, wc_job_cooperative(p(v[0]), v[1]))
CALL(wc_job_on_out_of_bounds,
     wc_job_on_out_of_bounds(p(v[0]), (enum wc_out_of_bounds)v[1]))
CALL(wc_job_symbol, wc_job_symbol(p(v[0]), p(v[1]), (enum wc_type)v[2], v[3], p(v[4]), v[5]))
CALL(wc_job_arg_buffer_at, wc_job_arg_buffer_at(p(v[0]), p(v[1]), v[2]))
CALL(wc_job_shared, wc_job_shared(p(v[0]), (uint32_t)v[1]))
CALL(wc_job_buffer, wc_job_buffer(p(v[0]), p(v[1]), (enum wc_type)v[2], v[3], p(v[4]), v[5]))
CALL(wc_job_buffer_fixed, wc_job_buffer_fixed(p(v[0]), p(v[1])))
CALL(wc_job_buffer_assume, wc_job_buffer_assume(p(v[0]), p(v[1]), p(v[2]), p(v[3])))
CALL(wc_job_arg_buffer, wc_job_arg_buffer(p(v[0]), p(v[1])))
CALL(wc_job_texture, wc_job_texture(p(v[0]), p(v[1]), p(v[2])))
CALL(wc_job_arg_texture, wc_job_arg_texture(p(v[0]), p(v[1])))
CALL(wc_job_arg_scalar, wc_job_arg_scalar(p(v[0]), (enum wc_type)v[1], p(v[2])))
CALL(wc_job_arg_pointer, wc_job_arg_pointer(p(v[0]), p(v[1]), v[2]))
CALL(wc_job_map, wc_job_map(p(v[0]), p(v[1]), v[2]))
CALL(wc_job_map_read_only, wc_job_map_read_only(p(v[0]), p(v[1]), v[2]))
CALL(wc_job_arg_bytes, wc_job_arg_bytes(p(v[0]), p(v[1]), (uint32_t)v[2]))
CALL(wc_job_arg_local, wc_job_arg_local(p(v[0]), (uint32_t)v[1]))
CALL(wc_job_machine, wc_job_machine(p(v[0]), p(v[1])))
CALL(wc_job_set, wc_job_set(p(v[0]), p(v[1]), p(v[2])))
CALL(wc_job_machine_name, wc_job_machine_name(p(v[0])))
CALL(wc_job_reads, wc_job_reads(p(v[0]), p(v[1])))
CALL(wc_job_writes, wc_job_writes(p(v[0]), p(v[1])))
CALL(wc_run, wc_run(p(v[0]), p(v[1]), p(v[2])))
CALL(wc_result_text, wc_result_text(p(v[0]), (enum wc_format)v[1], p(v[2])))
CALL(wc_result_value, wc_result_value(p(v[0]), p(v[1]), p(v[2])))
CALL(wc_result_out_of_bounds, (size_t)wc_result_out_of_bounds(p(v[0]), v[1]))
CALL(wc_result_free, (wc_result_free(p(v[0])), 0))
CALL(wc_statistic_count, wc_statistic_count(p(v[0])))
CALL(wc_statistic_name, wc_statistic_name(p(v[0]), v[1]))
CALL(wc_statistic_unit, wc_statistic_unit(p(v[0]), v[1]))
CALL(wc_statistic_about, wc_statistic_about(p(v[0]), v[1]))
CALL(wc_statistic_formula, wc_statistic_formula(p(v[0]), v[1]))
CALL(wc_statistic_is_timed, wc_statistic_is_timed(p(v[0]), v[1]))
CALL(wc_result_statistic, wc_result_statistic(p(v[0]), v[1], p(v[2])))
CALL(wc_result_launch_count, wc_result_launch_count(p(v[0])))
CALL(wc_result_launch_kernel, wc_result_launch_kernel(p(v[0]), v[1]))
CALL(wc_result_launch_value, wc_result_launch_value(p(v[0]), v[1], p(v[2]), p(v[3])))
CALL(wc_result_launch_statistic, wc_result_launch_statistic(p(v[0]), v[1], v[2], p(v[3])))
CALL(wc_result_launch_bound, wc_result_launch_bound(p(v[0]), v[1], p(v[2])))
CALL(wc_explain, wc_explain(p(v[0]), p(v[1]), p(v[2])))
CALL(wc_explanation_text, wc_explanation_text(p(v[0]), (enum wc_format)v[1], p(v[2])))
CALL(wc_explanation_free, (wc_explanation_free(p(v[0])), 0))
CALL(wc_first_diff, wc_first_diff(p(v[0]), p(v[1]), p(v[2]), p(v[3])))
CALL(wc_simulate_launch, wc_simulate_launch(p(v[0]), p(v[1]), p(v[2]), p(v[3])))
CALL(wc_simulate, wc_simulate(p(v[0]), p(v[1]), (uint32_t)v[2], (uint32_t)v[3], p(v[4]), p(v[5])))
CALL(wc_comparison_new, wc_comparison_new(p(v[0]), p(v[1])))
CALL(wc_comparison_add, wc_comparison_add(p(v[0]), p(v[1]), p(v[2]), p(v[3]), p(v[4])))
CALL(wc_comparison_text, wc_comparison_text(p(v[0]), (enum wc_format)v[1], p(v[2])))
CALL(wc_comparison_figure_name, wc_comparison_figure_name(p(v[0]), v[1]))
CALL(wc_comparison_figure,
     wc_comparison_figure(p(v[0]), v[1], (enum wc_format)v[2], p(v[3])))
CALL(wc_comparison_free, (wc_comparison_free(p(v[0])), 0))
CALL(wc_binary_open, wc_binary_open(p(v[0]), p(v[1]), p(v[2])))
CALL(wc_binary_free, (wc_binary_free(p(v[0])), 0))
CALL(wc_binary_info, wc_binary_info(p(v[0]), (enum wc_format)v[1], p(v[2])))
CALL(wc_binary_disassemble,
     wc_binary_disassemble(p(v[0]), p(v[1]), (enum wc_format)v[2], p(v[3])))
CALL(wc_binary_disassemble_to,
     wc_binary_disassemble_to(p(v[0]), p(v[1]), (enum wc_format)v[2], (wc_write_fn *)v[3],
                              p(v[4])))
CALL(wc_split, wc_split(p(v[0]), p(v[1]), p(v[2])))
CALL(wc_splitting_text, wc_splitting_text(p(v[0]), (enum wc_format)v[1], p(v[2])))
CALL(wc_splitting_bytes, wc_splitting_bytes(p(v[0]), p(v[1])))
CALL(wc_splitting_table, wc_splitting_table(p(v[0]), p(v[1])))
CALL(wc_splitting_free, (wc_splitting_free(p(v[0])), 0))
CALL(wc_job_split, wc_job_split(p(v[0]), p(v[1])))
CALL(wc_output_temporary, wc_output_temporary(p(v[0])))
CALL(wc_context_max_memory, (wc_context_max_memory(p(v[0]), v[1]), 0))
CALL(wc_binary_flow_graph, wc_binary_flow_graph(p(v[0]), p(v[1]), (enum wc_format)v[2], p(v[3])))
CALL(wc_binary_flow_graph_to,
     wc_binary_flow_graph_to(p(v[0]), p(v[1]), (enum wc_format)v[2], (wc_write_fn *)v[3], p(v[4])))
CALL(wc_machines_text, wc_machines_text(p(v[0]), (enum wc_format)v[1], p(v[2])))
CALL(wc_machine_text,
     wc_machine_text(p(v[0]), p(v[1]), p(v[2]), v[3], (enum wc_format)v[4], p(v[5])))
CALL(wc_machine_name, wc_machine_name(p(v[0]), v[1]))
CALL(wc_statistics_text, wc_statistics_text(p(v[0]), (enum wc_format)v[1], p(v[2])))
CALL(wc_instructions_text, wc_instructions_text(p(v[0]), p(v[1]), (enum wc_format)v[2], p(v[3])))
CALL(wc_diverge, wc_diverge(p(v[0]), p(v[1]), p(v[2]), v[3], p(v[4])))
CALL(wc_paper_name, wc_paper_name(v[0]))
CALL(wc_paper_table_name, wc_paper_table_name(p(v[0]), v[1]))
CALL(wc_paper_rerun, wc_paper_rerun(p(v[0]), p(v[1]), p(v[2]), p(v[3])))
CALL(wc_paper_text, wc_paper_text(p(v[0]), (enum wc_format)v[1], p(v[2])))
CALL(wc_paper_figure_name, wc_paper_figure_name(p(v[0]), v[1]))
CALL(wc_paper_figure,
     wc_paper_figure(p(v[0]), v[1], (enum wc_format)v[2], p(v[3])))
CALL(wc_paper_free, (wc_paper_free(p(v[0])), 0))
CALL(wc_device_new, wc_device_new(p(v[0]), p(v[1]), p(v[2]), v[3], p(v[4])))
CALL(wc_device_free, (wc_device_free(p(v[0])), 0))
CALL(wc_device_heap, (wc_device_heap(p(v[0]), p(v[1]), p(v[1]), p(v[1])), 0))
CALL(wc_device_number, wc_device_number(p(v[0]), p(v[1]), p(v[2])))
CALL(wc_device_clock_mhz, wc_device_clock_mhz(p(v[0])))
CALL(wc_device_map, wc_device_map(p(v[0]), p(v[1]), p(v[2]), v[3]))
CALL(wc_device_unmap, wc_device_unmap(p(v[0]), p(v[1])))
CALL(wc_device_text, wc_device_text(p(v[0]), p(v[1])))
CALL(wc_device_map_at, wc_device_map_at(p(v[0]), p(v[1]), v[2], p(v[3]), v[4]))
CALL(wc_device_unmap_at, wc_device_unmap_at(p(v[0]), v[1]))
CALL(wc_device_bytes, wc_device_bytes(p(v[0]), v[1], v[2]))
CALL(wc_device_malloc_heap, wc_device_malloc_heap(p(v[0]), v[1]))
CALL(wc_module_load, wc_module_load(p(v[0]), p(v[1]), p(v[2]), v[3], p(v[4])))
CALL(wc_module_free, (wc_module_free(p(v[0])), 0))
CALL(wc_module_variable, wc_module_variable(p(v[0]), p(v[1]), p(v[2]), p(v[2])))
CALL(wc_module_variable_name, wc_module_variable_name(p(v[0]), v[1]))
CALL(wc_module_kernel, wc_module_kernel(p(v[0]), p(v[1]), p(v[2])))
CALL(wc_module_kernel_name, wc_module_kernel_name(p(v[0]), v[1]))
CALL(wc_module_parameter_facts, wc_module_parameter_facts(p(v[0]), p(v[1]), v[2], p(v[3])))
CALL(wc_module_parameter, wc_module_parameter(p(v[0]), p(v[1]), v[2], p(v[3]), p(v[3])))
CALL(wc_device_run, wc_device_run(p(v[0]), p(v[1]), p(v[2])))

/* What an error looks like in what a function returns. */
enum returns {
    NOTHING, /* no error to be seen */
    STATUS,  /* WC_BAD_INPUT */
    ZERO,    /* NULL, false, 0 */
};

struct function {
    const char *name;
    call_fn *call;
    enum returns returns;
    enum kind kinds[6];
};

#define ROW(name, ...) {#name, call_##name, __VA_ARGS__}

static const struct function functions[] = {
    {.name = "wc_instruction_sets"}, /* data */
    ROW(wc_version, NOTHING, {END}),
    ROW(wc_version_details, NOTHING, {END}),
    ROW(wc_context_new, NOTHING, {END}),
    ROW(wc_context_free, NOTHING, {FREE_CONTEXT}),
    ROW(wc_error_status, STATUS, {CONTEXT}),
    ROW(wc_error_place, ZERO, {CONTEXT}),
    ROW(wc_error_message, NOTHING, {CONTEXT}),
    ROW(wc_error_hint, ZERO, {CONTEXT}),
    ROW(wc_error_refused, ZERO, {CONTEXT}),
    ROW(wc_error_fault, ZERO, {CONTEXT}),
    ROW(wc_context_add_machine_folder, NOTHING, {CONTEXT, PATH}),
    ROW(wc_context_on_progress, NOTHING, {CONTEXT, FUNCTION, MAYBE_VALUE}),
    ROW(wc_context_on_console, NOTHING, {CONTEXT, FUNCTION, MAYBE_VALUE}),
    ROW(wc_interrupt, NOTHING, {CONTEXT}),
    ROW(wc_text_free, NOTHING, {FREE_TEXT}),
    ROW(wc_nearest, ZERO, {NAME, TEXTS, LENGTH}),
    ROW(wc_context_protect_inputs, NOTHING, {CONTEXT}),
    ROW(wc_context_add_input, STATUS, {CONTEXT, PATH, NAME}),
    ROW(wc_context_add_output, STATUS, {CONTEXT, TARGET, NAME}),
    ROW(wc_output_open, STATUS, {CONTEXT, TARGET, NAME, OUT}),
    ROW(wc_output_write, NOTHING, {OUTPUT, BYTES, LENGTH}),
    ROW(wc_output_commit, STATUS, {OUTPUT}),
    ROW(wc_output_free, NOTHING, {FREE_OUTPUT}),
    ROW(wc_write_file, STATUS, {CONTEXT, TARGET, BYTES, LENGTH}),
    ROW(wc_same_file, ZERO, {PATH, PATH}),
    ROW(wc_job_open, STATUS, {CONTEXT, PATH, OUT}),
    ROW(wc_job_parse, STATUS, {CONTEXT, PATH, BYTES, LENGTH, OUT}),
    ROW(wc_job_free, NOTHING, {FREE_JOB}),
    ROW(wc_job_new, STATUS, {CONTEXT, PATH, MAYBE_NAME, OUT}),
    ROW(wc_job_grid, STATUS, {JOB, TRIPLE, TRIPLE}),
    ROW(wc_job_ndrange, STATUS, {JOB, TRIPLE, WORD}),
    ROW(wc_job_loop, STATUS, {JOB, NAME, COUNT, COUNT}),
    ROW(wc_job_buffer_shape, STATUS, {JOB, NAME, BYTES, LENGTH}),
    ROW(wc_job_launch, STATUS, {JOB, MAYBE_NAME, MAYBE_NAME}),
    ROW(wc_job_stack, STATUS, {JOB, WORD}),
    ROW(wc_job_cooperative, STATUS, {JOB, WORD}),
    ROW(wc_job_on_out_of_bounds, STATUS, {JOB, WORD}),
    ROW(wc_job_symbol, STATUS, {JOB, NAME, TYPE, COUNT, MAYBE_BYTES, FLAG}),
    ROW(wc_job_arg_buffer_at, STATUS, {JOB, NAME, COUNT}),
    ROW(wc_job_shared, STATUS, {JOB, WORD}),
    ROW(wc_job_buffer, STATUS, {JOB, NAME, TYPE, COUNT, MAYBE_BYTES, FLAG}),
    ROW(wc_job_buffer_fixed, STATUS, {JOB, NAME}),
    ROW(wc_job_buffer_assume, STATUS, {JOB, NAME, MAYBE_VALUE, MAYBE_VALUE}),
    ROW(wc_job_arg_buffer, STATUS, {JOB, NAME}),
    ROW(wc_job_texture, STATUS, {JOB, NAME, VALUE}),
    ROW(wc_job_arg_texture, STATUS, {JOB, NAME}),
    ROW(wc_job_arg_scalar, STATUS, {JOB, TYPE, VALUE}),
    ROW(wc_job_arg_pointer, STATUS, {JOB, MAYBE_BYTES, COUNT}),
    ROW(wc_job_map, STATUS, {JOB, BYTES, COUNT}),
    ROW(wc_job_map_read_only, STATUS, {JOB, BYTES, COUNT}),
    ROW(wc_job_arg_bytes, STATUS, {JOB, BYTES, WORD}),
    ROW(wc_job_arg_local, STATUS, {JOB, WORD}),
    ROW(wc_job_machine, STATUS, {JOB, MAYBE_MACHINE}),
    ROW(wc_job_set, STATUS, {JOB, NAME, NAME}),
    ROW(wc_job_machine_name, ZERO, {JOB}),
    ROW(wc_job_reads, ZERO, {JOB, PATH}),
    ROW(wc_job_writes, ZERO, {JOB, PATH}),
    ROW(wc_run, STATUS, {JOB, OPTIONS, OUT}),
    ROW(wc_result_text, STATUS, {RESULT, FORMAT, OUT}),
    ROW(wc_result_value, ZERO, {RESULT, NAME, OUT_NUMBER}),
    ROW(wc_result_out_of_bounds, ZERO, {RESULT, INDEX}),
    ROW(wc_result_free, NOTHING, {FREE_RESULT}),
    ROW(wc_statistic_count, ZERO, {RESULT}),
    ROW(wc_statistic_name, ZERO, {RESULT, INDEX}),
    ROW(wc_statistic_unit, ZERO, {RESULT, INDEX}),
    ROW(wc_statistic_about, ZERO, {RESULT, INDEX}),
    ROW(wc_statistic_formula, ZERO, {RESULT, INDEX}),
    ROW(wc_statistic_is_timed, ZERO, {RESULT, INDEX}),
    ROW(wc_result_statistic, ZERO, {RESULT, INDEX, OUT_NUMBER}),
    ROW(wc_result_launch_count, ZERO, {RESULT}),
    ROW(wc_result_launch_kernel, ZERO, {RESULT, INDEX}),
    ROW(wc_result_launch_value, ZERO, {RESULT, INDEX, NAME, OUT_NUMBER}),
    ROW(wc_result_launch_statistic, ZERO, {RESULT, INDEX, INDEX, OUT_NUMBER}),
    ROW(wc_result_launch_bound, ZERO, {RESULT, INDEX, OUT_NUMBER}),
    ROW(wc_explain, STATUS, {JOB, OPTIONS, OUT}),
    ROW(wc_explanation_text, STATUS, {NO_HANDLE, FORMAT, OUT}),
    ROW(wc_explanation_free, NOTHING, {NO_HANDLE}),
    ROW(wc_first_diff, STATUS, {CONTEXT, PATH, PATH, OUT}),
    ROW(wc_simulate_launch, STATUS, {CONTEXT, PATH, SIMULATION, MAYBE_OUT}),
    ROW(wc_simulate, STATUS, {CONTEXT, PATH, WORD, WORD, PARAMETERS, MAYBE_OUT}),
    ROW(wc_comparison_new, STATUS, {CONTEXT, OUT}),
    ROW(wc_comparison_add, STATUS, {COMPARISON, NAME, NAME, MAYBE_RESULT, MAYBE_NAME}),
    ROW(wc_comparison_text, STATUS, {COMPARISON, FORMAT, OUT}),
    ROW(wc_comparison_figure_name, ZERO, {COMPARISON, INDEX}),
    ROW(wc_comparison_figure, STATUS, {COMPARISON, INDEX, FORMAT, OUT}),
    ROW(wc_comparison_free, NOTHING, {FREE_COMPARISON}),
    ROW(wc_binary_open, STATUS, {CONTEXT, PATH, OUT}),
    ROW(wc_binary_free, NOTHING, {FREE_BINARY}),
    ROW(wc_binary_info, STATUS, {BINARY, FORMAT, OUT}),
    ROW(wc_binary_disassemble, STATUS, {BINARY, MAYBE_NAME, FORMAT, OUT}),
    ROW(wc_binary_disassemble_to, STATUS, {BINARY, MAYBE_NAME, FORMAT, WRITER, MAYBE_VALUE}),
    ROW(wc_split, STATUS, {BINARY, SPLIT_OPTIONS, OUT}),
    ROW(wc_splitting_text, STATUS, {NO_HANDLE, FORMAT, OUT}),
    ROW(wc_splitting_bytes, ZERO, {NO_HANDLE, MAYBE_OUT}),
    ROW(wc_splitting_table, STATUS, {NO_HANDLE, OUT}),
    ROW(wc_splitting_free, NOTHING, {NO_HANDLE}),
    ROW(wc_job_split, STATUS, {JOB, MAYBE_NAME}),
    ROW(wc_output_temporary, ZERO, {OUTPUT}),
    ROW(wc_context_max_memory, NOTHING, {CONTEXT, COUNT}),
    ROW(wc_binary_flow_graph, STATUS, {BINARY, MAYBE_NAME, GRAPH_FORMAT, OUT}),
    ROW(wc_binary_flow_graph_to, STATUS,
        {BINARY, MAYBE_NAME, GRAPH_FORMAT, WRITER, MAYBE_VALUE}),
    ROW(wc_machines_text, STATUS, {CONTEXT, FORMAT, OUT}),
    ROW(wc_machine_text, STATUS, {CONTEXT, MACHINE, TEXTS, COUNT, FORMAT, OUT}),
    ROW(wc_machine_name, ZERO, {CONTEXT, INDEX}),
    ROW(wc_statistics_text, STATUS, {CONTEXT, FORMAT, OUT}),
    ROW(wc_instructions_text, STATUS, {CONTEXT, ISA, FORMAT, OUT}),
    ROW(wc_diverge, STATUS, {CONTEXT, NAME, BYTES, LENGTH, OUT}),
    ROW(wc_paper_name, NOTHING, {INDEX}),
    ROW(wc_paper_table_name, ZERO, {NAME, INDEX}),
    ROW(wc_paper_rerun, STATUS, {CONTEXT, NAME, TABLE, OUT}),
    ROW(wc_paper_text, STATUS, {PAPER, FORMAT, OUT}),
    ROW(wc_paper_figure_name, ZERO, {PAPER, INDEX}),
    ROW(wc_paper_figure, STATUS, {PAPER, INDEX, FORMAT, OUT}),
    ROW(wc_paper_free, NOTHING, {FREE_PAPER}),
    ROW(wc_device_new, STATUS, {CONTEXT, MACHINE, TEXTS, LENGTH, OUT}),
    ROW(wc_device_free, NOTHING, {NO_HANDLE}),
    ROW(wc_device_heap, NOTHING, {NO_HANDLE, MAYBE_OUT}),
    ROW(wc_device_number, ZERO, {NO_HANDLE, NAME, OUT_NUMBER}),
    ROW(wc_device_clock_mhz, ZERO, {NO_HANDLE}),
    ROW(wc_device_map, STATUS, {NO_HANDLE, NAME, MAYBE_BYTES, COUNT}),
    ROW(wc_device_unmap, STATUS, {NO_HANDLE, MAYBE_BYTES}),
    ROW(wc_device_text, ZERO, {NO_HANDLE, NAME}),
    ROW(wc_device_map_at, STATUS, {NO_HANDLE, NAME, COUNT, MAYBE_BYTES, COUNT}),
    ROW(wc_device_unmap_at, STATUS, {NO_HANDLE, COUNT}),
    ROW(wc_device_bytes, ZERO, {NO_HANDLE, COUNT, COUNT}),
    ROW(wc_device_malloc_heap, STATUS, {NO_HANDLE, COUNT}),
    ROW(wc_module_load, STATUS, {NO_HANDLE, NAME, BYTES, LENGTH, OUT}),
    ROW(wc_module_free, NOTHING, {NO_HANDLE}),
    ROW(wc_module_variable, ZERO, {NO_HANDLE, NAME, OUT_NUMBER}),
    ROW(wc_module_variable_name, ZERO, {NO_HANDLE, INDEX}),
    ROW(wc_module_kernel, STATUS, {NO_HANDLE, NAME, MAYBE_OUT}),
    ROW(wc_module_kernel_name, ZERO, {NO_HANDLE, INDEX}),
    ROW(wc_module_parameter_facts, STATUS, {NO_HANDLE, NAME, INDEX, MAYBE_OUT}),
    ROW(wc_module_parameter, ZERO, {NO_HANDLE, NAME, INDEX, OUT_NUMBER}),
    ROW(wc_device_run, STATUS, {NO_HANDLE, MAYBE_OUT, OUT}),
};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* ---- calling ---- */

/* Shared with the process that calls. */
struct report {
    char call[512];    /* the latest */
    char failure[768]; /* "" : none */
    unsigned long calls;
};

static void describe(struct report *report, const struct function *function, const uintptr_t *v)
{
    size_t length = (size_t)snprintf(report->call, sizeof report->call, "%s(", function->name);
    for (size_t i = 0; i < 6 && function->kinds[i]; i++)
        length += (size_t)snprintf(report->call + length, sizeof report->call - length, "%s0x%lx",
                                   i ? ", " : "", (unsigned long)v[i]);
    snprintf(report->call + length, sizeof report->call - length, ")");
}

static bool failed_as_it_should(const struct function *function, uintptr_t returned, bool bad)
{
    const int status = (int)returned;
    if (function->returns == STATUS && bad)
        return status == WC_BAD_INPUT;
    if (function->returns == STATUS)
        return (status >= WC_OK && status <= WC_DEADLOCK) || status == WC_INTERRUPTED;
    return function->returns == NOTHING || !bad || !returned;
}

static bool has_own_context(const struct function *function)
{
    const enum kind first = function->kinds[0];
    return first == CONTEXT || first == JOB || first == BINARY || first == OUTPUT;
}

/* An error of a call that has a context leaves a message there. */
static bool says_why(const struct function *function, const struct stage *stage, const uintptr_t *v,
                     uintptr_t returned)
{
    return function->returns != STATUS || !has_own_context(function) || !v[0] || !returned ||
           (wc_error_status(stage->context) == (enum wc_status)returned &&
            strlen(wc_error_message(stage->context)) > 0);
}

/* What was handed out is not freed: the process ends soon. */
static void call_once(struct report *report, const struct function *function,
                      const struct stage *stage, uintptr_t *v, bool bad)
{
    for (size_t i = 0; i < 6 && function->kinds[i]; i++)
        if (function->kinds[i] >= FREE_CONTEXT && function->kinds[i] <= FREE_TEXT && v[i])
            v[i] = (uintptr_t)new_handle(function->kinds[i], stage);
    describe(report, function, v);
    const uintptr_t returned = function->call(v);
    report->calls++;
    if (failed_as_it_should(function, returned, bad) && says_why(function, stage, v, returned))
        return;
    snprintf(report->failure, sizeof report->failure, "%s returned %ld (%s)", report->call,
             (long)(int)returned, wc_error_message(stage->context));
    _exit(1);
}

static bool is_bad(const struct function *function, const struct value *const *chosen)
{
    bool bad = false;
    for (size_t i = 0; i < 6 && function->kinds[i]; i++)
        bad |= chosen[i]->bad;
    return bad;
}

static void call_all(struct report *report, const struct function *function,
                     const struct stage *stage, const struct value **chosen, size_t argument)
{
    if (argument == 6 || !function->kinds[argument]) {
        uintptr_t v[6] = {0};
        for (size_t i = 0; i < argument; i++)
            v[i] = chosen[i]->bits;
        call_once(report, function, stage, v, is_bad(function, chosen));
        return;
    }
    const struct values values = values_of(function->kinds[argument], stage);
    for (size_t i = 0; i < values.count; i++) {
        chosen[argument] = &values.list[i];
        call_all(report, function, stage, chosen, argument + 1);
    }
}

static void call_in_this_process(struct report *report, const struct function *function)
{
    const struct value *chosen[6] = {0};
    signal(SIGSEGV, SIG_DFL); /* cmocka's own would end the process as if a test had failed */
    wc_context *context = wc_context_new();
    struct stage stage = {.context = context,
                          .job = new_job(context),
                          .binary = new_binary(context),
                          .result = new_result(context),
                          .comparison = new_comparison(context),
                          .output = new_output(context),
                          .paper = new_paper(context),
                          .edge = page_edge(),
                          .long_text = long_text()};
    call_all(report, function, &stage, chosen, 0);
    _exit(0);
}

/* HOUSE-60 */
static void no_combination_crashes_and_what_is_missing_is_an_error(void **state)
{
    const struct function *function = *state;
    struct report *report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int ended;
    assert_true(report != MAP_FAILED);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        call_in_this_process(report, function);
    assert_int_equal(waitpid(child, &ended, 0), child);
    if (*report->failure)
        fail_msg("%s", report->failure);
    if (!WIFEXITED(ended) || WEXITSTATUS(ended))
        fail_msg("%s ended the process (%d)", report->call, ended);
    assert_true(report->calls > 0);
    munmap(report, sizeof *report);
}

/* HOUSE-60: the table has every exported symbol. */
static void every_exported_symbol_has_a_row(void **unused)
{
    Dl_info here;
    char command[PATH_MAX + 64], line[256], name[200];
    size_t found = 0;
    (void)unused;
    assert_true(dladdr((const void *)(uintptr_t)wc_version, &here));
    snprintf(command, sizeof command, "nm -D --defined-only '%s'", here.dli_fname);
    FILE *symbols = popen(command, "r");
    assert_non_null(symbols);
    while (fgets(line, sizeof line, symbols)) {
        if (sscanf(line, "%*s %*s wc_%190[^@\n]", name) != 1)
            continue;
        size_t i = 0;
        while (i < FUNCTIONS && strcmp(functions[i].name + 3, name) != 0)
            i++;
        if (i == FUNCTIONS)
            fail_msg("wc_%s has no row", name);
        found++;
    }
    assert_int_equal(pclose(symbols), 0);
    assert_int_equal(found, FUNCTIONS);
}

int main(void)
{
    struct CMUnitTest tests[FUNCTIONS] = {cmocka_unit_test(every_exported_symbol_has_a_row)};
    for (size_t i = 1; i < FUNCTIONS; i++)
        tests[i] = (struct CMUnitTest){
            .name = functions[i].name,
            .test_func = no_combination_crashes_and_what_is_missing_is_an_error,
            .initial_state = (void *)&functions[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
