/* SPDX-License-Identifier: Apache-2.0 */
/* programs_ways.c - machines kept between programs, one for each way and shape; those with random
 * numbers, for one program each; runs and checks. */
#include "programs_ways.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bound/models.h"
#include "isa/rv32/rv32.h"
#include "machine/common/invariants.h"
#include "machine/common/observer.h"
#include "machine/vortex/statistics.h"
#include "programs_walk.h"
#include "vortex_machine.h"

/* SWaS needs its queue as long as a fetch takes. */
#define SWAS_SMALL_CACHES                                                                     \
    "icache.bytes=256 icache.mshrs=1 dcache.bytes=256 dcache.mshrs=1 dcache.banks=1"
#define SMALL_CACHES SWAS_SMALL_CACHES " front.queue=1"

/* The first one gives the results that all others are held to. */
static const struct way ways[] = {
    {.name = "functional", .machine = "vortex", .functional = true},
    {.name = "functional, gtlo", .machine = "vortex", .settings = "functional.order=gtlo",
     .functional = true},
    /* SWAS-20: all pairs of policies. */
    {.name = "lrr, lrr", .machine = "vortex", .settings = "fetch=lrr issue=lrr", .one_in = 3},
    {.name = "lrr, gtlrr", .machine = "vortex", .settings = "fetch=lrr issue=gtlrr",
     .walked = true, .bounded = true},
    {.name = "lrr, gtlo", .machine = "vortex", .settings = "fetch=lrr issue=gtlo", .one_in = 3},
    {.name = "gtlrr, lrr", .machine = "vortex", .settings = "fetch=gtlrr issue=lrr", .one_in = 3},
    {.name = "gtlrr, gtlrr", .machine = "vortex", .settings = "fetch=gtlrr issue=gtlrr",
     .one_in = 3},
    {.name = "gtlrr, gtlo", .machine = "vortex", .settings = "fetch=gtlrr issue=gtlo", .one_in = 3},
    {.name = "gtlo, lrr", .machine = "vortex", .settings = "fetch=gtlo issue=lrr", .one_in = 3},
    {.name = "gtlo, gtlrr", .machine = "vortex", .settings = "fetch=gtlo issue=gtlrr", .one_in = 3},
    {.name = "gtlo, gtlo", .machine = "vortex", .settings = "fetch=gtlo issue=gtlo", .one_in = 3},
    {.name = "stock", .machine = "vortex", .settings = "frontend=stock", .one_in = 3},
    {.name = "every cycle", .machine = "vortex", .settings = "fetch=lrr issue=gtlrr",
     .every_cycle = true, .one_in = 4, .same_cycles_as = "lrr, gtlrr"},
    {.name = "small caches", .machine = "vortex", .settings = SMALL_CACHES, .one_in = 3},
    {.name = "small caches, stock", .machine = "vortex",
     .settings = "frontend=stock " SMALL_CACHES, .one_in = 4},
    {.name = "second level", .machine = "vortex", .settings = "l2.present=true icache.bytes=512",
     .one_in = 5},
    {.name = "3.0", .machine = "vortex-3.0", .one_in = 5},
    /* SWAS-35: one scheduler for fetch and issue. */
    {.name = "swas, lrr", .machine = "vortex-swas", .settings = "issue=lrr", .swas = true,
     .bounded = true},
    {.name = "swas, gtlrr", .machine = "vortex-swas", .settings = "issue=gtlrr", .swas = true,
     .bounded = true},
    {.name = "swas, gtlo", .machine = "vortex-swas", .settings = "issue=gtlo", .swas = true,
     .bounded = true},
    {.name = "swas, every cycle", .machine = "vortex-swas", .settings = "issue=gtlrr",
     .swas = true, .every_cycle = true, .one_in = 4, .same_cycles_as = "swas, gtlrr"},
    {.name = "swas, small caches", .machine = "vortex-swas", .settings = SWAS_SMALL_CACHES,
     .swas = true, .bounded = true, .one_in = 3},
    {.name = "random machine", .machine = "vortex", .drawn = true, .walked = true,
     .bounded = true},
    {.name = "second random machine", .machine = "vortex", .drawn = true, .bounded = true},
    {.name = "third random machine", .machine = "vortex", .drawn = true, .bounded = true},
};
enum { WAYS = sizeof ways / sizeof *ways, SHAPES_MAX = 16 };

