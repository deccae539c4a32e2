/* SPDX-License-Identifier: Apache-2.0 */
/* check-maths.c - the kernels' maths functions against the host's double precision.
 *
 * The built-ins of kernels/runtime are compiled for the host and linked here (check-maths.sh), so
 * that the very source is measured that kernels get. Each function runs over every 499th float
 * there is, over the special values, and over a finely sampled range around 1 and around 0; the
 * largest error may not exceed the ulp stated in the source. Functions that are exact have to agree
 * bit by bit.
 */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define STRIDE 499

/* Names as OpenCL C mangles them: one float argument, two. */
float cl_exp(float) __asm__("_Z3expf");
float cl_exp2(float) __asm__("_Z4exp2f");
float cl_log(float) __asm__("_Z3logf");
float cl_log2(float) __asm__("_Z4log2f");
float cl_pow(float, float) __asm__("_Z3powff");
float cl_sin(float) __asm__("_Z3sinf");
float cl_cos(float) __asm__("_Z3cosf");
float cl_tan(float) __asm__("_Z3tanf");
float cl_sqrt(float) __asm__("_Z4sqrtf");
float cl_rsqrt(float) __asm__("_Z5rsqrtf");
float cl_floor(float) __asm__("_Z5floorf");
float cl_ceil(float) __asm__("_Z4ceilf");
float cl_trunc(float) __asm__("_Z5truncf");
float cl_round(float) __asm__("_Z5roundf");
float cl_rint(float) __asm__("_Z4rintf");
float cl_fmod(float, float) __asm__("_Z4fmodff");
float cl_exp10(float) __asm__("_Z5exp10f");
float cl_expm1(float) __asm__("_Z5expm1f");
float cl_log10(float) __asm__("_Z5log10f");
float cl_log1p(float) __asm__("_Z5log1pf");
float cl_asin(float) __asm__("_Z4asinf");
float cl_acos(float) __asm__("_Z4acosf");
float cl_atan(float) __asm__("_Z4atanf");
float cl_sinh(float) __asm__("_Z4sinhf");
float cl_cosh(float) __asm__("_Z4coshf");
float cl_tanh(float) __asm__("_Z4tanhf");
float cl_cbrt(float) __asm__("_Z4cbrtf");
float cl_atan2(float, float) __asm__("_Z5atan2ff");
float cl_hypot(float, float) __asm__("_Z5hypotff");
float cl_pown(float, int) __asm__("_Z4pownfi");

struct unary {
    const char *name;
    float (*function)(float);
    double (*exact)(double);
    double ulp; /* stated in the source; 0: the result is exact or correctly rounded */
};

struct binary {
    const char *name;
    float (*function)(float, float);
    double (*exact)(double, double);
    double ulp;
};

struct worst {
    double ulp;
    float x, y;
    uint64_t samples;
};

static double reciprocal_root(double x)
{
    return 1.0 / sqrt(x);
}

static double ten_to_the(double x)
{
    return pow(10.0, x);
}

/* The integer that a sample stands for. */
static int whole(double y)
{
    return isnan(y) ? 0 : y >= 0x1p+31 ? INT_MAX : y <= -0x1p+31 ? INT_MIN : (int)y;
}

static float power_of_whole(float x, float y)
{
    return cl_pown(x, whole(y));
}

static double exact_power_of_whole(double x, double y)
{
    return pow(x, whole(y));
}

static const struct unary unary_functions[] = {
    {"exp", cl_exp, exp, 1.1},
    {"exp2", cl_exp2, exp2, 1.0},
    {"log", cl_log, log, 1.0},
    {"log2", cl_log2, log2, 1.3},
    {"sin", cl_sin, sin, 1.6},
    {"cos", cl_cos, cos, 1.6},
    {"tan", cl_tan, tan, 4.0},
    {"exp10", cl_exp10, ten_to_the, 1.5},
    {"expm1", cl_expm1, expm1, 2.0},
    {"log10", cl_log10, log10, 1.5},
    {"log1p", cl_log1p, log1p, 2.0},
    {"asin", cl_asin, asin, 2.5},
    {"acos", cl_acos, acos, 2.0},
    {"atan", cl_atan, atan, 2.0},
    {"sinh", cl_sinh, sinh, 2.0},
    {"cosh", cl_cosh, cosh, 2.0},
    {"tanh", cl_tanh, tanh, 2.0},
    {"cbrt", cl_cbrt, cbrt, 1.0},
    {"sqrt", cl_sqrt, sqrt, 0.5},
    {"rsqrt", cl_rsqrt, reciprocal_root, 1.5},
    {"floor", cl_floor, floor, 0.0},
    {"ceil", cl_ceil, ceil, 0.0},
    {"trunc", cl_trunc, trunc, 0.0},
    {"round", cl_round, round, 0.0},
    {"rint", cl_rint, rint, 0.0},
};

static const struct binary binary_functions[] = {
    {"pow", cl_pow, pow, 7.0},
    {"pown", power_of_whole, exact_power_of_whole, 7.0},
    {"atan2", cl_atan2, atan2, 2.5},
    {"hypot", cl_hypot, hypot, 1.5},
    {"fmod", cl_fmod, fmod, 0.0},
};

