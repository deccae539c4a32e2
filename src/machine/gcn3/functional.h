/* SPDX-License-Identifier: Apache-2.0 */
/* functional.h - GCN3 without a clock. */
#ifndef WARPCLOCK_MACHINE_GCN3_FUNCTIONAL_H
#define WARPCLOCK_MACHINE_GCN3_FUNCTIONAL_H

#include "machine/common/run_state.h"

enum wc_status gcn3_run_functional(struct run_state *run);

#endif