/* A program may take that long where a line takes a hundred thousand cycles. */
static const uint64_t cycles_max = 40000000000;

/* A machine with its memory, and where the buffers are in it. */
struct bench {
    struct parameters parameters;
    struct machine *machine;
    struct memory memory;
    struct program_place place; /* what it tells the program */
    uint64_t buffers[3];        /* addresses: small, input, output */
    bool is_open;
};

struct campaign {
    const char *machines;
    struct bench benches[WAYS][SHAPES_MAX], drawn;
    char *settings[WAYS];    /* that a machine was drawn with */
    struct program_place places[WAYS]; /* of the program tried last */
    struct invariants *invariants;
    uint8_t *output;         /* that the first way left, and the variables after it */
    struct statistics first; /* ... and counted */
    uint64_t cycles[WAYS];   /* of the program under way; 0: not run */
    struct campaign_counts counts;
    bool skip[WAYS];         /* machines that are not there or not wanted */
};

/* ---- machines ---- */

/* Programs may have all instructions. */
static enum wc_status apply_settings(struct error *err, struct parameters *parameters,
                                     const char *settings, const struct program_shape *shape)
{
    struct text text = {0};
    char *rest = NULL;
    enum wc_status status = WC_OK;
    text_add(&text, "cores=%u warps=%u threads=%u %s isa.a=true isa.v3=true", shape->cores,
             shape->warps, shape->threads, settings ? settings : "");
    char *copy = strdup(text_string(&text));
    for (char *pair = strtok_r(copy, " ", &rest); pair && status == WC_OK;
         pair = strtok_r(NULL, " ", &rest))
        status = parameters_set_pair(err, parameters, pair, "programs");
    free(copy);
    text_free(&text);
    return status;
}

/* Numbers of the machine that programs get as arguments. */
static struct program_place find_place(struct parameters *parameters)
{
    bool by_group = strcmp(parameters_find(parameters, "barrier.index")->value.text, "group") == 0;
    return (struct program_place){
        .stack_top = (uint32_t)parameters_find(parameters, "stack.top")->value.integer,
        .stack_bytes =
            (uint32_t)parameters_find(parameters, "stack.bytes_per_thread")->value.integer,
        .barrier_shift = by_group ? 8 : 0};
}

static enum wc_status bench_load(struct error *err, struct bench *bench, const char *machines,
                                 const struct way *way)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.yaml", machines, way->machine);
    bench->is_open = true;
    return parameters_load(err, path, NULL, &bench->parameters);
}

static enum wc_status bench_open(struct error *err, struct bench *bench, const char *settings,
                                 const struct vortex_program *program)
{
    const struct machine_ops *ops;
    enum wc_status status = apply_settings(err, &bench->parameters, settings, &program->shape);
    if (status != WC_OK || (status = machine_find(err, &bench->parameters, &ops)) != WC_OK ||
        (status = ops->create(err, &bench->parameters, &bench->machine)) != WC_OK)
        return status;
    bench->place = find_place(&bench->parameters);
    return ops->map(err, bench->machine, &bench->memory);
}

static void bench_close(struct bench *bench)
{
    if (bench->machine)
        bench->machine->ops->destroy(bench->machine);
    memory_free(&bench->memory);
    parameters_free(&bench->parameters);
    *bench = (struct bench){0};
}

/* ---- memory ---- */

static enum wc_status place_segment(struct error *err, struct bench *bench,
                                    const struct segment *segment)
{
    struct allocation *placed;
    enum wc_status status = memory_place(
        err, &bench->memory, segment->executable ? ALLOCATION_CODE : ALLOCATION_DATA, "segment",
        segment->address, segment->size, segment->writable && !segment->executable, &placed);
    if (status == WC_OK && segment->file_bytes)
        memcpy(placed->bytes, segment->bytes, segment->file_bytes);
    return status;
}

