/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary32_bits.h - the fields of a binary32 word, and the rounding step that this folder shares.
 * Everything here is branch-free, so it vectorises in a lane loop.
 */
#ifndef WARPCLOCK_ISA_IEEE_BINARY32_BITS_H
#define WARPCLOCK_ISA_IEEE_BINARY32_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/ieee/binary32.h"

#define BINARY32_SIGN 0x80000000u
#define BINARY32_INFINITY 0x7f800000u
#define BINARY32_ONE 0x3f800000u
#define BINARY32_LARGEST 0x7f7fffffu
#define BINARY32_CANONICAL_NAN 0x7fc00000u
#define BINARY32_SIGNALLING_NAN 0x7f800001u
#define BINARY32_QUIET_BIT 0x00400000u
#define BINARY32_FRACTION 0x007fffffu
#define BINARY32_HIDDEN_BIT 0x00800000u

static inline uint32_t binary32_magnitude(uint32_t word)
{
    return word & ~BINARY32_SIGN;
}

static inline bool binary32_is_nan(uint32_t word)
{
    return binary32_magnitude(word) > BINARY32_INFINITY;
}

/* Flipping the quiet bit moves the signalling NaNs, and only them, above all quiet ones. */
static inline bool binary32_is_signalling(uint32_t word)
{
    return binary32_magnitude(word ^ BINARY32_QUIET_BIT) > BINARY32_CANONICAL_NAN;
}

/* ~0 for true, 0 for false: the form in which a lane loop blends. */
static inline uint32_t lane_mask(bool condition)
{
    return -(uint32_t)condition;
}

static inline uint32_t lane_blend(uint32_t mask, uint32_t when_set, uint32_t when_clear)
{
    return (when_set & mask) | (when_clear & ~mask);
}

/* An integer in the order of the numbers, with -0 just below +0. NaNs: meaningless. */
static inline int32_t total_order(uint32_t word)
{
    return (int32_t)(word ^ (lane_mask(word >> 31) & ~BINARY32_SIGN));
}

/* The same with both zeros equal. */
static inline int32_t numeric_order(uint32_t word)
{
    int32_t magnitude = (int32_t)binary32_magnitude(word);

    return word >> 31 ? -magnitude : magnitude;
}

/*
 * How a mode rounds a magnitude whose discarded part is a fraction of 2^32: up by one exactly when
 * fraction + increment (+ 1 where the kept part is odd and ties go to even) carries out of 32 bits.
 */
struct rounding_step {
    uint32_t increment_positive;
    uint32_t increment_negative;
    uint32_t odd; /* 1: ties go to even */
};

static inline struct rounding_step rounding_step(enum ieee_rounding rounding)
{
    switch (rounding) {
    case IEEE_NEAREST_EVEN:
        return (struct rounding_step){0x7fffffffu, 0x7fffffffu, 1};
    case IEEE_NEAREST_AWAY:
        return (struct rounding_step){0x80000000u, 0x80000000u, 0};
    case IEEE_DOWN:
        return (struct rounding_step){0, 0xffffffffu, 0};
    case IEEE_UP:
        return (struct rounding_step){0xffffffffu, 0, 0};
    case IEEE_TOWARD_ZERO:
        break;
    }
    return (struct rounding_step){0, 0, 0};
}

/* 1 when the magnitude `kept`, followed by `fraction`, rounds up by one; otherwise 0. */
static inline uint32_t rounds_up(struct rounding_step step, bool negative, uint32_t kept,
                                 uint32_t fraction)
{
    uint32_t increment = negative ? step.increment_negative : step.increment_positive;
    uint32_t sum = fraction + increment + (kept & step.odd);

    return sum < fraction;
}

#endif
