/* SPDX-License-Identifier: Apache-2.0 */
/* coalescer.c - one line a group and cycle. */
#include "hw/coalescer.h"

/* The lanes of `rest` on the line of its lowest lane. */
static uint64_t lanes_on_line(const uint64_t *address, uint64_t rest, uint32_t line_bytes,
                              uint64_t *line)
{
    uint64_t served = 0;
    *line = address[__builtin_ctzll(rest)] / line_bytes;
    for (uint64_t left = rest; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        served |= (uint64_t)(address[lane] / line_bytes == *line) << lane;
    }
    return served;
}

void coalesce(const uint64_t *address, uint64_t mask, uint32_t line_bytes, uint32_t group,
              struct coalesced *out)
{
    uint64_t group_mask = group >= 64 ? ~0ull : (1ull << group) - 1;
    out->count = out->cycles = 0;
    for (uint32_t cycle = 0; mask; cycle++) {
        for (uint32_t first = 0; first < 64; first += group) {
            uint64_t rest = mask & group_mask << first, line;
            if (!rest)
                continue;
            mask &= ~lanes_on_line(address, rest, line_bytes, &line);
            out->request[out->count].line = line;
            out->request[out->count++].cycle = cycle;
        }
        out->cycles = cycle + 1;
    }
}
