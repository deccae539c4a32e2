/* SPDX-License-Identifier: Apache-2.0 */
/* bound.h - how long a launch on a Vortex machine can take at most. */
#ifndef WARPCLOCK_BOUND_VORTEX_BOUND_H
#define WARPCLOCK_BOUND_VORTEX_BOUND_H

#include "bound/engine/bound.h"

bound_fn vortex_bound;

#endif
