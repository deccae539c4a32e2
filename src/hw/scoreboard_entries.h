/* SPDX-License-Identifier: Apache-2.0 */
/* scoreboard_entries.h - the destination registers of the few instructions of a warp in flight.
 *
 * An instruction waits for entries that write a register which it reads or writes, and for an entry
 * of its own: with six in use a seventh waits until one retires (SBI-7). An instruction without a
 * destination takes none. All times are known at issue, so an entry is free again by itself. */
#ifndef WARPCLOCK_HW_SCOREBOARD_ENTRIES_H
#define WARPCLOCK_HW_SCOREBOARD_ENTRIES_H

#include "hw/cycle.h"
#include "hw/scoreboard.h"

enum { SCOREBOARD_ENTRIES_MAX = 16 };

struct scoreboard_entry {
    cycle_t retires; /* free from this cycle on */
    uint64_t signature; /* of the registers (register_match.h) */
    enum pending_by by;
    uint32_t count;
    struct regs writes[TARGETS_MAX];
    uint64_t lanes; /* that write them; hardware does not know: for counting false dependences */
};

/* Of one warp. */
struct scoreboard_entries {
    uint32_t size;
    struct scoreboard_entry entry[SCOREBOARD_ENTRIES_MAX];
};

/* An instruction that writes `ranges` and retires in cycle `at`. */
struct scoreboard_entry scoreboard_entry_of(const struct regs *ranges, size_t count, cycle_t at,
                                            enum pending_by by);

/* When the registers of these lanes are written by an entry, from `so_far` on. */
cycle_t scoreboard_entry_needed(const struct scoreboard_entry *entry, const struct regs *ranges,
                                size_t count, cycle_t so_far, uint64_t lanes);

/* Whether the entry is one of an instruction that writes exactly `ranges`. */
bool scoreboard_entry_is_of(const struct scoreboard_entry *entry, const struct regs *ranges,
                            size_t count);

void scoreboard_entries_reset(struct scoreboard_entries *scoreboard, uint32_t size);
/* First cycle from `so_far` on in which none of these registers is written; *by is what the latest
 * one waits for. Both what an instruction reads and what it writes is to be asked for. */
cycle_t scoreboard_entries_ready(const struct scoreboard_entries *scoreboard,
                                 const struct regs *ranges, size_t count, cycle_t so_far,
                                 enum pending_by *by);
/* The same for the registers of these lanes only: what a scoreboard with masks would say. An
 * instruction that waits longer has a false dependence (SBI-56). */
cycle_t scoreboard_entries_needed(const struct scoreboard_entries *scoreboard,
                                  const struct regs *ranges, size_t count, cycle_t so_far,
                                  uint64_t lanes);
/* First cycle from `now` on in which an entry is free. */
cycle_t scoreboard_entries_free(const struct scoreboard_entries *scoreboard, cycle_t now);
/* An instruction of these lanes that writes `ranges` issues and retires in cycle `at`. An entry is
 * free. */
void scoreboard_entries_issue(struct scoreboard_entries *scoreboard, const struct regs *ranges,
                              size_t count, cycle_t at, enum pending_by by, uint64_t lanes);
/* The latest entry of an instruction that writes exactly `ranges`, for lanes that repeat it
 * (SBI-28); NULL: there is none. */
struct scoreboard_entry *scoreboard_entries_find(struct scoreboard_entries *scoreboard,
                                                 const struct regs *ranges, size_t count);

#endif
