/* SPDX-License-Identifier: Apache-2.0 */
/* scalars.h - what scalar registers can hold at requests, over the unrolled graph.
 *
 * A value is a range, alone or added to a multiple of the work-group's offset in the NDRange.
 * Values that come from memory, and products of two such values, are unknown. */
#ifndef WARPCLOCK_BOUND_SIM_D_SCALARS_H
#define WARPCLOCK_BOUND_SIM_D_SCALARS_H

#include "bound/sim_d/unroll.h"

struct launch;
struct sim_d_machine;

enum sim_d_value_kind {
    SIM_D_VALUE_NONE,    /* never reached */
    SIM_D_VALUE_RANGE,   /* min .. max */
    SIM_D_VALUE_OFFSET_X, /* sc.wg_off_x * scale + min .. max */
    SIM_D_VALUE_OFFSET_Y,
    SIM_D_VALUE_UNKNOWN,
};

struct sim_d_value {
    uint8_t kind;
    int32_t min, max, scale;
};

enum { SIM_D_STRIDES = 3, SIM_D_STRIDE_MASK = (1 << 20) - 1 }; /* sc.sd_words and after it */

/* Offsets of a request: x and y. Those that are left out are 0. */
struct sim_d_offsets {
    struct sim_d_value x, y; /* SIM_D_VALUE_NONE: the request is never made */
    struct sim_d_value stride[SIM_D_STRIDES]; /* words, period, count, before it */
};

static inline bool sim_d_value_is_number(const struct sim_d_value *value)
{
    return value->kind == SIM_D_VALUE_RANGE && value->min == value->max;
}

/* Of all work-groups, or of one. */
enum { SIM_D_ALL_GROUPS = UINT32_MAX };

struct sim_d_scalars;

/* `paths`: ways that a work-group cannot take are left out. */
struct sim_d_scalars *sim_d_scalars_create(const struct sim_d_machine *machine,
                                           const struct sim_d_dag *dag,
                                           const struct launch *launch, bool paths);
/* By block; of all its executions. Valid up to the next call. */
const struct sim_d_offsets *sim_d_find_offsets(struct sim_d_scalars *scalars, uint32_t group);
/* Ways of the same work-group; NULL: all. */
const struct sim_d_open *sim_d_open_ways(const struct sim_d_scalars *scalars);

#endif
