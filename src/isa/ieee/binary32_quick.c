/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary32_quick.c - binary32 arithmetic to nearest, without the rare cases.
 *
 * NaNs are rare too, and choosing among them costs as much as everything else: results go to a
 * separate row, and are copied to their target only if none is a NaN. Compiled like
 * binary32_arithmetic.c: the product of mad must not be fused with the sum.
 */
#include <math.h>
#include <stdalign.h>
#include <string.h>

#include "base/lanewise.h"
#include "isa/ieee/binary32_bits.h"
#include "isa/ieee/host_rounding.h"
#include "isa/ieee/rules.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { LANES_MAX = 64 };

ALWAYS_INLINE uint32_t word_of(float value)
{
    uint32_t word;

    memcpy(&word, &value, sizeof word);
    return word;
}

/* Zero where a magnitude is below the limit. */
ALWAYS_INLINE float number(uint32_t limit, uint32_t word)
{
    float value;

    word = lane_blend(lane_mask(binary32_magnitude(word) < limit), word & BINARY32_SIGN, word);
    memcpy(&value, &word, sizeof value);
    return value;
}

typedef float operation(uint32_t flush, float x, float y, float z);

ALWAYS_INLINE float add(uint32_t flush, float x, float y, float z)
{
    (void)flush, (void)z;
    return x + y;
}

ALWAYS_INLINE float mul(uint32_t flush, float x, float y, float z)
{
    (void)flush, (void)z;
    return x * y;
}

ALWAYS_INLINE float fused(uint32_t flush, float x, float y, float z)
{
    (void)flush;
    return fmaf(x, y, z);
}

ALWAYS_INLINE float mad(uint32_t flush, float x, float y, float z)
{
    return number(flush, word_of(x * y)) + z;
}

/* The smaller or larger one, -0 < +0; a NaN if either is one. */
ALWAYS_INLINE float extreme(uint32_t minimum, float x, float y)
{
    uint32_t a = word_of(x), b = word_of(y);
    uint32_t nan = lane_mask(binary32_is_nan(a)) | lane_mask(binary32_is_nan(b));
    uint32_t less = lane_mask(total_order(a) < total_order(b));

    return number(0, lane_blend(less ^ minimum, b, a) | (nan & BINARY32_CANONICAL_NAN));
}

ALWAYS_INLINE float min(uint32_t flush, float x, float y, float z)
{
    (void)flush, (void)z;
    return extreme(~0u, x, y);
}

ALWAYS_INLINE float max(uint32_t flush, float x, float y, float z)
{
    (void)flush, (void)z;
    return extreme(0, x, y);
}

/* `operands` is a constant where this is inlined. */
ALWAYS_INLINE bool loop(const struct ieee_lanes *lanes, const struct binary32_quick *from,
                        operation *f, int operands, uint32_t *d, const uint32_t *a,
                        const uint32_t *b, const uint32_t *c)
{
    const struct binary32_quick q = *from;
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);
    alignas(64) uint32_t result[LANES_MAX];
    uint32_t nan = 0;

    if (count > LANES_MAX)
        __builtin_unreachable();
    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        float x = number(q.flush, a[i] ^ q.flip[0]), y = number(q.flush, b[i] ^ q.flip[1]);
        float z = operands > 2 ? number(q.flush, c[i] ^ q.flip[2]) : 0;
        result[i] = word_of(number(q.flush, word_of(f(q.flush, x, y, z))));
        nan |= lane_mask(binary32_is_nan(result[i])) & active[i];
    }
    if (nan)
        return false;
    LANE_LOOP
    for (size_t i = 0; i < count; i++)
        d[i] = lane_blend(active[i], result[i], d[i]);
    return true;
}

LANEWISE static bool add_lanes(const struct ieee_lanes *lanes, const struct binary32_quick *q,
                               uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    return loop(lanes, q, add, 2, d, a, b, c);
}

LANEWISE static bool mul_lanes(const struct ieee_lanes *lanes, const struct binary32_quick *q,
                               uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    return loop(lanes, q, mul, 2, d, a, b, c);
}

LANEWISE static bool fma_lanes(const struct ieee_lanes *lanes, const struct binary32_quick *q,
                               uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    return loop(lanes, q, fused, 3, d, a, b, c);
}

LANEWISE static bool mad_lanes(const struct ieee_lanes *lanes, const struct binary32_quick *q,
                               uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    return loop(lanes, q, mad, 3, d, a, b, c);
}

LANEWISE static bool min_lanes(const struct ieee_lanes *lanes, const struct binary32_quick *q,
                               uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    return loop(lanes, q, min, 2, d, a, b, c);
}

LANEWISE static bool max_lanes(const struct ieee_lanes *lanes, const struct binary32_quick *q,
                               uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    return loop(lanes, q, max, 2, d, a, b, c);
}

static bool run(const struct ieee_lanes *lanes, const struct binary32_quick *q,
                binary32_quick_fn *f, uint32_t *d, const uint32_t *a, const uint32_t *b,
                const uint32_t *c)
{
    struct host_rounding host = host_rounding_enter(IEEE_NEAREST_EVEN);
    bool done = f(lanes, q, d, a, b, c);

    host_rounding_leave(host);
    return done;
}

bool binary32_quick_add(const struct ieee_lanes *lanes, const struct binary32_quick *q, uint32_t *d,
                        const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    return run(lanes, q, add_lanes, d, a, b, c);
}

bool binary32_quick_mul(const struct ieee_lanes *lanes, const struct binary32_quick *q, uint32_t *d,
                        const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    return run(lanes, q, mul_lanes, d, a, b, c);
}

bool binary32_quick_fma(const struct ieee_lanes *lanes, const struct binary32_quick *q, uint32_t *d,
                        const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    return run(lanes, q, fma_lanes, d, a, b, c);
}

bool binary32_quick_mad(const struct ieee_lanes *lanes, const struct binary32_quick *q, uint32_t *d,
                        const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    return run(lanes, q, mad_lanes, d, a, b, c);
}

bool binary32_quick_min(const struct ieee_lanes *lanes, const struct binary32_quick *q, uint32_t *d,
                        const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    return min_lanes(lanes, q, d, a, b, c);
}

bool binary32_quick_max(const struct ieee_lanes *lanes, const struct binary32_quick *q, uint32_t *d,
                        const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    return max_lanes(lanes, q, d, a, b, c);
}
