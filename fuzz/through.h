/* SPDX-License-Identifier: Apache-2.0 */
/* through.h - a job and its kernel binary through everything that warpclock does with them:
 * inspection, control flow, a functional run, clocked runs, and bounds.
 *
 * The input is the job file, a NUL byte, and the binary, which the job calls `kernel`. Every phase
 * has a limit. Whatever the bytes are,
 *   - no phase crashes, reports an internal error or breaks an invariant of a machine model;
 *   - a clocked run that steps through every cycle gives the same cycles and the same memory as one
 *     that jumps over cycles in which nothing happens;
 *   - a functional run leaves the same memory as a clocked one, if one warp runs at a time and
 *     no instruction reads a clock: otherwise the order of warps is part of the result;
 *   - no launch takes longer than its bound. */
#ifndef WARPCLOCK_FUZZ_THROUGH_H
#define WARPCLOCK_FUZZ_THROUGH_H

#include <stddef.h>
#include <stdint.h>

enum phase {
    PHASE_INSPECTED,  /* information and listing */
    PHASE_GRAPHED,    /* control flow */
    PHASE_FUNCTIONAL, /* ran to its end without a clock */
    PHASE_CLOCKED,    /* ... with a clock */
    PHASE_COMPARED,   /* memory of both is the same */
    PHASE_BOUNDED,    /* with a bound by any method */
    PHASE_ANALYSED,   /* with a bound by analysis */
    PHASES
};

/* The phases that the input passed, as bits. Aborts if one of the promises is broken. With
 * WARPCLOCK_FUZZ_TRACE in the environment the end of every phase is listed on standard error. */
unsigned through(const uint8_t *data, size_t size);

#endif
