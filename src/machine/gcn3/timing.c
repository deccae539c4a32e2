/* SPDX-License-Identifier: Apache-2.0 */
/* timing.c - the clocked half of a GCN3 machine: its numbers, building and resetting it. */
#include "machine/gcn3/clock.h"

#include <stdio.h>
#include <string.h>

#include "machine/common/memory_fields.h"
#include "machine/common/warm.h"

#define CLOCK(member) offsetof(struct gcn3_clock_numbers, member)

static const struct field clock_fields[] = {
    {.name = "scheduler", .kind = FIELD_POLICY, .offset = CLOCK(policy)},
    {.name = "issue.turn", .kind = FIELD_U32, .offset = CLOCK(turn),
     .min = 1, .max = GCN3_SIMDS_MAX},
    {.name = "warm", .kind = FIELD_CHOICE, .offset = CLOCK(warm_inputs),
     .chosen = "inputs", .other = "none"},
    {.name = "warm_code", .kind = FIELD_FLAG, .offset = CLOCK(warm_code)},
    {.name = "front.buffer", .kind = FIELD_U32, .offset = CLOCK(buffer),
     .min = 2, .max = CODEBUFFER_MAX},
    {.name = "front.decode", .kind = FIELD_U32, .offset = CLOCK(decode),
     .min = 0, .max = CYCLES_MAX},
    {.name = "front.cus", .kind = FIELD_U32, .offset = CLOCK(cache_cus), .min = 1, .max = 128},
    {.name = "dispatch.group", .kind = FIELD_U32, .offset = CLOCK(dispatch_group),
     .min = 0, .max = CYCLES_MAX},
    {.name = "dispatch.wave", .kind = FIELD_U32, .offset = CLOCK(dispatch_wave),
     .min = 0, .max = CYCLES_MAX},
    {.name = "dispatch.start", .kind = FIELD_U32, .offset = CLOCK(start),
     .min = 0, .max = CYCLES_MAX},
    {.name = "barrier.release", .kind = FIELD_U32, .offset = CLOCK(barrier_release),
     .min = 1, .max = CYCLES_MAX},
    {.name = "scalar.latency", .kind = FIELD_U32, .offset = CLOCK(scalar),
     .min = 1, .max = CYCLES_MAX},
    {.name = "branch.latency", .kind = FIELD_U32, .offset = CLOCK(branch),
     .min = 1, .max = CYCLES_MAX},
    {.name = "vmem.latency", .kind = FIELD_U32, .offset = CLOCK(vmem_latency),
     .min = 0, .max = CYCLES_MAX},
    {.name = "vmem.lanes", .kind = FIELD_U32, .offset = CLOCK(vmem_lanes),
     .min = 1, .max = GCN3_LANES},
    {.name = "vmem.writeback", .kind = FIELD_U32, .offset = CLOCK(vmem_writeback),
     .min = 0, .max = CYCLES_MAX},
    {.name = "smem.latency", .kind = FIELD_U32, .offset = CLOCK(smem_latency),
     .min = 0, .max = CYCLES_MAX},
    {.name = "atomic.conflict", .kind = FIELD_U32, .offset = CLOCK(atomic_conflict),
     .min = 0, .max = CYCLES_MAX},
    {.name = "lds.banks", .kind = FIELD_U32, .offset = CLOCK(lds.banks),
     .min = 1, .max = SHAREDMEM_BANKS_MAX},
    {.name = "lds.word", .kind = FIELD_U32, .offset = CLOCK(lds.word_bytes),
     .min = 4, .max = 16},
    {.name = "lds.lanes", .kind = FIELD_U32, .offset = CLOCK(lds.pool_lanes),
     .min = 16, .max = GCN3_LANES},
    {.name = "lds.transaction", .kind = FIELD_U64, .offset = CLOCK(lds.transaction),
     .min = 0, .max = CYCLES_MAX},
    {.name = "l2.write", .kind = FIELD_CHOICE, .offset = CLOCK(l2.write_back),
     .chosen = "back", .other = "through"},
    {0},
};

#define TIMES(member) offsetof(struct sharedmem_times, member)

static const struct field lds_fields[] = {
    {.name = "latency", .kind = FIELD_U64, .offset = TIMES(fixed), .min = 0,
     .max = CYCLES_MAX},
    {.name = "base32", .kind = FIELD_U64, .offset = TIMES(base[0]),
     .min = 1, .max = CYCLES_MAX},
    {.name = "base64", .kind = FIELD_U64, .offset = TIMES(base[1]),
     .min = 1, .max = CYCLES_MAX},
    {.name = "base128", .kind = FIELD_U64, .offset = TIMES(base[2]),
     .min = 1, .max = CYCLES_MAX},
    {.name = "conflict", .kind = FIELD_U64, .offset = TIMES(conflict),
     .min = 0, .max = CYCLES_MAX},
    {0},
};

