/* SPDX-License-Identifier: Apache-2.0 */
/* programs_ways.c - machines kept between programs, one for each way and shape; runs and checks. */
#include "programs_ways.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bound/models.h"
#include "machine/common/invariants.h"
#include "machine/common/observer.h"
#include "machine/vortex/statistics.h"
#include "programs_walk.h"

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
    {.name = "lrr, lrr", .machine = "vortex", .settings = "fetch=lrr issue=lrr"},
    {.name = "lrr, gtlrr", .machine = "vortex", .settings = "fetch=lrr issue=gtlrr",
     .walked = true, .bounded = true},
    {.name = "lrr, gtlo", .machine = "vortex", .settings = "fetch=lrr issue=gtlo"},
    {.name = "gtlrr, lrr", .machine = "vortex", .settings = "fetch=gtlrr issue=lrr"},
    {.name = "gtlrr, gtlrr", .machine = "vortex", .settings = "fetch=gtlrr issue=gtlrr"},
    {.name = "gtlrr, gtlo", .machine = "vortex", .settings = "fetch=gtlrr issue=gtlo"},
    {.name = "gtlo, lrr", .machine = "vortex", .settings = "fetch=gtlo issue=lrr"},
    {.name = "gtlo, gtlrr", .machine = "vortex", .settings = "fetch=gtlo issue=gtlrr"},
    {.name = "gtlo, gtlo", .machine = "vortex", .settings = "fetch=gtlo issue=gtlo"},
    {.name = "stock", .machine = "vortex", .settings = "frontend=stock"},
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
};
enum { WAYS = sizeof ways / sizeof *ways, SHAPES_MAX = 16, CYCLES_MAX = 4000000 };

/* A machine with its memory, and where the buffers lie in it. */
struct bench {
    struct parameters parameters;
    struct machine *machine;
    struct memory memory;
    uint64_t input, output;
    uint8_t *code_bytes, *input_bytes, *output_bytes;
    bool is_open;
};

struct campaign {
    const char *machines;
    struct bench benches[WAYS][SHAPES_MAX];
    struct invariants *invariants;
    uint8_t *output;         /* that the first way left */
    struct statistics first; /* ... and counted */
    uint64_t cycles[WAYS];   /* of the program under way; 0: not run */
    struct campaign_counts counts;
    bool skip[WAYS];         /* machines that are not there */
};

/* ---- machines ---- */

static enum wc_status apply_settings(struct error *err, struct parameters *parameters,
                                     const struct way *way, const struct program_shape *shape)
{
    char text[1024], *rest = NULL;
    enum wc_status status = WC_OK;
    snprintf(text, sizeof text, "cores=%u warps=%u threads=%u %s", shape->cores, shape->warps,
             shape->threads, way->settings ? way->settings : "");
    for (char *pair = strtok_r(text, " ", &rest); pair && status == WC_OK;
         pair = strtok_r(NULL, " ", &rest))
        status = parameters_set_pair(err, parameters, pair, "programs");
    return status;
}

static enum wc_status place_memory(struct error *err, struct bench *bench,
                                   const struct vortex_program *program)
{
    uint64_t low, high, align;
    struct allocation *code;
    enum wc_status status = memory_place(err, &bench->memory, ALLOCATION_CODE, "segment",
                                         (uint32_t)CODE_BASE, 4 * CODE_WORDS_MAX, false, &code);
    if (status != WC_OK)
        return status;
    bench->code_bytes = code->bytes;
    bench->machine->ops->heap(bench->machine, &low, &high, &align);
    status = memory_allocate(err, &bench->memory, ALLOCATION_BUFFER, "buffer in",
                             sizeof program->input, align, low, high, &bench->input);
    if (status == WC_OK)
        status = memory_allocate(err, &bench->memory, ALLOCATION_BUFFER, "buffer out",
                                 program->output_bytes, align, low, high, &bench->output);
    if (status != WC_OK)
        return status;
    bench->input_bytes = memory_bytes(&bench->memory, bench->input, sizeof program->input);
    bench->output_bytes = memory_bytes(&bench->memory, bench->output, program->output_bytes);
    return WC_OK;
}

static enum wc_status bench_open(struct error *err, struct bench *bench, const char *machines,
                                 const struct way *way, const struct vortex_program *program)
{
    char path[4096];
    const struct machine_ops *ops;
    snprintf(path, sizeof path, "%s/%s.yaml", machines, way->machine);
    bench->is_open = true;
    enum wc_status status = parameters_load(err, path, NULL, &bench->parameters);
    if (status != WC_OK ||
        (status = apply_settings(err, &bench->parameters, way, &program->shape)) != WC_OK ||
        (status = machine_find(err, &bench->parameters, &ops)) != WC_OK ||
        (status = ops->create(err, &bench->parameters, &bench->machine)) != WC_OK ||
        (status = ops->map(err, bench->machine, &bench->memory)) != WC_OK)
        return status;
    return place_memory(err, bench, program);
}

static void bench_close(struct bench *bench)
{
    if (bench->machine)
        bench->machine->ops->destroy(bench->machine);
    memory_free(&bench->memory);
    parameters_free(&bench->parameters);
}

