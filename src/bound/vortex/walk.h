/* SPDX-License-Identifier: Apache-2.0 */
/* walk.h - the paths that the warps of a Vortex launch can take.
 *
 * Assumed of the program, beside what the engine assumes: nothing but the start-up code writes the
 * group block below tp (kernels/runtime/launch.h). Where the hardware asks one lane for all, lanes
 * agree (not with `disagreement: follow`). */
#ifndef WARPCLOCK_BOUND_VORTEX_WALK_H
#define WARPCLOCK_BOUND_VORTEX_WALK_H

#include "bound/engine/walk.h"

/* Walks all warps of all cores. `memory` holds what it holds before the launch; the walk writes
 * nothing there but the launch record. With loops that lack a bound the status is WC_BAD_INPUT and
 * *missing lists them all (in the arena); the caller makes the message. */
enum wc_status vortex_walk(struct error *err, struct machine *machine, struct memory *memory,
                           const struct launch *launch, const struct walk_bounds *bounds,
                           struct walk_sink *sink, struct arena *arena,
                           struct walk_missing **missing, size_t *missing_count);

#endif
