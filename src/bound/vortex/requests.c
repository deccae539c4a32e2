/* SPDX-License-Identifier: Apache-2.0 */
/* requests.c - requests of all lanes, or of any of them. */
#include "bound/vortex/requests.h"

enum { WORD_BYTES = 4 };

/* The line is one of these requests. */
static bool has_line(const struct coalesced *requests, uint64_t which, uint64_t line)
{
    for (; which; which &= which - 1) {
        if (requests->request[__builtin_ctzll(which)].line == line)
            return true;
    }
    return false;
}

static void requests_of_any(const struct vortex_clock_numbers *clock,
                            const struct walk_access *access, uint64_t lanes,
                            struct coalesced *out)
{
    const uint32_t group = clock->request_bytes / WORD_BYTES;
    uint64_t alone = 0; /* requests that are the only ones of their groups */
    out->count = out->cycles = 0;
    for (uint32_t first = 0; first < LANES_MAX; first += group) {
        struct coalesced own;
        vortex_requests(clock, access->address, lanes & lanes_all(group) << first, &own);
        if (own.count == 1 && has_line(out, alone, own.request[0].line))
            continue;
        if (own.count == 1)
            alone |= 1ull << out->count;
        for (uint32_t i = 0; i < own.count; i++)
            out->request[out->count++] = own.request[i];
    }
}

void requests_of(const struct vortex_clock_numbers *clock, const struct walk_access *access,
                 uint64_t lanes, struct coalesced *out)
{
    if (access->some && !clock->groups_apart && !clock->merges_equal)
        requests_of_any(clock, access, lanes, out);
    else
        vortex_requests(clock, access->address, lanes, out);
}
