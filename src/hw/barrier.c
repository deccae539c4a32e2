/* SPDX-License-Identifier: Apache-2.0 */
/* barrier.c - counting arrivals. */
#include "hw/barrier.h"

#include <string.h>

void barrier_reset(struct barrier *barrier)
{
    memset(barrier, 0, sizeof *barrier);
}

uint64_t barrier_arrive(struct barrier *barrier, uint32_t warp, uint32_t expected, bool blocking,
                        bool *released)
{
    uint64_t free_again = 0;
    barrier->arrived++;
    barrier->expected = expected;
    if (blocking)
        barrier->waiting |= 1ull << warp;
    *released = barrier->arrived >= expected;
    if (*released) {
        free_again = barrier->waiting;
        barrier->waiting = 0;
        barrier->arrived = 0;
        barrier->phase++;
    }
    return free_again;
}

bool barrier_wait(struct barrier *barrier, uint32_t warp, uint32_t phase)
{
    if ((barrier->phase & 1) != (phase & 1))
        return true;
    barrier->waiting |= 1ull << warp;
    return false;
}
