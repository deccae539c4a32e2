/* SPDX-License-Identifier: Apache-2.0 */
/* step.h - one instruction on a view of a wavefront: its values, where control goes, what memory it
 * accesses. */
#ifndef WARPCLOCK_BOUND_GCN3_STEP_H
#define WARPCLOCK_BOUND_GCN3_STEP_H

#include "bound/gcn3/program.h"

enum gcn3_way {
    WAY_NEXT, WAY_TARGET, WAY_EITHER,
    WAY_END,     /* of the wavefront */
    WAY_NOWHERE, /* it faults */
};

/* What an access asks for at most. */
struct gcn3_asked {
    uint32_t lines;        /* of L1, the scalar cache, or L2 */
    uint32_t transactions; /* of the local data share */
    uint64_t duration;     /* ... and its time, beside waits */
    uint32_t equal;        /* lanes with the same address, of an atomic */
    bool direct;           /* goes to L2 */
    bool store;
    bool anywhere; /* some lanes */
    bool to_constants; /* a store into arguments or constants */
};

struct gcn3_step {
    enum gcn3_way way;
    struct gcn3_asked asked;
    bool to_other_part; /* writes a lane of another part */
};

/* Runs the instruction. */
struct gcn3_step gcn3_view_step(const struct gcn3_program *p, struct gcn3_view *view,
                                uint32_t index);

/* access.c: what an access asks for, and what it loads. */
struct gcn3_asked gcn3_access(const struct gcn3_program *p, struct gcn3_view *view,
                              uint32_t index);

#endif
