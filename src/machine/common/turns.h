/* SPDX-License-Identifier: Apache-2.0 */
/* turns.h - the warps of a group take turns, without a clock.
 *
 * Each runs a slice of instructions, or until it waits or ends. The order is fixed, so that the
 * same job gives the same memory and the same counts every time. */
#ifndef WARPCLOCK_MACHINE_COMMON_TURNS_H
#define WARPCLOCK_MACHINE_COMMON_TURNS_H

#include "machine/common/limits.h"

struct turns {
    const struct limits *limits;
    void *user;
    bool (*can_run)(void *user, uint32_t warp);
    /* Runs one warp until it waits, ends, or has run `max` instructions. */
    enum wc_status (*run)(void *user, uint32_t warp, uint64_t max);
};

/* Until `*live` of the group's `warps` is 0. */
enum wc_status turns_take(const struct turns *turns, uint32_t warps, const uint32_t *live);

#endif
