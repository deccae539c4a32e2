/* SPDX-License-Identifier: Apache-2.0 */
/* bound.h - the bound of a launch on the Sim-D machine. */
#ifndef WARPCLOCK_BOUND_SIM_D_BOUND_H
#define WARPCLOCK_BOUND_SIM_D_BOUND_H

#include "bound/engine/bound.h"

bound_fn sim_d_bound;

#endif
