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
    if (interval <= 1)
        return;
    unit->start[unit->starts % UNIT_STARTS].cycle = now;
    unit->start[unit->starts++ % UNIT_STARTS].busy_before = unit->busy_total;
    unit->busy_total += interval - 1; /* the starting cycle itself was free */
}

cycle_t unit_busy_before(const struct unit *unit, cycle_t now)
{
    cycle_t busy = unit->busy_total; /* before the start looked at next */
    uint64_t oldest = unit->starts > UNIT_STARTS ? unit->starts - UNIT_STARTS : 0;
    for (uint64_t i = unit->starts; i > oldest; i--) {
        cycle_t start = unit->start[(i - 1) % UNIT_STARTS].cycle;
        cycle_t before = unit->start[(i - 1) % UNIT_STARTS].busy_before;
        if (start < now)
            return earlier(busy, before + (now - start - 1));
        busy = before;
    }
    return busy;
}
