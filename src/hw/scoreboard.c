/* SPDX-License-Identifier: Apache-2.0 */
/* scoreboard.c - one cycle per register. */
#include "hw/scoreboard.h"

#include <string.h>

void scoreboard_reset(struct scoreboard *scoreboard)
{
    memset(scoreboard->ready, 0, scoreboard->registers * sizeof *scoreboard->ready);
    memset(scoreboard->by, 0, scoreboard->registers * sizeof *scoreboard->by);
}
