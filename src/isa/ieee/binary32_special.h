/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary32_special.h - reciprocal, roots, exponential, logarithm and trigonometry on binary32.
 *
 * The same bits on every host: only operations that IEEE 754 defines, no mathematical library.
 * Reciprocal, square root and reciprocal square root are correctly rounded (to nearest even); the
 * others are computed in binary64 to about 2^-50 of their value and rounded once, which is the
 * correctly rounded result except next to a tie. Subnormals are kept; a NaN result is some NaN.
 */
#ifndef WARPCLOCK_ISA_IEEE_BINARY32_SPECIAL_H
#define WARPCLOCK_ISA_IEEE_BINARY32_SPECIAL_H

#include <stdint.h>

#include "isa/ieee/binary32.h"

enum ieee_special {
    IEEE_RECIPROCAL,
    IEEE_SQUARE_ROOT,
    IEEE_RECIPROCAL_ROOT, /* of -0: -infinity */
    IEEE_EXP2,
    IEEE_LOG2,
    IEEE_SIN, /* of any magnitude, in radians */
    IEEE_COS,
    IEEE_SIN_TURNS, /* of any magnitude, a turn being 2 pi */
    IEEE_COS_TURNS,
    IEEE_SPECIALS
};

/* d = f(a) in active lanes. The environment of the caller is left as it was. */
void binary32_special(const struct ieee_lanes *, enum ieee_special, uint32_t *d,
                      const uint32_t *a);

/* The same in binary64, in place, only for the first three. A reciprocal root is within one unit in
 * the last place, the others are correctly rounded. */
void binary64_special(enum ieee_special, uint64_t *words, unsigned count);

/* The high word of 1/x and of 1/sqrt(x), where x is the binary64 with this high word and a low word
 * of zero: rounded to nearest, 20 bits of fraction. Starting values of Newton's method. */
uint32_t binary64_reciprocal_high(uint32_t high);
uint32_t binary64_reciprocal_root_high(uint32_t high);

#endif
