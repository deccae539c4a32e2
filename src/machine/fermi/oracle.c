/* SPDX-License-Identifier: Apache-2.0 */
/* oracle.c - checks every issue of an observed run by lane (SBI-20, SBI-35, SBI-43, SBI-50, SBI-56,
 * SWI-3).
 *
 * Each thread has one program counter, which its own instructions move: a split issues only where
 * all of its threads are. Under constraints no split issues at a reconvergence point while another
 * one of its warp is between the divergence point and there.
 *
 * The scoreboards compare register numbers and splits; this table has the time of every register of
 * every lane. A lane that would read, or write again, a register in flight is a dependence that the
 * scoreboard missed. Waiting without need is allowed: a false dependence. */
#include <stdlib.h>
#include <string.h>

#include "machine/common/machine_image.h"
#include "machine/fermi/clock.h"

static uint32_t registers(const struct fermi *fermi)
{
    return fermi->run.launch->program->isa->register_count;
}

static struct fermi_times *times_of(const struct fermi *fermi, const struct fermi_warp *w,
                                    uint32_t reg)
{
    return fermi->clock->oracle + (size_t)w->resident.warp.slot * registers(fermi) + reg;
}

static struct fermi_places_of *places_of(const struct fermi *fermi, const struct fermi_warp *w)
{
    return &fermi->clock->places[w->resident.warp.slot];
}

enum wc_status fermi_oracle_begin(struct fermi *fermi)
{
    void *table = NULL;
    uint64_t bytes =
        (uint64_t)fermi->numbers.warps * registers(fermi) * sizeof *fermi->clock->oracle;
    enum wc_status status = allocate_checked(fermi->run.err, "times of registers", bytes, &table);
    fermi->clock->oracle = table;
    fermi->clock->places =
        arena_array(&fermi->arena, fermi->numbers.warps, sizeof *fermi->clock->places);
    return status;
}

void fermi_oracle_end(struct fermi *fermi)
{
    free(fermi->clock->oracle);
    fermi->clock->oracle = NULL;
}

void fermi_oracle_parts(const struct fermi *fermi, struct machine_image *image)
{
    const struct fermi_clock *clock = fermi->clock;
    const uint64_t warps = fermi->numbers.warps;
    if (!clock->oracle)
        return;
    machine_image_plain(image, clock->oracle, warps * registers(fermi) * sizeof *clock->oracle);
    machine_image_plain(image, clock->places, warps * sizeof *clock->places);
}

void fermi_oracle_start(struct fermi *fermi, const struct fermi_warp *w)
{
    if (!fermi->clock->oracle)
        return;
    memset(times_of(fermi, w, 0), 0, registers(fermi) * sizeof *fermi->clock->oracle);
    for (uint32_t lane = 0; lane < LANES_MAX; lane++)
        places_of(fermi, w)->pc[lane] = fermi->entry;
}

/* ---- paths ---- */

static bool is_elsewhere(const struct fermi *fermi, const struct fermi_warp *w,
                         const struct split *split)
{
    for (uint64_t rest = split->mask; rest; rest &= rest - 1) {
        const uint32_t pc = places_of(fermi, w)->pc[__builtin_ctzll(rest)];
        if (pc != split->pc && pc != FERMI_ANYWHERE)
            return true;
    }
    return false;
}

void fermi_oracle_stay(struct fermi *fermi, const struct fermi_pick *pick, uint64_t lanes)
{
    for (; fermi->clock->oracle && lanes; lanes &= lanes - 1)
        places_of(fermi, pick->w)->pc[__builtin_ctzll(lanes)] = pick->w->hot[pick->slot].pc;
}

void fermi_oracle_follow(struct fermi *fermi, const struct fermi_pick *pick,
                         const struct effect *effect)
{
    struct fermi_places_of *places = places_of(fermi, pick->w);
    const bool moves = effect->kind == EFFECT_BRANCH || effect->kind == EFFECT_BRANCH_EACH;
    const bool tokens = !fermi->numbers.frontier && fermi->program->stack == &reconverge_tokens &&
                        pick->insn->flow != FLOW_NEXT;
    for (uint64_t rest = pick->w->resident.warp.mask; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctzll(rest);
        uint32_t to = (uint32_t)pick->insn->next;
        if (moves && effect->taken >> lane & 1)
            to = effect->kind == EFFECT_BRANCH ? (uint32_t)pick->insn->target
                                               : effect->lane_target[lane];
        places->pc[lane] = tokens ? FERMI_ANYWHERE : to;
    }
}

