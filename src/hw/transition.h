/* SPDX-License-Identifier: Apache-2.0 */
/* transition.h - the dependency matrix: which splits have threads in common before and after.
 *
 * D(t1,t2) is 3x3 and boolean: D_ij is set iff some thread is in split i at t1 and in split j at
 * t2. Index 0 is the primary, 1 the secondary, 2 all cold splits together (SBI-51). Rows are three
 * bits each, row 0 lowest; bit j of a row is column j. */
#ifndef WARPCLOCK_HW_TRANSITION_H
#define WARPCLOCK_HW_TRANSITION_H

#include <stdbool.h>
#include <stdint.h>

typedef uint16_t transition;

enum { TRANSITION_SIZE = 3, TRANSITION_SAME = 0x111 /* identity: 100; 010; 001 */ };

static inline uint32_t transition_row(transition d, uint32_t i)
{
    return d >> 3 * i & 7u;
}

static inline bool transition_at(transition d, uint32_t i, uint32_t j)
{
    return d >> (3 * i + j) & 1;
}

/* A matrix from its three rows; bit j of a row is column j. */
static inline transition transition_rows(uint32_t row0, uint32_t row1, uint32_t row2)
{
    return (transition)(row0 | row1 << 3 | row2 << 6);
}

/* D(a,c) from D(a,b) and D(b,c): the boolean product. It may set more than the exact matrix has:
 * a false dependence, never a missed one (SBI-56). */
static inline transition transition_then(transition first, transition second)
{
    const uint32_t column = 1 | 1 << 3 | 1 << 6;
    uint32_t out = 0;
    for (uint32_t k = 0; k < TRANSITION_SIZE; k++) /* row k goes to the rows that have column k */
        out |= (first >> k & column) * transition_row(second, k);
    return (transition)out;
}

/* The exact matrix, from the lanes of each index before and after. */
static inline transition transition_between(const uint64_t before[3], const uint64_t after[3])
{
    uint32_t out = 0;
    for (uint32_t i = 0; i < TRANSITION_SIZE; i++)
        for (uint32_t j = 0; j < TRANSITION_SIZE; j++)
            out |= (uint32_t)((before[i] & after[j]) != 0) << (3 * i + j);
    return (transition)out;
}

#endif