/* In the order of the job's buffers. */
static enum wc_status place_buffers(struct error *err, struct bench *bench,
                                    const struct vortex_program *program)
{
    const struct {
        const char *name;
        const void *contents;
        uint64_t bytes;
    } buffers[] = {{"buffer small", program->small, 4 * program->small_count},
                   {"buffer in", program->input, sizeof program->input},
                   {"buffer out", NULL, program->output_bytes}};
    uint64_t low, high, align;
    enum wc_status status = WC_OK;
    bench->machine->ops->heap(bench->machine, &low, &high, &align);
    for (size_t i = 0; i < 3 && status == WC_OK; i++) {
        status = memory_allocate(err, &bench->memory, ALLOCATION_BUFFER, buffers[i].name,
                                 buffers[i].bytes, align, low, high, &bench->buffers[i]);
        if (status == WC_OK && buffers[i].contents)
            memcpy(memory_bytes(&bench->memory, bench->buffers[i], buffers[i].bytes),
                   buffers[i].contents, buffers[i].bytes);
    }
    return status;
}

/* Everything as before the first launch; stacks hold what they held, which no program reads. */
static enum wc_status place_program(struct error *err, struct bench *bench,
                                    const struct vortex_program *program, const struct image *image)
{
    static const enum allocation_kind kinds[] = {ALLOCATION_CODE, ALLOCATION_DATA,
                                                 ALLOCATION_BUFFER, ALLOCATION_ARGUMENTS};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        memory_release(&bench->memory, kinds[i]);
    enum wc_status status = place_buffers(err, bench, program);
    for (uint32_t i = 0; i < image->segment_count && status == WC_OK; i++)
        status = place_segment(err, bench, &image->segments[i]);
    return status;
}

/* ---- the campaign ---- */

/* A breach stays with its observer, and a run that broke off leaves it in the middle. */
static void renew_invariants(struct campaign *campaign)
{
    invariants_free(campaign->invariants);
    campaign->invariants = invariants_new();
    if (!campaign->invariants)
        abort();
}

struct campaign *campaign_open(const char *machines, bool drawn)
{
    struct campaign *campaign = calloc(1, sizeof *campaign);
    if (!campaign)
        abort();
    renew_invariants(campaign);
    campaign->machines = machines;
    for (size_t i = 0; i < WAYS; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.yaml", machines, ways[i].machine);
        campaign->skip[i] = access(path, R_OK) != 0 || (drawn && i && !ways[i].drawn);
    }
    if (campaign->skip[0]) {
        fprintf(stderr, "programs: no %s.yaml in %s\n", ways[0].machine, machines);
        campaign_close(campaign);
        return NULL;
    }
    return campaign;
}

void campaign_close(struct campaign *campaign)
{
    for (size_t i = 0; i < WAYS; i++) {
        for (size_t k = 0; k < SHAPES_MAX; k++)
            bench_close(&campaign->benches[i][k]);
        free(campaign->settings[i]);
    }
    bench_close(&campaign->drawn);
    invariants_free(campaign->invariants);
    free(campaign->output);
    free(campaign);
}

/* ---- one run ---- */

struct trial {
    struct campaign *campaign;
    const struct vortex_program *program;
    uint64_t number;
    size_t way;
    struct bench *bench;
    const struct image *image;
    struct program *decoded;
    struct argument arguments[PROGRAM_LAUNCHES_MAX][PROGRAM_ARGUMENTS];
    struct launch launches[PROGRAM_LAUNCHES_MAX];
    bool thorough; /* costly checks: invariants and bounds */
    bool ahead;    /* all launches are analysed before the first one runs */
    enum wc_status status;
    struct error err;
    struct statistics statistics; /* of all launches */
    struct walk_counts walk; /* of a way that is walked */
    struct run_counts seen;
    struct arena arena; /* of what follows */
    struct walk_changes changes;
    struct bound bounds[PROGRAM_LAUNCHES_MAX]; /* of a way that is bounded */
    bool refused; /* there is no bound from here on */
    struct text exceeded; /* the first prediction that did not hold */
};

