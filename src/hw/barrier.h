/* SPDX-License-Identifier: Apache-2.0 */
/* barrier.h - one barrier of a core: warps arrive, the last one releases them all.
 *
 * The phase counts the releases; split-phase use (arrive now, wait later) compares it. */
#ifndef WARPCLOCK_HW_BARRIER_H
#define WARPCLOCK_HW_BARRIER_H

#include <stdbool.h>
#include <stdint.h>

struct barrier {
    uint64_t waiting;  /* warps held here */
    uint32_t arrived;  /* since the last release */
    uint32_t expected; /* arrivals that release: set by the latest arrival */
    uint32_t phase;
};

void barrier_reset(struct barrier *barrier);

/* A warp arrives and, when `blocking`, waits. Returns the warps released by this arrival: all that
 * waited, and the arriving one if it was blocking; 0 while any are missing. *released distinguishes
 * no release from a release for which nobody waited. */
uint64_t barrier_arrive(struct barrier *barrier, uint32_t warp, uint32_t expected, bool blocking,
                        bool *released);

/* From now on that many arrivals release: a warp that was expected has ended. Returns the warps
 * that this releases; none when none has arrived. */
uint64_t barrier_expect(struct barrier *barrier, uint32_t expected);

/* True: the phase is over and the warp may continue; otherwise it waits for the next release. */
bool barrier_wait(struct barrier *barrier, uint32_t warp, uint32_t phase);

#endif
