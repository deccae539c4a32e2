/* SPDX-License-Identifier: Apache-2.0 */
/* alone.c - times and work of a wavefront, instruction by instruction. */
#include "bound/gcn3/alone.h"

#include <string.h>

static uint64_t max_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void raise_to(uint64_t *a, uint64_t b)
{
    *a = max_of(*a, b);
}

/* ---- fetch ---- */

static void request(const struct gcn3_costs *c, struct gcn3_alone *a, uint32_t piece)
{
    a->decoded[piece] = a->issued + c->fetch;
    a->quantity[QUANTITY_FETCHES]++;
}

void gcn3_alone_refill(const struct gcn3_costs *c, struct gcn3_alone *a, const struct insn *next)
{
    a->first = next->pc / GCN3_FETCH_BYTES;
    for (uint32_t i = 0; i < c->clock->front.buffer; i++)
        request(c, a, i);
}

void gcn3_alone_follow(const struct gcn3_costs *c, struct gcn3_alone *a, const struct insn *next)
{
    const uint64_t piece = next->pc / GCN3_FETCH_BYTES, left = piece - a->first;
    const uint32_t count = c->clock->front.buffer;
    if (left >= count) {
        gcn3_alone_refill(c, a, next);
        return;
    }
    memmove(a->decoded, a->decoded + left, (count - left) * sizeof *a->decoded);
    for (uint32_t i = count - (uint32_t)left; i < count; i++)
        request(c, a, i);
    a->first = piece;
}

static uint64_t fetched_at(const struct gcn3_alone *a, const struct insn *insn)
{
    const uint64_t end = insn->pc + (insn->op ? gcn3_of(insn)->bytes : 4) - 1;
    return end / GCN3_FETCH_BYTES == a->first ? a->decoded[0]
                                              : max_of(a->decoded[0], a->decoded[1]);
}

/* ---- what an instruction waits for ---- */

static uint64_t operands_at(const struct gcn3_alone *a, const struct regs *list, unsigned count)
{
    uint64_t at = 0;
    for (unsigned i = 0; i < count && list[i].count; i++) {
        for (uint32_t k = 0; k < list[i].count; k++)
            raise_to(&at, a->ready[list[i].first + k]);
    }
    return at;
}

/* Waits for all accesses that a counter counts; at most `left` are under way then. */
static uint64_t wait_for(struct gcn3_alone *a, enum gcn3_counter counter, uint32_t left)
{
    if (a->under_way[counter] <= left)
        return 0;
    a->under_way[counter] = left;
    return a->done[counter];
}

static uint64_t counters_at(struct gcn3_alone *a, const struct insn *insn, uint8_t unit)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    uint64_t at = 0;
    if (unit == GCN3_UNIT_INTERNAL && insn->timing == TIMING_FENCE) {
        if (own->vmcnt < GCN3_VMCNT_MAX)
            raise_to(&at, wait_for(a, GCN3_VM, own->vmcnt));
        if (own->lgkmcnt < GCN3_LGKMCNT_MAX)
            raise_to(&at, wait_for(a, GCN3_LGKM, own->lgkmcnt));
    }
    if (unit == GCN3_UNIT_VMEM)
        raise_to(&at, wait_for(a, GCN3_VM, GCN3_VMCNT_MAX - 1));
    if (unit == GCN3_UNIT_LDS || unit == GCN3_UNIT_SMEM || own->format == GCN3_FLAT)
        raise_to(&at, wait_for(a, GCN3_LGKM, GCN3_LGKMCNT_MAX - 1));
    return at;
}