static void set_launches(struct trial *trial)
{
    const struct bench *bench = trial->bench;
    const struct program_place *place = &bench->place;
    for (uint32_t i = 0; i < trial->program->launches; i++) {
        struct argument *arguments = trial->arguments[i];
        const struct argument list[PROGRAM_ARGUMENTS] = {
            [ARG_SMALL] = {.kind = ARGUMENT_BUFFER, .bits = bench->buffers[0]},
            [ARG_INPUT] = {.kind = ARGUMENT_BUFFER, .bits = bench->buffers[1]},
            [ARG_OUTPUT] = {.kind = ARGUMENT_BUFFER, .bits = bench->buffers[2]},
            [ARG_LOCAL] = {.kind = ARGUMENT_LOCAL, .bytes = trial->program->needs.local_bytes},
            [ARG_STACK_TOP] = {.type = WC_U32, .bits = place->stack_top},
            [ARG_STACK_BYTES] = {.type = WC_U32, .bits = place->stack_bytes},
            [ARG_BARRIER_SHIFT] = {.type = WC_U32, .bits = place->barrier_shift},
            [ARG_LAUNCH] = {.type = WC_U32, .bits = i}};
        memcpy(arguments, list, sizeof list);
        trial->launches[i] = (struct launch){.name = "program", .image = trial->image,
                                             .program = trial->decoded, .args = arguments,
                                             .arg_count = PROGRAM_ARGUMENTS};
    }
}

/* ---- what is known before it ---- */

/* Counts why there is no bound; addresses and other numbers aside. */
static void count_refusal(struct campaign_counts *counts, const char *message)
{
    char reason[sizeof counts->reasons->text];
    const char *from = strstr(message, "cannot be bounded: ");
    size_t length = 0, i = 0;
    from = from ? from + strlen("cannot be bounded: ") : message;
    for (; *from && *from != '\n' && length + 1 < sizeof reason; from++) {
        if ((*from < '0' || *from > '9') || (length && reason[length - 1] == 'x'))
            reason[length++] = *from;
    }
    reason[length] = '\0';
    counts->refused++;
    while (i < CAMPAIGN_REASONS_MAX - 1 && counts->reasons[i].count &&
           strcmp(counts->reasons[i].text, reason) != 0)
        i++;
    strcpy(counts->reasons[i].text, reason);
    counts->reasons[i].count++;
}

/* A launch that the analysis refuses has no bound, and neither have those after it. */
static enum wc_status tolerate(struct trial *trial, enum wc_status status)
{
    if (status != WC_BAD_INPUT)
        return status;
    trial->refused = true;
    count_refusal(&trial->campaign->counts,
                  trial->err.message ? trial->err.message : "a loop lacks a bound");
    error_clear(&trial->err);
    return WC_OK;
}

static enum wc_status bound_launch(struct trial *trial, uint32_t launch,
                                   const struct walk_bounds *loops)
{
    struct bench *bench = trial->bench;
    bound_fn *analysis = bound_find(bench->machine->ops->model, "rv32");
    if (!ways[trial->way].bounded || !trial->thorough || !analysis)
        return WC_OK;
    enum wc_status status =
        analysis(&trial->err, bench->machine, &bench->memory, &trial->launches[launch], loops, NULL,
                 &trial->arena, &trial->bounds[launch]);
    trial->campaign->counts.bounded += status == WC_OK;
    if (status != WC_OK)
        trial->bounds[launch] = (struct bound){0};
    return status;
}

/* The ways that the launch can take, and how long. */
static enum wc_status analyse(struct trial *trial, uint32_t launch)
{
    struct bench *bench = trial->bench;
    struct walk_bounds loops = program_bounds(&trial->arena, trial->program, trial->decoded);
    enum wc_status status = WC_OK;
    if (trial->refused)
        return WC_OK;
    loops.watched = true;
    loops.changes = &trial->changes;
    if (ways[trial->way].walked)
        status = walk_program(&trial->err, bench->machine, &bench->memory,
                              &trial->launches[launch], &loops, &trial->walk);
    if (status == WC_OK)
        status = bound_launch(trial, launch, &loops);
    return tolerate(trial, status);
}

/* ---- the launches ---- */

