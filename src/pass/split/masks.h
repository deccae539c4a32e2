/* SPDX-License-Identifier: Apache-2.0 */
/* masks.h - which lanes EXEC can have inside a divergent branch (PWS-6, PWS-7).
 *
 * A part of a split wavefront acts only in its own lanes, whatever EXEC says. So a split changes
 * nothing only if EXEC never has other lanes in a side: not the lanes of the other side, and not
 * lanes that were off before the branch. Code of a side may switch lanes off and on again. That it
 * keeps to its own lanes is proven, not assumed: scalar registers are followed with the few forms
 * of instructions that LLVM uses for masks, and whatever another instruction computes may have any
 * lane.
 *
 * The part that skips the else side never sees EXEC change there. So all lanes of that side must
 * be on again at its end: while some are off, a register must have them. */
#ifndef WARPCLOCK_PASS_SPLIT_MASKS_H
#define WARPCLOCK_PASS_SPLIT_MASKS_H

#include "pass/split/sites.h"

struct masks {
    const struct program *program;
    uint32_t first, end;
    struct mask_effect *effects; /* by instruction, from `first` on */
    uint32_t *place;             /* of the state before an instruction that branches lead to */
    struct mask_state *states;
};

/* Of a function's instructions. */
struct masks masks_find(struct arena *arena, const struct program *program, uint32_t first,
                        uint32_t end);
/* Refuses a site of which a side may enable lanes that are not its own, or lose some. */
void masks_check(const struct masks *masks, struct split_site *site);

#endif
