/* SPDX-License-Identifier: Apache-2.0 */
/* structure.h - the structured program (flow/structure.h) of a GCN3 function (PWS-30, PWS-31).
 *
 * Its blocks are pieces of code: basic blocks, cut again where the parts of a divergent branch
 * begin, since a short side may have no branch over it. A divergent branch whose parts are known is
 * a divergent branch of the tree, whether it can be split or not. All other branches are uniform
 * ones: also the branch over a side of a site that is not understood, which costs no less that way.
 *
 * Code between a uniform branch and where its ways meet again need not be two separate sides: `a &&
 * b` has two ways to one else side. Such code is a sequence of all its parts in their order. That
 * is safe, since a run passes each of them once at most, and keeps every divergent branch single.
 */
#ifndef WARPCLOCK_PASS_SPLIT_STRUCTURE_H
#define WARPCLOCK_PASS_SPLIT_STRUCTURE_H

#include "flow/structure.h"
#include "pass/split/sites.h"

struct split_piece {
    uint32_t first, end; /* instructions of the program */
};

struct split_structure {
    struct structure *program;
    struct split_piece *pieces; /* by block number of the structures */
    uint32_t count;
    struct structure **site; /* by site: its branch, or NULL: it is not one of the tree */
};

/* A site of which control escapes on some way is refused. Fails, naming the place, if control goes
 * where the code does not say, or enters a loop in the middle. Costs and loop bounds stay unknown,
 * and no branch is marked. */
enum wc_status split_structure_make(struct error *err, struct arena *arena,
                                    const struct program *program, const struct function *function,
                                    struct split_sites *sites, struct split_structure *out);

#endif
