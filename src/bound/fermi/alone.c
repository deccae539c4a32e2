/* SPDX-License-Identifier: Apache-2.0 */
/* alone.c - times of instructions in order, and without any order. */
#include "bound/fermi/alone.h"

#include <string.h>

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Cold splits that all warps of the launch may have at once do not fit into the table: with two
 * splits per warp, or as many as it has lanes. */
static bool table_fills(const struct fermi *fermi, bool crowded)
{
    const struct contexts_numbers *n = &fermi->clock->numbers.contexts;
    const uint64_t places = fermi_room(&fermi->run, 0), groups = fermi->run.group_count;
    const uint64_t warps = (groups < places ? groups : places) * fermi->group_warps;
    const uint32_t splits = crowded ? fermi->numbers.width : 2;
    return splits > n->hot && n->cct.nodes < warps * (splits - n->hot);
}

/* One cycle more where the channel rounds a request up to a whole cycle. An atomic may find the
 * channel booked by a miss that issued before it and comes `forward` later. With a hardware heap a
 * split that was cold may have to be fetched back from memory; one that is scattered may be
 * exchanged once per lane, too. Of two splits none is cold where both are hot. */
void fermi_latencies_make(struct fermi_latencies *out, const struct fermi *fermi, bool crowded)
{
    const struct fermi_clock_numbers *n = &fermi->clock->numbers;
    const uint64_t memory = n->memory.latency + 1;
    const bool hardware =
        fermi->numbers.frontier && n->contexts.model == CONTEXTS_HARDWARE;
    const uint64_t spill =
        hardware && table_fills(fermi, crowded) ? n->contexts.cct.spill : 0;
    *out = (struct fermi_latencies){
        .execution = fermi_latency(fermi->clock),
        .global = larger(n->l1.latency, n->l1.forward + memory + n->l1.delivery),
        .atomic = n->l1.forward + memory + n->l1.latency,
        .shared = n->shared_latency, .release = n->barrier_release,
        .apart = 2, .spill = n->contexts.hot == 1 ? spill : 0,
        .scattered = 2 + spill + (hardware ? LANES_MAX : 0), .entries = n->scoreboard};
}

void fermi_alone_make(struct fermi_alone *alone, const struct fermi_latencies *latencies,
                      struct arena *arena, uint32_t registers)
{
    *alone = (struct fermi_alone){.latencies = latencies, .arena = arena, .registers = registers,
                                  .ready = arena_array(arena, registers, sizeof *alone->ready)};
}

static void settle(struct fermi_alone *alone, uint64_t time)
{
    alone->time = time;
    alone->accessed = 0;
    memset(alone->ready, 0, alone->registers * sizeof *alone->ready);
    memset(alone->event, 0, sizeof alone->event);
}

/* The first instruction is fetched in the cycle of the start. */
void fermi_alone_start(struct fermi_alone *alone)
{
    alone->count = 0;
    alone->repeated = 0;
    settle(alone, 1);
}

/* ---- an instruction ---- */

/* From its phase to its result. */
static uint64_t latency_of(const struct fermi_alone *alone, const struct insn *insn,
                           const struct fermi_asked *asked)
{
    const struct fermi_latencies *l = alone->latencies;
    uint64_t more = 0;
    if (!asked)
        return l->execution;
    if (asked->blocks) /* LR and SC are atomic only by name */
        more = insn->flags & INSN_ATOMIC ? larger(l->atomic, l->global) : l->global;
    if (asked->passes)
        more = larger(more, l->shared);
    return l->execution + asked->blocks + asked->passes + asked->serial + more;
}

static uint64_t operands(const struct fermi_alone *alone, const struct insn *insn)
{
    uint64_t time = alone->time;
    for (unsigned i = 0; i < SOURCES_MAX; i++) {
        for (uint32_t r = 0; r < insn->src[i].count; r++)
            time = larger(time, alone->ready[insn->src[i].first + r]);
    }
    for (unsigned i = 0; i < TARGETS_MAX; i++) {
        for (uint32_t r = 0; r < insn->dst[i].count; r++)
            time = larger(time, alone->ready[insn->dst[i].first + r]);
    }
    return time;
}

/* The entry of the scoreboard that is free first. */
static uint64_t *first_event(struct fermi_alone *alone)
{
    uint64_t *first = alone->event;
    for (uint32_t i = 1; i < alone->latencies->entries; i++)
        first = alone->event[i] < *first ? &alone->event[i] : first;
    return first;
}

