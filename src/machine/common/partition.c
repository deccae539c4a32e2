/* SPDX-License-Identifier: Apache-2.0 */
/* partition.c - when the warps of a partition can issue. */
#include "machine/common/partition.h"

#include <string.h>


void partition_build(struct partition *p, struct run_state *run, uint32_t id,
                     const struct front_numbers *front, struct cache *code)
{
    p->run = run;
    p->id = id;
    p->front = front;
    p->code = code;
    run->partitions[id] = p;
}

void partition_add_slot(struct partition *p, struct resident *w, struct slot_timing *timing,
                        uint32_t registers)
{
    p->warp[p->slots] = w;
    p->timing[p->slots] = timing;
    timing->ready = arena_array(&p->run->arena, registers, sizeof *timing->ready);
    p->slots++;
}

void partition_reset(struct partition *p)
{
    wakeup_reset(&p->issue_at);
    p->seen = 0;
    for (uint32_t unit = 0; unit < PARTITION_UNITS_MAX; unit++) {
        p->wants[unit] = 0;
        if (p->unit[unit])
            unit_reset(p->unit[unit]);
    }
    p->due = NEVER;
    memset(p->stall, 0, sizeof p->stall);
}

cycle_t partition_first_due(const struct run_state *run, cycle_t now)
{
    cycle_t next = NEVER;
    (void)now;
    for (uint32_t i = 0; i < run->partition_count; i++)
        next = earlier(next, run->partitions[i]->due);
    return next;
}

void partition_start(struct partition *p, uint32_t slot, uint32_t registers, cycle_t start)
{
    struct slot_timing *t = p->timing[slot];
    memset(t->ready, 0, registers * sizeof *t->ready);
    t->started = t->resume = t->stalled = start;
    t->operand = t->waited = 0;
    t->waits_for = STALL_BARRIER;
    t->stalled_memory = t->operand_memory = false;
    if (p->run->observed)
        tell_start(p->run, &p->warp[slot]->warp, start);
    front_refill(p, slot, partition_next(p, slot)->pc, start);
}

void partition_leave(struct partition *p, uint32_t slot)
{
    p->wants[p->timing[slot]->unit] &= ~(1ull << slot);
    p->seen &= ~(1ull << slot);
    wakeup_set(&p->issue_at, slot, NEVER);
}

void partition_end_warp(struct partition *p, uint32_t slot)
{
    struct group *group = p->warp[slot]->group;
    partition_leave(p, slot);
    if (!group->live)
        run_end_group(p->run, group);
}

void partition_release_group(struct run_state *run, const struct resident *by, cycle_t now,
                             cycle_t resume)
{
    uint64_t released = by->group->released;
    by->group->released = 0;
    for (; released; released &= released - 1) {
        struct resident *w = by->group->warp[__builtin_ctzll(released)];
        struct partition *p = run->partitions[w->warp.core];
        p->timing[w->warp.slot]->resume = resume;
        if (w == by) /* it issued just now and is updated by itself */
            continue;
        partition_update(p, w->warp.slot);
        if (run->observed)
            tell_release(run, p->id, w->warp.slot, now, resume);
    }
}
