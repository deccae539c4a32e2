/* SPDX-License-Identifier: Apache-2.0 */
/* unit.c - busy time of a functional unit. */
#include "hw/unit.h"

void unit_reset(struct unit *unit)
{
    *unit = (struct unit){0};
}

void unit_start(struct unit *unit, cycle_t now, cycle_t interval)
{
    unit->free = now + interval;
    unit->busy_total += interval - 1; /* the starting cycle itself was free */
}

cycle_t unit_busy_before(const struct unit *unit, cycle_t now)
{
    cycle_t still_ahead = unit->free > now ? unit->free - now : 0;
    return unit->busy_total > still_ahead ? unit->busy_total - still_ahead : 0;
}
