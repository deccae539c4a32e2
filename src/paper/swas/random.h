/* SPDX-License-Identifier: Apache-2.0 */
/* random.h - random abstract runs that test the lemmas of SWaS and the bound. */
#ifndef WARPCLOCK_PAPER_SWAS_RANDOM_H
#define WARPCLOCK_PAPER_SWAS_RANDOM_H

#include <stdint.h>

/* The bound for loose policies against replays: run/wait kernels of 1 to 6 warps under three
 * policies. */
struct swas_bound_trials {
    uint64_t runs;       /* 60,000 */
    uint64_t violations; /* longer than the bound */
    uint64_t equal;      /* exactly as long */
    double mean_ratio;   /* bound over run */
};
struct swas_bound_trials swas_random_bound(void);

/* The same with units that are not pipelined and warps that start one after the other. */
struct swas_bound_trials swas_random_bound_with_units(void);

/* SWaS front end, 1 to 5 warps, queues of 2 to 6, branches, misses in some, three policies. */
struct swas_lemmas {
    uint64_t runs;       /* 27,000 */
    uint64_t with_misses;
    uint64_t underflows; /* Lemma 1, SWAS-41: none */
    uint64_t mismatches; /* Lemma 3, SWAS-43: warps whose slots are not L + N + M + L B */
};
struct swas_lemmas swas_random_lemmas(void);

/* The slots of each warp as it issues them alone, replayed together, against all warps
 * together on the front end of SWaS; the same programs. */
struct swas_replays {
    uint64_t runs;
    uint64_t cycles;
    uint64_t different; /* runs whose schedules are not the same in every cycle */
};
struct swas_replays swas_random_replays(void);

#endif
