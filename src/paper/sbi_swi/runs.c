/* SPDX-License-Identifier: Apache-2.0 */
/* runs.c - runs the suite on the configurations of the SM. */
#include "paper/sbi_swi/runs.h"

#include <math.h>
#include <string.h>

/* Jobs of papers/sbi-swi/jobs. */
static const char *const programs[] = {
    "backprop", "balanced", "bfs", "binomial", "bitonic", "blackscholes", "convolution",
    "divergence", "eigenvalues", "fd3d", "haar", "histogram", "hotspot", "kmeans", "looping",
    "lud", "mandelbrot", "mandelbrot-tiles", "montecarlo", "nested", "nw", "sgemm-tiled", "spmv",
    "srad", "tmd1", "tmd2", "transpose", "unbalanced", "walsh"};
enum { PROGRAMS = sizeof programs / sizeof *programs };
_Static_assert((int)PROGRAMS <= (int)SBI_SWI_PROGRAMS_MAX, "all programs have a place");

static const double regular_ipc = 30; /* EVAL-5 */

static const struct {
    const char *machine;
    struct paper_set sets[SBI_SWI_SETS_MAX];
} configurations[CONFIGURATIONS] = {
    [CONFIGURATION_BASELINE] = {"fermi", {{0}}},
    [CONFIGURATION_WARP64] = {"fermi-warp64", {{0}}},
    [CONFIGURATION_SBI_FREE] = {"fermi-sbi", {{"constraints", "false"}}},
    [CONFIGURATION_SBI] = {"fermi-sbi", {{0}}},
    [CONFIGURATION_SWI] = {"fermi-swi", {{0}}},
    [CONFIGURATION_BOTH_FREE] = {"fermi-sbi-swi", {{"constraints", "false"}}},
    [CONFIGURATION_BOTH] = {"fermi-sbi-swi", {{0}}},
    [CONFIGURATION_SAME_WARP] = {"fermi-sbi", {{"sbi", "same_warp"}}},
    [CONFIGURATION_REPLAY] = {"fermi-sbi", {{"mem_split", "false"}}},
    [CONFIGURATION_SBI_ISA] = {"fermi-sbi", {{"pcdiv", "isa"}}},
    [CONFIGURATION_IDENTITY] = {"fermi-swi", {{"shuffle", "identity"}}},
    [CONFIGURATION_MIRROR_ODD] = {"fermi-swi", {{"shuffle", "mirror-odd"}}},
    [CONFIGURATION_MIRROR_HALF] = {"fermi-swi", {{"shuffle", "mirror-half"}}},
    [CONFIGURATION_XOR] = {"fermi-swi", {{"shuffle", "xor"}}},
    [CONFIGURATION_SETS_2] = {"fermi-swi", {{"swi_sets", "2"}}},
    [CONFIGURATION_SETS_4] = {"fermi-swi", {{"swi_sets", "4"}}},
    [CONFIGURATION_DIRECT] = {"fermi-swi", {{"swi_sets", "8"}}},
    [CONFIGURATION_WARP64_ORDERED] = {"fermi-warp64", {{"frontier.order", "remap"}}},
    [CONFIGURATION_SBI_ORDERED] = {"fermi-sbi", {{"frontier.order", "remap"}}},
    [CONFIGURATION_SWI_ORDERED] = {"fermi-swi", {{"frontier.order", "remap"}}},
    [CONFIGURATION_BOTH_ORDERED] = {"fermi-sbi-swi", {{"frontier.order", "remap"}}},
    [CONFIGURATION_SBI_CLOSED] = {"fermi-sbi", {{"interval", "closed"}}},
    [CONFIGURATION_SBI_POSTHOC] = {"fermi-sbi", {{"divergence", "posthoc"}}},
    [CONFIGURATION_SBI_LITERAL] = {"fermi-sbi", {{"contexts.literal", "true"}}},
    [CONFIGURATION_SBI_LIMITED] = {"fermi-sbi", {{"contexts.per_warp", "8"}}},
    [CONFIGURATION_SWI_TWO_ACCESSES] = {"fermi-swi", {{"lsu_interweave", "true"}}},
    [CONFIGURATION_DIRECT_NEXT] = {"fermi-swi", {{"swi_sets", "16"}, {"swi_set", "next"}}},
    [CONFIGURATION_SWI_LETTER] = {"fermi-swi", {{"shuffle_reading", "letter"}}},
    [CONFIGURATION_WARP64_AT_ONCE] = {"fermi-warp64", {{"delivery.latency", "0"}}},
    [CONFIGURATION_BOTH_AT_ONCE] = {"fermi-sbi-swi", {{"scheduler.latency", "1"}}},
    [CONFIGURATION_BASELINE_1536] = {"fermi", {{"warps", "48"}, {"sm.groups", "12"}}},
    [CONFIGURATION_SBI_1536] = {"fermi-sbi", {{"warps", "24"}, {"sm.groups", "12"}}},
    [CONFIGURATION_SWI_1536] = {"fermi-swi", {{"warps", "24"}, {"sm.groups", "12"}}},
    [CONFIGURATION_SBI_SKIPPING] = {"fermi-sbi", {{"skip_empty_waves", "true"}}},
    [CONFIGURATION_SBI_WATCHDOG] = {"fermi-sbi", {{"watchdog", "1000"}}},
};

