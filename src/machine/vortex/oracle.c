/* SPDX-License-Identifier: Apache-2.0 */
/* oracle.c - what schedulers would have chosen if no queue had been empty.
 *
 * A greedy policy's oracle takes over the real scheduler's state after a deviation (SWAS-24), so it
 * has that state at the start of every cycle: no state of its own is kept, and a cycle in which no
 * queue is empty, or in which the real scheduler stays with its warp, costs one comparison. For
 * round-robin the paper mentions no such step; then the oracle keeps its own state
 * (oracle.sync=greedy) or not (oracle.sync=all). */
#include "machine/vortex/turn.h"

void vortex_oracle_reset(struct vortex_oracle *oracle, const struct vortex_oracle_numbers *numbers,
                         const struct scheduler *real)
{
    *oracle = (struct vortex_oracle){.on = numbers->on,
                                     .synced = numbers->sync_all || real->ops->greedy,
                                     .one = *real, .two = *real};
    wakeup_reset(&oracle->head_at);
    wakeup_reset(&oracle->window_at);
    wakeup_reset(&oracle->settled_at);
}

void vortex_oracle_excuse(struct vortex_oracle *oracle, uint32_t slot, cycle_t until, bool miss)
{
    if (oracle->window_at.at[slot] != NEVER && oracle->window_at.at[slot] >= until)
        return; /* an earlier one lasts longer */
    wakeup_set(&oracle->window_at, slot, until);
    oracle->by_miss = (oracle->by_miss & ~(1ull << slot)) | (uint64_t)miss << slot;
}

static void tell(struct vortex_core *core, cycle_t now, cycle_t until, int real, int oracle,
                 enum oracle_cause cause)
{
    const struct vortex_pipeline *p = core->pipeline;
    observers_tell(core->machine->run.control->observers,
                   &(struct event){.kind = EVENT_ORACLE, .cycle = now, .until = until,
                                   .core = core->id, .warp = real < 0 ? NO_WARP : (uint32_t)real,
                                   .other = oracle < 0 ? NO_WARP : (uint32_t)oracle,
                                   .count = oracle < 0 ? 0 : p->warp[oracle].ibuffer.count,
                                   .cause = cause});
}

/* `first` and `second` are what the oracles chose in each of the cycles now..until-1. */
static void compare(struct vortex_core *core, cycle_t now, cycle_t until, int real, int first,
                    int second)
{
    struct vortex_oracle *oracle = &core->pipeline->oracle;
    bool discrepancy = first != real && first != ORACLE_AGREES;
    bool error = second != real && second != ORACLE_AGREES;
    if (!core->machine->below->kernel_warps || !(discrepancy || error))
        return; /* only the kernel counts (SWAS-26) */
    uint64_t cycles = until - now;
    enum oracle_cause cause = error ? CAUSE_SYNC
                              : vortex_is_shared(core->pipeline) || first < 0 ||
                                        oracle->by_miss >> first & 1
                                  ? CAUSE_MISS
                                  : CAUSE_BRANCH;
    oracle->discrepancies += discrepancy ? cycles : 0;
    oracle->errors += error ? cycles : 0;
    oracle->causes[cause] += cycles;
    if (run_tells(&core->machine->run, EVENT_ORACLE))
        tell(core, now, until, real, error ? second : first, cause);
}

void vortex_oracle_compare(struct vortex_core *core, cycle_t now,
                           const struct oracle_choices *choices, int issued)
{
    compare(core, now, now + 1, issued, choices->first, choices->second);
}

/* ---- cycles that the loop jumps over ---- */

/* Heads that only their suspension holds; without SWaS there are none. */
static uint64_t suspended_heads(struct vortex_core *core, cycle_t now)
{
    struct vortex_pipeline *p = core->pipeline;
    if (!vortex_is_shared(p))
        return 0;
    return wakeup_ready(&p->issue_at, now) & core->active & ~core->blocked & ~p->undecided &
           ~vortex_units_hold(p, now);
}

/* The first cycle after `now` in which an oracle may see a change. */
static cycle_t next_change(const struct vortex_pipeline *p, cycle_t now)
{
    const struct vortex_oracle *oracle = &p->oracle;
    cycle_t next = earlier(oracle->head_at.next,
                           earlier(oracle->window_at.next, oracle->settled_at.next));
    if (!vortex_is_shared(p))
        return next;
    next = earlier(next, p->issue_at.next);
    for (uint32_t unit = 0; unit < VORTEX_UNITS; unit++) {
        if (p->unit[unit].free > now)
            next = earlier(next, p->unit[unit].free);
    }
    return next;
}

static void idle_cycles(struct vortex_core *core, cycle_t from, cycle_t to, uint64_t one,
                        uint64_t two)
{
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_oracle *oracle = &p->oracle;
    if (oracle->synced) { /* the same in each of these cycles */
        compare(core, from, to, -1, scheduler_choice(&p->issue, one),
                scheduler_choice(&p->issue, two));
        return;
    }
    for (cycle_t now = from; now < to; now++)
        compare(core, now, now + 1, -1, scheduler_turn(&oracle->one, one),
                scheduler_turn(&oracle->two, two));
}

void vortex_oracle_idle(struct vortex_core *core, cycle_t from, cycle_t to)
{
    struct vortex_oracle *oracle = &core->pipeline->oracle;
    for (cycle_t now = from; now < to;) {
        uint64_t empty = vortex_oracle_empty(core, now);
        uint64_t late = empty & wakeup_ready(&oracle->window_at, now);
        uint64_t heads = suspended_heads(core, now);
        cycle_t until = earlier(to, next_change(core->pipeline, now));
        if (heads | empty | late)
            idle_cycles(core, now, until, heads | empty, late);
        now = until;
    }
}
