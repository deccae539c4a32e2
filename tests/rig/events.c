/* SPDX-License-Identifier: Apache-2.0 */
/* events.c - looking through the events of a run. */
#include "events.h"

uint64_t rig_count(const struct rig *rig, size_t id)
{
    return rig->outcome.statistics.count[id];
}

static const struct event *events_end(const struct rig *rig)
{
    return rig->recorder.events + rig->recorder.count;
}

static bool is_of(const struct event *event, enum event_kind kind, uint32_t core, uint32_t warp)
{
    return event->kind == kind && event->core == core && event->warp == warp;
}

const struct event *rig_issue(const struct rig *rig, uint32_t core, uint32_t warp, uint32_t number)
{
    for (const struct event *event = rig->recorder.events; event < events_end(rig); event++) {
        if (is_of(event, EVENT_ISSUE, core, warp) && event->insn == &rig->program->insns[number])
            return event;
    }
    return NULL;
}

cycle_t rig_cycle(const struct rig *rig, uint32_t core, uint32_t warp, uint32_t number)
{
    const struct event *event = rig_issue(rig, core, warp, number);
    if (!event)
        fail_msg("instruction %u was not issued by warp %u of partition %u", number, warp, core);
    return event->cycle;
}

uint32_t rig_issues(const struct rig *rig, uint32_t number)
{
    uint32_t issues = 0;
    for (const struct event *event = rig->recorder.events; event < events_end(rig); event++)
        issues += event->kind == EVENT_ISSUE && event->insn == &rig->program->insns[number];
    return issues;
}

uint64_t rig_waited(const struct rig *rig, uint32_t core, uint32_t warp, enum stall_reason reason)
{
    uint64_t cycles = 0;
    for (const struct event *event = rig->recorder.events; event < events_end(rig); event++) {
        if (is_of(event, EVENT_STALL, core, warp) && event->reason == reason)
            cycles += event->until - event->cycle;
    }
    return cycles;
}

const struct event *rig_find(const struct rig *rig, enum event_kind kind, uint32_t warp,
                             uint64_t address, cycle_t from)
{
    for (const struct event *event = rig->recorder.events; event < events_end(rig); event++) {
        if (is_of(event, kind, 0, warp) && event->cycle >= from &&
            (kind == EVENT_ISSUE ? event->insn->pc : event->address) == address)
            return event;
    }
    return NULL;
}

const struct event *rig_fetch(const struct rig *rig, uint32_t warp, uint64_t address, cycle_t from)
{
    const struct event *event = rig_find(rig, EVENT_FETCH, warp, address, from);
    if (!event)
        fail_msg("warp %u does not fetch 0x%llx", warp, (unsigned long long)address);
    return event;
}

const struct event *rig_next(const struct rig *rig, enum event_kind kind, uint32_t warp,
                             cycle_t after)
{
    const struct event *next = NULL;
    for (const struct event *event = rig->recorder.events; event < events_end(rig); event++) {
        if (is_of(event, kind, 0, warp) && event->cycle > after &&
            (!next || event->cycle < next->cycle))
            next = event;
    }
    return next;
}

int rig_issuer(const struct rig *rig, cycle_t cycle)
{
    for (const struct event *event = rig->recorder.events; event < events_end(rig); event++) {
        if (event->kind == EVENT_ISSUE && event->core == 0 && event->cycle == cycle)
            return (int)event->warp;
    }
    return -1;
}
