/* SPDX-License-Identifier: Apache-2.0 */
/* reconvergence.h - where lanes that part meet again, and an order of the code in which they meet
 * early (thread frontiers).
 *
 * A machine with one program counter per thread runs the lanes of lowest order first. Lanes then
 * meet at the immediate post-dominator of a branch, or earlier, if that place comes after all
 * blocks between (SBI-17). Compilers mostly lay out code like this; `order` is a layout that always
 * does, as far as the graph is reducible (SBI-18). */
#ifndef WARPCLOCK_FLOW_RECONVERGENCE_H
#define WARPCLOCK_FLOW_RECONVERGENCE_H

#include "base/arena.h"
#include "flow/graph.h"
#include "isa/insn.h"

/* All arrays are indexed by instruction of the program; all places are such indexes. */
struct reconvergence {
    int32_t *meet;        /* of a branch: its immediate post-dominator; -1: none in its function */
    uint32_t *divergence; /* of a reconvergence point: the last instruction of its immediate
                           * dominator (SBI-42); NO_NODE: lanes do not meet here */
    uint32_t *token;      /* of a reconvergence point: the lowest instruction that names it as a
                           * meeting place, SSY and PBK, or else its divergence point (SBI-48) */
    uint32_t *region;     /* of a reconvergence point: the instruction before all those that lanes
                           * may run between parting and meeting here, loops included */
    uint32_t *order;      /* rank in thread-frontier order, no two alike */
    /* How the code is laid out. */
    uint32_t branches;   /* on which lanes may differ and after which they meet */
    uint32_t below;      /* of those, the ones that meet at a higher address */
};

struct reconvergence reconvergence_find(struct arena *arena, const struct program *program);

#endif