/* Every number that the bound predicts. */
static void compare_bound(struct trial *trial, const struct bound *bound, uint64_t cycles)
{
    struct expectations expectations = {.arena = &trial->arena};
    if (bound->watch)
        bound->watch->compare(bound->watch, &expectations);
    trial->campaign->counts.expectations += expectations.count;
    const struct expectation *exceeded = expectations_exceeded(&expectations);
    if (trial->exceeded.length)
        return;
    if (exceeded)
        expectation_write(exceeded, &trial->exceeded);
    else if (bound->cycles && cycles > bound->cycles)
        text_add(&trial->exceeded, "%llu cycles, above the bound of %llu",
                 (unsigned long long)cycles, (unsigned long long)bound->cycles);
}

static enum wc_status run_launch(struct trial *trial, uint32_t launch)
{
    const struct way *how = &ways[trial->way];
    struct bench *bench = trial->bench;
    const struct bound *bound = &trial->bounds[launch];
    struct observers observers = {0};
    struct outcome outcome = {0};
    if (trial->thorough)
        observers.list[observers.count++] = invariants_observer(trial->campaign->invariants);
    if (how->walked)
        observers.list[observers.count++] = &trial->seen.observer;
    if (bound->watch)
        observers.list[observers.count++] = &bound->watch->observer;
    struct run_control control = {.max_cycles = cycles_max,
                                  .observers = observers.count ? &observers : NULL,
                                  .step_every_cycle = how->every_cycle};
    const struct machine_ops *ops = bench->machine->ops;
    enum wc_status status = (how->functional ? ops->run_functional : ops->run_timed)(
        &trial->err, bench->machine, &bench->memory, &trial->launches[launch], &control, &outcome);
    trial->statistics.table = outcome.statistics.table;
    statistics_add(&trial->statistics, &outcome.statistics);
    if (status == WC_OK)
        compare_bound(trial, bound, outcome.statistics.count[STAT_CYCLES]);
    return status;
}

static enum wc_status run_launches(struct trial *trial)
{
    enum wc_status status = WC_OK;
    for (uint32_t i = 0; trial->ahead && i < trial->program->launches && status == WC_OK; i++)
        status = analyse(trial, i);
    for (uint32_t i = 0; i < trial->program->launches && status == WC_OK; i++) {
        if (!trial->ahead)
            status = analyse(trial, i);
        if (status == WC_OK)
            status = run_launch(trial, i);
    }
    return status;
}

static void run(struct trial *trial)
{
    struct bench *bench = trial->bench;
    trial->changes.arena = &trial->arena;
    trial->status = place_program(&trial->err, bench, trial->program, trial->image);
    set_launches(trial);
    for (uint32_t i = 0; i < trial->program->launches && trial->status == WC_OK; i++)
        trial->status =
            bench->machine->ops->admit(&trial->err, bench->machine, &trial->launches[i]);
    if (trial->status == WC_OK)
        trial->status = machine_preflight(&trial->err, &trial->launches[0]);
    if (trial->status == WC_OK)
        trial->status = run_launches(trial);
}

/* ---- what must hold; a check writes what is wrong ---- */

static bool ends_well(struct trial *trial, struct text *why)
{
    if (trial->status == WC_OK)
        return true;
    text_add(why, "status %d: %s", trial->status,
             trial->err.message ? trial->err.message : "(no message)");
    return false;
}

static bool keeps_invariants(struct trial *trial, struct text *why)
{
    struct error err = {0};
    if (!trial->thorough || invariants_result(&err, trial->campaign->invariants) == WC_OK)
        return true;
    text_add(why, "%s", err.message);
    error_clear(&err);
    return false;
}

/* The output, and after it the variables. */
static void collect(struct trial *trial, uint8_t *to)
{
    const struct vortex_program *program = trial->program;
    const struct bench *bench = trial->bench;
    memcpy(to, memory_bytes(&bench->memory, bench->buffers[2], program->output_bytes),
           program->output_bytes);
    to += program->output_bytes;
    for (uint32_t i = 0; i < program->segment_count; i++) {
        const struct program_segment *segment = &program->segments[i];
        if (!segment->writable)
            continue;
        memcpy(to, memory_bytes(&bench->memory, segment->address, segment->bytes),
               segment->bytes);
        to += segment->bytes;
    }
}

