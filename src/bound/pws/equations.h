/* SPDX-License-Identifier: Apache-2.0 */
/* equations.h - from the worst case of a wavefront to a kernel's: Equations 2 to 9 of PWS.
 *
 * Where the paper's form is not safe, ours is the default and the paper's is computed beside it.
 * Every function refuses an input that is missing (0 for a count, negative for a time) and a result
 * of more than 64 bits (PWS-43). */
#ifndef WARPCLOCK_BOUND_PWS_EQUATIONS_H
#define WARPCLOCK_BOUND_PWS_EQUATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

#define PWS_NO_LIMIT UINT64_MAX

/* Each count is at most 2^15, so that products fit 64 bits. */
struct gpu_shape {
    uint64_t cus;      /* N_CU */
    uint64_t simds;    /* N_SIMD: base SIMDs per CU */
    uint64_t contexts; /* N_WFC: wavefront contexts per SIMD */
    uint64_t lanes;    /* N_WIWF: work-items per wavefront */
    uint64_t splits;   /* S: SpSIMDs per SIMD; 0 is a GPU without splitting */
    /* What resident work-groups share, or PWS_NO_LIMIT. */
    uint64_t vgprs, sgprs;  /* registers per SIMD */
    uint64_t lds, barriers; /* bytes, and groups with a barrier, per CU */
};

struct kernel_shape {
    uint64_t groups, group_size; /* G, N_WIWG */
    uint64_t vgprs, sgprs;       /* of a wavefront, as allocated */
    uint64_t lds;                /* of a group, as allocated */
};

struct split_timing {
    int64_t start;        /* d: from dispatch of a group to its first instruction */
    int64_t split, merge; /* e_s, e_m */
};
#define SPLIT_TIMING_UNKNOWN ((struct split_timing){-1, -1, -1})

/* e_s + e_m. */
enum wc_status pws_split_cost(struct error *err, const struct split_timing *timing, int64_t *cost);

/* Equation 2: base SIMDs per CU when a kernel uses only `used` of S SpSIMDs and the others are
 * re-provisioned. `used` counts contexts where the paper has |SB|, which reuse lets exceed S
 * (PWS-56). Each of them needs vector registers of its own (PWS-57). */
enum wc_status pws_simds(struct error *err, const struct gpu_shape *gpu, uint64_t used,
                         uint64_t *simds);

enum resident_form {
    RESIDENT_SOUND, /* groups stay in a CU and take whole wavefronts, registers, LDS, barriers */
    RESIDENT_PAPER, /* Equation 4: counts work-items of the whole GPU; too many, so unsafe */
};

/* G_parallel with `simds` base SIMDs per CU, `contexts` of which a wavefront takes (1, or S + 1
 * where its SWFs take ordinary ones). No group fits: an error. */
enum wc_status pws_resident(struct error *err, const struct gpu_shape *gpu,
                            const struct kernel_shape *kernel, enum resident_form form,
                            uint64_t simds, uint64_t contexts, uint64_t *resident);

/* Equation 5: DS. */
uint64_t pws_rounds(uint64_t groups, uint64_t resident);

struct kernel_bound {
    uint64_t simds;    /* base SIMDs per CU */
    uint64_t resident; /* G_parallel */
    uint64_t rounds;   /* DS */
    int64_t cycles;    /* E_kernel */
};

/* Equation 6, Lemmas 5.4 and 5.5: DS * (d + E_WF). `bound->simds` is an input. */
enum wc_status pws_kernel(struct error *err, const struct gpu_shape *gpu,
                          const struct kernel_shape *kernel, enum resident_form form,
                          uint64_t contexts, int64_t start, int64_t wavefront,
                          struct kernel_bound *bound);

/* A program of several kernels, one after another: the sum (PWS-52). */
enum wc_status pws_program(struct error *err, const int64_t *kernel, uint32_t kernels,
                           int64_t *cycles);

#endif