/* A split of the warp that holds others at a reconvergence point. */
static bool is_between(const struct fermi *fermi, const struct split *split,
                       const struct split *at, uint64_t div)
{
    if (split == at || !split->mask || split->waits)
        return false;
    return split->depth > at->depth ||
           (split->depth == at->depth &&
            constraint_holds(CONSTRAINT_OPEN, split->key, div, at->key) &&
            fermi->clock->constraint.divergence);
}

/* The exact heap keeps the order that the constraint needs. */
static bool passes_early(const struct fermi *fermi, const struct fermi_pick *pick)
{
    const struct fermi_clock_numbers *n = &fermi->clock->numbers;
    const struct contexts *contexts = &fermi->contexts;
    const struct split *at = &pick->w->hot[pick->slot];
    const struct contexts_warp *warp = &contexts->warps[pick->w->resident.warp.slot];
    if (n->contexts.hot < 2 || !n->constraints || n->contexts.model != CONTEXTS_EXACT)
        return false;
    const uint32_t div = fermi->clock->constraint.divergence[at->pc];
    if (div == CONSTRAINT_NONE)
        return false;
    const uint64_t from = contexts_key(contexts, false, at->depth, div);
    bool found = is_between(fermi, &warp->hot[0], at, from) ||
                 is_between(fermi, &warp->hot[1], at, from);
    for (uint32_t i = warp->list; i != CCT_NONE && !found; i = contexts->cct.nodes[i].next)
        found = is_between(fermi, &contexts->cct.nodes[i].split, at, from);
    return found;
}

/* ---- dependences ---- */

/* Whether some lane has a register of the range in flight. */
static bool in_flight(const struct fermi *fermi, const struct fermi_warp *w, struct regs range,
                      uint64_t mask, cycle_t phase)
{
    for (uint32_t reg = range.first; reg < (uint32_t)range.first + range.count; reg++) {
        const struct fermi_times *times = times_of(fermi, w, reg);
        for (uint64_t rest = times->latest > phase ? mask : 0; rest; rest &= rest - 1) {
            if (times->lane[__builtin_ctzll(rest)] > phase)
                return true;
        }
    }
    return false;
}

static void set_times(const struct fermi *fermi, const struct fermi_pick *pick, uint64_t mask,
                      cycle_t done)
{
    for (unsigned i = 0; i < TARGETS_MAX; i++) {
        const struct regs range = pick->insn->dst[i];
        for (uint32_t reg = range.first; reg < (uint32_t)range.first + range.count; reg++) {
            struct fermi_times *times = times_of(fermi, pick->w, reg);
            times->latest = later(times->latest, done);
            for (uint32_t lane = 0; lane < LANES_MAX; lane++)
                times->lane[lane] = mask >> lane & 1 ? done : times->lane[lane];
        }
    }
}

/* Lanes that repeat an access read their operands the first time. */
static bool misses_dependence(const struct fermi *fermi, const struct fermi_pick *pick,
                              uint64_t mask, cycle_t phase)
{
    for (unsigned i = 0; i < SOURCES_MAX; i++) {
        if (in_flight(fermi, pick->w, pick->insn->src[i], mask, phase))
            return true;
    }
    for (unsigned i = 0; i < TARGETS_MAX; i++) {
        if (in_flight(fermi, pick->w, pick->insn->dst[i], mask, phase))
            return true;
    }
    return false;
}

enum wc_status fermi_oracle_issue(struct fermi *fermi, const struct fermi_pick *pick,
                                  cycle_t phase, cycle_t done)
{
    const struct fermi_timing *t = fermi_timing_of(fermi, pick->w);
    const struct fermi_row *row = &fermi->clock->row[pick->row];
    const uint64_t mask = pick->w->hot[pick->slot].mask & ~t->repeats;
    const char *wrong = NULL;
    if (pick->shares ? row->phase != phase || row->lanes & pick->lanes : row->free > phase)
        wrong = "two instructions in one lane of a row";
    else if (misses_dependence(fermi, pick, mask, phase))
        wrong = "a register in flight is read or written";
    else if (is_elsewhere(fermi, pick->w, &pick->w->hot[pick->slot]))
        wrong = "a thread issues what its own path does not have";
    else if (passes_early(fermi, pick))
        wrong = "lanes pass a reconvergence point before others that parted";
    set_times(fermi, pick, mask | t->repeats, done);
    if (!wrong)
        return WC_OK;
    struct place place = run_place(&fermi->run, &pick->w->resident, pick->insn);
    return place_fail(fermi->run.err, WC_INTERNAL, &place, "%s in cycle %llu", wrong,
                      (unsigned long long)phase);
}
