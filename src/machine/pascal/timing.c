/* SPDX-License-Identifier: Apache-2.0 */
/* timing.c - the clocked half of a Pascal machine: its numbers, building and resetting it. */
#include "machine/pascal/clock.h"

#include <stdio.h>
#include <string.h>

#include "machine/common/memory_fields.h"
#include "machine/common/warm.h"

#define CLOCK(member) offsetof(struct pascal_clock_numbers, member)

static const struct field clock_fields[] = {
    {.name = "scheduler", .kind = FIELD_ANY_POLICY, .offset = CLOCK(policy)},
    {.name = "yield", .kind = FIELD_FLAG, .offset = CLOCK(yield)},
    {.name = "dual_issue", .kind = FIELD_FLAG, .offset = CLOCK(dual_issue)},
    {.name = "shared.blocking", .kind = FIELD_FLAG, .offset = CLOCK(shared_blocking)},
    {.name = "warm", .kind = FIELD_CHOICE, .offset = CLOCK(warm_inputs),
     .chosen = "inputs", .other = "none"},
    {.name = "warm_code", .kind = FIELD_FLAG, .offset = CLOCK(warm_code)},
    {.name = "front.buffer", .kind = FIELD_U32, .offset = CLOCK(front.buffer),
     .min = 1, .max = CODEBUFFER_MAX},
    {.name = "front.decode", .kind = FIELD_U32, .offset = CLOCK(front.decode),
     .min = 0, .max = CYCLES_MAX},
    {.name = "front.redirect", .kind = FIELD_U32, .offset = CLOCK(redirect),
     .min = 0, .max = CYCLES_MAX},
    {.name = "front.prefetch", .kind = FIELD_U32, .offset = CLOCK(front.prefetch),
     .min = 0, .max = 64},
    {.name = "block.delay", .kind = FIELD_U32, .offset = CLOCK(block_delay),
     .min = 1, .max = CYCLES_MAX},
    {.name = "barrier.release", .kind = FIELD_U32, .offset = CLOCK(barrier_release),
     .min = 1, .max = CYCLES_MAX},
    {.name = "lsu.latency", .kind = FIELD_U32, .offset = CLOCK(lsu_latency),
     .min = 0, .max = CYCLES_MAX},
    {.name = "lsu.writeback", .kind = FIELD_U32, .offset = CLOCK(lsu_writeback),
     .min = 0, .max = CYCLES_MAX},
    {.name = "lsu.lanes", .kind = FIELD_U32, .offset = CLOCK(lsu_lanes),
     .min = 1, .max = SASS_LANES},
    {.name = "lsu.read", .kind = FIELD_U32, .offset = CLOCK(lsu_read),
     .min = 0, .max = CYCLES_MAX},
    {.name = "lsu.prefetch", .kind = FIELD_U32, .offset = CLOCK(lsu_prefetch),
     .min = 0, .max = 64},
    {.name = "texture.latency", .kind = FIELD_U32, .offset = CLOCK(texture_latency),
     .min = 0, .max = CYCLES_MAX},
    {.name = "texture.lanes", .kind = FIELD_U32, .offset = CLOCK(texture_lanes),
     .min = 1, .max = SASS_LANES},
    {.name = "atomic.conflict", .kind = FIELD_U32, .offset = CLOCK(atomic_conflict),
     .min = 0, .max = CYCLES_MAX},
    {.name = "units.predicate.latency", .kind = FIELD_U32, .offset = CLOCK(predicate),
     .min = 1, .max = CYCLES_MAX},
    {.name = "shared.banks", .kind = FIELD_U32, .offset = CLOCK(shared.banks),
     .min = 1, .max = SHAREDMEM_BANKS_MAX},
    {.name = "shared.word", .kind = FIELD_U32, .offset = CLOCK(shared.word_bytes),
     .min = 4, .max = 16},
    {.name = "shared.transaction", .kind = FIELD_U64, .offset = CLOCK(shared.transaction),
     .min = 0, .max = CYCLES_MAX},
    {0},
};

/* The timing classes of the instruction set, except memory. */
static const enum timing classes[] = {
    TIMING_ALU, TIMING_MUL, TIMING_SHIFT, TIMING_COMPARE, TIMING_BITS, TIMING_FMA, TIMING_HALF,
    TIMING_DOUBLE, TIMING_SPECIAL, TIMING_FCVT, TIMING_CSR, TIMING_VOTE, TIMING_SHUFFLE,
    TIMING_BRANCH, TIMING_BARRIER, TIMING_FENCE,
};

