/* SPDX-License-Identifier: Apache-2.0 */
/* explain.h - which lines of a kernel make up the bound of its launch. */
#ifndef WARPCLOCK_BOUND_FERMI_EXPLAIN_H
#define WARPCLOCK_BOUND_FERMI_EXPLAIN_H

#include "bound/engine/explain.h"
#include "bound/fermi/tally.h"

/* The tree is complete. */
struct explanation *fermi_explain(struct arena *arena, const struct fermi_tally *tally,
                                  const struct term *tree);

#endif
