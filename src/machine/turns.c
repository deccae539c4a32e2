/* SPDX-License-Identifier: Apache-2.0 */
/* turns.c - slices of warps, one after the other. */
#include "machine/turns.h"

enum { SLICE = 4096 };

static enum wc_status take_one(const struct turns *turns, uint32_t warp)
{
    uint64_t most = turns->limits->control->most_cycles;
    uint64_t done = turns->limits->outcome->statistics.count[STAT_WARP_INSTRUCTIONS];
    enum wc_status status = limits_check(turns->limits, done);
    if (status != WC_OK)
        return status;
    return turns->run(turns->user, warp, most && most - done < SLICE ? most - done : SLICE);
}

enum wc_status turns_take(const struct turns *turns, uint32_t warps, const uint32_t *live)
{
    while (*live) {
        bool ran = false;
        for (uint32_t i = 0; i < warps; i++) {
            if (!turns->can_run(turns->user, i))
                continue;
            ran = true;
            enum wc_status status = take_one(turns, i);
            if (status != WC_OK)
                return status;
        }
        if (!ran)
            return limits_deadlock(turns->limits);
    }
    return WC_OK;
}