/* A breach stays with its observer, and a run that broke off leaves it in the middle. */
static void renew_invariants(struct campaign *campaign)
{
    invariants_free(campaign->invariants);
    campaign->invariants = invariants_new();
    if (!campaign->invariants)
        abort();
}

struct campaign *campaign_open(const char *machines)
{
    struct campaign *campaign = calloc(1, sizeof *campaign);
    if (!campaign)
        abort();
    renew_invariants(campaign);
    campaign->machines = machines;
    for (size_t i = 0; i < WAYS; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.yaml", machines, ways[i].machine);
        campaign->skip[i] = access(path, R_OK) != 0;
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
    for (size_t i = 0; i < WAYS; i++)
        for (size_t k = 0; k < SHAPES_MAX; k++)
            if (campaign->benches[i][k].is_open)
                bench_close(&campaign->benches[i][k]);
    invariants_free(campaign->invariants);
    free(campaign->output);
    free(campaign);
}

/* ---- one run ---- */

struct trial {
    struct campaign *campaign;
    const struct vortex_program *program;
    size_t way;
    struct bench *bench;
    struct launch launch;
    bool thorough; /* costly checks: invariants and bounds */
    enum wc_status status;
    struct error err;
    struct outcome outcome;
    struct walk_counts walk; /* of a way that is walked */
    struct run_counts seen;
    uint64_t bound; /* of a way that is bounded */
    struct arena arena; /* of the bound, and of what the run is compared with: */
    struct bound_watch *watch;
};

/* What is known before the run: the ways that it can take, and how long. */
static enum wc_status analyse(struct trial *trial)
{
    const struct way *how = &ways[trial->way];
    struct bench *bench = trial->bench;
    struct arena *arena = &trial->arena;
    struct walk_bounds loops = program_bounds(arena, trial->program, trial->launch.program);
    struct bound bound = {0};
    loops.watched = true;
    enum wc_status status = WC_OK;
    if (how->walked)
        status = walk_program(&trial->err, bench->machine, &bench->memory, &trial->launch,
                              trial->program, &trial->walk);
    bound_fn *analysis = bound_find(bench->machine->ops->model);
    if (status == WC_OK && how->bounded && trial->thorough && analysis)
        status = analysis(&trial->err, bench->machine, &bench->memory, &trial->launch, &loops, NULL,
                          arena, &bound);
    trial->bound = bound.cycles;
    trial->watch = bound.watch;
    return status;
}

static void run(struct trial *trial)
{
    const struct way *how = &ways[trial->way];
    struct bench *bench = trial->bench;
    struct observers observers = {0};
    if (trial->thorough)
        observers.list[observers.count++] = invariants_observer(trial->campaign->invariants);
    if (how->walked)
        observers.list[observers.count++] = &trial->seen.observer;
    struct run_control control = {.max_cycles = CYCLES_MAX,
                                  .observers = observers.count ? &observers : NULL,
                                  .step_every_cycle = how->every_cycle};
    const struct machine_ops *ops = bench->machine->ops;
    struct argument arguments[] = {
        {.kind = ARGUMENT_BUFFER, .bits = bench->input},
        {.kind = ARGUMENT_BUFFER, .bits = bench->output},
        {.kind = ARGUMENT_LOCAL, .bytes = trial->program->local_bytes},
    };
    trial->launch.args = arguments;
    trial->launch.arg_count = sizeof arguments / sizeof *arguments;
    memcpy(bench->code_bytes, trial->program->code.words, 4 * trial->program->code.count);
    memcpy(bench->input_bytes, trial->program->input, sizeof trial->program->input);
    memset(bench->output_bytes, 0, trial->program->output_bytes);
    trial->status = ops->admit(&trial->err, bench->machine, &trial->launch);
    if (trial->status == WC_OK)
        trial->status = machine_preflight(&trial->err, &trial->launch);
    if (trial->status == WC_OK)
        trial->status = analyse(trial);
    if (trial->watch) {
        observers.list[observers.count++] = &trial->watch->observer;
        control.observers = &observers;
    }
    if (trial->status == WC_OK)
        trial->status = (how->functional ? ops->run_functional : ops->run_timed)(
            &trial->err, bench->machine, &bench->memory, &trial->launch, &control,
            &trial->outcome);
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

static bool leaves_same_output(struct trial *trial, struct text *why)
{
    const uint8_t *got = trial->bench->output_bytes, *expected = trial->campaign->output;
    uint32_t bytes = trial->program->output_bytes, at = 0;
    if (memcmp(trial->bench->input_bytes, trial->program->input, sizeof trial->program->input)) {
        text_add(why, "the input was changed");
        return false;
    }
    if (memcmp(got, expected, bytes) == 0)
        return true;
    while (got[at] == expected[at])
        at++;
    text_add(why, "the output differs first in byte %u: 0x%02x, expected 0x%02x", at, got[at],
             expected[at]);
    return false;
}

static bool counts_the_same(struct trial *trial, struct text *why)
{
    static const enum statistic_id same[] = {
        STAT_WARP_INSTRUCTIONS, STAT_THREAD_INSTRUCTIONS, STAT_LOADS, STAT_STORES, STAT_BRANCHES,
        STAT_DIVERGENT_SPLITS, STAT_BARRIERS, STAT_WARPS_STARTED};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        uint64_t got = trial->outcome.statistics.count[same[i]];
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
    uint64_t cycles = trial->outcome.statistics.count[STAT_CYCLES];
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
    const uint64_t *count = trial->outcome.statistics.count;
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
    return !ways[trial->way].walked ||
           walk_covers(&trial->walk, &trial->seen, trial->program->shape.cores, why);
}

/* Every number that the bound predicts, and the cycles. */
static bool stays_in_bound(struct trial *trial, struct text *why)
{
    struct expectations expectations = {.arena = &trial->arena};
    if (trial->watch)
        trial->watch->compare(trial->watch, &expectations);
    const struct expectation *exceeded = expectations_exceeded(&expectations);
    if (exceeded) {
        expectation_write(exceeded, why);
        return false;
    }
    uint64_t cycles = trial->outcome.statistics.count[STAT_CYCLES];
    if (!trial->bound || cycles <= trial->bound)
        return true;
    text_add(why, "%llu cycles, above the bound of %llu", (unsigned long long)cycles,
             (unsigned long long)trial->bound);
    return false;
}

static bool (*const checks[])(struct trial *trial, struct text *why) = {
    ends_well, keeps_invariants, leaves_same_output, counts_the_same, takes_as_long,
    obeys_swas, is_covered, stays_in_bound,
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

/* The first way's results are what the others are held to. */
static void remember(struct trial *trial)
{
    struct campaign *campaign = trial->campaign;
    campaign->output = realloc(campaign->output, trial->program->output_bytes);
    if (!campaign->output)
        abort();
    memcpy(campaign->output, trial->bench->output_bytes, trial->program->output_bytes);
    campaign->first = trial->outcome.statistics;
}

static size_t shape_number(const struct program_shape *shape)
{
    size_t i = 0;
    while (memcmp(program_shape(i), shape, sizeof *shape) != 0)
        i++;
    return i;
}

static bool try_way(struct campaign *campaign, const struct vortex_program *program, size_t number,
                    const struct image *image, struct program *decoded, bool thorough,
                    struct violation *violation)
{
    struct trial trial = {
        .campaign = campaign, .program = program, .way = number,
        .bench = &campaign->benches[number][shape_number(&program->shape)],
        .launch = {.name = "program", .image = image, .program = decoded},
        .thorough = thorough && !ways[number].functional};
    if (!trial.bench->is_open)
        trial.status = bench_open(&trial.err, trial.bench, campaign->machines, &ways[number],
                                  program);
    if (ways[number].walked) {
        walk_counts_open(&trial.walk, program, decoded);
        run_counts_open(&trial.seen, program, decoded);
    }
    if (trial.status == WC_OK)
        run(&trial);
    if (number == 0 && trial.bench->output_bytes)
        remember(&trial);
    bool good = judge(&trial, violation);
    if (!good)
        renew_invariants(campaign);
    campaign->cycles[number] = trial.outcome.statistics.count[STAT_CYCLES];
    campaign->counts.runs++;
    campaign->counts.thorough += trial.thorough;
    campaign->counts.bounded += trial.bound != 0;
    campaign->counts.instructions += trial.outcome.statistics.count[STAT_WARP_INSTRUCTIONS];
    walk_counts_close(&trial.walk);
    run_counts_close(&trial.seen);
    error_clear(&trial.err);
    arena_free(&trial.arena);
    return good;
}

static bool try_ways(struct campaign *campaign, const struct vortex_program *program,
                     uint64_t number, const struct image *image, struct program *decoded,
                     struct violation *violation)
{
    for (size_t i = 0; i < WAYS; i++) {
        uint32_t one_in = ways[i].one_in ? ways[i].one_in : 1;
        if (!campaign->skip[i] && (number + i) % one_in == 0 &&
            !try_way(campaign, program, i, image, decoded, (number + i) % 3 == 0, violation))
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
        status = isa_find(image->isa)->decode(&err, image, 0, &decoded);
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

const void *campaign_output(const struct campaign *campaign)
{
    return campaign->output;
}

char *campaign_job_lines(const struct way *way, const struct program_shape *shape)
{
    struct text lines = {0};
    char *settings = strdup(way && way->settings ? way->settings : ""), *rest = NULL;
    text_add(&lines, "machine: %s\nset:\n  cores: %u\n  warps: %u\n  threads: %u\n",
             way ? way->machine : "vortex", shape->cores, shape->warps, shape->threads);
    for (char *pair = strtok_r(settings, " ", &rest); pair; pair = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(pair, '=');
        *value++ = '\0';
        text_add(&lines, "  %s: %s\n", pair, value);
    }
    free(settings);
    char *copy = strdup(text_string(&lines));
    text_free(&lines);
    return copy;
}

struct campaign_counts campaign_counts(const struct campaign *campaign)
{
    return campaign->counts;
}