static size_t output_size(const struct vortex_program *program)
{
    return program->output_bytes + 4 * (size_t)program->variable_count;
}

static bool leaves_same_output(struct trial *trial, struct text *why)
{
    const struct vortex_program *program = trial->program;
    const uint8_t *expected = trial->campaign->output;
    size_t bytes = output_size(program), at = 0;
    uint8_t *got = malloc(bytes);
    if (!got)
        abort();
    collect(trial, got);
    bool same = memcmp(got, expected, bytes) == 0;
    while (!same && got[at] == expected[at])
        at++;
    if (!same)
        text_add(why, "the %s differs first in byte %zu: 0x%02x, expected 0x%02x",
                 at < program->output_bytes ? "output" : "image",
                 at < program->output_bytes ? at : at - program->output_bytes, got[at],
                 expected[at]);
    free(got);
    return same;
}

static bool leaves_input(struct trial *trial, struct text *why)
{
    const struct vortex_program *program = trial->program;
    const struct bench *bench = trial->bench;
    if (memcmp(memory_bytes(&bench->memory, bench->buffers[1], sizeof program->input),
               program->input, sizeof program->input) == 0)
        return true;
    text_add(why, "the input was changed");
    return false;
}

static bool counts_the_same(struct trial *trial, struct text *why)
{
    static const enum statistic_id same[] = {
        STAT_WARP_INSTRUCTIONS, STAT_THREAD_INSTRUCTIONS, STAT_LOADS, STAT_STORES, STAT_BRANCHES,
        STAT_DIVERGENT_SPLITS, STAT_BARRIERS, STAT_WARPS_STARTED};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        uint64_t got = trial->statistics.count[same[i]];
        uint64_t expected = trial->campaign->first.count[same[i]];
        if (got == expected)
            continue;
        text_add(why, "%s is %llu, expected %llu", statistic(NULL, same[i])->name,
                 (unsigned long long)got, (unsigned long long)expected);
        return false;
    }
    return true;
}

static bool takes_as_long(struct trial *trial, struct text *why)
{
    const char *other = ways[trial->way].same_cycles_as;
    uint64_t cycles = trial->statistics.count[STAT_CYCLES];
    for (size_t i = 0; other && i < trial->way; i++) {
        if (strcmp(ways[i].name, other) != 0 || trial->campaign->cycles[i] == cycles)
            continue;
        text_add(why, "%llu cycles; the way '%s' takes %llu", (unsigned long long)cycles, other,
                 (unsigned long long)trial->campaign->cycles[i]);
        return false;
    }
    return true;
}

/* SWaS never strays from its policy (SWAS-42), and every warp starts with a queue of NOPs
 * (SWAS-40). */
static bool obeys_swas(struct trial *trial, struct text *why)
{
    enum { QUEUE = 4 };
    const uint64_t *count = trial->statistics.count;
    uint64_t nops = QUEUE * count[STAT_WARPS_STARTED];
    if (!ways[trial->way].swas)
        return true;
    if (count[STAT_SWAS_ERRORS])
        text_add(why, "%llu scheduling errors", (unsigned long long)count[STAT_SWAS_ERRORS]);
    else if (count[STAT_SWAS_NOPS_START] != nops)
        text_add(why, "%llu NOPs at starts of warps, expected %llu",
                 (unsigned long long)count[STAT_SWAS_NOPS_START], (unsigned long long)nops);
    else
        return true;
    return false;
}

static bool is_covered(struct trial *trial, struct text *why)
{
    return !ways[trial->way].walked || trial->refused ||
           walk_covers(&trial->walk, &trial->seen, trial->program->shape.cores, why);
}

static bool stays_in_bound(struct trial *trial, struct text *why)
{
    if (!trial->exceeded.length)
        return true;
    text_add(why, "%s", text_string(&trial->exceeded));
    return false;
}

/* NULL: memory that the machine adds, for thread-local data; it starts with zeros. */
static const struct program_segment *segment_at(const struct vortex_program *program,
                                                uint64_t address)
{
    for (uint32_t i = 0; i < program->segment_count; i++) {
        if (program->segments[i].address == address)
            return &program->segments[i];
    }
    return NULL;
}

