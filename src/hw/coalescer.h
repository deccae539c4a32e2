/* SPDX-License-Identifier: Apache-2.0 */
/* coalescer.h - turns the lane addresses of one access into requests for lines.
 *
 * A group has as many lanes as a line has words. Each cycle a group asks for one line, which serves
 * all its lanes with an address in it (Vortex); groups that ask for the same line in the same cycle
 * share the request (SWAS-11: one address, one access). */
#ifndef WARPCLOCK_HW_COALESCER_H
#define WARPCLOCK_HW_COALESCER_H

#include <stdint.h>

enum { COALESCER_REQUESTS_MAX = 64 };

struct coalesced {
    struct {
        uint64_t line;   /* number: address / line_bytes */
        uint32_t cycle;  /* after the first */
    } request[COALESCER_REQUESTS_MAX];
    uint32_t count;
    uint32_t cycles;     /* that all groups together need */
};

/* Lanes `mask` of `address` request lines of `line_bytes` (a power of two), in groups of `group`
 * lanes. Requests come out in the order of their cycles. */
void coalesce(const uint64_t *address, uint64_t mask, uint32_t line_bytes, uint32_t group,
              struct coalesced *out);

/* The same, but every group has requests of its own. */
void coalesce_apart(const uint64_t *address, uint64_t mask, uint32_t line_bytes, uint32_t group,
                    struct coalesced *out);

/* A unit with one port serves a line per transaction and replays the instruction with the lanes
 * that are left (SBI-11). The lanes that the next transaction serves: it is for the lowest lane of
 * `lanes`, or of `riders` if there is none; riders on the same line are served with it (SWI-8). */
uint64_t coalesce_next(const uint64_t *address, uint64_t lanes, uint64_t riders,
                       uint32_t line_bytes, uint64_t *line);

/* A unit without a coalescer: if all lanes access one address they share a request, otherwise each
 * lane has its own. `banks` lanes issue together, and the next ones follow when all have issued; a
 * bank accepts one per cycle, and lines are interleaved over the banks. */
void coalesce_equal(const uint64_t *address, uint64_t mask, uint32_t line_bytes, uint32_t banks,
                    struct coalesced *out);

/* The bytes that lanes access in each line: first to last. */
struct coalesced_span {
    uint64_t first, last;
};
/* For `lines` made from the same lanes, `bytes` per lane. */
void coalesced_measure(const struct coalesced *lines, const uint64_t *address, uint64_t mask,
                       uint32_t bytes, uint32_t line_bytes, struct coalesced_span *spans);

/* The max number of lanes at one address: an atomic serves them one after the other. */
uint32_t coalesce_most_equal(const uint64_t *address, uint64_t mask);

#endif
