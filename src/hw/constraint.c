/* SPDX-License-Identifier: Apache-2.0 */
/* constraint.c - whether a secondary split waits at a reconvergence point. */
#include "hw/constraint.h"

bool constraint_suspends(const struct constraint *constraint, const struct contexts *contexts,
                         uint32_t warp)
{
    const struct split *primary = &contexts->warps[warp].hot[0];
    const struct split *secondary = &contexts->warps[warp].hot[1];
    if (!constraint->divergence || !secondary->mask)
        return false;
    uint32_t div = constraint->divergence[secondary->pc];
    if (div == CONSTRAINT_NONE)
        return false;
    if (primary->depth > secondary->depth)
        return true;
    return constraint_holds(constraint->interval, primary->key,
                            contexts_key(contexts, false, secondary->depth, div), secondary->key);
}