/* Times of the SIMD's own units are turns; others may come between two turns. */
static uint64_t issue_at(const struct gcn3_costs *c, const struct gcn3_program *p,
                         struct gcn3_alone *a, uint32_t index)
{
    const struct insn *insn = &p->program->insns[index];
    const uint8_t unit = p->info[index].unit;
    uint64_t own = max_of(a->now, max_of(operands_at(a, insn->src, SOURCES_MAX),
                                         operands_at(a, insn->dst, TARGETS_MAX)));
    uint64_t other = max_of(a->resume, max_of(fetched_at(a, insn), counters_at(a, insn, unit)));
    if (unit == GCN3_UNIT_VALU)
        raise_to(&own, a->free);
    if (unit != GCN3_UNIT_SALU && unit != GCN3_UNIT_SMEM && unit != GCN3_UNIT_INTERNAL)
        raise_to(&own, max_of(a->ready[GCN3_EXEC], a->ready[GCN3_EXEC + 1]));
    if (p->splits && (insn->op->role == ROLE_SPLIT || insn->op->role == ROLE_JOIN))
        raise_to(&other, a->drained);
    return max_of(own, other + c->turn - 1);
}

/* ---- what it costs ---- */

static void count_slot(const struct gcn3_costs *c, struct gcn3_alone *a, const struct insn *insn,
                       uint8_t unit)
{
    static const uint8_t quantity[GCN3_UNITS] = {
        [GCN3_UNIT_VALU] = QUANTITY_VALU, [GCN3_UNIT_SALU] = QUANTITY_SALU,
        [GCN3_UNIT_VMEM] = QUANTITY_VMEM, [GCN3_UNIT_LDS] = QUANTITY_LDS,
        [GCN3_UNIT_SMEM] = QUANTITY_SMEM, [GCN3_UNIT_BRANCH] = QUANTITY_BRANCH,
        [GCN3_UNIT_INTERNAL] = QUANTITY_INTERNAL};
    uint64_t cycles = c->turn;
    if (unit == GCN3_UNIT_VALU) {
        cycles = gcn3_turns(c, c->clock->valu[insn->timing].passes);
        a->free = a->issued + cycles;
    }
    a->quantity[quantity[unit]] += cycles;
    a->quantity[QUANTITY_INSTRUCTIONS]++;
}

/* Of an access: the cycles of its unit beyond a turn, and its requests. */
static void count_vector(const struct gcn3_costs *c, struct gcn3_alone *a,
                         const struct gcn3_asked *asked)
{
    const uint64_t passes = (GCN3_LANES + c->clock->vmem_lanes - 1) / c->clock->vmem_lanes;
    /* An access that is in L2 at once waits there like a store. */
    const bool below = asked->store || (asked->direct && !c->clock->l1d.forward);
    a->quantity[QUANTITY_VMEM] +=
        max_of(passes, asked->lines) - 1 + (below ? c->store_gap : 0);
    a->quantity[asked->direct ? QUANTITY_DIRECT : asked->store ? QUANTITY_STORES
                                                               : QUANTITY_LOADS] += asked->lines;
    a->quantity[QUANTITY_TRANSACTIONS] += asked->transactions;
}

/* Other compute units may have booked the cache ahead of time; with a store, up to L2. */
static void count_scalar(const struct gcn3_costs *c, struct gcn3_alone *a,
                         const struct gcn3_asked *asked)
{
    const uint64_t below = c->store_gap + c->clock->vmem_latency + c->clock->l1d.forward;
    a->quantity[QUANTITY_SMEM] += (asked->lines ? asked->lines - 1 : 0) +
                                  (asked->store ? 0 : c->scalar_lines_max) +
                                  (c->scalar_stores ? below : 0);
    a->quantity[asked->store ? QUANTITY_SCALAR_STORES : QUANTITY_SCALARS] += asked->lines;
}

static uint64_t conflict(const struct gcn3_costs *c, const struct gcn3_asked *asked)
{
    return asked->equal ? (asked->equal - 1) * (uint64_t)c->clock->atomic_conflict : 0;
}

/* An access that asks for nothing takes the least that LDS does. */
static uint64_t local_time(const struct gcn3_costs *c, const struct gcn3_asked *asked)
{
    const struct sharedmem_times *times = &c->clock->lds.times[SHAREDMEM_LOAD];
    return c->local + max_of(asked->duration, times->fixed + times->base[0]) + conflict(c, asked);
}

