/* SPDX-License-Identifier: Apache-2.0 */
/* resident.h - warps and groups that are resident in a machine.
 *
 * A resident is a warp slot with the warp in it, if any. A group (block, work-group) is resident in
 * one core from its start to the end of its last warp. Models embed both as their first member. */
#ifndef WARPCLOCK_MACHINE_COMMON_RESIDENT_H
#define WARPCLOCK_MACHINE_COMMON_RESIDENT_H

#include "isa/warp.h"
#include "memory/port.h"

enum { GROUP_WARPS_MAX = 32 };

struct group;
struct tainted;

struct resident {
    struct warp warp;    /* first: instructions see only this */
    struct group *group; /* NULL: the program starts its own warps */
    uint32_t number;     /* in its group */
    bool waits;          /* for other warps */
    bool ended;          /* the slot is free */
    uint64_t told;       /* its lanes at its latest issue; 0: it has jumped since (tell.h) */
    struct memory_port port;
    struct tainted *tainted; /* its registers by name, while values are followed (taint.h) */
};

struct group {
    uint32_t core;     /* in which it is resident */
    uint32_t index[3]; /* in the grid */
    uint32_t warps;    /* at its start */
    uint32_t live;     /* have not ended */
    uint64_t released; /* warps that the latest effect released from a barrier */
    struct group *after; /* the group that runs after it, in a run without a clock */
    struct resident *warp[GROUP_WARPS_MAX];
};

/* From the local (shared) memory of one group to the next in the host's memory: words are aligned
 * alike in both, whatever size the machine file gives. */
static inline uint64_t group_memory_stride(uint64_t bytes)
{
    return (bytes + 15) & ~UINT64_C(15);
}

#endif