const char *sbi_swi_machine(enum sbi_swi_configuration configuration)
{
    return configurations[configuration].machine;
}

static const char *settings_text(struct arena *arena, const struct paper_set *sets)
{
    const char *text = "";
    for (size_t i = 0; i < SBI_SWI_SETS_MAX && sets[i].key; i++)
        text = arena_format(arena, "%s%s%s=%s", text, *text ? " " : "", sets[i].key,
                            sets[i].value);
    return text;
}

const char *sbi_swi_settings(struct arena *arena, enum sbi_swi_configuration configuration)
{
    return settings_text(arena, configurations[configuration].sets);
}

/* A run with the settings of a configuration, or with others on its machine. */
static struct paper_run with_settings(struct paper_run run, size_t configuration,
                                      const struct paper_set *others)
{
    const struct paper_set *sets = others ? others : configurations[configuration].sets;
    run.machine = configurations[configuration].machine;
    for (size_t i = 0; i < SBI_SWI_SETS_MAX; i++)
        run.sets[i] = sets[i];
    return run;
}

static const enum sbi_swi_configuration compared[COMPARED] = {
    [COMPARED_BASELINE] = CONFIGURATION_BASELINE, [COMPARED_WARP64] = CONFIGURATION_WARP64,
    [COMPARED_SBI] = CONFIGURATION_SBI, [COMPARED_SWI] = CONFIGURATION_SWI,
    [COMPARED_BOTH] = CONFIGURATION_BOTH};

/* Limits that may keep irregular programs from gaining. */
static const struct paper_set limits[SBI_SWI_LIMITS][SBI_SWI_SETS_MAX] = {
    {{"memory.bandwidth", "1000"}},
    {{"memory.bandwidth", "1000"}, {"memory.latency", "30"}},
    {{"delivery.latency", "0"}, {"scheduler.latency", "1"}},
    {{"execution.latency", "2"}},
    {{"sm.groups", "16"}},
    {{"scoreboard.entries", "12"}},
    {{"fetch.width", "4"}},
    {{"contexts.model", "exact"}},
};

/* Configurations on which the micro kernels run. */
static const enum sbi_swi_configuration of_micro[] = {
    CONFIGURATION_BASELINE, CONFIGURATION_SBI, CONFIGURATION_SAME_WARP, CONFIGURATION_SWI,
    CONFIGURATION_IDENTITY};
enum { OF_MICRO = sizeof of_micro / sizeof *of_micro };

size_t sbi_swi_program_count(void)
{
    return PROGRAMS;
}

const char *sbi_swi_program(size_t i)
{
    return programs[i];
}

size_t sbi_swi_program_find(const char *name)
{
    size_t i = 0;
    while (strcmp(programs[i], name) != 0)
        i++;
    return i;
}

bool sbi_swi_is_in_means(size_t program)
{
    return strncmp(programs[program], "tmd", 3) != 0;
}

/* ---- runs ---- */

static double value(const wc_result *result, const char *name)
{
    double out = NAN;
    return wc_result_value(result, name, &out) ? out : NAN;
}

