/* SPDX-License-Identifier: Apache-2.0 */
/* turns.c - slices of warps, one after the other. */
#include "machine/common/turns.h"

static enum wc_status take_one(const struct turns *turns, uint32_t warp)
{
    uint64_t max = 0;
    enum wc_status status = limits_slice(turns->limits, &max);
    return status == WC_OK ? turns->run(turns->user, warp, max) : status;
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
