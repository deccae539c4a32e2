/* SPDX-License-Identifier: Apache-2.0 */
/* schedule.c - pairs of work-groups, and refreshes. */
#include "bound/sim_d/schedule.h"

#include "hw/ddr4.h"
#include "machine/sim_d/memory.h"

struct sim_d_pair sim_d_pair_cost(const cycle_t *phases, uint32_t count, bool overlaps)
{
    const cycle_t first = phases[0], last = phases[count - 1];
    struct sim_d_pair pair = {.together = overlaps ? later(first, last) : first + last,
                              .tail = overlaps ? earlier(first, last) : 0};
    for (uint32_t i = 0; i < count; i++) {
        pair.alone += phases[i];
        pair.together += i + 1 < count ? later(phases[i], phases[i + 1]) : 0;
    }
    return pair;
}

cycle_t sim_d_pair_ahead(const cycle_t *phases, uint32_t count, bool overlaps)
{
    enum { AHEAD = 3 };
    if (count < AHEAD)
        return 0;
    const cycle_t first = phases[0], last = phases[count - 1];
    cycle_t sum = (overlaps ? later(first, last) : first + last) + phases[2];
    for (uint32_t i = 0; i + 1 < count; i++)
        sum += i + AHEAD < count ? later(phases[i], phases[i + AHEAD]) : phases[i];
    return sum;
}

cycle_t sim_d_pairs_time(const struct sim_d_pair *pair, uint64_t groups)
{
    return groups / 2 * pair->together + (groups % 2 ? pair->alone : pair->tail);
}

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

struct sim_d_refresh sim_d_refresh_original(const struct sim_d_memory_numbers *numbers,
                                            cycle_t cycles)
{
    const struct ddr4_numbers *dram = numbers->dram;
    const uint64_t between =
        (uint64_t)(dram->refi - dram->rfc) * numbers->compute_mhz / dram->mhz;
    const uint64_t count = divide_up(cycles, between);
    return (struct sim_d_refresh){
        count, divide_up(count * dram->rfc * numbers->compute_mhz, dram->mhz)};
}

/* Refreshes that fall due up to the end of a cycle. Of all phases, a counter that starts just
 * before one has most. */
static uint64_t refreshes_due(const struct sim_d_memory_numbers *numbers, bool any_phase,
                              cycle_t cycles)
{
    const struct ddr4_numbers *dram = numbers->dram;
    const uint64_t end = divide_up(cycles * dram->mhz, numbers->compute_mhz);
    const uint64_t phase = any_phase ? later(numbers->refresh_phase, dram->refi - 1)
                                     : numbers->refresh_phase;
    return (phase + end + 1) / dram->refi;
}

struct sim_d_refresh sim_d_refresh_safe(const struct sim_d_memory_numbers *numbers, bool any_phase,
                                        cycle_t cycles, cycle_t each)
{
    uint64_t count = 0, due = refreshes_due(numbers, any_phase, cycles);
    while (count != due) {
        count = due;
        due = refreshes_due(numbers, any_phase, cycles + count * each);
    }
    return (struct sim_d_refresh){count, count * each};
}
