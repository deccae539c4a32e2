/* SPDX-License-Identifier: Apache-2.0 */
/* inflight.c - entries of the instructions in flight. */
#include "hw/inflight.h"

#include "hw/earliest.h"

void inflight_reset(struct inflight *inflight, uint32_t entries)
{
    *inflight = (struct inflight){.entries = entries};
}

cycle_t inflight_hold(struct inflight *inflight, cycle_t until)
{
    if (!inflight->entries)
        return 0;
    earliest_take(inflight->free, inflight->entries, until);
    return inflight->free[0];
}
