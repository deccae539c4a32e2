/* SPDX-License-Identifier: Apache-2.0 */
/* constraint.h - the selective barrier of SBI: a secondary split waits where lanes reconverge.
 *
 * A reconvergence point PC_rec has a marker that names its divergence point PC_div. A secondary at
 * the marker is suspended while the primary is between the two; otherwise nobody else can still
 * come, and it runs on. Nothing wakes it up: a primary that arrives merges with it (SBI-41 to
 * SBI-48). Markers are a table next to the program, so they cost no issue slot. Which instruction
 * is the divergence point, the end of the immediate dominator or the one that the instruction set
 * names, is up to the table. */
#ifndef WARPCLOCK_HW_CONSTRAINT_H
#define WARPCLOCK_HW_CONSTRAINT_H

#include "hw/contexts.h"

#define CONSTRAINT_NONE UINT32_MAX

/* the paper's formula prints the closed interval, its two cases the open one. */
enum constraint_interval { CONSTRAINT_OPEN, CONSTRAINT_CLOSED };

struct constraint {
    const uint32_t *divergence; /* per instruction: PC_div of the marker there, or CONSTRAINT_NONE;
                                 * NULL: no marker anywhere */
    enum constraint_interval interval;
};

/* Whether a primary at key `primary` holds a secondary at PC_rec, by the keys of the same depth. */
static inline bool constraint_holds(enum constraint_interval interval, uint64_t primary,
                                    uint64_t div, uint64_t rec)
{
    if (interval == CONSTRAINT_CLOSED)
        return div <= primary && primary <= rec;
    return div < primary && primary < rec;
}

/* Whether the warp's secondary may not issue in this cycle. The primary is never suspended
 * (SBI-45). A primary in a deeper call holds it: the call may have been between the two points, and
 * the program counter does not say. */
bool constraint_suspends(const struct constraint *constraint, const struct contexts *contexts,
                         uint32_t warp);

#endif