/* ---- numbers ---- */

static enum wc_status read_classes(struct error *err, struct parameters *parameters, void *into)
{
    struct pascal_clock_numbers *n = into;
    static const struct unit_classes known = {.prefix = "units", .list = classes,
                                              .count = sizeof classes / sizeof *classes,
                                              .lanes_max = SASS_LANES, .has_read = true};
    for (size_t i = 0; i < known.count; i++)
        snprintf(n->latency_name[classes[i]], sizeof *n->latency_name, "units.%s.latency",
                 timing_name(classes[i]));
    enum wc_status status = unit_classes_read(err, parameters, &known, n->unit);
    for (unsigned timing = 0; timing < TIMING_COUNT; timing++) {
        if (!n->unit[timing].lanes) /* memory has its own timing */
            n->unit[timing] = (struct unit_class){n->lsu_latency, n->lsu_lanes, n->lsu_read};
    }
    return status;
}

static enum wc_status read_shared(struct error *err, struct parameters *parameters, void *into)
{
    struct pascal_clock_numbers *n = into;
    struct sharedmem_times *times = n->shared.times;
    n->shared.lanes = SASS_LANES;
    enum wc_status status = sharedmem_fields_read(err, parameters, "shared.load.", "fixed",
                                                  &times[SHAREDMEM_LOAD]);
    if (status == WC_OK)
        status = sharedmem_fields_read(err, parameters, "shared.store.", "fixed",
                                       &times[SHAREDMEM_STORE]);
    return status == WC_OK ? check_power_of_two(err, "shared.word", n->shared.word_bytes) : status;
}

static enum wc_status check_sectors(struct error *err, const char *name,
                                    const struct cache_numbers *cache)
{
    uint32_t sector = cache->sector_bytes;
    if (sector & (sector - 1) || sector > cache->line_bytes ||
        cache->line_bytes / sector > CACHE_SECTORS_MAX)
        return fail(err, WC_BAD_INPUT,
                    "%s.sector: %u bytes do not divide a line of %u into up to %d parts", name,
                    sector, cache->line_bytes, CACHE_SECTORS_MAX);
    return WC_OK;
}

static enum wc_status read_caches(struct error *err, struct parameters *parameters, void *into)
{
    struct pascal_clock_numbers *n = into;
    static const struct field own[] = {
        {.name = "l2.write", .kind = FIELD_CHOICE, .offset = CLOCK(l2.write_back),
         .chosen = "back", .other = "through"},
        {.name = "l1d.sector", .kind = FIELD_U32, .offset = CLOCK(l1d.sector_bytes),
         .min = 4, .max = 1024},
        {.name = "l2.sector", .kind = FIELD_U32, .offset = CLOCK(l2.sector_bytes),
         .min = 4, .max = 1024},
        {0}};
    const struct named_cache caches[] = {
        {"l1i", &n->l1i}, {"l1d", &n->l1d}, {"constant", &n->constant}, {"l2", &n->l2}};
    enum wc_status status =
        caches_read(err, parameters, caches, sizeof caches / sizeof *caches);
    if (status == WC_OK)
        status = fields_read(err, parameters, "", own, n);
    if (status == WC_OK)
        status = check_sectors(err, "l1d", &n->l1d);
    return status == WC_OK ? check_sectors(err, "l2", &n->l2) : status;
}

/* Selectors only matter while parameters are read: they are not numbers of the model. */
static enum wc_status read_selectors(struct error *err, struct parameters *parameters, void *into)
{
    (void)into;
    static const char *const modes[] = {"default", "paper", NULL};
    static const char *const sets[] = {"maxas", "gpgpu-sim", NULL};
    unsigned choice = 0;
    enum wc_status status = parameter_choice(err, parameters, "mode", modes, &choice);
    return status == WC_OK ? parameter_choice(err, parameters, "latencies", sets, &choice) : status;
}

static enum wc_status read_own(struct error *err, struct parameters *parameters, void *into)
{
    return fields_read(err, parameters, "", clock_fields, into);
}

static enum wc_status read_dram(struct error *err, struct parameters *parameters, void *into)
{
    return dram_fields_read(err, parameters, "dram",
                            &((struct pascal_clock_numbers *)into)->dram);
}

enum wc_status pascal_clock_read(struct error *err, struct parameters *parameters,
                                 struct pascal *pascal)
{
    static fields_reader *const readers[] = {read_selectors, read_own,  read_classes, read_shared,
                                             read_caches,    read_dram, NULL};
    pascal->clock = arena_alloc(&pascal->run.arena, sizeof *pascal->clock);
    return fields_read_all(err, parameters, &pascal->clock->numbers, readers);
}

