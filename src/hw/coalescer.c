/* SPDX-License-Identifier: Apache-2.0 */
/* coalescer.c - one line per group and cycle; or no coalescer: only equal addresses share. */
#include "hw/coalescer.h"

#include <stdbool.h>

static uint64_t lanes_on(const uint64_t *address, uint64_t lanes, unsigned shift, uint64_t line)
{
    uint64_t served = 0;
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        served |= (uint64_t)(address[lane] >> shift == line) << lane;
    }
    return served;
}

/* The lanes of `rest` on the line of its lowest lane. */
static uint64_t lanes_on_line(const uint64_t *address, uint64_t rest, unsigned shift,
                              uint64_t *line)
{
    *line = address[__builtin_ctzll(rest)] >> shift;
    return lanes_on(address, rest, shift, *line);
}

/* Groups that request the same line in the same cycle share the request: loads of a whole warp from
 * one address make one access (SWAS-11). */
static void ask(struct coalesced *out, uint64_t line, uint32_t cycle, bool shared)
{
    for (uint32_t i = out->count; shared && i && out->request[i - 1].cycle == cycle; i--) {
        if (out->request[i - 1].line == line)
            return;
    }
    out->request[out->count].line = line;
    out->request[out->count++].cycle = cycle;
}

/* Whether all lanes are on one line: the common case of a broadcast or of a narrow row. All lanes
 * from the first to the last active one are compared, in a vector loop; an inactive one can only
 * cause a needless no. */
static bool on_one_line(const uint64_t *address, uint64_t mask, unsigned shift)
{
    unsigned first = (unsigned)__builtin_ctzll(mask), end = 64 - (unsigned)__builtin_clzll(mask);
    uint64_t differ = 0;
    for (unsigned lane = first; lane < end; lane++)
        differ |= address[lane] ^ address[first];
    return !(differ >> shift);
}

static void coalesce_groups(const uint64_t *address, uint64_t mask, unsigned shift, uint32_t group,
                            bool shared, struct coalesced *out)
{
    uint64_t group_mask = group >= 64 ? ~0ull : (1ull << group) - 1;
    out->count = out->cycles = 0;
    for (uint32_t cycle = 0; mask; cycle++) {
        for (uint32_t first = 0; first < 64; first += group) {
            uint64_t rest = mask & group_mask << first, line;
            if (!rest)
                continue;
            mask &= ~lanes_on_line(address, rest, shift, &line);
            ask(out, line, cycle, shared);
        }
        out->cycles = cycle + 1;
    }
}

void coalesce(const uint64_t *address, uint64_t mask, uint32_t line_bytes, uint32_t group,
              struct coalesced *out)
{
    unsigned shift = (unsigned)__builtin_ctz(line_bytes);
    if (mask && on_one_line(address, mask, shift)) {
        out->request[0].line = address[__builtin_ctzll(mask)] >> shift;
        out->request[0].cycle = 0;
        out->count = out->cycles = 1;
        return;
    }
    coalesce_groups(address, mask, shift, group, true, out);
}

void coalesce_apart(const uint64_t *address, uint64_t mask, uint32_t line_bytes, uint32_t group,
                    struct coalesced *out)
{
    coalesce_groups(address, mask, (unsigned)__builtin_ctz(line_bytes), group, false, out);
}

uint64_t coalesce_next(const uint64_t *address, uint64_t lanes, uint64_t riders,
                       uint32_t line_bytes, uint64_t *line)
{
    unsigned shift = (unsigned)__builtin_ctz(line_bytes);
    uint64_t first = lanes ? lanes : riders;
    if (!first)
        return 0;
    *line = address[__builtin_ctzll(first)] >> shift;
    return lanes_on(address, lanes | riders, shift, *line);
}

static bool all_equal(const uint64_t *address, uint64_t mask)
{
    uint64_t first = address[__builtin_ctzll(mask)];
    for (; mask; mask &= mask - 1) {
        if (address[__builtin_ctzll(mask)] != first)
            return false;
    }
    return true;
}

/* One request per lane of `batch`, from cycle out->cycles on. */
static void ask_each(const uint64_t *address, uint64_t batch, unsigned shift, uint32_t banks,
                     struct coalesced *out)
{
    uint32_t taken[COALESCER_REQUESTS_MAX] = {0}, max = 0;
    for (; batch; batch &= batch - 1) {
        uint64_t line = address[__builtin_ctzll(batch)] >> shift;
        uint32_t *bank = &taken[line & (banks - 1)];
        out->request[out->count].line = line;
        out->request[out->count++].cycle = out->cycles + (*bank)++;
        max = *bank > max ? *bank : max;
    }
    out->cycles += max;
}

void coalesce_equal(const uint64_t *address, uint64_t mask, uint32_t line_bytes, uint32_t banks,
                    struct coalesced *out)
{
    unsigned shift = (unsigned)__builtin_ctz(line_bytes);
    uint64_t batch_mask = banks >= 64 ? ~0ull : (1ull << banks) - 1;
    out->count = out->cycles = 0;
    if (mask && all_equal(address, mask))
        mask &= -mask;
    for (uint32_t first = 0; first < 64; first += banks)
        ask_each(address, mask & batch_mask << first, shift, banks, out);
}

/* Lines come in the order of the lanes, so a lane's line is mostly the previous lane's. */
void coalesced_measure(const struct coalesced *lines, const uint64_t *address, uint64_t mask,
                       uint32_t bytes, uint32_t line_bytes, struct coalesced_span *spans)
{
    const unsigned shift = (unsigned)__builtin_ctz(line_bytes);
    uint32_t i = 0;
    for (uint32_t k = 0; k < lines->count; k++)
        spans[k] = (struct coalesced_span){UINT64_MAX, 0};
    for (; mask; mask &= mask - 1) {
        uint64_t first = address[__builtin_ctzll(mask)], last = first + bytes - 1;
        while (lines->request[i].line != first >> shift)
            i = i + 1 == lines->count ? 0 : i + 1;
        spans[i].first = first < spans[i].first ? first : spans[i].first;
        spans[i].last = last > spans[i].last ? last : spans[i].last;
    }
}

uint32_t coalesce_most_equal(const uint64_t *address, uint64_t mask)
{
    uint32_t max = 0;
    while (mask) {
        uint64_t first = address[__builtin_ctzll(mask)], same = 0;
        for (uint64_t left = mask; left; left &= left - 1)
            if (address[__builtin_ctzll(left)] == first)
                same |= left & -left;
        uint32_t lanes = (uint32_t)__builtin_popcountll(same);
        max = lanes > max ? lanes : max;
        mask &= ~same;
    }
    return max;
}
