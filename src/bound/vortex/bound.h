/* SPDX-License-Identifier: Apache-2.0 */
/* bound.h - how long a launch on a Vortex machine can take at most. */
#ifndef WARPCLOCK_BOUND_VORTEX_BOUND_H
#define WARPCLOCK_BOUND_VORTEX_BOUND_H

#include "bound/engine/bound.h"

enum wc_status vortex_bound(struct error *err, struct machine *machine, struct memory *memory,
                            const struct launch *launch, const struct walk_bounds *loops,
                            const volatile sig_atomic_t *interrupt, struct bound *out);

#endif
