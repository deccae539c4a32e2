/* SPDX-License-Identifier: Apache-2.0 */
/* array_compare.c - comparison of two arrays, and the hash of one. */
#include <math.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>

#include "load/array.h"

/* |got - expected|, in integers where the type has them: doubles would hide the low bits of i64. */
static double distance(const struct array *expected, const struct array *got, uint64_t i)
{
    if (expected->type == WC_I64) {
        int64_t e = ((const int64_t *)expected->bytes)[i], g = ((const int64_t *)got->bytes)[i];
        return e < g ? (double)((uint64_t)g - (uint64_t)e) : (double)((uint64_t)e - (uint64_t)g);
    }
    if (expected->type == WC_U64) {
        uint64_t e = ((const uint64_t *)expected->bytes)[i], g = ((const uint64_t *)got->bytes)[i];
        return (double)(e < g ? g - e : e - g);
    }
    double e = array_value(expected, i), g = array_value(got, i);
    if (isnan(e) && isnan(g))
        return 0;
    double d = e == g ? 0 : fabs(g - e);
    return isnan(d) ? INFINITY : d;
}

static bool same_bits(const struct array *expected, const struct array *got, uint64_t i)
{
    unsigned bytes = type_bytes(expected->type);
    return !memcmp((const char *)expected->bytes + i * bytes, (const char *)got->bytes + i * bytes,
                   bytes);
}

/* An expected infinity must match exactly: rtol
 *
 * inf would accept everything. */
static bool within(double d, double expected, double rtol, double atol)
{
    return d == 0 || (!isinf(expected) && d <= atol + rtol * fabs(expected));
}

struct array_difference array_compare(const struct array *expected, const struct array *got,
                                      bool exact, double rtol, double atol)
{
    struct array_difference out = {0};
    for (uint64_t i = 0; i < expected->count; i++) {
        if (same_bits(expected, got, i))
            continue;
        double d = distance(expected, got, i);
        if (d > out.max)
            out.max = d;
        if (!exact && within(d, array_value(expected, i), rtol, atol))
            continue;
        if (out.count++ == 0) {
            out.first = i;
            array_value_text(expected, i, out.expected);
            array_value_text(got, i, out.got);
        }
    }
    return out;
}

void array_sha256(const struct array *array, char hex[65])
{
    struct sha256_ctx context;
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_init(&context);
    sha256_update(&context, array_byte_count(array), array->bytes);
    sha256_digest(&context, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}
