/* SPDX-License-Identifier: Apache-2.0 */
/* barrier.c - counting arrivals. */
#include "hw/barrier.h"

#include <string.h>

void barrier_reset(struct barrier *barrier)
{
    memset(barrier, 0, sizeof *barrier);
}

static uint64_t let_go(struct barrier *barrier)
{
    uint64_t free_again = barrier->waiting;
    barrier->waiting = 0;
    barrier->arrived = 0;
    barrier->phase++;
    return free_again;
}

uint64_t barrier_arrive(struct barrier *barrier, uint32_t warp, uint32_t expected, bool blocking,
                        bool *released)
{
    barrier->arrived++;
    barrier->expected = expected;
    if (blocking)
        barrier->waiting |= 1ull << warp;
    *released = barrier->arrived >= expected;
    return *released ? let_go(barrier) : 0;
}

uint64_t barrier_expect(struct barrier *barrier, uint32_t expected)
{
    barrier->expected = expected;
    return barrier->arrived && barrier->arrived >= expected ? let_go(barrier) : 0;
}

bool barrier_wait(struct barrier *barrier, uint32_t warp, uint32_t phase)
{
    if ((barrier->phase & 1) != (phase & 1))
        return true;
    barrier->waiting |= 1ull << warp;
    return false;
}
