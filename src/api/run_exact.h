/* SPDX-License-Identifier: Apache-2.0 */
/* run_exact.h - launches that take the same cycles for all contents of their buffers. */
#ifndef WARPCLOCK_API_RUN_EXACT_H
#define WARPCLOCK_API_RUN_EXACT_H

#include "api/run_data.h"
#include "bound/engine/watch.h"

/* Runs a launch whose image is in memory and follows what it reads from buffers
 * (machine/common/taint.h). If nothing of it decides anything, the launch is exact: its bound are
 * the cycles of this run. Otherwise the result says what depends on which buffer.
 * Memory is then as before the launch, unless the launch is exact, will not run again, and
 * another one follows. */
enum wc_status run_exact_launch(struct run *run, size_t launch, const struct run_control *control,
                                struct watch *watch);
void run_exact_free(struct run *run);

#endif
