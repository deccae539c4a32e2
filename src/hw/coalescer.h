/* SPDX-License-Identifier: Apache-2.0 */
/* coalescer.h - the lanes' addresses of one access become requests for lines.
 *
 * Lanes are taken in groups of as many words as a line has. Each cycle a group asks for one line,
 * which serves all its lanes that fall on it (Vortex); groups that ask for the same line in the
 * same cycle share the request (SWAS-11: one address, one access). */
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

/* `mask` lanes of `address` want lines of `line_bytes` (a power of two), in groups of `group`
 * lanes. Requests come out in the order of their cycles. */
void coalesce(const uint64_t *address, uint64_t mask, uint32_t line_bytes, uint32_t group,
              struct coalesced *out);

/* A unit without a coalescer: lanes that all want one address share a request, others have one
 * each. `banks` lanes go side by side, and all of them have gone before the next do; a bank takes
 * one a cycle, lines go round the banks. */
void coalesce_equal(const uint64_t *address, uint64_t mask, uint32_t line_bytes, uint32_t banks,
                    struct coalesced *out);

/* What lanes want of each line: from its first to its last byte. */
struct coalesced_span {
    uint64_t first, last;
};
/* Of `lines` that the same lanes made, `bytes` a lane. */
void coalesced_measure(const struct coalesced *lines, const uint64_t *address, uint64_t mask,
                       uint32_t bytes, uint32_t line_bytes, struct coalesced_span *spans);

/* The most lanes that want one address: an atomic serves them one after the other. */
uint32_t coalesce_most_equal(const uint64_t *address, uint64_t mask);

#endif