/* A counter that may be full stays so until a wait. */
static void note_access(struct gcn3_alone *a, enum gcn3_counter counter, uint64_t done,
                        uint32_t count)
{
    a->under_way[counter] += count;
    if (a->under_way[counter] > GCN3_VMCNT_MAX)
        a->under_way[counter] = GCN3_VMCNT_MAX;
    raise_to(&a->done[counter], done);
}

static uint64_t access(const struct gcn3_costs *c, struct gcn3_alone *a, const struct insn *insn,
                       uint8_t unit, const struct gcn3_asked *asked)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    uint64_t done = a->issued;
    switch (unit) {
    case GCN3_UNIT_VMEM:
        count_vector(c, a, asked);
        done += c->vector + conflict(c, asked);
        if (asked->transactions)
            raise_to(&done, a->issued + c->clock->vmem_latency + local_time(c, asked));
        break;
    case GCN3_UNIT_SMEM:
        count_scalar(c, a, asked);
        done += c->scalar;
        break;
    default:
        a->quantity[QUANTITY_TRANSACTIONS] += asked->transactions;
        a->quantity[QUANTITY_LDS] += c->local;
        done += local_time(c, asked);
    }
    note_access(a, unit == GCN3_UNIT_VMEM ? GCN3_VM : GCN3_LGKM, done,
                unit == GCN3_UNIT_SMEM && own->dst.words > 1 ? 2 : 1);
    if (own->format == GCN3_FLAT)
        note_access(a, GCN3_LGKM, done, 1);
    return done;
}

static uint64_t compute(const struct gcn3_costs *c, const struct gcn3_alone *a,
                        const struct insn *insn, uint8_t unit)
{
    switch (unit) {
    case GCN3_UNIT_VALU: return a->issued + gcn3_turns(c, c->clock->valu[insn->timing].latency);
    case GCN3_UNIT_BRANCH: return a->issued + gcn3_turns(c, c->clock->branch);
    case GCN3_UNIT_INTERNAL: return a->issued + 1;
    default: return a->issued + gcn3_turns(c, c->clock->scalar);
    }
}

static uint64_t ahead_of(const struct gcn3_costs *c, uint8_t unit)
{
    return unit == GCN3_UNIT_VMEM ? c->vector_ahead : unit == GCN3_UNIT_SMEM ? c->scalar_ahead : 0;
}

static void set_results(struct gcn3_alone *a, const struct insn *insn, uint64_t done)
{
    for (unsigned i = 0; i < TARGETS_MAX && insn->dst[i].count; i++) {
        for (uint32_t k = 0; k < insn->dst[i].count; k++)
            a->ready[insn->dst[i].first + k] = done;
    }
}

void gcn3_alone_issue(const struct gcn3_costs *c, const struct gcn3_program *p,
                      struct gcn3_alone *a, uint32_t index, const struct gcn3_asked *asked)
{
    const struct insn *insn = &p->program->insns[index];
    const struct gcn3_insn *own = gcn3_of(insn);
    const uint8_t unit = p->info[index].unit;
    const bool counted = p->info[index].counts;
    uint64_t before[QUANTITIES];
    memcpy(before, a->quantity, sizeof before);
    a->issued = issue_at(c, p, a, index) + gcn3_turns(c, ahead_of(c, unit));
    count_slot(c, a, insn, unit);
    uint64_t done = counted ? access(c, a, insn, unit, asked) : compute(c, a, insn, unit);
    set_results(a, insn, counted ? 0 : done); /* code waits for memory by itself */
    raise_to(&a->drained, done);
    a->now = unit == GCN3_UNIT_BRANCH
                 ? max_of(done, a->issued + c->turn)
                 : a->issued + gcn3_turns(c, c->turn * (1u + own->pause_turns) + own->pause_cycles);
    for (uint32_t i = 0; p->info[index].by_both && i < QUANTITIES; i++)
        a->quantity[i] += a->quantity[i] - before[i]; /* once more, by the other part */
}

/* ---- the start, barriers and the end ---- */

