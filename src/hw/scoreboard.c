/* SPDX-License-Identifier: Apache-2.0 */
/* scoreboard.c - one cycle per register. */
#include "hw/scoreboard.h"

#include <string.h>

void scoreboard_reset(struct scoreboard *scoreboard)
{
    memset(scoreboard->ready, 0, scoreboard->registers * sizeof *scoreboard->ready);
    memset(scoreboard->by, 0, scoreboard->registers * sizeof *scoreboard->by);
}

cycle_t scoreboard_ready(const struct scoreboard *scoreboard, const struct regs *ranges,
                         size_t count, cycle_t so_far, enum pending_by *by)
{
    for (size_t i = 0; i < count; i++) {
        for (uint32_t r = ranges[i].first; r < (uint32_t)ranges[i].first + ranges[i].count; r++) {
            if (scoreboard->ready[r] > so_far) {
                so_far = scoreboard->ready[r];
                *by = (enum pending_by)scoreboard->by[r];
            }
        }
    }
    return so_far;
}

void scoreboard_pend(struct scoreboard *scoreboard, const struct regs *ranges,
                     size_t count, cycle_t at, enum pending_by by)
{
    for (size_t i = 0; i < count; i++) {
        for (uint32_t r = ranges[i].first; r < (uint32_t)ranges[i].first + ranges[i].count; r++) {
            scoreboard->ready[r] = at;
            scoreboard->by[r] = (uint8_t)by;
        }
    }
}
