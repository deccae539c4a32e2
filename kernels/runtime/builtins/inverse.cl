/* SPDX-License-Identifier: Apache-2.0 */
/* inverse.cl - asin, acos, atan, atan2, single precision.
 *
 * Largest errors in ulp, measured against the host's double precision by
 * tests/kernels/check-maths.c, which fails when one is exceeded (OpenCL 1.2 allows 4 for asin and
 * acos, 5 for atan, 6 for atan2):
 *
 *     asin  2.5    acos  2.0    atan  2.0    atan2 2.5
 *
 * Polynomials are Chebyshev fits made for the ranges named beside them.
 */
#define BUILTIN __attribute__((overloadable, always_inline, const))

#define PI_HIGH   0x1.921fb6p+1f
#define PI_LOW    -0x1.777a5cp-24f
#define PI_2_HIGH 0x1.921fb6p+0f
#define PI_2_LOW  -0x1.777a5cp-25f

/* (asin(x) - x) / x for z = x^2 in 0..1/4 */
static float asin_tail(float z)
{
    float p = 0x1.13fed4p-5f;

    p = fma(p, z, 0x1.18f91ep-6f);
    p = fma(p, z, 0x1.fd8da2p-6f);
    p = fma(p, z, 0x1.6d5bbap-5f);
    p = fma(p, z, 0x1.333430p-4f);
    p = fma(p, z, 0x1.555554p-3f);
    return p * z;
}

/* Beyond 1/2: asin(x) = pi/2 - 2 asin(sqrt((1 - x) / 2)); NaN beyond 1, from the root. */
BUILTIN float asin(float x)
{
    float magnitude = fabs(x);

    if (magnitude <= 0.5f)
        return fma(x, asin_tail(x * x), x);

    float z = fma(-0.5f, magnitude, 0.5f);
    float s = __builtin_sqrtf(z);
    float result = PI_2_HIGH - (2.0f * fma(s, asin_tail(z), s) - PI_2_LOW);
    return copysign(result, x);
}

BUILTIN float acos(float x)
{
    float magnitude = fabs(x);

    if (magnitude <= 0.5f)
        return PI_2_HIGH - (x + fma(x, asin_tail(x * x), -PI_2_LOW));

    float z = fma(-0.5f, magnitude, 0.5f);
    float s = __builtin_sqrtf(z);
    float angle = 2.0f * fma(s, asin_tail(z), s);
    return x < 0.0f ? PI_HIGH - (angle - PI_LOW) : angle;
}

/* atan(t) for t in 0..1 */
static float atan_of_ratio(float t)
{
    float z = t * t;
    float p = 0x1.86406cp-10f;

    p = fma(p, z, -0x1.2ba6b6p-7f);
    p = fma(p, z, 0x1.aefb2cp-6f);
    p = fma(p, z, -0x1.9115a4p-5f);
    p = fma(p, z, 0x1.2006f8p-4f);
    p = fma(p, z, -0x1.6dd8fep-4f);
    p = fma(p, z, 0x1.c62cdap-4f);
    p = fma(p, z, -0x1.248952p-3f);
    p = fma(p, z, 0x1.999956p-3f);
    p = fma(p, z, -0x1.555556p-2f);
    return fma(p * z, t, t);
}

BUILTIN float atan(float x)
{
    float magnitude = fabs(x);
    bool beyond = magnitude > 1.0f;
    float angle = atan_of_ratio(beyond ? 1.0f / magnitude : magnitude);

    return copysign(beyond ? PI_2_HIGH - (angle - PI_2_LOW) : angle, x);
}

/* The angle of the point (x, y): that of its image in the first octant, mirrored back. */
BUILTIN float atan2(float y, float x)
{
    float height = fabs(y);
    float width = fabs(x);
    float most = fmax(height, width);
    float t = most == 0.0f ? 0.0f : height == width ? 1.0f : fmin(height, width) / most;
    float angle = atan_of_ratio(t);

    if (height > width)
        angle = PI_2_HIGH - (angle - PI_2_LOW);
    if (signbit(x))
        angle = PI_HIGH - (angle - PI_LOW);
    return isnan(x) || isnan(y) ? x + y : copysign(angle, y);
}
