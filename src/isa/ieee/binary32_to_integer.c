/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary32_to_integer.c - conversion to 32-bit integers, in every rounding mode.
 *
 * In integer arithmetic: the host's conversions have no unsigned form below AVX-512, give one fixed
 * word instead of the nearest integer if the result does not fit, and cannot round ties away from
 * zero, while shifting and rounding a significand vectorises well.
 */
#include "base/lanewise.h"
#include "isa/ieee/binary32_bits.h"

enum {
    WHOLE_EXPONENT = 150,    /* biased exponent at which the last significand bit is worth 1 */
    TOO_LARGE_EXPONENT = 159 /* 2^32 and more: fits no integer, whatever the sign */
};

/* A magnitude below 2^32, rounded, and the part that was rounded, as a fraction of 2^32. */
struct whole {
    uint32_t magnitude;
    uint32_t fraction;
};

static inline struct whole round_to_whole(uint32_t word, struct rounding_step step)
{
    int exponent = (int)(binary32_magnitude(word) >> 23);
    uint32_t hidden = exponent != 0 ? BINARY32_HIDDEN_BIT : 0;
    uint32_t significand = (word & BINARY32_FRACTION) | hidden;
    int distance = WHOLE_EXPONENT - exponent;

    /*
     * A shift of 25 already leaves no integer part and less than a half. No shift reaches 31:
     * without vector shifts clang makes 2^n by converting from floating point, and 2^31 would raise
     * a flag there.
     */
    int right = distance < 0 ? 0 : distance > 25 ? 25 : distance;
    int left = distance < 0 ? -distance & 15 : 0; /* more than 8 is too large anyway */
    uint32_t kept = significand >> right << left;
    uint32_t fraction = significand << 7 << (25 - right);

    return (struct whole){kept + rounds_up(step, word >> 31, kept, fraction), fraction};
}

/* 2^32 and more, infinite or NaN. */
static inline bool is_too_large(uint32_t word)
{
    return binary32_magnitude(word) >= (uint32_t)TOO_LARGE_EXPONENT << 23;
}

static inline unsigned conversion_flags(uint32_t invalid, uint32_t inexact)
{
    return (invalid ? IEEE_INVALID : 0) | (inexact ? IEEE_INEXACT : 0);
}

LANEWISE unsigned binary32_to_i32(const struct ieee_lanes *lanes, enum ieee_rounding rounding,
                                  uint32_t *d, const uint32_t *a)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);
    const struct rounding_step step = rounding_step(rounding);
    uint32_t invalid = 0, inexact = 0;

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint32_t word = a[i], negative = lane_mask(word >> 31);
        struct whole whole = round_to_whole(word, step);
        uint32_t limit = 0x7fffffffu + (word >> 31); /* the largest magnitude of this sign */
        uint32_t bad = lane_mask(is_too_large(word)) | lane_mask(whole.magnitude > limit);
        uint32_t nearest = limit + (lane_mask(binary32_is_nan(word)) & negative);
        uint32_t value = (whole.magnitude ^ negative) - negative;

        invalid |= active[i] & bad;
        inexact |= active[i] & ~bad & whole.fraction;
        d[i] = lane_blend(active[i], lane_blend(bad, nearest, value), d[i]);
    }
    return conversion_flags(invalid, inexact);
}

LANEWISE unsigned binary32_to_u32(const struct ieee_lanes *lanes, enum ieee_rounding rounding,
                                  uint32_t *d, const uint32_t *a)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);
    const struct rounding_step step = rounding_step(rounding);
    uint32_t invalid = 0, inexact = 0;

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint32_t word = a[i], negative = lane_mask(word >> 31);
        struct whole whole = round_to_whole(word, step);
        uint32_t bad = lane_mask(is_too_large(word)) |
                       (negative & lane_mask(whole.magnitude != 0));
        uint32_t nearest = ~negative | lane_mask(binary32_is_nan(word));

        invalid |= active[i] & bad;
        inexact |= active[i] & ~bad & whole.fraction;
        d[i] = lane_blend(active[i], lane_blend(bad, nearest, whole.magnitude), d[i]);
    }
    return conversion_flags(invalid, inexact);
}