/* The bytes of the image that the analysis takes as constant. */
static bool keeps_image(struct trial *trial, struct text *why)
{
    for (uint32_t i = 0; !trial->refused && i < trial->changes.count; i++) {
        const struct walk_changed *changed = &trial->changes.list[i];
        const struct program_segment *from = segment_at(trial->program, changed->base);
        const uint64_t in_file = from ? from->file_bytes : 0;
        const uint8_t *now = memory_bytes(&trial->bench->memory, changed->base, changed->bytes);
        for (uint64_t at = 0; at < changed->bytes; at++) {
            const uint8_t before = at < in_file ? ((const uint8_t *)from->words)[at] : 0;
            if (changed->stored[at] || now[at] == before)
                continue;
            text_add(why, "the byte at 0x%08llx changed, which the bound takes as constant",
                     (unsigned long long)(changed->base + at));
            return false;
        }
    }
    return true;
}

static bool (*const checks[])(struct trial *trial, struct text *why) = {
    ends_well, keeps_invariants, leaves_input, leaves_same_output, counts_the_same, takes_as_long,
    obeys_swas, is_covered, stays_in_bound, keeps_image,
};

static bool judge(struct trial *trial, struct violation *violation)
{
    struct text why = {0};
    bool good = true;
    for (size_t i = 0; good && i < sizeof checks / sizeof *checks; i++)
        good = checks[i](trial, &why);
    if (!good) {
        violation->way = &ways[trial->way];
        snprintf(violation->text, sizeof violation->text, "%s", text_string(&why));
    }
    text_free(&why);
    return good;
}

/* ---- a program ---- */

/* The first way's results are what the others are held to. */
static void remember(struct trial *trial)
{
    struct campaign *campaign = trial->campaign;
    campaign->output = realloc(campaign->output, output_size(trial->program));
    if (!campaign->output)
        abort();
    collect(trial, campaign->output);
    campaign->first = trial->statistics;
}

static size_t shape_number(const struct program_shape *shape)
{
    size_t i = 0;
    while (memcmp(program_shape(i), shape, sizeof *shape) != 0)
        i++;
    return i;
}

/* Draws until the numbers fit each other. */
static void open_drawn(struct trial *trial)
{
    enum { TRIES_MAX = 1000 };
    struct campaign *campaign = trial->campaign;
    const struct vortex_program *program = trial->program;
    struct dice dice = {trial->number * WAYS + trial->way};
    struct machine_needs needs = {.shape = &program->shape, .program = program->needs};
    for (unsigned i = 0; i < TRIES_MAX; i++) {
        struct text settings = {0};
        error_clear(&trial->err);
        bench_close(&campaign->drawn);
        trial->status = bench_load(&trial->err, &campaign->drawn, campaign->machines,
                                   &ways[trial->way]);
        machine_draw(&dice, &campaign->drawn.parameters, &needs, &settings);
        free(campaign->settings[trial->way]);
        campaign->settings[trial->way] = strdup(text_string(&settings));
        text_free(&settings);
        if (trial->status == WC_OK)
            trial->status = bench_open(&trial->err, &campaign->drawn,
                                       campaign->settings[trial->way], program);
        if (trial->status == WC_OK)
            trial->status = place_program(&trial->err, &campaign->drawn, program, trial->image);
        if (trial->status == WC_OK || !machine_is_misfit(trial->err.message))
            break;
    }
    trial->bench = &campaign->drawn;
}

static void open_kept(struct trial *trial)
{
    const struct way *how = &ways[trial->way];
    trial->bench = &trial->campaign->benches[trial->way][shape_number(&trial->program->shape)];
    if (trial->bench->is_open)
        return;
    trial->status = bench_load(&trial->err, trial->bench, trial->campaign->machines, how);
    if (trial->status == WC_OK)
        trial->status = bench_open(&trial->err, trial->bench, how->settings, trial->program);
}

static void count_trial(const struct trial *trial)
{
    struct campaign *campaign = trial->campaign;
    campaign->cycles[trial->way] = trial->statistics.count[STAT_CYCLES];
    campaign->places[trial->way] = trial->bench->place;
    campaign->counts.runs++;
    campaign->counts.thorough += trial->thorough;
    campaign->counts.instructions += trial->statistics.count[STAT_WARP_INSTRUCTIONS];
}

