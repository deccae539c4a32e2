/* SPDX-License-Identifier: Apache-2.0 */
/*
 * modified.h - binary32 and binary64 arithmetic as on GPUs: no flags, but modifiers that negate
 * operands or take their magnitude, flush subnormals, saturate results.
 *
 * Every function writes active lanes only. Results are exact to the bit: the operation on the
 * modified operands is rounded once, then flushed, then saturated. Rounding modes are the four of
 * a host. The destination may be one of the sources; it may not overlap one in any other way. The
 * floating-point environment of the caller is left as it was.
 */
#ifndef WARPCLOCK_ISA_IEEE_MODIFIED_H
#define WARPCLOCK_ISA_IEEE_MODIFIED_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/ieee/binary32.h"

struct binary32_modifiers {
    uint32_t keep[3], flip[3]; /* operand a, b, c becomes (word & keep) ^ flip */
    uint32_t flush;  /* magnitudes below are zeros, before and after: 0, or the smallest normal */
    uint32_t nan;    /* replaces every NaN result */
    bool zero_wins;  /* of a product: zero times anything, NaN included, is +0 */
    bool saturate;   /* the result goes to 0 .. 1, NaN to 0 */
    int scale;       /* of a product alone: times 2^scale, before it is rounded */
};

void binary32_modified_add(const struct ieee_lanes *, enum ieee_rounding,
                           const struct binary32_modifiers *, uint32_t *d, const uint32_t *a,
                           const uint32_t *b);
void binary32_modified_mul(const struct ieee_lanes *, enum ieee_rounding,
                           const struct binary32_modifiers *, uint32_t *d, const uint32_t *a,
                           const uint32_t *b);
void binary32_modified_fma(const struct ieee_lanes *, enum ieee_rounding,
                           const struct binary32_modifiers *, uint32_t *d, const uint32_t *a,
                           const uint32_t *b, const uint32_t *c);

/* The smaller of a and b in lanes whose `min` is ~0, the larger where it is 0: -0 < +0, a number
 * wins over a NaN. */
void binary32_modified_extreme(const struct ieee_lanes *, const struct binary32_modifiers *,
                               const uint32_t *min, uint32_t *d, const uint32_t *a,
                               const uint32_t *b);

/* How two numbers compare, one bit each; a comparison is the set of relations for which it
 * holds. */
enum ieee_relation {
    IEEE_LESS = 1,
    IEEE_EQUAL = 2,
    IEEE_GREATER = 4,
    IEEE_UNORDERED = 8,
};

/* The lanes, active or not, whose a and b are in one of `relations`. */
uint64_t binary32_modified_compare(const struct ieee_lanes *, const struct binary32_modifiers *,
                                   unsigned relations, const uint32_t *a, const uint32_t *b);

/* One binary64 per lane: the row of low words and the row of high words. */
struct wide_row {
    uint32_t *low, *high;
};
struct wide_source {
    const uint32_t *low, *high;
};

/*
 * A NaN among the operands is the result, quiet, with its sign and payload as before any modifier;
 * b has priority over c, c over a. An invalid operation gives `invalid`.
 */
struct binary64_modifiers {
    uint64_t keep[3], flip[3];
    uint64_t invalid;
};

/* Rows of a source may be the destination's rows, or must not overlap them. */
void binary64_modified_add(const struct ieee_lanes *, enum ieee_rounding,
                           const struct binary64_modifiers *, struct wide_row d,
                           struct wide_source a, struct wide_source b);
void binary64_modified_mul(const struct ieee_lanes *, enum ieee_rounding,
                           const struct binary64_modifiers *, struct wide_row d,
                           struct wide_source a, struct wide_source b);
void binary64_modified_fma(const struct ieee_lanes *, enum ieee_rounding,
                           const struct binary64_modifiers *, struct wide_row d,
                           struct wide_source a, struct wide_source b, struct wide_source c);
void binary64_modified_extreme(const struct ieee_lanes *, const struct binary64_modifiers *,
                               const uint32_t *min, struct wide_row d, struct wide_source a,
                               struct wide_source b);
uint64_t binary64_modified_compare(const struct ieee_lanes *, const struct binary64_modifiers *,
                                   unsigned relations, struct wide_source a,
                                   struct wide_source b);

#endif