void gcn3_alone_start(const struct gcn3_costs *c, struct gcn3_alone *a, uint64_t delay,
                      const struct insn *first)
{
    *a = (struct gcn3_alone){.issued = delay, .now = delay, .resume = delay};
    gcn3_alone_refill(c, a, first);
}

static void note_segment(struct arena *arena, const struct gcn3_alone *a, uint64_t length,
                         struct gcn3_segments *s)
{
    while (s->count <= a->segment) {
        s->length = arena_grow(arena, s->length, s->count, sizeof *s->length);
        s->length[s->count++] = 0;
    }
    raise_to(&s->length[a->segment], length);
}

static uint64_t rest_of(uint64_t time, uint64_t now)
{
    return time > now ? time - now : 0;
}

/* What is under way at the arrival takes no longer after the release, which is not earlier. */
static void restart(struct gcn3_alone *a, uint64_t now)
{
    uint64_t *const times[] = {&a->now, &a->issued, &a->resume, &a->free, &a->drained,
                               &a->done[GCN3_VM], &a->done[GCN3_LGKM]};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        *times[i] = rest_of(*times[i], now);
    for (uint32_t i = 0; i < CODEBUFFER_MAX; i++)
        a->decoded[i] = rest_of(a->decoded[i], now);
    for (uint32_t i = 0; i < GCN3_NAMES; i++)
        a->ready[i] = rest_of(a->ready[i], now);
}

void gcn3_alone_barrier(const struct gcn3_costs *c, struct arena *arena, struct gcn3_alone *a,
                        struct gcn3_segments *s)
{
    note_segment(arena, a, a->issued + c->clock->barrier_release, s);
    restart(a, a->issued);
    a->segment++;
}

/* A wavefront that ends may be the last one that others wait for at a barrier. */
void gcn3_alone_end(const struct gcn3_costs *c, const struct gcn3_program *p, struct arena *arena,
                    const struct gcn3_alone *a, struct gcn3_segments *s)
{
    const uint64_t after = p->has_barriers ? max_of(c->clock->barrier_release, 1) : 1;
    note_segment(arena, a, max_of(a->issued + after, a->drained), s);
}

/* ---- ways that meet ---- */

void gcn3_alone_merge(struct gcn3_alone *into, const struct gcn3_alone *other,
                      struct gcn3_segments *s)
{
    raise_to(&into->now, other->now);
    raise_to(&into->issued, other->issued);
    raise_to(&into->resume, other->resume);
    raise_to(&into->free, other->free);
    raise_to(&into->drained, other->drained);
    for (unsigned i = 0; i < GCN3_COUNTERS; i++) {
        raise_to(&into->done[i], other->done[i]);
        into->under_way[i] = (uint32_t)max_of(into->under_way[i], other->under_way[i]);
    }
    for (uint32_t i = 0; i < CODEBUFFER_MAX; i++)
        raise_to(&into->decoded[i], other->decoded[i]);
    for (uint32_t i = 0; i < GCN3_NAMES; i++)
        raise_to(&into->ready[i], other->ready[i]);
    for (uint32_t i = 0; i < QUANTITIES; i++)
        raise_to(&into->quantity[i], other->quantity[i]);
    s->uneven |= into->segment != other->segment;
    into->segment = (uint32_t)max_of(into->segment, other->segment);
}

/* ---- splits ---- */

void gcn3_alone_split(const struct gcn3_costs *c, struct gcn3_alone *a)
{
    a->resume = max_of(a->issued + c->split, a->drained);
    a->quantity[QUANTITY_SPLITS]++;
}

void gcn3_alone_join(const struct gcn3_costs *c, struct gcn3_alone *parent,
                     const struct gcn3_alone *child, const struct gcn3_alone *before)
{
    raise_to(&parent->issued, child->issued);
    parent->resume = parent->issued + c->merge;
    for (uint32_t i = 0; i < QUANTITIES; i++)
        parent->quantity[i] += child->quantity[i] - before->quantity[i];
    parent->quantity[QUANTITY_MERGES]++;
}

