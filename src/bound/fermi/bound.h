/* SPDX-License-Identifier: Apache-2.0 */
/* bound.h - the worst-case analysis of the SBI/SWI machines, for plain RV32 code. */
#ifndef WARPCLOCK_BOUND_FERMI_BOUND_H
#define WARPCLOCK_BOUND_FERMI_BOUND_H

#include "bound/engine/bound.h"

bound_fn fermi_bound;

#endif
