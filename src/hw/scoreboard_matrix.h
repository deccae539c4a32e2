/* SPDX-License-Identifier: Apache-2.0 */
/* scoreboard_matrix.h - the dependency-matrix scoreboard of SBI, of one warp.
 *
 * Threads move between splits, so a register number is not enough: what the secondary has written
 * does not concern the primary, until they merge. An entry has the destinations of the instructions
 * issued together, one per slot, and the matrix D from then to now: slot j depends on slot i of an
 * entry iff D_ij is set and a register matches. Matrices are multiplied whenever splits change
 * places (transition.h); no lane mask is stored, so the size does not depend on the warp's width
 * (SBI-50 to SBI-58).
 *
 * In each cycle: ready(), issue() for each slot that issues, then the heap moves, then change().
 * Changes of the heap for another reason are passed on before the next ready(). */
#ifndef WARPCLOCK_HW_SCOREBOARD_MATRIX_H
#define WARPCLOCK_HW_SCOREBOARD_MATRIX_H

#include "hw/scoreboard_entries.h"
#include "hw/transition.h"

enum { SCOREBOARD_MATRIX_SLOTS = 2 };

/* What was issued in one cycle. */
struct scoreboard_event {
    cycle_t at;
    transition since; /* D(at, now): rows of the slots */
    struct scoreboard_entry slot[SCOREBOARD_MATRIX_SLOTS];
};

struct scoreboard_matrix {
    uint32_t size; /* events: 6 (SBI-57) */
    struct scoreboard_event event[SCOREBOARD_ENTRIES_MAX];
};

void scoreboard_matrix_reset(struct scoreboard_matrix *scoreboard, uint32_t size);
/* First cycle from `so_far` on in which no event that concerns slot `slot` writes these registers,
 * if splits keep their places. */
cycle_t scoreboard_matrix_ready(const struct scoreboard_matrix *scoreboard, uint32_t slot,
                                const struct regs *ranges, size_t count, cycle_t so_far,
                                enum pending_by *by);
/* The same for the registers of these lanes only (scoreboard_entries.h). */
cycle_t scoreboard_matrix_needed(const struct scoreboard_matrix *scoreboard,
                                 const struct regs *ranges, size_t count, cycle_t so_far,
                                 uint64_t lanes);
/* First cycle from `now` on in which an event can be added: both instructions of another one have
 * retired, or something has issued in `now` already. */
cycle_t scoreboard_matrix_free(const struct scoreboard_matrix *scoreboard, cycle_t now);
/* Slot `slot` issues in cycle `now` an instruction of these lanes that writes `ranges` and retires
 * in `at`. */
void scoreboard_matrix_issue(struct scoreboard_matrix *scoreboard, uint32_t slot,
                             const struct regs *ranges, size_t count, cycle_t now, cycle_t at,
                             enum pending_by by, uint64_t lanes);
/* The latest entry of an instruction that wrote exactly `ranges` in lanes of which some are in slot
 * `slot` now; for lanes that repeat it (SBI-28). NULL: there is none. */
struct scoreboard_entry *scoreboard_matrix_find(struct scoreboard_matrix *scoreboard, uint32_t slot,
                                                const struct regs *ranges, size_t count);
/* Splits have changed places. */
void scoreboard_matrix_change(struct scoreboard_matrix *scoreboard, transition change);

#endif
