/* SPDX-License-Identifier: Apache-2.0 */
/* bound.h - how long a launch can take at most, and what that is made of.
 *
 * A bound holds for every contents of the job's buffers and every policy of the machine it was made
 * for: no run of the launch takes more cycles. */
#ifndef WARPCLOCK_BOUND_ENGINE_BOUND_H
#define WARPCLOCK_BOUND_ENGINE_BOUND_H

#include <stddef.h>
#include <stdint.h>

#include "bound/engine/walk.h"

enum { BOUND_TERMS_MAX = 16, BOUND_MISSING_MAX = 16 };

struct bound_term {
    const char *name;  /* in JSON: "slots" */
    const char *about; /* one line */
    uint64_t cycles;
};

struct bound {
    uint64_t cycles; /* the sum of the terms */
    struct bound_term terms[BOUND_TERMS_MAX];
    size_t term_count;
    /* How it came about. */
    uint64_t steps;    /* instructions, in regions those of the worst paths */
    uint64_t regions;  /* stretches whose path is not known before the run */
    uint64_t solved;   /* ... different ones, for which the worst path was searched */
    double path_known; /* share of the instructions outside of them */
    /* Why there is none (WC_BAD_INPUT without a message): loops that lack a bound, the first few. */
    struct walk_missing missing[BOUND_MISSING_MAX];
    size_t missing_count;
};

/* Adds the terms of another launch, by name. */
void bound_add(struct bound *sum, const struct bound *more);

#endif
