/* SPDX-License-Identifier: Apache-2.0 */
/* bound.h - the worst-case analysis of the GCN3 machines. */
#ifndef WARPCLOCK_BOUND_GCN3_BOUND_H
#define WARPCLOCK_BOUND_GCN3_BOUND_H

#include "bound/engine/bound.h"

bound_fn gcn3_bound;

#endif
