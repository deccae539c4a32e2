/* SPDX-License-Identifier: Apache-2.0 */
/* sum.c - the terms of a launch.
 *
 * If all groups start at once, a compute unit has at most an equal share of them, and a chain waits
 * for the work of these. Otherwise, up to the start of the last group every compute unit is full:
 * each of its groups waits by itself, or for work. So that start is at most the mean work of a
 * compute unit and the mean waiting of the places for groups; the groups that are resident then
 * follow (Graham's argument for list schedules). */
#include "bound/gcn3/sum.h"

#include <stdlib.h>

void gcn3_sum_group(struct gcn3_sum *sum, const struct gcn3_group_sum *group)
{
    sum->groups = arena_grow(sum->arena, sum->groups, sum->group_count, sizeof *sum->groups);
    sum->groups[sum->group_count++] = *group;
    for (uint32_t i = 0; i < QUANTITIES; i++)
        sum->quantity[i] += group->quantity[i];
}

uint64_t gcn3_simd_cycles(const uint64_t *quantity)
{
    return quantity[QUANTITY_VALU] + quantity[QUANTITY_SALU] + quantity[QUANTITY_BRANCH] +
           quantity[QUANTITY_INTERNAL];
}

/* ---- places for groups ---- */

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Wavefronts that a SIMD can take. */
static uint64_t simd_waves(const struct gcn3_machine *m)
{
    const struct gcn3_footprint *need = &m->footprint;
    return smaller(m->numbers.waves, smaller(m->numbers.vgprs / need->vgprs,
                                             m->numbers.sgprs / need->sgprs));
}

/* Parts of split wavefronts take contexts, too, on a machine that splits at branches: room for a
 * group lacks when fewer than its wavefronts are left, each of which may have S more parts. */
static uint64_t resident_by_waves(const struct gcn3_machine *m, bool with_parts)
{
    const uint64_t contexts = m->splitting.base * simd_waves(m), waves = m->footprint.waves;
    const uint64_t each = waves * (with_parts ? 1 + m->splitting.each : 1);
    const uint64_t taken = contexts >= waves ? contexts - waves + 1 : 0;
    const uint64_t min = (taken + each - 1) / each;
    return with_parts ? (min ? min : 1) : contexts / waves;
}

uint64_t gcn3_resident(const struct gcn3_costs *costs, bool with_parts)
{
    const struct gcn3_machine *m = costs->machine;
    uint64_t groups = smaller(m->numbers.groups, resident_by_waves(m, with_parts));
    if (m->footprint.lds)
        groups = smaller(groups, m->numbers.lds_bytes / m->footprint.lds);
    return groups;
}

/* ---- shares ---- */