#define CLASS(member) offsetof(struct gcn3_class, member)

static const struct field class_fields[] = {
    {.name = "latency", .kind = FIELD_U32, .offset = CLASS(latency),
     .min = 1, .max = CYCLES_MAX},
    {.name = "lanes", .kind = FIELD_U32, .offset = CLASS(lanes), .min = 1, .max = GCN3_LANES},
    {0},
};

/* The timing classes of vector arithmetic. */
static const enum timing classes[] = {
    TIMING_ALU, TIMING_MUL, TIMING_SHIFT, TIMING_COMPARE, TIMING_BITS, TIMING_FMA, TIMING_FMISC,
    TIMING_HALF, TIMING_DOUBLE, TIMING_SPECIAL, TIMING_FCVT, TIMING_SHUFFLE,
};

/* ---- numbers ---- */

static enum wc_status read_classes(struct error *err, struct parameters *parameters,
                                   struct gcn3_clock_numbers *n)
{
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < sizeof classes / sizeof *classes; i++) {
        char prefix[48];
        snprintf(prefix, sizeof prefix, "valu.%s.", timing_name(classes[i]));
        status = fields_read(err, parameters, prefix, class_fields, &n->valu[classes[i]]);
    }
    for (unsigned timing = 0; timing < TIMING_COUNT; timing++) {
        if (!n->valu[timing].lanes) /* no vector instruction has it today */
            n->valu[timing] = n->valu[TIMING_ALU];
    }
    return status;
}

static enum wc_status read_lds(struct error *err, struct parameters *parameters,
                               struct gcn3_clock_numbers *n)
{
    n->lds.lanes = GCN3_LANES;
    enum wc_status status =
        fields_read(err, parameters, "lds.", lds_fields, &n->lds.times[SHAREDMEM_LOAD]);
    n->lds.times[SHAREDMEM_STORE] = n->lds.times[SHAREDMEM_LOAD];
    const uint32_t numbers[] = {n->lds.word_bytes, n->lds.pool_lanes};
    static const char *const names[] = {"lds.word", "lds.lanes"};
    for (unsigned i = 0; status == WC_OK && i < 2; i++) {
        if (numbers[i] & (numbers[i] - 1))
            status = fail(err, WC_BAD_INPUT, "%s: %u is not a power of two", names[i], numbers[i]);
    }
    return status;
}

/* A level hands whole lines up, so its own may not be shorter. */
static enum wc_status check_lines(struct error *err, const struct gcn3_clock_numbers *n)
{
    uint32_t line = n->l2.line_bytes;
    if (n->l1i.line_bytes > line || n->l1d.line_bytes > line || n->l1s.line_bytes > line)
        return fail(err, WC_BAD_INPUT, "l2.line: %u bytes are less than a line of l1i, l1d or l1s",
                    line);
    if (n->l1d.line_bytes < 16)
        return fail(err, WC_BAD_INPUT, "l1d.line: %u bytes; a lane may want 16", n->l1d.line_bytes);
    return WC_OK;
}

static enum wc_status read_caches(struct error *err, struct parameters *parameters,
                                  struct gcn3_clock_numbers *n)
{
    const struct {
        const char *name;
        struct cache_numbers *numbers;
    } caches[] = {{"l1i", &n->l1i}, {"l1s", &n->l1s}, {"l1d", &n->l1d}, {"l2", &n->l2}};
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < sizeof caches / sizeof *caches; i++)
        status = cache_fields_read(err, parameters, caches[i].name, caches[i].numbers);
    return status == WC_OK ? check_lines(err, n) : status;
}

enum wc_status gcn3_clock_read(struct error *err, struct parameters *parameters,
                               struct gcn3_machine *m)
{
    struct gcn3_clock *clock = arena_alloc(&m->arena, sizeof *clock);
    struct gcn3_clock_numbers *n = &clock->numbers;
    m->clock = clock;
    enum wc_status status = read_caches(err, parameters, n);
    if (status == WC_OK)
        status = fields_read(err, parameters, "", clock_fields, n);
    if (status == WC_OK)
        status = read_classes(err, parameters, n);
    if (status == WC_OK)
        status = read_lds(err, parameters, n);
    if (status == WC_OK)
        status = dram_fields_read(err, parameters, "dram", &n->dram);
    return status;
}

/* ---- building ---- */