/* The wavefront continues when all it has issued is complete; its child starts with a fetch. What
 * the parts fetch beyond a wavefront that does not split: the child its first pieces, the parent
 * those after the branch over the else side, and once more the pieces that both run. */
void gcn3_alone_dynamic_split(const struct gcn3_costs *c, struct gcn3_alone *a, uint32_t pieces)
{
    a->issued = max_of(a->issued + c->split, a->drained);
    a->resume = a->issued + c->fetch;
    a->quantity[QUANTITY_SPLITS]++;
    a->quantity[QUANTITY_FETCHES] += 3 * c->clock->front.buffer + pieces;
}

/* Each part takes an issue slot of whatever follows. */
void gcn3_alone_dynamic_join(const struct gcn3_costs *c, struct gcn3_alone *a)
{
    const uint64_t arrived = max_of(max_of(a->now, a->drained), max_of(a->decoded[0], a->resume));
    a->resume = arrived + c->turn - 1 + c->merge + c->fetch + c->turn;
    a->quantity[QUANTITY_MERGES]++;
    a->quantity[QUANTITY_INTERNAL] += 2 * c->turn;
}

/* ---- loops ---- */

static uint64_t limited(uint64_t value)
{
    return value < GCN3_ALONE_LIMIT ? value : GCN3_ALONE_LIMIT;
}

bool gcn3_alone_is_too_long(const struct gcn3_alone *a, const struct gcn3_segments *s)
{
    bool found = s->repeated >= GCN3_ALONE_LIMIT;
    for (uint32_t i = 0; i < QUANTITIES; i++)
        found |= a->quantity[i] >= GCN3_ALONE_LIMIT;
    for (uint32_t i = 0; i < s->count; i++)
        found |= s->length[i] >= GCN3_ALONE_LIMIT;
    return found;
}

/* Nobody knows any more which barrier a wavefront is at when others are at one with a number. */
void gcn3_segments_repeat(struct gcn3_segments *s, uint32_t first, uint32_t end,
                          uint64_t repeated, uint64_t times)
{
    uint64_t sum = s->repeated - repeated;
    for (uint32_t i = first; i < end; i++)
        sum = count_add(sum, s->length[i]);
    s->uneven |= end > first;
    s->repeated = limited(count_add(s->repeated, count_times(sum, times)));
}

static void grow(uint64_t *max, uint64_t before, uint64_t after)
{
    raise_to(max, after > before ? after - before : 0);
}

uint64_t gcn3_alone_growth(const struct gcn3_alone *before, const struct gcn3_alone *after)
{
    uint64_t max = 0;
    grow(&max, before->now, after->now);
    grow(&max, before->issued, after->issued);
    grow(&max, before->resume, after->resume);
    grow(&max, before->free, after->free);
    grow(&max, before->drained, after->drained);
    for (unsigned i = 0; i < GCN3_COUNTERS; i++)
        grow(&max, before->done[i], after->done[i]);
    for (uint32_t i = 0; i < CODEBUFFER_MAX; i++)
        grow(&max, before->decoded[i], after->decoded[i]);
    for (uint32_t i = 0; i < GCN3_NAMES; i++)
        grow(&max, before->ready[i], after->ready[i]);
    return max;
}

void gcn3_alone_repeat(struct gcn3_alone *after, const struct gcn3_alone *before, uint64_t growth,
                       uint64_t times)
{
    const uint64_t more = limited(count_times(growth, times));
    after->now += more;
    after->issued += more;
    after->resume += more;
    after->free += more;
    after->drained += more;
    for (unsigned i = 0; i < GCN3_COUNTERS; i++)
        after->done[i] += more;
    for (uint32_t i = 0; i < CODEBUFFER_MAX; i++)
        after->decoded[i] += more;
    for (uint32_t i = 0; i < GCN3_NAMES; i++)
        after->ready[i] += more;
    for (uint32_t i = 0; i < QUANTITIES; i++)
        after->quantity[i] = limited(count_add(
            after->quantity[i], count_times(after->quantity[i] - before->quantity[i], times)));
}
