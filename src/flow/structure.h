/* SPDX-License-Identifier: Apache-2.0 */
/* structure.h - a structured program as a tree: blocks, branches, loops.
 *
 * Wavefront splitting needs more than a control-flow graph: which lanes' sides are serialised,
 * which block switches from the first side to the second, and where both meet again. Compilers for
 * execute masks emit such code in a structured form (PWS-30, PWS-31). A recogniser of real code
 * builds this tree; analyses read it. Nothing here knows an instruction.
 *
 * Structures that run one after another are a list through `next`; an empty side is NULL. A branch
 * joins at whatever follows it: the next structure of its list, else what follows the list.
 *
 * What is not known is marked as such and refused by structure_number(): nothing has a default
 * (PWS-43). */
#ifndef WARPCLOCK_FLOW_STRUCTURE_H
#define WARPCLOCK_FLOW_STRUCTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

#define STRUCTURE_NO_BLOCK UINT32_MAX /* no code of its own: costs 0 */
#define STRUCTURE_NO_COST INT64_C(-1)
#define STRUCTURE_NO_BOUND INT64_C(0)

/* Functions recurse once per level; a file that chooses the shape must not choose the stack. */
enum { STRUCTURE_DEPTH_MAX = 1000 };

enum structure_kind {
    STRUCTURE_BLOCK,     /* straight code */
    STRUCTURE_DIVERGENT, /* a branch whose sides run one after the other, each for its own lanes */
    STRUCTURE_UNIFORM,   /* a branch whose lanes all take the same side */
    STRUCTURE_LOOP,      /* runs its body up to `bound` times per entry */
};

enum { SIDE_THEN, SIDE_ELSE, SIDES, SIDE_BODY = SIDE_THEN };

struct structure_block {
    uint32_t number; /* in the control-flow graph, or STRUCTURE_NO_BLOCK */
    int64_t cost;    /* e_bb: worst case of one pass in cycles, or STRUCTURE_NO_COST */
};

struct structure {
    enum structure_kind kind;
    struct structure *next; /* runs after this one */

    /* STRUCTURE_BLOCK: itself. A branch: the block that ends in the branch. STRUCTURE_LOOP: its
     * header, for messages only, since the body has the header's code. */
    struct structure_block block;
    struct structure *side[SIDES]; /* then and else, or a loop's body */

    /* STRUCTURE_DIVERGENT. The branch-serialisation block (BSB) switches from the first side to the
     * second; a branch without else may have none (PWS-31). */
    struct structure_block serial;
    uint64_t place; /* where the branch is in the code, for reports and side tables */
    bool marked;    /* by the programmer, as a split point */
    bool allowed;   /* a split is possible here: sides can be skipped, no lane mask is lost
                     * (PWS-13), no barrier inside */

    int64_t bound; /* STRUCTURE_LOOP: runs of the body per entry, or STRUCTURE_NO_BOUND */

    /* Set by structure_number(). */
    uint32_t number; /* among all structures, in the order of the code */
    uint32_t branch; /* STRUCTURE_DIVERGENT: among the divergent branches */
};

struct structure_count {
    uint32_t structures, branches, loops;
};

/* A structure of which nothing is known but its block. A loop's header costs nothing extra. */
struct structure *structure_new(struct arena *arena, enum structure_kind kind, uint32_t block);

/* Appends to a list; `end` is its last `next`. Returns the new end. */
struct structure **structure_append(struct structure **end, struct structure *added);

/* Gives every block its cost, by number. A block beyond `blocks` stays without one. */
void structure_set_costs(struct structure *list, const int64_t *cost, uint32_t blocks);

/* Checks that everything is known, and numbers structures and branches in the order of the code. */
enum wc_status structure_number(struct error *err, struct structure *program,
                                struct structure_count *count);

#endif
