/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary32_compare.c - comparisons, minimum, maximum, class and sign injection.
 *
 * None of them rounds, so all are integer operations on the words and do not use the host's
 * floating-point unit. All arithmetic is on masks, so the loops vectorise.
 */
#include "base/lanewise.h"
#include "isa/ieee/binary32_bits.h"

static inline uint32_t any_nan(uint32_t a, uint32_t b)
{
    return lane_mask(binary32_is_nan(a)) | lane_mask(binary32_is_nan(b));
}

static inline uint32_t any_signalling(uint32_t a, uint32_t b)
{
    return lane_mask(binary32_is_signalling(a)) | lane_mask(binary32_is_signalling(b));
}

/* `first_wins` chooses between two numbers; a NaN never wins over a number. */
static inline uint32_t number_of(uint32_t first_wins, uint32_t a, uint32_t b)
{
    uint32_t a_nan = lane_mask(binary32_is_nan(a)), b_nan = lane_mask(binary32_is_nan(b));
    uint32_t chosen = lane_blend((first_wins | b_nan) & ~a_nan, a, b);

    return lane_blend(a_nan & b_nan, BINARY32_CANONICAL_NAN, chosen);
}

static inline unsigned invalid_if(uint32_t any_lane)
{
    return any_lane ? IEEE_INVALID : 0;
}

LANEWISE unsigned binary32_min(const struct ieee_lanes *lanes, uint32_t *d, const uint32_t *a,
                               const uint32_t *b)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);
    uint32_t invalid = 0;

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint32_t x = a[i], y = b[i];
        uint32_t smaller = number_of(lane_mask(total_order(x) < total_order(y)), x, y);
        invalid |= active[i] & any_signalling(x, y);
        d[i] = lane_blend(active[i], smaller, d[i]);
    }
    return invalid_if(invalid);
}

LANEWISE unsigned binary32_max(const struct ieee_lanes *lanes, uint32_t *d, const uint32_t *a,
                               const uint32_t *b)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);
    uint32_t invalid = 0;

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint32_t x = a[i], y = b[i];
        uint32_t larger = number_of(lane_mask(total_order(x) > total_order(y)), x, y);
        invalid |= active[i] & any_signalling(x, y);
        d[i] = lane_blend(active[i], larger, d[i]);
    }
    return invalid_if(invalid);
}

LANEWISE unsigned binary32_eq(const struct ieee_lanes *lanes, uint32_t *d, const uint32_t *a,
                              const uint32_t *b)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);
    uint32_t invalid = 0;

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint32_t x = a[i], y = b[i];
        uint32_t equal = lane_mask(numeric_order(x) == numeric_order(y)) & ~any_nan(x, y);
        invalid |= active[i] & any_signalling(x, y);
        d[i] = lane_blend(active[i], equal & 1, d[i]);
    }
    return invalid_if(invalid);
}

LANEWISE unsigned binary32_lt(const struct ieee_lanes *lanes, uint32_t *d, const uint32_t *a,
                              const uint32_t *b)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);
    uint32_t invalid = 0;

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint32_t unordered = any_nan(a[i], b[i]);
        uint32_t less = lane_mask(numeric_order(a[i]) < numeric_order(b[i])) & ~unordered;
        invalid |= active[i] & unordered;
        d[i] = lane_blend(active[i], less & 1, d[i]);
    }
    return invalid_if(invalid);
}

LANEWISE unsigned binary32_le(const struct ieee_lanes *lanes, uint32_t *d, const uint32_t *a,
                              const uint32_t *b)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);
    uint32_t invalid = 0;

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint32_t unordered = any_nan(a[i], b[i]);
        uint32_t not_above = lane_mask(numeric_order(a[i]) <= numeric_order(b[i])) & ~unordered;
        invalid |= active[i] & unordered;
        d[i] = lane_blend(active[i], not_above & 1, d[i]);
    }
    return invalid_if(invalid);
}

/* Every class of numbers has one bit per sign; the sign then selects one of the two. */
enum {
    CLASS_ZEROS = IEEE_CLASS_NEGATIVE_ZERO | IEEE_CLASS_POSITIVE_ZERO,
    CLASS_SUBNORMALS = IEEE_CLASS_NEGATIVE_SUBNORMAL | IEEE_CLASS_POSITIVE_SUBNORMAL,
    CLASS_NORMALS = IEEE_CLASS_NEGATIVE_NORMAL | IEEE_CLASS_POSITIVE_NORMAL,
    CLASS_INFINITIES = IEEE_CLASS_NEGATIVE_INFINITY | IEEE_CLASS_POSITIVE_INFINITY,
    CLASS_NEGATIVES = IEEE_CLASS_NEGATIVE_INFINITY | IEEE_CLASS_NEGATIVE_NORMAL |
                      IEEE_CLASS_NEGATIVE_SUBNORMAL | IEEE_CLASS_NEGATIVE_ZERO,
    CLASS_POSITIVES = IEEE_CLASS_POSITIVE_ZERO | IEEE_CLASS_POSITIVE_SUBNORMAL |
                      IEEE_CLASS_POSITIVE_NORMAL | IEEE_CLASS_POSITIVE_INFINITY,
};

static inline uint32_t class_of(uint32_t word)
{
    uint32_t magnitude = binary32_magnitude(word);
    uint32_t kind = CLASS_NORMALS;

    kind = lane_blend(lane_mask(magnitude < BINARY32_HIDDEN_BIT), CLASS_SUBNORMALS, kind);
    kind = lane_blend(lane_mask(magnitude == 0), CLASS_ZEROS, kind);
    kind = lane_blend(lane_mask(magnitude == BINARY32_INFINITY), CLASS_INFINITIES, kind);
    kind &= lane_blend(lane_mask(word >> 31), CLASS_NEGATIVES, CLASS_POSITIVES);
    kind = lane_blend(lane_mask(binary32_is_nan(word)), IEEE_CLASS_QUIET_NAN, kind);
    return lane_blend(lane_mask(binary32_is_signalling(word)), IEEE_CLASS_SIGNALLING_NAN, kind);
}

LANEWISE void binary32_class(const struct ieee_lanes *lanes, uint32_t *d, const uint32_t *a)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++)
        d[i] = lane_blend(active[i], class_of(a[i]), d[i]);
}

LANEWISE void binary32_sgnj(const struct ieee_lanes *lanes, uint32_t *d, const uint32_t *a,
                            const uint32_t *b)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++)
        d[i] = lane_blend(active[i], lane_blend(BINARY32_SIGN, b[i], a[i]), d[i]);
}

LANEWISE void binary32_sgnjn(const struct ieee_lanes *lanes, uint32_t *d, const uint32_t *a,
                             const uint32_t *b)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++)
        d[i] = lane_blend(active[i], lane_blend(BINARY32_SIGN, ~b[i], a[i]), d[i]);
}

LANEWISE void binary32_sgnjx(const struct ieee_lanes *lanes, uint32_t *d, const uint32_t *a,
                             const uint32_t *b)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++)
        d[i] = lane_blend(active[i], a[i] ^ (b[i] & BINARY32_SIGN), d[i]);
}