/* ---- building ---- */

static void build_smp(struct pascal *pascal, uint32_t sm, uint32_t i)
{
    struct pascal_sm_clock *s = &pascal->clock->sm[sm];
    struct pascal_smp *smp = &s->smp[i];
    struct partition *p = &smp->partition;
    smp->sm = s;
    partition_build(p, &pascal->run, sm * PASCAL_SMPS + i, &pascal->clock->numbers.front,
                    &s->l1i);
    for (uint32_t unit = 0; unit < PASCAL_UNITS; unit++)
        p->unit[unit] = &smp->unit[unit];
    for (uint32_t slot = 0; slot < pascal->numbers.warps / PASCAL_SMPS; slot++)
        partition_add_slot(p, &pascal->sms[sm].warps[slot * PASCAL_SMPS + i].resident,
                           &smp->timing[slot].slot);
}

static void build_sm(struct pascal *pascal, uint32_t id)
{
    const struct pascal_clock_numbers *n = &pascal->clock->numbers;
    struct pascal_sm_clock *sm = &pascal->clock->sm[id];
    struct memory_level *l2 = &pascal->clock->l2.level;
    struct arena *arena = &pascal->run.arena;
    cache_allocate(arena, &sm->l1i, &n->l1i, l2);
    cache_allocate(arena, &sm->constant, &n->constant, l2);
    for (unsigned i = 0; i < PASCAL_L1D_CACHES; i++)
        cache_allocate(arena, &sm->l1d[i], &n->l1d, l2);
    sm->shared.numbers = &n->shared;
    for (uint32_t i = 0; i < PASCAL_SMPS; i++)
        build_smp(pascal, id, i);
}

void pascal_clock_build(struct pascal *pascal)
{
    struct pascal_clock *clock = pascal->clock;
    struct run_state *run = &pascal->run;
    clock->numbers.front.shift = (uint32_t)__builtin_ctz(SASS_GROUP_BYTES);
    dram_build(&clock->dram, &clock->numbers.dram);
    cache_allocate(&run->arena, &clock->l2, &clock->numbers.l2, &clock->dram.level);
    clock->sm = arena_array_aligned(&run->arena, pascal->numbers.sms, sizeof *clock->sm);
    partition_count(run, pascal->numbers.sms * PASCAL_SMPS, pascal->numbers.warps / PASCAL_SMPS,
                    SASS_NAMES);
    for (uint32_t i = 0; i < pascal->numbers.sms; i++)
        build_sm(pascal, i);
}

static void reset_smp(struct pascal_smp *smp)
{
    const struct pascal *pascal = pascal_of(smp);
    if (!partition_reset(&smp->partition))
        return;
    scheduler_reset(&smp->scheduler, pascal->clock->numbers.policy, smp->partition.slots);
    smp->yielded = 0;
    smp->looked = smp->units_free = 0;
}

/* Constant banks have passed through L2, like the code. */
static void warm(struct pascal *pascal)
{
    struct pascal_clock *clock = pascal->clock;
    if (clock->numbers.warm_inputs)
        warm_inputs(&clock->l2, pascal->run.memory, pascal->run.launch);
    if (!clock->numbers.warm_code)
        return;
    warm_code(&clock->l2, pascal->run.launch);
    for (uint32_t i = 0; i < SASS_BANKS; i++)
        cache_preload(&clock->l2, pascal_constant_address(pascal, i, 0),
                      pascal->sass.bank[i].size);
}

void pascal_clock_reset(struct run_state *run)
{
    struct pascal *pascal = (struct pascal *)run;
    struct pascal_clock *clock = pascal->clock;
    tell_banks(run, &clock->dram);
    agenda_reset(run->agenda);
    cache_reset(&clock->l2);
    for (uint32_t i = 0; i < pascal->numbers.sms; i++) {
        struct pascal_sm_clock *sm = &clock->sm[i];
        cache_reset(&sm->l1i);
        cache_reset(&sm->constant);
        for (unsigned k = 0; k < PASCAL_L1D_CACHES; k++)
            cache_reset(&sm->l1d[k]);
        sharedmem_reset(&sm->shared);
        for (uint32_t k = 0; k < PASCAL_SMPS; k++)
            reset_smp(&sm->smp[k]);
    }
    run->dispatch_delay = clock->numbers.block_delay;
    warm(pascal);
}
