/* SPDX-License-Identifier: Apache-2.0 */
/* strides.h - what the stride registers hold at a request that reads them (SIMD-62).
 *
 * Values come from numbers in smovssp, from scalar registers that were just set to a number, or
 * from '#bound value' annotations, which say what the register holds there. The safe analysis asks
 * scalars.h first. */
#ifndef WARPCLOCK_BOUND_SIM_D_STRIDES_H
#define WARPCLOCK_BOUND_SIM_D_STRIDES_H

#include "bound/sim_d/scalars.h"

enum sim_d_stride_kind {
    SIM_D_STRIDE_NONE, /* no way leads here */
    SIM_D_STRIDE_KNOWN,
    SIM_D_STRIDE_MAX,     /* any value up to this one */
    SIM_D_STRIDE_UNKNOWN, /* `insn` has no annotation */
};

struct sim_d_stride {
    uint8_t kind;
    bool annotated;
    uint32_t value, insn;
};

struct sim_d_strides {
    struct sim_d_stride of[SIM_D_STRIDES];
};

/* '#bound value' before an instruction, or NULL. */
const struct sas_bound *sim_d_value_bound(const struct program *program, uint32_t insn);

/* Before the last instruction of each block; by block. */
struct sim_d_strides *sim_d_find_strides(const struct sim_d_graph *graph);

#endif