static int larger_first(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* The sum of the largest values; sorts them. */
static uint64_t sum_largest(uint64_t *values, uint64_t count, uint64_t largest)
{
    uint64_t total = 0;
    qsort(values, count, sizeof *values, larger_first);
    for (uint64_t i = 0; i < count && i < largest; i++)
        total += values[i];
    return total;
}

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

struct shape {
    uint64_t cus, resident;   /* compute units; groups of one that is full */
    uint64_t last;            /* groups of a compute unit that a chain's end may wait for */
    uint64_t simd_last;       /* wavefronts of a SIMD, likewise */
    bool at_once;
    bool one_simd;            /* a chain stays on one SIMD */
    bool alone;               /* no SIMD has two wavefronts */
    uint64_t simd_groups;     /* groups with a wavefront on a SIMD */
};

static struct shape shape_of(const struct gcn3_sum *s)
{
    const struct gcn3_machine *m = s->costs->machine;
    const bool dynamic = m->numbers.split.dynamic && m->splitting.each;
    const uint64_t full = gcn3_resident(s->costs, false), waves = m->footprint.waves;
    struct shape shape = {.cus = m->numbers.cus, .resident = gcn3_resident(s->costs, dynamic),
                          .at_once = s->group_count <= full * m->numbers.cus,
                          .one_simd = !s->has_barriers && !dynamic};
    shape.last = shape.at_once ? divide_up(s->group_count, shape.cus) : full;
    shape.simd_last = shape.at_once ? divide_up(shape.last * waves, m->splitting.base)
                                    : simd_waves(m);
    shape.alone = shape.at_once && !dynamic && shape.simd_last == 1;
    shape.simd_groups = dynamic ? shape.resident : smaller(shape.resident, simd_waves(m));
    return shape;
}

/* Work of a compute unit, by group. */
static uint64_t local_share(const struct gcn3_sum *s, const struct shape *shape, uint64_t *values)
{
    uint64_t total = 0;
    for (uint64_t i = 0; i < s->group_count; i++)
        total += values[i];
    return (shape->at_once ? 0 : divide_up(total, shape->cus)) +
           sum_largest(values, s->group_count, shape->last);
}

static uint64_t simd_share(const struct gcn3_sum *s, const struct shape *shape)
{
    struct arena work = {0};
    uint64_t *values = arena_array(&work, s->group_count + 1, sizeof *values);
    for (uint64_t i = 0; i < s->group_count; i++)
        values[i] = gcn3_simd_cycles(s->groups[i].quantity);
    const uint64_t total = gcn3_simd_cycles(s->quantity);
    const uint64_t mean = divide_up(count_times(divide_up(total, shape->cus), shape->simd_groups),
                                    shape->resident);
    /* A wavefront does not wait for its own instructions: they are in its waiting. */
    const uint64_t last = shape->one_simd
                              ? sum_largest(s->waves, s->wave_count, shape->simd_last - 1)
                          : shape->alone ? 0
                                         : sum_largest(values, s->group_count, shape->last);
    arena_free(&work);
    return (shape->at_once ? 0 : mean) + last;
}

static uint64_t waiting_share(const struct gcn3_sum *s, const struct shape *shape)
{
    uint64_t total = 0, max = 0;
    for (uint64_t i = 0; i < s->group_count; i++) {
        total += s->groups[i].waiting;
        max = s->groups[i].waiting > max ? s->groups[i].waiting : max;
    }
    return max + (shape->at_once ? 0 : divide_up(total, shape->cus * shape->resident));
}

/* ---- terms ---- */

/* What a compute unit's groups take: a sum of quantities, each times a number of cycles. */
struct local_term {
    const char *name, *about;
    enum gcn3_quantity quantity[4]; /* QUANTITIES after the last one */
    uint64_t cycles;                /* of each */
};

static uint64_t local_value(const struct gcn3_sum *s, const struct shape *shape,
                            const struct local_term *term)
{
    struct arena work = {0};
    uint64_t *values = arena_array(&work, s->group_count + 1, sizeof *values);
    for (uint64_t g = 0; g < s->group_count; g++) {
        for (unsigned i = 0; i < 4 && term->quantity[i] < QUANTITIES; i++)
            values[g] += s->groups[g].quantity[term->quantity[i]];
        values[g] = count_times(values[g], term->cycles);
    }
    uint64_t value = local_share(s, shape, values);
    arena_free(&work);
    return value;
}

static void add_local(const struct gcn3_sum *s, const struct shape *shape, struct arena *arena,
                      struct term *whole)
{
    const struct gcn3_costs *c = s->costs;
    const struct local_term terms[] = {
        {"units", "cycles of the memory units of a compute unit",
         {QUANTITY_VMEM, QUANTITY_LDS, QUANTITY_SMEM, QUANTITIES}, 1},
        {"lds", "transactions of the local data share",
         {QUANTITY_TRANSACTIONS, QUANTITIES}, c->clock->lds.transaction},
    };
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        term_add(whole, term_number(arena, (struct term_name){terms[i].name, terms[i].about},
                                    local_value(s, shape, &terms[i])));
}

/* Lines of code that instruction caches fetch. */
static uint64_t code_misses(const struct gcn3_sum *s)
{
    const struct gcn3_costs *c = s->costs;
    const uint64_t caches = divide_up(c->machine->numbers.cus, c->clock->cache_cus);
    return c->code_stays ? c->code_lines * caches : s->quantity[QUANTITY_FETCHES];
}

/* Loads of scalars that their cache does not have. */
static uint64_t scalar_misses(const struct gcn3_sum *s)
{
    const struct gcn3_costs *c = s->costs;
    const uint64_t caches = divide_up(c->machine->numbers.cus, c->clock->cache_cus);
    const uint64_t loads = s->quantity[QUANTITY_SCALARS];
    return c->scalars.stays ? smaller(loads, c->scalars.lines * caches) : loads;
}

static uint64_t l2_loads(const struct gcn3_sum *s)
{
    return s->quantity[QUANTITY_LOADS] + s->quantity[QUANTITY_DIRECT] + scalar_misses(s) +
           code_misses(s);
}

static uint64_t l2_stores(const struct gcn3_sum *s)
{
    return s->quantity[QUANTITY_STORES] + s->quantity[QUANTITY_SCALAR_STORES];
}

/* Loads that L2 has to fetch. */
static uint64_t l2_misses(const struct gcn3_sum *s)
{
    const uint64_t loads = l2_loads(s);
    return s->costs->l2.stays ? smaller(loads, s->costs->l2.cold) : loads;
}

/* Each miss reads a line. Stores that are written through go to DRAM; others stay in L2, and each
 * makes one line dirty, which is written when it is replaced. */
static uint64_t dram_requests(const struct gcn3_sum *s)
{
    const struct gcn3_cache_use *l2 = &s->costs->l2;
    const bool written = !s->costs->clock->l2.write_back || !l2->stays || l2->replaces;
    return l2_misses(s) + (written ? l2_stores(s) : 0);
}

static void add_number(struct arena *arena, struct term *whole, const char *name,
                       const char *about, uint64_t value)
{
    term_add(whole, term_number(arena, (struct term_name){name, about}, value));
}

static void add_shared(const struct gcn3_sum *s, struct arena *arena, struct term *whole)
{
    const struct gcn3_costs *c = s->costs;
    const struct gcn3_clock_numbers *n = c->clock;
    const uint64_t *q = s->quantity;
    const uint64_t each = n->dispatch_group + n->start +
                          (uint64_t)(c->machine->footprint.waves - 1) * n->dispatch_wave +
                          n->front.buffer;
    const uint64_t held = c->code_stays ? 0 : divide_up(count_times(q[QUANTITY_FETCHES],
                                                                    c->code_fill),
                                                        n->l1i.mshrs);
    /* A request that waits for a register books L2 ahead, where other compute units wait for it. */
    add_number(arena, whole, "l1", "miss registers of L1",
               divide_up(count_times(q[QUANTITY_LOADS], c->held[HELD_L1]), n->l1d.mshrs));
    add_number(arena, whole, "fetch", "requests of the instruction cache",
               q[QUANTITY_FETCHES] + held);
    add_number(arena, whole, "code", "first misses of code lines",
               c->code_stays ? count_times(code_misses(s), c->code_fill) : 0);
    add_number(arena, whole, "scalars", "requests and miss registers of the scalar cache",
               q[QUANTITY_SCALARS] + q[QUANTITY_SCALAR_STORES] +
                   divide_up(count_times(scalar_misses(s), c->held[HELD_SCALAR]), n->l1s.mshrs));
    add_number(arena, whole, "l2", "requests and miss registers of L2",
               l2_loads(s) + l2_stores(s) +
                   divide_up(count_times(l2_misses(s), c->held[HELD_L2]), n->l2.mshrs));
    add_number(arena, whole, "dram", "lines to and from DRAM, one after another",
               count_times(dram_requests(s), c->dram));
    add_number(arena, whole, "starts", "starting work-groups one after another",
               count_times(s->group_count, each));
    if (c->machine->numbers.split.dynamic && c->machine->splitting.each)
        add_number(arena, whole, "splits", "fetches of parts that start later",
                   count_times(q[QUANTITY_SPLITS], c->split_ahead));
}

struct term *gcn3_sum_tree(const struct gcn3_sum *s, struct arena *arena)
{
    const struct shape shape = shape_of(s);
    struct term *whole = term_make(arena, TERM_SUM, (struct term_name){
        "bound", "cycles that no run of the launch exceeds"});
    add_number(arena, whole, "simd", "issue slots and vector ALU cycles of a SIMD",
               simd_share(s, &shape));
    add_local(s, &shape, arena, whole);
    add_shared(s, arena, whole);
    add_number(arena, whole, "waiting", "latencies along the longest chain of waits",
               waiting_share(s, &shape));
    return whole;
}
