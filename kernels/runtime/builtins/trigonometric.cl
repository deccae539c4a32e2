/* SPDX-License-Identifier: Apache-2.0 */
/* trigonometric.cl - sin, cos, tan and their native forms, single precision, for every argument.
 *
 * Largest errors in ulp, measured against the host's double precision by
 * tests/kernels/check-maths.c, which fails when one is exceeded (OpenCL 1.2 allows 4 for sin and
 * cos, 5 for tan):
 *
 *     sin   1.6    cos   1.6    tan   4.0
 *
 * Up to 2^16 the argument is reduced with pi/2 in three parts (Cody and Waite), beyond that with as
 * many bits of 2/pi as its exponent asks for (Payne and Hanek).
 */
#define BUILTIN __attribute__((overloadable, always_inline, const))

#define REDUCE_BY_PARTS_BELOW 65536.0f
#define ROUND_MAGIC           12582912.0f /* 1.5 * 2^23: adding and subtracting it rounds */

#define TWO_OVER_PI 0x1.45f306p-1f
#define PI_2_HIGH   0x1.921fb6p+0f
#define PI_2_MIDDLE -0x1.777a5cp-25f
#define PI_2_LOW    -0x1.ee59dap-50f

/* 2/pi behind the binary point, with one word of zeros before it */
__constant uint two_over_pi[8] = {0x00000000, 0xA2F9836E, 0x4E441529, 0xFC2757D1,
                                  0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB};

/* 32 bits of 2/pi from the given one on */
static uint bits_of_two_over_pi(uint first)
{
    uint word = first / 32;
    uint shift = first % 32;
    ulong both = (ulong)two_over_pi[word] << 32 | two_over_pi[word + 1];

    return (uint)(both << shift >> 32);
}

/* x = mantissa * 2^exponent. Bits of 2/pi that only add multiples of four quadrants are left out;
 * 96 bits from there leave 70 behind the point. */
static float reduce_large(float magnitude, int *quadrant)
{
    uint mantissa = (as_uint(magnitude) & 0x7FFFFF) | 0x800000;
    int exponent = (int)(as_uint(magnitude) >> 23) - 150;
    uint first = exponent - 2 + 32;
    ulong low = (ulong)mantissa * bits_of_two_over_pi(first + 64);
    ulong middle = (ulong)mantissa * bits_of_two_over_pi(first + 32) + (low >> 32);
    uint high = mantissa * bits_of_two_over_pi(first) + (uint)(middle >> 32);

    /* high: 2 bits quadrant, 30 bits fraction; to the nearest quadrant, so the fraction has a sign.
     * Its upper 24 bits make one float, the next 32 another, so that only the end result is
     * rounded. */
    *quadrant = (high + 0x20000000) >> 30 & 3;
    uint fraction = high << 2 | (uint)middle >> 30;
    uint below = fraction << 24 | ((uint)middle << 2 | (uint)low >> 30) >> 8;
    float upper = (float)(int)(fraction & 0xFFFFFF00) * 0x1p-32f;
    float lower = (float)below * 0x1p-56f;
    float product = upper * PI_2_HIGH;
    return product + (fma(upper, PI_2_HIGH, -product) + fma(upper, PI_2_MIDDLE, lower * PI_2_HIGH));
}

/* The angle less the nearest multiple of pi/2, and that multiple modulo 4. */
static float reduce(float x, int *quadrant)
{
    float magnitude = fabs(x);

    if (magnitude < REDUCE_BY_PARTS_BELOW) {
        float k = (x * TWO_OVER_PI + ROUND_MAGIC) - ROUND_MAGIC;

        *quadrant = (int)k & 3;
        return fma(-k, PI_2_LOW, fma(-k, PI_2_MIDDLE, fma(-k, PI_2_HIGH, x)));
    }
    if (!isfinite(x)) {
        *quadrant = 0;
        return NAN;
    }
    float angle = reduce_large(magnitude, quadrant);
    if (x > 0.0f)
        return angle;
    *quadrant = -*quadrant & 3;
    return -angle;
}

static float sin_reduced(float r)
{
    float z = r * r;
    float p = 0x1.6ccbb4p-19f;

    p = fma(p, z, -0x1.a00f68p-13f);
    p = fma(p, z, 0x1.111108p-7f);
    p = fma(p, z, -0x1.555556p-3f);
    return fma(p * z, r, r);
}

static float cos_reduced(float r)
{
    float z = r * r;
    float p = 0x1.99f2dcp-16f;

    p = fma(p, z, -0x1.6c0c58p-10f);
    p = fma(p, z, 0x1.55554ap-5f);
    return fma(p * z, z, fma(-0.5f, z, 1.0f));
}

/* Sine of `quadrant` quarter turns and r. */
static float sin_of_quadrant(float r, int quadrant)
{
    float result = quadrant & 1 ? cos_reduced(r) : sin_reduced(r);

    return as_float(as_uint(result) ^ (uint)(quadrant & 2) << 30);
}

BUILTIN float sin(float x)
{
    int quadrant;
    float r = reduce(x, &quadrant);

    return x == 0.0f ? x : sin_of_quadrant(r, quadrant);
}

BUILTIN float cos(float x)
{
    int quadrant;
    float r = reduce(x, &quadrant);

    return sin_of_quadrant(r, quadrant + 1);
}

BUILTIN float tan(float x)
{
    int quadrant;
    float r = reduce(x, &quadrant);
    float s = sin_reduced(r);
    float c = cos_reduced(r);

    if (x == 0.0f)
        return x;
    return quadrant & 1 ? -c / s : s / c;
}

BUILTIN float native_sin(float x) { return sin(x); }
BUILTIN float native_cos(float x) { return cos(x); }
BUILTIN float native_tan(float x) { return tan(x); }
BUILTIN float half_sin(float x) { return sin(x); }
BUILTIN float half_cos(float x) { return cos(x); }
BUILTIN float half_tan(float x) { return tan(x); }
