/* SPDX-License-Identifier: Apache-2.0 */
/* original_pipe.h - the pipeline as the original's analyser sees it.
 *
 * It differs from the pipeline of the original's simulator, which the machine has: results can be
 * read one cycle earlier, divisions follow each other one cycle earlier and take one cycle longer,
 * and reciprocal instructions that overwrite their source take longer. Inferred from the values of
 * that analyser for small programs (tests/machine/sim_d/original/wcet.tsv). */
#ifndef WARPCLOCK_BOUND_SIM_D_ORIGINAL_PIPE_H
#define WARPCLOCK_BOUND_SIM_D_ORIGINAL_PIPE_H

#include "hw/cycle.h"
#include "isa/insn.h"

struct sim_d_clock_numbers;

/* Write-back of the first part of each instruction of straight code, and in times[count] of what
 * would follow it. */
void original_pipe_time(const struct sim_d_clock_numbers *numbers, const struct insn *insns,
                        uint32_t count, cycle_t *times);

#endif
