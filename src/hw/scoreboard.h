/* SPDX-License-Identifier: Apache-2.0 */
/* scoreboard.h - when the registers of one warp can be read and written again.
 *
 * In-order issue: an instruction waits for pending writes to its sources (read after write) and to
 * its destinations (write after write), as SWAS-9 says. */
#ifndef WARPCLOCK_HW_SCOREBOARD_H
#define WARPCLOCK_HW_SCOREBOARD_H

#include <stdbool.h>
#include <stddef.h>

#include "hw/cycle.h"
#include "isa/insn.h"

/* Who keeps a register busy: the reason why a warp waits depends on it. */
enum pending_by { PENDING_COMPUTE, PENDING_MEMORY };

struct scoreboard {
    cycle_t *ready;     /* per register: first cycle in which its pending write is done */
    uint8_t *by;        /* enum pending_by of that write */
    uint32_t registers;
};

void scoreboard_reset(struct scoreboard *scoreboard);

/* First cycle in which all of these registers are free; *by is what the latest one waits for. The
 * first range of no registers ends the list. */
static inline cycle_t scoreboard_ready(const struct scoreboard *scoreboard,
                                       const struct regs *ranges, size_t count, cycle_t so_far,
                                       enum pending_by *by)
{
    for (size_t i = 0; i < count && ranges[i].count; i++) {
        const uint32_t first = ranges[i].first;
        for (uint32_t r = first; r < first + ranges[i].count; r++) {
            if (scoreboard->ready[r] > so_far) {
                so_far = scoreboard->ready[r];
                *by = (enum pending_by)scoreboard->by[r];
            }
        }
    }
    return so_far;
}

/* The registers are written in cycle `at`: readable from then on. */
static inline void scoreboard_pend(struct scoreboard *scoreboard, const struct regs *ranges,
                                   size_t count, cycle_t at, enum pending_by by)
{
    for (size_t i = 0; i < count && ranges[i].count; i++) {
        const uint32_t first = ranges[i].first;
        for (uint32_t r = first; r < first + ranges[i].count; r++) {
            scoreboard->ready[r] = at;
            scoreboard->by[r] = (uint8_t)by;
        }
    }
}

#endif