static void close_trial(struct trial *trial)
{
    walk_counts_close(&trial->walk);
    run_counts_close(&trial->seen);
    text_free(&trial->exceeded);
    error_clear(&trial->err);
    arena_free(&trial->arena);
}

static bool try_way(struct trial *trial, struct violation *violation)
{
    const struct way *how = &ways[trial->way];
    (how->drawn ? open_drawn : open_kept)(trial);
    if (how->walked) {
        walk_counts_open(&trial->walk, trial->program, trial->decoded);
        run_counts_open(&trial->seen, trial->program, trial->decoded);
    }
    if (trial->status == WC_OK)
        run(trial);
    if (trial->way == 0 && trial->status == WC_OK)
        remember(trial);
    bool good = judge(trial, violation);
    if (!good)
        renew_invariants(trial->campaign);
    count_trial(trial);
    close_trial(trial);
    return good;
}

static bool try_ways(struct campaign *campaign, const struct vortex_program *program,
                     uint64_t number, const struct image *image, struct program *decoded,
                     struct violation *violation)
{
    for (size_t i = 0; i < WAYS; i++) {
        uint32_t one_in = ways[i].one_in ? ways[i].one_in : 1;
        if (campaign->skip[i] || (number + i) % one_in)
            continue;
        struct trial trial = {
            .campaign = campaign, .program = program, .number = number, .way = i, .image = image,
            .decoded = decoded, .ahead = (number + i) % 2,
            .thorough = ways[i].drawn || (!ways[i].functional && (number + i) % 3 == 0)};
        if (!try_way(&trial, violation))
            return false;
    }
    return true;
}

bool campaign_try(struct campaign *campaign, const struct vortex_program *program, uint64_t number,
                  struct violation *violation)
{
    struct error err = {0};
    struct image *image = NULL;
    struct program *decoded = NULL;
    size_t bytes;
    void *elf = program_elf(program, &bytes);
    violation->way = NULL;
    enum wc_status status = image_parse(&err, "program.elf", elf, bytes, &image);
    if (status == WC_OK)
        status = isa_find(image->isa)->decode(&err, image, RV32_A | RV32_V3, &decoded);
    bool good = status == WC_OK;
    if (good)
        good = try_ways(campaign, program, number, image, decoded, violation);
    else
        snprintf(violation->text, sizeof violation->text, "%s", err.message);
    program_free(decoded);
    image_free(image);
    free(elf);
    error_clear(&err);
    return good;
}

/* ---- what is kept ---- */

/* Machine and settings of a way in the shape of a program, as lines of a job. */
static void write_job_lines(const struct campaign *campaign, size_t way,
                            const struct program_shape *shape, struct text *lines)
{
    const char *settings = ways[way].drawn ? campaign->settings[way] : ways[way].settings;
    char *copy = strdup(settings ? settings : ""), *rest = NULL;
    text_add(lines, "machine: %s\nset:\n  cores: %u\n  warps: %u\n  threads: %u\n"
                    "  isa.a: true\n  isa.v3: true\n",
             ways[way].machine, shape->cores, shape->warps, shape->threads);
    for (char *pair = strtok_r(copy, " ", &rest); pair; pair = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(pair, '=');
        *value++ = '\0';
        if (strncmp(pair, "isa.a", 6) && strncmp(pair, "isa.v3", 7))
            text_add(lines, "  %s: %s\n", pair, value);
    }
    free(copy);
}

bool campaign_keep(struct campaign *campaign, const struct vortex_program *program,
                   const struct way *way, const char *folder)
{
    size_t number = way ? (size_t)(way - ways) : 0;
    struct text lines = {0};
    write_job_lines(campaign, number, &program->shape, &lines);
    bool kept = program_keep(program, folder, campaign->output, text_string(&lines),
                             &campaign->places[number]);
    text_free(&lines);
    return kept;
}

const struct campaign_counts *campaign_counts(const struct campaign *campaign)
{
    return &campaign->counts;
}
