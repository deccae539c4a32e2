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
    {.name = "front.buffer", .kind = FIELD_U32, .offset = CLOCK(front.buffer),
     .min = 2, .max = CODEBUFFER_MAX},
    {.name = "front.decode", .kind = FIELD_U32, .offset = CLOCK(front.decode),
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

/* The timing classes of vector arithmetic. */
static const enum timing classes[] = {
    TIMING_ALU, TIMING_MUL, TIMING_SHIFT, TIMING_COMPARE, TIMING_BITS, TIMING_FMA, TIMING_FMISC,
    TIMING_HALF, TIMING_DOUBLE, TIMING_SPECIAL, TIMING_FCVT, TIMING_SHUFFLE,
};

/* ---- numbers ---- */

static enum wc_status read_classes(struct error *err, struct parameters *parameters, void *into)
{
    struct gcn3_clock_numbers *n = into;
    static const struct unit_classes known = {.prefix = "valu", .list = classes,
                                              .count = sizeof classes / sizeof *classes,
                                              .lanes_max = GCN3_LANES};
    enum wc_status status = unit_classes_read(err, parameters, &known, n->valu);
    for (unsigned timing = 0; timing < TIMING_COUNT; timing++) {
        if (!n->valu[timing].lanes) /* no vector instruction uses it yet */
            n->valu[timing] = n->valu[TIMING_ALU];
    }
    return status;
}

static enum wc_status read_lds(struct error *err, struct parameters *parameters, void *into)
{
    struct gcn3_clock_numbers *n = into;
    struct sharedmem_times *times = n->lds.times;
    n->lds.lanes = GCN3_LANES;
    enum wc_status status =
        sharedmem_fields_read(err, parameters, "lds.", "latency", &times[SHAREDMEM_LOAD]);
    times[SHAREDMEM_STORE] = times[SHAREDMEM_LOAD];
    if (status == WC_OK)
        status = check_power_of_two(err, "lds.word", n->lds.word_bytes);
    return status == WC_OK ? check_power_of_two(err, "lds.lanes", n->lds.pool_lanes) : status;
}

static enum wc_status read_caches(struct error *err, struct parameters *parameters, void *into)
{
    struct gcn3_clock_numbers *n = into;
    enum { LANE_BYTES_MAX = 16 };
    const struct named_cache caches[] = {
        {"l1i", &n->l1i}, {"l1s", &n->l1s}, {"l1d", &n->l1d}, {"l2", &n->l2}};
    enum wc_status status =
        caches_read(err, parameters, caches, sizeof caches / sizeof *caches);
    if (status == WC_OK && n->l1d.line_bytes < LANE_BYTES_MAX)
        status = fail(err, WC_BAD_INPUT, "l1d.line: %u bytes; expected %d or more",
                      n->l1d.line_bytes, LANE_BYTES_MAX);
    return status;
}

static enum wc_status read_own(struct error *err, struct parameters *parameters, void *into)
{
    return fields_read(err, parameters, "", clock_fields, into);
}

static enum wc_status read_dram(struct error *err, struct parameters *parameters, void *into)
{
    return dram_fields_read(err, parameters, "dram",
                            &((struct gcn3_clock_numbers *)into)->dram);
}

enum wc_status gcn3_clock_read(struct error *err, struct parameters *parameters,
                                 struct gcn3_machine *m)
{
    static fields_reader *const readers[] = {read_caches, read_own,  read_classes,
                                             read_lds,    read_dram, NULL};
    m->clock = arena_alloc(&m->run.arena, sizeof *m->clock);
    return fields_read_all(err, parameters, &m->clock->numbers, readers);
}

/* ---- building ---- */

static void build_simd(struct gcn3_machine *m, uint32_t id, uint32_t number)
{
    struct gcn3_cu_clock *cu = &m->clock->cu[id];
    struct gcn3_simd *simd = &cu->simd[number];
    struct partition *p = &simd->partition;
    simd->cu = cu;
    simd->number = number;
    simd->timing = &m->clock->timing[(id * m->numbers.units + number) * (size_t)m->numbers.waves];
    partition_build(p, &m->run, id * m->numbers.units + number, &m->clock->numbers.front,
                    &cu->caches->l1i);
    for (uint32_t unit = 0; unit < GCN3_UNIT_BRANCH; unit++)
        p->unit[unit] = unit <= GCN3_UNIT_SALU ? &simd->own[unit] : &cu->shared[unit];
    for (uint32_t slot = 0; slot < m->numbers.waves; slot++)
        partition_add_slot(p, &gcn3_wave_at(m, id, number, slot)->resident,
                           &simd->timing[slot].slot);
}

static void build_cu(struct gcn3_machine *m, uint32_t id)
{
    const struct gcn3_clock_numbers *n = &m->clock->numbers;
    struct gcn3_cu_clock *cu = &m->clock->cu[id];
    cu->caches = &m->clock->caches[id / n->cache_cus];
    cu->lds.numbers = &n->lds;
    cache_allocate(&m->run.arena, &cu->l1d, &n->l1d, &m->clock->l2.level);
    cu->simd = arena_array(&m->run.arena, m->numbers.units, sizeof *cu->simd);
    for (uint32_t k = 0; k < m->numbers.units; k++)
        build_simd(m, id, k);
}

void gcn3_clock_build(struct gcn3_machine *m)
{
    struct gcn3_clock *clock = m->clock;
    struct gcn3_clock_numbers *n = &clock->numbers;
    struct run_state *run = &m->run;
    n->front.shift = (uint32_t)__builtin_ctz(GCN3_FETCH_BYTES);
    dram_build(&clock->dram, &n->dram);
    cache_allocate(&run->arena, &clock->l2, &n->l2, &clock->dram.level);
    clock->cache_count = (m->numbers.cus + n->cache_cus - 1) / n->cache_cus;
    clock->caches = arena_array(&run->arena, clock->cache_count, sizeof *clock->caches);
    for (uint32_t i = 0; i < clock->cache_count; i++) {
        cache_allocate(&run->arena, &clock->caches[i].l1i, &n->l1i, &clock->l2.level);
        cache_allocate(&run->arena, &clock->caches[i].l1s, &n->l1s, &clock->l2.level);
    }
    clock->cu = arena_array(&run->arena, m->numbers.cus, sizeof *clock->cu);
    partition_count(run, m->numbers.cus * m->numbers.units, m->numbers.waves, GCN3_NAMES);
    clock->timing = arena_array_aligned(&run->arena, run->partition_count,
                                        m->numbers.waves * sizeof *clock->timing);
    for (uint32_t i = 0; i < m->numbers.cus; i++)
        build_cu(m, i);
}

static uint32_t phase_of(const struct gcn3_machine *m, uint32_t number)
{
    return number % m->splitting.base % gcn3_turn(m);
}

static void arrange_turns(struct gcn3_machine *m)
{
    struct gcn3_turns *turns = &m->clock->turns;
    uint16_t count = 0;
    for (uint32_t phase = 0; phase < gcn3_turn(m); phase++) {
        turns->first[phase] = count;
        for (uint32_t k = 0; k < m->numbers.units; k++) {
            if (phase_of(m, k) == phase)
                turns->simd[count++] = (uint16_t)k;
        }
    }
    turns->first[gcn3_turn(m)] = count;
}

static void reset_simd(struct gcn3_simd *simd)
{
    const struct gcn3_machine *m = gcn3_machine_of(simd);
    simd->partition.phase = phase_of(m, simd->number);
    if (!partition_reset(&simd->partition))
        return;
    for (uint32_t unit = 0; unit < GCN3_UNITS; unit++) {
        simd->granted[unit] = 0;
        scheduler_reset(&simd->arbiter[unit], m->clock->numbers.policy, m->numbers.waves);
    }
}

/* Packet, queue and arguments have passed through L2, like the code. */
static void warm(struct gcn3_machine *m)
{
    struct gcn3_clock *clock = m->clock;
    const struct memory *memory = m->run.memory;
    if (clock->numbers.warm_inputs)
        warm_inputs(&clock->l2, memory, m->run.launch);
    if (!clock->numbers.warm_code)
        return;
    warm_code(&clock->l2, m->run.launch);
    for (uint32_t i = 0; i < memory->count; i++) {
        const struct allocation *a = &memory->table[i];
        if (a->kind == ALLOCATION_ARGUMENTS)
            cache_preload(&clock->l2, a->base, a->size);
    }
}

void gcn3_clock_reset(struct run_state *run)
{
    struct gcn3_machine *m = (struct gcn3_machine *)run;
    struct gcn3_clock *clock = m->clock;
    tell_banks(run, &clock->dram);
    agenda_reset(run->agenda);
    cache_reset(&clock->l2);
    for (uint32_t i = 0; i < clock->cache_count; i++) {
        cache_reset(&clock->caches[i].l1i);
        cache_reset(&clock->caches[i].l1s);
    }
    for (uint32_t i = 0; i < m->numbers.cus; i++) {
        cache_reset(&clock->cu[i].l1d);
        sharedmem_reset(&clock->cu[i].lds);
        for (uint32_t k = 0; k < m->numbers.units; k++)
            reset_simd(&clock->cu[i].simd[k]);
    }
    arrange_turns(m);
    clock->dispatch_free = 0;
    m->splitting.enabled = m->splitting.each > 0;
    run->dispatch_delay = 1;
    warm(m);
}
