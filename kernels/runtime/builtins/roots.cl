/* SPDX-License-Identifier: Apache-2.0 */
/* roots.cl - cbrt and hypot, single precision.
 *
 * Largest errors in ulp, measured against the host's double precision by
 * tests/kernels/check-maths.c, which fails when one is exceeded (OpenCL 1.2 allows 2 for cbrt and 4
 * for hypot):
 *
 *     cbrt  1.0    hypot 1.5
 */
#define BUILTIN __attribute__((overloadable, always_inline, const))

/* A third of the exponent as a first guess (within 6 %), two steps of Halley, and one of Newton
 * whose residue x - y^3 is computed to twice the precision. */
BUILTIN float cbrt(float x)
{
    float magnitude = fabs(x);
    bool small = magnitude < 0x1p-100f;
    float a = magnitude * (small ? 0x1p+24f : 0x1p-3f); /* so that no cube leaves the range */
    float y = as_float(as_uint(a) / 3 + 0x2A5119F2); /* 2/3 of the bits of 1, less the mean error */

    for (int i = 0; i < 2; i++) {
        float cube = y * y * y;

        y = y * ((cube + 2.0f * a) / (2.0f * cube + a));
    }
    float square = y * y;
    float square_low = fma(y, y, -square);
    float residue = fma(-square, y, a) - square_low * y;
    y += residue / (3.0f * square);
    if (x == 0.0f || !isfinite(x))
        return x;
    return copysign(y * (small ? 0x1p-8f : 2.0f), x);
}

/* Scaled by a power of two where a square would not be a normal number. */
BUILTIN float hypot(float x, float y)
{
    float larger = fmax(fabs(x), fabs(y));
    float smaller = fmin(fabs(x), fabs(y));
    float scale = larger > 0x1p+60f ? 0x1p-70f : larger < 0x1p-50f ? 0x1p+90f : 1.0f;
    float a = larger * scale;
    float b = smaller * scale;
    float root = __builtin_sqrtf(fma(a, a, b * b));

    if (isinf(x) || isinf(y))
        return INFINITY;
    return isnan(x) || isnan(y) ? x + y : scale > 1.0f ? root * 0x1p-90f
                                        : scale < 1.0f ? root * 0x1p+70f : root;
}
