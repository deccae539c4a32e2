/* SPDX-License-Identifier: Apache-2.0 */
/* straight.h - how long the pipeline takes for straight code, without what the code does.
 *
 * For analyses: the stages, hazards and the divider are those of a run (pipeline.c), but nothing is
 * executed, no branch is taken and no request is sent. Cycle 0 is the one in which the front end
 * fetches the first instruction, as after a flush; both slots share the pipeline, and the other
 * slot is empty. */
#ifndef WARPCLOCK_MACHINE_SIM_D_STRAIGHT_H
#define WARPCLOCK_MACHINE_SIM_D_STRAIGHT_H

#include "hw/cycle.h"
#include "isa/insn.h"

struct sim_d_machine;

/* Write-back of an instruction's first and last part. */
struct sim_d_times {
    cycle_t first, last;
};

/* `times` has `count` elements. `divider`: cycles until the divider is free, because a division was
 * fetched behind a jump or a request and had started before it was flushed; at most
 * sim_d_divider_max(). */
void sim_d_time_straight(const struct sim_d_machine *m, cycle_t divider,
                         const struct insn *insns, uint32_t count, struct sim_d_times *times);

/* Instruction `mask` disables all lanes: the write-back of the pop that the decoder then injects
 * (SIMD-15), from which cycle on the front end fetches at the popped place. Instructions after
 * `mask` are those in its shadow; at least one must be there. */
cycle_t sim_d_time_pop(const struct sim_d_machine *m, cycle_t divider,
                       const struct insn *insns, uint32_t count, uint32_t mask);

/* Cycles from such a write-back to the next one, if no lane is enabled by the first pop. */
cycle_t sim_d_next_pop(const struct sim_d_machine *m);
cycle_t sim_d_divider_max(const struct sim_d_machine *m);

#endif