/* The number of splits that 95 % of the moves of warps have at most; 4 stands for more than 3. */
static double splits_95(const wc_result *result)
{
    const double count[] = {value(result, "sbi_swi.splits.one"),
                            value(result, "sbi_swi.splits.two"),
                            value(result, "sbi_swi.splits.three"),
                            value(result, "sbi_swi.splits.more")};
    const double all = count[0] + count[1] + count[2] + count[3];
    double sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        sum += count[i];
        if (sum >= 0.95 * all)
            return i + 1;
    }
    return 4;
}

/* FNV-1a. */
static uint64_t digest(const struct paper_image *image)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < image->length; i++)
        sum = (sum ^ image->bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static struct sbi_swi_run read_run(const wc_result *result, const struct paper_image *image)
{
    static const char *const waits[] = {"stalls.dependency", "stalls.fetch", "stalls.unit",
                                        "stalls.barrier", "stalls.divergence",
                                        "stalls.not_selected"};
    const double memory = value(result, "stalls.memory"), idle = value(result, "stalls.idle");
    struct sbi_swi_run run = {
        .cycles = value(result, "cycles"), .ipc = value(result, "ipc"),
        .issued = value(result, "sbi_swi.issued"), .splits_95 = splits_95(result),
        .same_row = value(result, "sbi_swi.pair_same_row"),
        .other_row = value(result, "sbi_swi.pair_other_row"),
        .layout = value(result, "sbi_swi.layout.branches"),
        .layout_below = value(result, "sbi_swi.layout.below"), .image = digest(image)};
    double busy = value(result, "warp_instructions") + memory;
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++)
        busy += value(result, waits[i]);
    run.bandwidth = value(result, "memory.dram_bytes") / (10 * run.cycles);
    run.resident = busy / (busy + idle);
    run.by_memory = memory / busy;
    run.active = value(result, "lanes_active") / 64;
    return run;
}

static const struct sbi_swi_run unknown = {NAN, NAN, NAN, NAN, NAN, NAN, NAN,
                                           NAN, NAN, NAN, NAN, NAN, 0};

/* `others`: settings instead of the configuration's, or NULL. */
static void make(struct sbi_swi_runs *runs, enum sbi_swi_compiler compiler, size_t program,
                 size_t configuration, const struct paper_set *others, struct sbi_swi_run *run)
{
    static const char *const suffix[COMPILERS] = {"", "-rv32"};
    struct arena *arena = runs->made.arena;
    const struct paper_run what = with_settings((struct paper_run){
        .job = arena_format(arena, "jobs/%s%s.yaml", programs[program], suffix[compiler]),
        .about = arena_format(arena, "%s%s on %s", programs[program], suffix[compiler],
                              configurations[configuration].machine)}, configuration, others);
    wc_result *result = NULL;
    struct paper_image image = {0};
    *run = unknown;
    if (!paper_runs_make(&runs->made, &what, &result, &image))
        return;
    *run = read_run(result, &image);
    wc_result_free(result);
    paper_image_free(&image);
}

static void make_micro(struct sbi_swi_runs *runs, size_t configuration)
{
    const struct paper_run what =
        with_settings((struct paper_run){.job = "micro.yaml", .about = "micro"}, configuration,
                      NULL);
    struct sbi_swi_micro *micro = &runs->micro[configuration];
    wc_result *result = NULL;
    struct paper_image image = {0};
    *micro = (struct sbi_swi_micro){NAN, NAN, NAN};
    if (!paper_runs_make(&runs->made, &what, &result, &image))
        return;
    micro->ipc = paper_launch_value(result, MICRO_MIXED, "ipc");
    micro->period = (paper_launch_value(result, MICRO_CHAIN_1100, "cycles") -
                     paper_launch_value(result, MICRO_CHAIN_100, "cycles")) / 1000;
    micro->paired =
        2 * paper_launch_value(result, MICRO_HALF_WARPS, "sbi_swi.pair_same_row") /
        paper_launch_value(result, MICRO_HALF_WARPS, "sbi_swi.issued");
    wc_result_free(result);
    paper_image_free(&image);
}

static void make_all(struct sbi_swi_runs *runs, enum sbi_swi_compiler compiler)
{
    for (size_t program = 0; program < PROGRAMS; program++) {
        for (size_t i = 0; i < CONFIGURATIONS; i++) {
            if (runs->wanted[compiler][i])
                make(runs, compiler, program, i, NULL, &runs->run[compiler][program][i]);
        }
    }
}

