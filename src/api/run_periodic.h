/* SPDX-License-Identifier: Apache-2.0 */
/* run_periodic.h - launches of a job as periodic kernels: response times from their bounds. */
#ifndef WARPCLOCK_API_RUN_PERIODIC_H
#define WARPCLOCK_API_RUN_PERIODIC_H

#include "api/run_data.h"

struct watch;

/* Before the first launch: keeps the contents of fixed buffers, and refuses times that are too
 * long. */
enum wc_status run_periodic_prepare(struct run *run);
/* After the last bound: the responses, in the result. A missed deadline is WC_MISMATCH; a search
 * that was given up is WC_DEADLOCK, or WC_INTERRUPTED. Fixed buffers that a launch may change are
 * refused: their contents differ in the next period. */
enum wc_status run_periodic(struct run *run, struct watch *watch);

#endif
