/* SPDX-License-Identifier: Apache-2.0 */
/* scoreboard_entries.c - compares registers with the entries of a warp. */
#include "hw/scoreboard_entries.h"

#include <string.h>

#include "hw/register_match.h"

struct scoreboard_entry scoreboard_entry_of(const struct regs *ranges, size_t count, cycle_t at,
                                            enum pending_by by)
{
    struct scoreboard_entry entry = {.retires = at, .signature = register_signature(ranges, count),
                                     .by = by, .count = (uint32_t)count};
    memcpy(entry.writes, ranges, count * sizeof *ranges);
    return entry;
}

bool scoreboard_entry_is_of(const struct scoreboard_entry *entry, const struct regs *ranges,
                            size_t count)
{
    bool same = entry->count == count;
    for (size_t i = 0; same && i < count; i++)
        same = entry->writes[i].first == ranges[i].first &&
               entry->writes[i].count == ranges[i].count;
    return same;
}

void scoreboard_entries_reset(struct scoreboard_entries *scoreboard, uint32_t size)
{
    *scoreboard = (struct scoreboard_entries){.size = size};
}

cycle_t scoreboard_entries_ready(const struct scoreboard_entries *scoreboard,
                                 const struct regs *ranges, size_t count, cycle_t so_far,
                                 enum pending_by *by)
{
    uint64_t signature = register_signature(ranges, count);
    for (uint32_t i = 0; i < scoreboard->size; i++) {
        const struct scoreboard_entry *entry = &scoreboard->entry[i];
        if (entry->retires <= so_far || !(entry->signature & signature) ||
            !register_match(entry->writes, entry->count, ranges, count))
            continue;
        so_far = entry->retires;
        *by = entry->by;
    }
    return so_far;
}

cycle_t scoreboard_entry_needed(const struct scoreboard_entry *entry, const struct regs *ranges,
                                size_t count, cycle_t so_far, uint64_t lanes)
{
    const bool concerns = entry->retires > so_far && entry->lanes & lanes &&
                          register_match(entry->writes, entry->count, ranges, count);
    return concerns ? entry->retires : so_far;
}

cycle_t scoreboard_entries_needed(const struct scoreboard_entries *scoreboard,
                                  const struct regs *ranges, size_t count, cycle_t so_far,
                                  uint64_t lanes)
{
    for (uint32_t i = 0; i < scoreboard->size; i++)
        so_far = scoreboard_entry_needed(&scoreboard->entry[i], ranges, count, so_far, lanes);
    return so_far;
}

static uint32_t first_to_retire(const struct scoreboard_entries *scoreboard)
{
    uint32_t first = 0;
    for (uint32_t i = 1; i < scoreboard->size; i++) {
        if (scoreboard->entry[i].retires < scoreboard->entry[first].retires)
            first = i;
    }
    return first;
}

cycle_t scoreboard_entries_free(const struct scoreboard_entries *scoreboard, cycle_t now)
{
    return later(now, scoreboard->entry[first_to_retire(scoreboard)].retires);
}

void scoreboard_entries_issue(struct scoreboard_entries *scoreboard, const struct regs *ranges,
                              size_t count, cycle_t at, enum pending_by by, uint64_t lanes)
{
    if (!count)
        return;
    struct scoreboard_entry *entry = &scoreboard->entry[first_to_retire(scoreboard)];
    *entry = scoreboard_entry_of(ranges, count, at, by);
    entry->lanes = lanes;
}

struct scoreboard_entry *scoreboard_entries_find(struct scoreboard_entries *scoreboard,
                                                 const struct regs *ranges, size_t count)
{
    struct scoreboard_entry *found = NULL;
    for (uint32_t i = 0; i < scoreboard->size; i++) {
        struct scoreboard_entry *entry = &scoreboard->entry[i];
        if (scoreboard_entry_is_of(entry, ranges, count) &&
            (!found || entry->retires > found->retires))
            found = entry;
    }
    return found;
}
