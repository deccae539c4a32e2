/* SPDX-License-Identifier: Apache-2.0 */
/* explain.h - what makes up the bound of a Vortex launch. */
#ifndef WARPCLOCK_BOUND_VORTEX_EXPLAIN_H
#define WARPCLOCK_BOUND_VORTEX_EXPLAIN_H

#include "bound/engine/explain.h"
#include "bound/vortex/tally.h"

/* `slowest`: the core whose own work and waiting the tree counts. The tally has kept profiles. */
struct explanation *vortex_explain(struct arena *arena, const struct tally *tally,
                                   const struct core_tally *slowest, const struct term *tree);

#endif
