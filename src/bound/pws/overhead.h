/* SPDX-License-Identifier: Apache-2.0 */
/* overhead.h - what wavefront splitting adds to a GPU (PWS-58). The paper gives the structure and
 * no numbers; these are ours, counted from that structure. */
#ifndef WARPCLOCK_BOUND_PWS_OVERHEAD_H
#define WARPCLOCK_BOUND_PWS_OVERHEAD_H

#include <stdint.h>

struct split_hardware {
    uint32_t splits;   /* S */
    uint32_t lanes;    /* N_WIWF */
    uint32_t contexts; /* N_WFC */
    uint32_t sgprs;    /* of a context, 32 bits each */
};

struct split_overhead {
    uint64_t wavefront_context; /* bits that a WF context gains: split mask, child stack */
    uint64_t split_context;     /* bits of an SWF context: also scalar registers and parent */
    uint64_t simd;              /* bits per SIMD, all contexts */
    uint64_t units;             /* VALUs per SIMD, and as many SALUs */
    uint64_t vector_registers;  /* bits: 0, since SWFs share the registers of their wavefront */
};

/* S = 0 adds nothing. */
struct split_overhead split_overhead(const struct split_hardware *hardware);

#endif