static bool is_limited(const struct sbi_swi_runs *runs, size_t program)
{
    return sbi_swi_is_in_means(program) && !sbi_swi_is_regular(runs, program);
}

/* Of the irregular programs, which are known by now. */
static void make_limits(struct sbi_swi_runs *runs)
{
    runs->made.planned += sbi_swi_class_size(runs, false) * SBI_SWI_LIMITS * COMPARED;
    for (size_t program = 0; program < PROGRAMS; program++) {
        for (size_t limit = 0; is_limited(runs, program) && limit < SBI_SWI_LIMITS; limit++) {
            for (size_t i = 0; i < COMPARED; i++)
                make(runs, COMPILER_PTXAS, program, compared[i], limits[limit],
                     &runs->limit[limit][program][i]);
        }
    }
}

void sbi_swi_runs_make(struct sbi_swi_runs *runs)
{
    for (size_t compiler = 0; compiler < COMPILERS; compiler++) {
        for (size_t i = 0; i < CONFIGURATIONS; i++)
            runs->made.planned += runs->wanted[compiler][i] ? PROGRAMS : 0;
    }
    runs->made.planned += runs->wanted_micro ? OF_MICRO : 0;
    for (size_t i = 0; runs->wanted_micro && i < OF_MICRO; i++)
        make_micro(runs, of_micro[i]);
    make_all(runs, COMPILER_PTXAS);
    make_all(runs, COMPILER_CLANG);
    if (runs->wanted_limits)
        make_limits(runs);
}

/* ---- results ---- */

bool sbi_swi_is_regular(const struct sbi_swi_runs *runs, size_t program)
{
    return runs->run[COMPILER_PTXAS][program][CONFIGURATION_WARP64].ipc > regular_ipc;
}

double sbi_swi_speed_up(const struct sbi_swi_runs *runs, size_t program,
                        enum sbi_swi_configuration of, enum sbi_swi_configuration over)
{
    const struct sbi_swi_run *run = runs->run[COMPILER_PTXAS][program];
    return run[over].cycles / run[of].cycles;
}

size_t sbi_swi_class_size(const struct sbi_swi_runs *runs, bool regular)
{
    size_t count = 0;
    for (size_t i = 0; i < PROGRAMS; i++)
        count += sbi_swi_is_in_means(i) && sbi_swi_is_regular(runs, i) == regular;
    return count;
}

double sbi_swi_mean_of(const struct sbi_swi_runs *runs, enum sbi_swi_compiler compiler,
                       bool regular, enum sbi_swi_configuration of,
                       enum sbi_swi_configuration over)
{
    double sum = 0;
    for (size_t i = 0; i < PROGRAMS; i++) {
        const struct sbi_swi_run *run = runs->run[compiler][i];
        if (sbi_swi_is_in_means(i) && sbi_swi_is_regular(runs, i) == regular)
            sum += log(run[over].cycles / run[of].cycles);
    }
    return exp(sum / (double)sbi_swi_class_size(runs, regular));
}

const char *sbi_swi_limit(struct arena *arena, size_t limit)
{
    return settings_text(arena, limits[limit]);
}

double sbi_swi_limit_mean(const struct sbi_swi_runs *runs, size_t limit,
                          enum sbi_swi_compared of)
{
    double sum = 0;
    for (size_t i = 0; i < PROGRAMS; i++) {
        const struct sbi_swi_run *run = runs->limit[limit][i];
        if (is_limited(runs, i))
            sum += log(run[COMPARED_BASELINE].cycles / run[of].cycles);
    }
    return exp(sum / (double)sbi_swi_class_size(runs, false));
}

double sbi_swi_arithmetic_mean(const struct sbi_swi_runs *runs, bool regular,
                               enum sbi_swi_configuration of, enum sbi_swi_configuration over)
{
    double sum = 0;
    for (size_t i = 0; i < PROGRAMS; i++) {
        if (sbi_swi_is_in_means(i) && sbi_swi_is_regular(runs, i) == regular)
            sum += sbi_swi_speed_up(runs, i, of, over);
    }
    return sum / (double)sbi_swi_class_size(runs, regular);
}

double sbi_swi_mean(const struct sbi_swi_runs *runs, bool regular,
                    enum sbi_swi_configuration of, enum sbi_swi_configuration over)
{
    return sbi_swi_mean_of(runs, COMPILER_PTXAS, regular, of, over);
}