static void build_simd(struct gcn3_machine *m, uint32_t id, uint32_t number)
{
    struct gcn3_cu_clock *cu = &m->clock->cu[id];
    struct gcn3_simd *simd = &cu->simd[number];
    simd->machine = m;
    simd->cu = cu;
    simd->id = id * m->numbers.simds + number;
    simd->number = number;
    for (uint32_t unit = 0; unit < GCN3_UNIT_BRANCH; unit++)
        simd->unit[unit] = unit <= GCN3_UNIT_SALU ? &simd->own[unit] : &cu->shared[unit];
    for (uint32_t slot = 0; slot < m->numbers.waves; slot++) {
        simd->wave[slot] = gcn3_wave_at(m, id, number, slot);
        simd->wave[slot]->timing = &simd->timing[slot];
        simd->timing[slot].ready = arena_array(&m->arena, GCN3_NAMES, sizeof(cycle_t));
    }
}

void gcn3_clock_build(struct gcn3_machine *m)
{
    struct gcn3_clock *clock = m->clock;
    const struct gcn3_clock_numbers *n = &clock->numbers;
    dram_build(&clock->dram, &n->dram);
    cache_allocate(&m->arena, &clock->l2, &n->l2, &clock->dram.level);
    clock->cache_count = (m->numbers.cus + n->cache_cus - 1) / n->cache_cus;
    clock->caches = arena_array(&m->arena, clock->cache_count, sizeof *clock->caches);
    for (uint32_t i = 0; i < clock->cache_count; i++) {
        cache_allocate(&m->arena, &clock->caches[i].l1i, &n->l1i, &clock->l2.level);
        cache_allocate(&m->arena, &clock->caches[i].l1s, &n->l1s, &clock->l2.level);
    }
    clock->cu = arena_array(&m->arena, m->numbers.cus, sizeof *clock->cu);
    for (uint32_t i = 0; i < m->numbers.cus; i++) {
        clock->cu[i].caches = &clock->caches[i / n->cache_cus];
        clock->cu[i].lds.numbers = &n->lds;
        cache_allocate(&m->arena, &clock->cu[i].l1d, &n->l1d, &clock->l2.level);
        for (uint32_t k = 0; k < m->numbers.simds; k++)
            build_simd(m, i, k);
    }
}

static void reset_timing(struct gcn3_timing *t)
{
    cycle_t *ready = t->ready;
    *t = (struct gcn3_timing){.ready = ready};
}

static void reset_simd(struct gcn3_simd *simd)
{
    const struct gcn3_machine *m = simd->machine;
    wakeup_reset(&simd->issue_at);
    for (uint32_t unit = 0; unit < GCN3_UNITS; unit++) {
        simd->wants[unit] = 0;
        simd->granted[unit] = 0;
        scheduler_reset(&simd->arbiter[unit], m->clock->numbers.policy, m->numbers.waves);
        if (simd->unit[unit])
            unit_reset(simd->unit[unit]);
    }
    for (uint32_t slot = 0; slot < m->numbers.waves; slot++)
        reset_timing(&simd->timing[slot]);
    simd->due = NEVER;
    memset(simd->stall, 0, sizeof simd->stall);
}

/* Packet, queue and arguments have passed through L2 as the code has. */
static void warm(struct gcn3_machine *m)
{
    struct gcn3_clock *clock = m->clock;
    if (clock->numbers.warm_inputs)
        warm_inputs(&clock->l2, m->memory, m->launch);
    if (!clock->numbers.warm_code)
        return;
    warm_code(&clock->l2, m->launch);
    for (uint32_t i = 0; i < m->memory->count; i++) {
        const struct allocation *a = &m->memory->table[i];
        if (a->kind == ALLOCATION_ARGUMENTS)
            cache_preload(&clock->l2, a->base, a->size);
    }
}

void gcn3_clock_reset(struct gcn3_machine *m)
{
    struct gcn3_clock *clock = m->clock;
    dram_reset(&clock->dram);
    cache_reset(&clock->l2);
    for (uint32_t i = 0; i < clock->cache_count; i++) {
        cache_reset(&clock->caches[i].l1i);
        cache_reset(&clock->caches[i].l1s);
    }
    for (uint32_t i = 0; i < m->numbers.cus; i++) {
        cache_reset(&clock->cu[i].l1d);
        sharedmem_reset(&clock->cu[i].lds);
        for (uint32_t k = 0; k < m->numbers.simds; k++)
            reset_simd(&clock->cu[i].simd[k]);
    }
    clock->resident = clock->running = 0;
    clock->freed = false;
    clock->dispatch_free = 0;
    clock->drained = clock->load_latency = 0;
    warm(m);
}