static void write_registers(struct fermi_alone *alone, const struct insn *insn, uint64_t done)
{
    for (unsigned i = 0; i < TARGETS_MAX; i++) {
        for (uint32_t r = 0; r < insn->dst[i].count; r++)
            alone->ready[insn->dst[i].first + r] = done;
    }
}

static bool has_target(const struct insn *insn)
{
    return insn->dst[0].count || insn->dst[1].count || insn->dst[2].count;
}

/* The cycle from which the next instruction can be fetched, or 0: it is fetched at once. */
static uint64_t resume(const struct fermi_alone *alone, const struct insn *insn, uint64_t at)
{
    if (insn->op->role == ROLE_FENCE)
        return larger(at + alone->latencies->execution, alone->accessed);
    return insn->flow != FLOW_NEXT ? at + alone->latencies->execution : 0;
}

static void issue_in_order(struct fermi_alone *alone, const struct insn *insn, uint64_t latency)
{
    uint64_t at = operands(alone, insn);
    uint64_t *event = has_target(insn) ? first_event(alone) : NULL;
    at = event ? larger(at, *event) : at;
    if (event)
        *event = at + latency;
    write_registers(alone, insn, at + latency);
    alone->accessed = larger(alone->accessed, at + latency);
    alone->time = larger(at, resume(alone, insn, at)) + 1;
}

void fermi_alone_issue(struct fermi_alone *alone, const struct insn *insn,
                       const struct fermi_asked *asked, enum fermi_together how, uint64_t times)
{
    const struct fermi_latencies *l = alone->latencies;
    const uint64_t latency = latency_of(alone, insn, asked);
    if (how == FERMI_TOGETHER)
        issue_in_order(alone, insn, latency);
    else
        alone->time = count_add(
            alone->time,
            count_times(times, latency + (how == FERMI_APART ? l->apart : l->scattered)));
}

void fermi_alone_fetch_back(struct fermi_alone *alone)
{
    alone->time = count_add(alone->time, alone->latencies->spill);
}

void fermi_alone_disorder(struct fermi_alone *alone, uint64_t times)
{
    const struct fermi_latencies *l = alone->latencies;
    alone->time = count_add(alone->time, count_times(times, l->scattered - l->apart));
}

void fermi_alone_release(struct fermi_alone *alone, uint64_t times)
{
    alone->time = count_add(alone->time, count_times(times, alone->latencies->release));
}

/* ---- where all latencies end ---- */

static uint64_t all_complete(const struct fermi_alone *alone)
{
    return larger(alone->time, alone->accessed);
}

void fermi_alone_drain(struct fermi_alone *alone)
{
    settle(alone, all_complete(alone));
}

static void end_segment(struct fermi_alone *alone, uint64_t length)
{
    alone->length =
        arena_grow(alone->arena, alone->length, alone->count, sizeof *alone->length);
    alone->length[alone->count++] = length;
    settle(alone, 1);
}

void fermi_alone_barrier(struct fermi_alone *alone)
{
    end_segment(alone, all_complete(alone) + alone->latencies->release);
}

void fermi_alone_end(struct fermi_alone *alone)
{
    end_segment(alone, all_complete(alone));
}

/* ---- turns of loops ---- */

struct fermi_alone_mark fermi_alone_mark(struct fermi_alone *alone)
{
    fermi_alone_drain(alone);
    return (struct fermi_alone_mark){alone->time, alone->repeated, alone->count};
}

/* All latencies end between two turns, so each takes as long as the one before. Times count from
 * the last barrier: with one in the turn, what is left behind the last one is before the first one
 * of the next turn. */
void fermi_alone_repeat(struct fermi_alone *alone, const struct fermi_alone_mark *mark,
                        uint64_t times)
{
    fermi_alone_drain(alone);
    uint64_t turn = count_add(alone->time, alone->repeated - mark->repeated);
    for (uint32_t i = mark->count; i < alone->count; i++)
        turn = count_add(turn, alone->length[i]);
    const uint64_t more = count_times(turn - mark->time, times);
    if (alone->count == mark->count)
        alone->time = count_add(alone->time, more);
    else
        alone->repeated = count_add(alone->repeated, more);
}
