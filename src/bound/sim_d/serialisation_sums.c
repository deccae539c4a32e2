/* SPDX-License-Identifier: Apache-2.0 */
/* serialisation_sums.c - the number of serialisations, and bounds that are sums over phases. */
#include <math.h>

#include "bound/sim_d/serialisation.h"

/* ---- equation 2 ---- */

/* A multiset of two slots: each step belongs to the first or to the second. */
bool schedule_serialisations(uint64_t groups, uint64_t phases, uint64_t *count)
{
    uint64_t all, second;
    unsigned __int128 product = 1;
    if (__builtin_mul_overflow(groups, phases, &all))
        return false;
    second = groups / 2 * phases;
    for (uint64_t i = 1; i <= second; i++) {
        product = product * (all - second + i) / i; /* a binomial coefficient at every step */
        if (product > UINT64_MAX)
            return false;
    }
    *count = (uint64_t)product;
    return true;
}

double schedule_serialisations_log10(uint64_t groups, uint64_t phases)
{
    double n = (double)phases, first = (double)(groups - groups / 2) * n;
    double second = (double)(groups / 2) * n;
    return (lgamma(first + second + 1) - lgamma(first + 1) - lgamma(second + 1)) / log(10);
}

/* ---- equations 17 and 18 ---- */

cycle_t schedule_pair(const struct schedule_kernel *kernel)
{
    const struct schedule_phase *phases = kernel->phases;
    cycle_t sum = later(phases[kernel->count - 1].cost, phases[0].cost);
    for (size_t i = 0; i + 1 < kernel->count; i++)
        sum += later(phases[i].cost, phases[i + 1].cost);
    return sum;
}

cycle_t schedule_single(const struct schedule_kernel *kernel)
{
    cycle_t sum = 0;
    for (size_t i = 0; i < kernel->count; i++)
        sum += kernel->phases[i].cost;
    return sum;
}

cycle_t schedule_closed_form(const struct schedule_kernel *kernel)
{
    cycle_t edge = kernel->groups % 2
                       ? schedule_single(kernel)
                       : earlier(kernel->phases[0].cost, kernel->phases[kernel->count - 1].cost);
    return kernel->groups ? kernel->groups / 2 * schedule_pair(kernel) + edge : 0;
}

/* ---- equations 10 to 14 ---- */

cycle_t schedule_upper(const struct schedule_kernel *kernel)
{
    return kernel->groups * schedule_single(kernel);
}

cycle_t schedule_lower(const struct schedule_kernel *kernel)
{
    cycle_t of[SCHEDULE_TYPES] = {0}, busiest = 0;
    for (size_t i = 0; i < kernel->count; i++)
        of[kernel->phases[i].type] += kernel->phases[i].cost;
    for (size_t i = 0; i < SCHEDULE_TYPES; i++)
        busiest = later(busiest, of[i]);
    return later(kernel->groups * busiest,
                 (kernel->groups + 1) / 2 * schedule_single(kernel));
}
