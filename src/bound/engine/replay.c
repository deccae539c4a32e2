/* SPDX-License-Identifier: Apache-2.0 */
/* replay.c - a scheduling policy over lists of issue slots. */
#include "bound/engine/replay.h"

struct state {
    const struct replay *replay;
    struct scheduler scheduler;
    size_t next[REPLAY_WARPS_MAX];         /* slot */
    uint64_t earliest[REPLAY_WARPS_MAX];   /* cycle of that slot */
    uint64_t issued[REPLAY_WARPS_MAX][REPLAY_REACH]; /* cycles of the latest slots, going round */
    uint64_t unit_free[REPLAY_UNITS_MAX];  /* cycle */
    size_t left;                            /* slots of all warps */
};

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void begin(struct state *state, const struct replay *replay)
{
    *state = (struct state){.replay = replay};
    scheduler_reset(&state->scheduler, replay->policy, replay->warp_count);
    for (uint32_t i = 0; i < replay->warp_count; i++) {
        state->earliest[i] = replay->warps[i].start;
        state->left += replay->warps[i].count;
    }
}

static uint64_t outages(const struct replay *replay, uint64_t cycle)
{
    uint64_t warps = 0;
    for (size_t i = 0; i < replay->outage_count; i++) {
        if (replay->outages[i].cycle == cycle)
            warps |= 1ull << replay->outages[i].warp;
    }
    return warps;
}

static bool is_ready(const struct state *state, uint32_t i, uint64_t cycle)
{
    const struct replay_warp *warp = &state->replay->warps[i];
    if (state->next[i] == warp->count || state->earliest[i] > cycle)
        return false;
    const struct replay_slot *slot = &warp->slots[state->next[i]];
    return slot->occupancy <= 1 || state->unit_free[slot->unit] <= cycle;
}

static uint64_t ready_warps(const struct state *state, uint64_t cycle)
{
    uint64_t ready = 0;
    for (uint32_t i = 0; i < state->replay->warp_count; i++)
        ready |= (uint64_t)is_ready(state, i, cycle) << i;
    return ready & ~outages(state->replay, cycle);
}

/* Of the next slot, when the one before it issued in `before`. */
static uint64_t earliest_cycle(const struct state *state, uint32_t i, uint64_t before)
{
    const struct replay_slot *slot = &state->replay->warps[i].slots[state->next[i]];
    uint64_t after_gap = before + slot->gap;
    if (!slot->needs)
        return after_gap;
    uint64_t source = state->issued[i][(state->next[i] - slot->needs) % REPLAY_REACH];
    return larger(after_gap, source + slot->latency);
}

static void issue(struct state *state, uint32_t i, uint64_t cycle)
{
    const struct replay_warp *warp = &state->replay->warps[i];
    const struct replay_slot *slot = &warp->slots[state->next[i]];
    state->issued[i][state->next[i]++ % REPLAY_REACH] = cycle;
    if (slot->occupancy > 1)
        state->unit_free[slot->unit] = cycle + slot->occupancy;
    if (state->next[i] < warp->count)
        state->earliest[i] = earliest_cycle(state, i, cycle);
    state->left--;
}

uint64_t replay_run(const struct replay *replay)
{
    struct state state;
    uint64_t cycle = 0;
    begin(&state, replay);
    for (; state.left; cycle++) {
        int granted = scheduler_turn(&state.scheduler, ready_warps(&state, cycle));
        if (granted >= 0)
            issue(&state, (uint32_t)granted, cycle);
        if (replay->told)
            replay->told(replay->user, cycle, granted >= 0 ? granted : REPLAY_NOBODY);
    }
    return cycle;
}

/* ---- the bound ---- */

/* Between the slot before and this one, others of the warp aside: the slots between the source of
 * its operand and itself take a cycle each. */
static uint64_t longest_wait(const struct replay_slot *slot)
{
    uint64_t operand = slot->needs && slot->latency > slot->needs ? slot->latency - slot->needs : 0;
    return larger(slot->gap - 1, operand);
}

/* Cycles that the warp would lose if it were alone and its units were always free. */
static uint64_t own_waiting(const struct replay_warp *warp)
{
    uint64_t cycles = 0;
    for (size_t i = 1; i < warp->count; i++)
        cycles += longest_wait(&warp->slots[i]);
    return cycles;
}

/* Cycles that the warp's slots keep units from others, those of the issues themselves apart. */
static uint64_t occupied(const struct replay_warp *warp)
{
    uint64_t cycles = 0;
    for (size_t i = 0; i < warp->count; i++)
        cycles += warp->slots[i].occupancy > 1 ? warp->slots[i].occupancy - 1 : 0;
    return cycles;
}

/* Take the warp that finishes last. In every cycle from its start on either some slot issues, or
 * that warp waits for itself, or for a unit that an earlier slot holds. */
uint64_t replay_bound(const struct replay_warp *warps, uint32_t warp_count)
{
    uint64_t slots = 0, waiting = 0, units = 0, start = 0;
    for (uint32_t i = 0; i < warp_count; i++) {
        slots += warps[i].count;
        waiting = larger(waiting, own_waiting(&warps[i]));
        units += occupied(&warps[i]);
        start = larger(start, warps[i].start);
    }
    return slots + waiting + units + start;
}
