/* SPDX-License-Identifier: Apache-2.0 */
/* partition.c - when the warps of a partition can issue. */
#include "machine/common/partition.h"

#include <string.h>

void partition_count(struct run_state *run, uint32_t count, uint32_t slots, uint32_t registers)
{
    run->partition_count = count;
    run->partition_registers = slots * registers;
    run->register_times =
        arena_array(&run->arena, (size_t)count * slots * registers, sizeof *run->register_times);
    run->partitions = arena_array(&run->arena, count, sizeof *run->partitions);
    run->agenda = arena_alloc(&run->arena, sizeof *run->agenda);
    agenda_build(run->agenda, count,
                 arena_array(&run->arena, agenda_words(count), sizeof *run->agenda->set));
}

void partition_build(struct partition *p, struct run_state *run, uint32_t id,
                     const struct front_numbers *front, struct cache *code)
{
    p->run = run;
    p->id = id;
    p->front = front;
    p->code = code;
    p->ready = run->register_times + (size_t)id * run->partition_registers;
    run->partitions[id] = p;
}

void partition_add_slot(struct partition *p, struct resident *w, struct slot_timing *timing)
{
    p->warp[p->slots] = w;
    p->timing[p->slots] = timing;
    p->slots++;
}

bool partition_reset(struct partition *p)
{
    const bool clean = p->clean;
    memset(p->stall, 0, sizeof p->stall);
    p->clean = !p->run->control->step_every_cycle;
    if (clean)
        return false;
    wakeup_reset(&p->issue_at);
    p->seen = 0;
    p->wanted = 0;
    for (uint32_t unit = 0; unit < PARTITION_UNITS_MAX; unit++) {
        p->wants[unit] = 0;
        if (p->unit[unit])
            unit_reset(p->unit[unit]);
    }
    for (; p->stale; p->stale &= p->stale - 1)
        *p->timing[__builtin_ctzll(p->stale)] = (struct slot_timing){.resume = 0};
    return true;
}

cycle_t partition_next_cycle(const struct run_state *run, cycle_t now)
{
    (void)now;
    return agenda_next_cycle(run->agenda);
}

void partition_start(struct partition *p, uint32_t slot, uint32_t registers, cycle_t start)
{
    struct slot_timing *t = p->timing[slot];
    p->clean = false;
    p->stale |= 1ull << slot;
    memset(p->ready + (size_t)slot * registers, 0, registers * sizeof *p->ready);
    t->started = t->resume = t->stalled = start;
    t->operand = t->waited = 0;
    t->waits_for = STALL_BARRIER;
    t->stalled_memory = t->operand_memory = false;
    p->warp[slot]->told = 0;
    if (p->run->observed)
        tell_start(p->run, &p->warp[slot]->warp, start);
    front_refill(p, slot, partition_next(p, slot)->pc, start);
}

bool partition_was_idle(struct partition *p, cycle_t end)
{
    if (!p->clean || run_tells(p->run, EVENT_STALL)) {
        p->clean = false;
        p->stale = lanes_all(p->slots);
        return false;
    }
    p->stall[STALL_IDLE] = p->slots * end;
    return true;
}

void partition_leave(struct partition *p, uint32_t slot)
{
    partition_want_nothing(p, slot);
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
            tell_release(run, p->id, w->warp.slot, &by->warp, now, resume);
    }
}
