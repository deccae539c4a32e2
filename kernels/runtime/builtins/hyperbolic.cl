/* SPDX-License-Identifier: Apache-2.0 */
/* hyperbolic.cl - sinh, cosh, tanh, single precision.
 *
 * Largest errors in ulp, measured against the host's double precision by
 * tests/kernels/check-maths.c, which fails when one is exceeded (OpenCL 1.2 allows 4 for sinh and
 * cosh, 5 for tanh):
 *
 *     sinh  2.0    cosh  2.0    tanh  2.0
 *
 * Polynomials are Chebyshev fits made for the ranges named beside them.
 */
#define BUILTIN __attribute__((overloadable, always_inline, const))

#define LN2_ABOVE  0x1.62e5p-1f /* a little more than ln 2; 16 bits, so x - LN2_ABOVE is exact */
#define LN2_EXCESS 0x1.a020b8p-18f

/* e^x / 2 without overflow where only e^x is too large: e^(x - ln 2), with ln 2 in two parts. */
static float half_of_exp(float x)
{
    float less = exp(x - LN2_ABOVE);

    return x > 88.0f ? fma(less, LN2_EXCESS, less) : 0.5f * exp(x);
}

/* sinh(x) for x in -1..1 */
static float sinh_near_zero(float x)
{
    float z = x * x;
    float p = 0x1.78a70ep-19f;

    p = fma(p, z, 0x1.a00900p-13f);
    p = fma(p, z, 0x1.11111ep-7f);
    p = fma(p, z, 0x1.555556p-3f);
    return fma(p * z, x, x);
}

BUILTIN float sinh(float x)
{
    float magnitude = fabs(x);

    if (magnitude < 1.0f)
        return sinh_near_zero(x);

    float half_power = half_of_exp(magnitude);
    return copysign(half_power - 0.25f / half_power, x);
}

BUILTIN float cosh(float x)
{
    float half_power = half_of_exp(fabs(x));

    return half_power + 0.25f / half_power;
}

/* tanh(x) for x in 0..0.55 */
static float tanh_near_zero(float x)
{
    float z = x * x;
    float p = -0x1.b13538p-8f;

    p = fma(p, z, 0x1.5d220ep-6f);
    p = fma(p, z, -0x1.b9a044p-5f);
    p = fma(p, z, 0x1.110feap-3f);
    p = fma(p, z, -0x1.555554p-2f);
    return fma(p * z, x, x);
}

BUILTIN float tanh(float x)
{
    float magnitude = fabs(x);

    float result = magnitude < 0.55f ? tanh_near_zero(magnitude)
                                     : 1.0f - 2.0f / (exp(2.0f * magnitude) + 1.0f);

    return copysign(result, x);
}
