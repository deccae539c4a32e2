/* SPDX-License-Identifier: Apache-2.0 */
/* scoreboard_matrix.c - events in slots of their own: the same as shifting and compacting them. */
#include "hw/scoreboard_matrix.h"

#include "hw/register_match.h"

void scoreboard_matrix_reset(struct scoreboard_matrix *scoreboard, uint32_t size)
{
    *scoreboard = (struct scoreboard_matrix){.size = size};
    for (uint32_t i = 0; i < size; i++)
        scoreboard->event[i].at = NEVER;
}

cycle_t scoreboard_matrix_ready(const struct scoreboard_matrix *scoreboard, uint32_t slot,
                                const struct regs *ranges, size_t count, cycle_t so_far,
                                enum pending_by *by)
{
    uint64_t signature = register_signature(ranges, count);
    for (uint32_t k = 0; k < scoreboard->size; k++) {
        const struct scoreboard_event *event = &scoreboard->event[k];
        for (uint32_t i = 0; i < SCOREBOARD_MATRIX_SLOTS; i++) {
            const struct scoreboard_entry *entry = &event->slot[i];
            if (entry->retires <= so_far || !(entry->signature & signature) ||
                !transition_at(event->since, i, slot) ||
                !register_match(entry->writes, entry->count, ranges, count))
                continue;
            so_far = entry->retires;
            *by = entry->by;
        }
    }
    return so_far;
}

cycle_t scoreboard_matrix_needed(const struct scoreboard_matrix *scoreboard,
                                 const struct regs *ranges, size_t count, cycle_t so_far,
                                 uint64_t lanes)
{
    for (uint32_t k = 0; k < scoreboard->size; k++) {
        for (uint32_t i = 0; i < SCOREBOARD_MATRIX_SLOTS; i++)
            so_far = scoreboard_entry_needed(&scoreboard->event[k].slot[i], ranges, count, so_far,
                                             lanes);
    }
    return so_far;
}

static cycle_t retires(const struct scoreboard_event *event)
{
    return later(event->slot[0].retires, event->slot[1].retires);
}

/* The event of cycle `now`, or else the first to retire. */
static uint32_t find(const struct scoreboard_matrix *scoreboard, cycle_t now)
{
    uint32_t first = 0;
    for (uint32_t k = 0; k < scoreboard->size; k++) {
        if (scoreboard->event[k].at == now)
            return k;
        if (retires(&scoreboard->event[k]) < retires(&scoreboard->event[first]))
            first = k;
    }
    return first;
}

cycle_t scoreboard_matrix_free(const struct scoreboard_matrix *scoreboard, cycle_t now)
{
    const struct scoreboard_event *event = &scoreboard->event[find(scoreboard, now)];
    return event->at == now ? now : later(now, retires(event));
}

/* An instruction without a destination shares an event, but needs none. */
void scoreboard_matrix_issue(struct scoreboard_matrix *scoreboard, uint32_t slot,
                             const struct regs *ranges, size_t count, cycle_t now, cycle_t at,
                             enum pending_by by, uint64_t lanes)
{
    struct scoreboard_event *event = &scoreboard->event[find(scoreboard, now)];
    if (!count)
        return;
    if (event->at != now)
        *event = (struct scoreboard_event){.at = now, .since = TRANSITION_SAME};
    event->slot[slot] = scoreboard_entry_of(ranges, count, at, by);
    event->slot[slot].lanes = lanes;
}

struct scoreboard_entry *scoreboard_matrix_find(struct scoreboard_matrix *scoreboard, uint32_t slot,
                                                const struct regs *ranges, size_t count)
{
    struct scoreboard_entry *found = NULL;
    for (uint32_t k = 0; k < scoreboard->size; k++) {
        struct scoreboard_event *event = &scoreboard->event[k];
        for (uint32_t i = 0; i < SCOREBOARD_MATRIX_SLOTS; i++) {
            struct scoreboard_entry *entry = &event->slot[i];
            if (transition_at(event->since, i, slot) &&
                scoreboard_entry_is_of(entry, ranges, count) &&
                (!found || entry->retires > found->retires))
                found = entry;
        }
    }
    return found;
}

void scoreboard_matrix_change(struct scoreboard_matrix *scoreboard, transition change)
{
    if (change == TRANSITION_SAME)
        return;
    for (uint32_t k = 0; k < scoreboard->size; k++)
        scoreboard->event[k].since = transition_then(scoreboard->event[k].since, change);
}
