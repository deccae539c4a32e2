/* SPDX-License-Identifier: Apache-2.0 */
/* serialisation_count.c - the number of serialisations: equation 2. */
#include <math.h>

#include "bound/sim_d/serialisation.h"

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