static const float specials[] = {
    0.0f, 1.0f, 2.0f, 3.0f, 0.5f, 1.5f, 2.5f, 4.0f, 7.0f, 10.0f, 100.0f, 1e-3f, 0x1p-149f,
    0x1p-126f, 0x1.fffffep-127f, FLT_MAX, INFINITY, 16777215.0f, 16777216.0f, 16777217.0f,
    8388607.5f, 4194304.5f, 0x1.fffffep-1f, 0x1.000002p+0f, 88.72284f, 87.33655f, 103.97208f,
    127.99999f, 149.5f, 150.0f, 0x1.921fb6p+0f, 0x1.921fb4p+0f, 0x1.921fb6p+1f, 65535.99f, 65536.0f,
    0x1.6ac5b2p+17f, 1e10f, 1e38f, NAN,
};
enum { SPECIALS = sizeof specials / sizeof specials[0] };

static float float_of(uint32_t bits)
{
    float x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The distance of two floats near `exact`, in units of the last place there. */
static double ulp_of(double exact)
{
    int exponent;

    frexp(exact, &exponent);
    return ldexp(1.0, (exponent < -125 ? -125 : exponent) - 24);
}

static double error_in_ulp(float got, double exact)
{
    if (isnan(exact) || isnan(got))
        return isnan(exact) && isnan(got) ? 0.0 : INFINITY;
    if (isinf((float)exact) || isinf(got)) {
        if (got == (float)exact)
            return 0.0;
        /* near overflow either side of it may be within the bound */
        double clipped = isinf(got) ? copysign(0x1p+128, got) : got;

        return isinf(exact) ? INFINITY : fabs(clipped - exact) / 0x1p+104;
    }
    if (exact == 0.0 && got == 0.0)
        return signbit(got) == signbit(exact) ? 0.0 : INFINITY;
    return fabs((double)got - exact) / ulp_of(exact);
}

static void note(struct worst *worst, double error, float x, float y)
{
    worst->samples++;
    if (error > worst->ulp) {
        worst->ulp = error;
        worst->x = x;
        worst->y = y;
    }
}

static void try_unary(const struct unary *f, float x, struct worst *worst)
{
    note(worst, error_in_ulp(f->function(x), f->exact(x)), x, 0.0f);
    note(worst, error_in_ulp(f->function(-x), f->exact(-x)), -x, 0.0f);
}

static struct worst measure_unary(const struct unary *f)
{
    struct worst worst = {0};

    for (int i = 0; i < SPECIALS; i++)
        try_unary(f, specials[i], &worst);
    for (uint64_t bits = 0; bits < 0x7F800000; bits += STRIDE)
        try_unary(f, float_of((uint32_t)bits), &worst);
    for (int i = -200000; i <= 200000; i++)
        try_unary(f, 1.0f + (float)i * 0x1p-23f, &worst);
    for (int i = 0; i < 1000000; i++)
        try_unary(f, (float)i * 0x1.0842p-13f, &worst); /* 0..126 */
    return worst;
}

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15;

    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

static void try_binary(const struct binary *f, float x, float y, struct worst *worst)
{
    note(worst, error_in_ulp(f->function(x, y), f->exact(x, y)), x, y);
}

/* Some pairs are any floats; the others keep y log2(x) where a power is neither 0 nor infinite. */
static struct worst measure_binary(const struct binary *f)
{
    struct worst worst = {0};
    uint64_t state = 5;

    for (int i = 0; i < SPECIALS * SPECIALS; i++) {
        float x = specials[i / SPECIALS];
        float y = specials[i % SPECIALS];

        try_binary(f, x, y, &worst);
        try_binary(f, -x, y, &worst);
        try_binary(f, x, -y, &worst);
        try_binary(f, -x, -y, &worst);
    }
    for (int i = 0; i < 1500000; i++) {
        uint64_t pick = next_random(&state);
        float x = float_of((uint32_t)pick);
        float y = float_of((uint32_t)(pick >> 32));
        double unit = (double)(int32_t)(pick >> 32) * 0x1p-31;
        float bounded = (float)(unit * 150.0 / log2(fabs((double)x)));
        float near_one = 1.0f + (float)(int32_t)pick * 0x1p-33f;

        try_binary(f, x, y, &worst);
        if (isfinite(bounded))
            try_binary(f, fabsf(x), bounded, &worst);
        try_binary(f, near_one, (float)(unit * 140.0 / log2((double)near_one)), &worst);
    }
    return worst;
}

static int report(const char *name, double stated, struct worst worst)
{
    int failed = worst.ulp > stated;

    printf("%-6s %-6s %8.4f ulp, stated %.1f, %llu samples", failed ? "not ok" : "ok", name,
           worst.ulp, stated, (unsigned long long)worst.samples);
    if (worst.ulp > 0.0)
        printf(", at (%a, %a)", (double)worst.x, (double)worst.y);
    putchar('\n');
    return failed;
}

int main(void)
{
    int failed = 0;

    for (size_t i = 0; i < sizeof unary_functions / sizeof unary_functions[0]; i++)
        failed |= report(unary_functions[i].name, unary_functions[i].ulp,
                         measure_unary(&unary_functions[i]));
    for (size_t i = 0; i < sizeof binary_functions / sizeof binary_functions[0]; i++)
        failed |= report(binary_functions[i].name, binary_functions[i].ulp,
                         measure_binary(&binary_functions[i]));
    return failed;
}
