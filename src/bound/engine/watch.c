/* SPDX-License-Identifier: Apache-2.0 */
/* watch.c - the clock of the host. */
#include "bound/engine/watch.h"

#include <math.h>
#include <stddef.h>
#include <time.h>

double watch_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double watch_left(const struct watch *watch)
{
    return watch && watch->ends > 0 ? watch->ends - watch_now() : HUGE_VAL;
}

bool watch_time_is_over(struct watch *watch, uint64_t steps)
{
    if (watch->progress)
        watch->progress(watch->user, watch->earlier + steps);
    return watch->ends > 0 && watch_now() > watch->ends;
}
