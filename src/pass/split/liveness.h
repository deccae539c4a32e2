/* SPDX-License-Identifier: Apache-2.0 */
/* liveness.h - which scalar registers are still read, and by whom (PWS-13).
 *
 * Scalar instructions see EXEC as it is written, without the lanes that were split off (PWS-7), so
 * until a part takes a side it computes what the unsplit wavefront would. The parent runs the then
 * side, where everything is as without a split; its registers are those that remain after the
 * merge. So two things can go wrong: the else side reads a scalar that the then side has computed,
 * or somebody reads a scalar after the join that the else side has computed. Both parts run what is
 * between the sides, where a value that depends on EXEC or on other lanes would differ. And a side
 * that the compiler left without a branch over it runs even without lanes, for its scalars. */
#ifndef WARPCLOCK_PASS_SPLIT_LIVENESS_H
#define WARPCLOCK_PASS_SPLIT_LIVENESS_H

#include "pass/split/sites.h"

/* A set of scalar registers: operand codes, SCC and MODE. */
struct scalars {
    uint64_t bits[3];
};

struct liveness {
    const struct program *program;
    uint32_t first, end;
    struct scalars *read, *written; /* by instruction, from `first` on */
    struct scalars *in;             /* live before the instruction */
    struct scalars *local;          /* of one side of a site */
};

/* Of a function's instructions. */
struct liveness liveness_find(struct arena *arena, const struct program *program, uint32_t first,
                              uint32_t end);
/* Refuses a site whose split would lose a scalar. */
void liveness_check(const struct liveness *live, struct split_site *site);

#endif
