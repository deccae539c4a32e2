/* SPDX-License-Identifier: Apache-2.0 */
/* exponential.cl - exp, exp2, exp10, expm1, log, log2, log10, log1p, pow, pown, powr and
 * their native forms, single precision.
 *
 * Largest errors in ulp, measured against the host's double precision by
 * tests/kernels/check-maths.c, which fails when one is exceeded (OpenCL 1.2 allows 3 for the
 * exponentials and logarithms, 2 for log1p, and 16 for pow and pown):
 *
 *     exp   1.1    exp2  1.0    exp10 1.5    expm1 2.0    pow   7.0    rsqrt 1.5
 *     log   1.0    log2  1.3    log10 1.5    log1p 2.0    pown  7.0    sqrt  0.5
 *
 * The native forms are the same functions; native_exp and native_powr take the short way through
 * exp2.
 *
 * Polynomials are least-maximum fits made for the reduced ranges named beside them.
 */
#define BUILTIN __attribute__((overloadable, always_inline, const))

#define LN2_HIGH     0x1.62e4p-1f /* 16 bits: times an exponent it is exact */
#define LN2_LOW      0x1.7f7d1cp-20f
#define LOG2E_HIGH   0x1.715476p+0f
#define LOG2E_LOW    0x1.4ae0c0p-26f
#define LOG10_2_HIGH 0x1.344p-2f /* 11 bits, for the same reason */
#define LOG10_2_LOW  0x1.3509f8p-18f
#define LOG10E_HIGH  0x1.bcb7b2p-2f
#define LOG10E_LOW   -0x1.5b235ep-27f
#define LN10         0x1.26bb1cp+1f
#define LOG2_10      0x1.a934f0p+1f
#define ROUND_MAGIC  12582912.0f /* 1.5 * 2^23: adding and subtracting it rounds to an integer */

/* x * 2^k for k in -252..254, rounded once: two factors, as one may not be a normal number. */
static float scale(float x, int k)
{
    int first = k >> 1;

    return x * as_float((uint)(first + 127) << 23) * as_float((uint)(k - first + 127) << 23);
}

/* 2^(k + r) for r in -0.5..0.5 */
static float exp2_reduced(float k, float r)
{
    float p = 0x1.44957ep-13f;

    p = fma(p, r, 0x1.5f50c8p-10f);
    p = fma(p, r, 0x1.3b29a2p-7f);
    p = fma(p, r, 0x1.c6aebep-5f);
    p = fma(p, r, 0x1.ebfbe0p-3f);
    p = fma(p, r, 0x1.62e430p-1f);
    p = fma(p, r, 1.0f);
    return scale(p, (int)k);
}

BUILTIN float exp2(float x)
{
    float inside = clamp(x, -160.0f, 160.0f);
    float k = (inside + ROUND_MAGIC) - ROUND_MAGIC;
    float result = exp2_reduced(k, inside - k);

    return isnan(x) ? x : result;
}

/* e^r for r in -ln2/2..ln2/2 */
static float exp_reduced(float r)
{
    float p = 0x1.6dbc64p-10f;

    p = fma(p, r, 0x1.124148p-7f);
    p = fma(p, r, 0x1.555454p-5f);
    p = fma(p, r, 0x1.555486p-3f);
    p = fma(p, r, 0.5f);
    return fma(p * r, r, r) + 1.0f;
}

/* e^x = 2^k e^r */
BUILTIN float exp(float x)
{
    float inside = clamp(x, -110.0f, 110.0f);
    float k = (inside * LOG2E_HIGH + ROUND_MAGIC) - ROUND_MAGIC;
    float r = fma(-k, LN2_LOW, fma(-k, LN2_HIGH, inside));

    return isnan(x) ? x : scale(exp_reduced(r), (int)k);
}

/* 10^x = 2^k e^(r ln 10) */
BUILTIN float exp10(float x)
{
    float inside = clamp(x, -50.0f, 50.0f);
    float k = (inside * LOG2_10 + ROUND_MAGIC) - ROUND_MAGIC;
    float r = fma(-k, LOG10_2_LOW, fma(-k, LOG10_2_HIGH, inside));

    return isnan(x) ? x : scale(exp_reduced(r * LN10), (int)k);
}

/* e^x - 1 = 2^k (e^r - 1) + (2^k - 1), e^r - 1 by a polynomial of its own for r in -0.36..0.36:
 * near zero the 1 would drown the rest. */
BUILTIN float expm1(float x)
{
    if (!(fabs(x) < 20.0f))
        return exp(x) - 1.0f;

    float k = (x * LOG2E_HIGH + ROUND_MAGIC) - ROUND_MAGIC;
    float r = fma(-k, LN2_LOW, fma(-k, LN2_HIGH, x));
    float power = as_float((uint)((int)k + 127) << 23);
    float p = 0x1.a13a00p-13f;

    p = fma(p, r, 0x1.6d5ad8p-10f);
    p = fma(p, r, 0x1.1110dap-7f);
    p = fma(p, r, 0x1.5554d8p-5f);
    p = fma(p, r, 0x1.555556p-3f);
    p = fma(p, r, 0.5f);
    return x == 0.0f ? x : fma(power, fma(p * r, r, r), power - 1.0f);
}

/* x = m 2^e with m in sqrt(1/2)..sqrt(2), for any x that is finite and above zero. */
static float split_exponent(float x, int *exponent)
{
    int below = 0;
    if (x < FLT_MIN) {
        x *= 0x1p+23f;
        below = 23;
    }
    uint from_root = as_uint(x) - 0x3F3504F3; /* bits of sqrt(1/2) */

    *exponent = ((int)from_root >> 23) - below;
    return as_float((from_root & 0x7FFFFF) + 0x3F3504F3);
}

static int outside_of_log(float x)
{
    return !(x > 0.0f && x < INFINITY);
}

static float log_of_outside(float x)
{
    return x == 0.0f ? -INFINITY : x < 0.0f ? NAN : x;
}

/* log(1 + f) - f for 1 + f in sqrt(1/2)..sqrt(2) */
static float log_tail(float f)
{
    float p = -0x1.38b4ccp-4f;

    p = fma(p, f, 0x1.055b46p-3f);
    p = fma(p, f, -0x1.0d8552p-3f);
    p = fma(p, f, 0x1.22da22p-3f);
    p = fma(p, f, -0x1.547244p-3f);
    p = fma(p, f, 0x1.99a008p-3f);
    p = fma(p, f, -0x1.000228p-2f);
    p = fma(p, f, 0x1.555554p-2f);
    return f * f * fma(p, f, -0.5f);
}

BUILTIN float log(float x)
{
    if (outside_of_log(x))
        return log_of_outside(x);

    int exponent;
    float f = split_exponent(x, &exponent) - 1.0f;
    float e = (float)exponent;
    return fma(e, LN2_HIGH, f + fma(e, LN2_LOW, log_tail(f)));
}

BUILTIN float log2(float x)
{
    if (outside_of_log(x))
        return log_of_outside(x);

    int exponent;
    float f = split_exponent(x, &exponent) - 1.0f;
    float tail = log_tail(f);
    float high = f * LOG2E_HIGH;
    float low = fma(f, LOG2E_HIGH, -high) + fma(f, LOG2E_LOW, tail * LOG2E_HIGH);
    return (float)exponent + (high + low);
}

BUILTIN float log10(float x)
{
    if (outside_of_log(x))
        return log_of_outside(x);

    int exponent;
    float f = split_exponent(x, &exponent) - 1.0f;
    float e = (float)exponent;
    float high = f * LOG10E_HIGH;
    float low = fma(f, LOG10E_HIGH, -high) + fma(f, LOG10E_LOW, log_tail(f) * LOG10E_HIGH);
    return fma(e, LOG10_2_HIGH, high + fma(e, LOG10_2_LOW, low));
}

/* log(1 + x): what 1 + x loses by rounding is added as its first-order term. */
BUILTIN float log1p(float x)
{
    float sum = 1.0f + x;
    float lost = fabs(x) < 1.0f ? x - (sum - 1.0f) : 1.0f - (sum - x);

    if (outside_of_log(sum))
        return log_of_outside(sum);
    return sum == 1.0f ? x : log(sum) + lost / sum;
}

/* log2(x) as the sum of two floats. With s = (m - 1) / (m + 1), log2(m) = 2/ln2 (s + s^3/3 + ...);
 * s is kept to 48 bits, the rest of the series is small enough for 24. */
static float log2_extended(float x, float *low)
{
    int exponent;
    float m = split_exponent(x, &exponent);
    float denominator = m + 1.0f;
    float denominator_low = m - (denominator - 1.0f);
    float s = (m - 1.0f) / denominator;
    float s_low = (fma(-s, denominator, m - 1.0f) - s * denominator_low) / denominator;
    float z = s * s;
    float p = 0x1.e340c0p-4f;

    p = fma(p, z, 0x1.2436fep-3f);
    p = fma(p, z, 0x1.999a82p-3f);
    p = fma(p, z, 0x1.555554p-2f);

    float tail = s * z * p + s_low;
    float high = s * (2.0f * LOG2E_HIGH);
    float rest = fma(s, 2.0f * LOG2E_HIGH, -high) + s * (2.0f * LOG2E_LOW) +
                 tail * (2.0f * LOG2E_HIGH);
    /* e + high loses nothing (e is 0 or the larger); then the rest is carried up */
    float e = (float)exponent;
    float sum = e + high;
    float below = (e == 0.0f ? 0.0f : high - (sum - e)) + rest;
    float result = sum + below;
    *low = below - (result - sum);
    return result;
}

/* |x|^y for finite x other than 0 and finite y */
static float power_of_magnitude(float x, float y)
{
    float low;
    float high = log2_extended(fabs(x), &low);
    float product = y * high;
    float k = (clamp(product, -300.0f, 300.0f) + ROUND_MAGIC) - ROUND_MAGIC;
    float r = fabs(product) < 300.0f ? (product - k) + (fma(y, high, -product) + y * low) : 0.0f;

    return exp2_reduced(clamp(k, -160.0f, 160.0f), r);
}

/* 0: y is no integer; 1: odd; 2: even */
static int integer_kind(float y)
{
    float magnitude = fabs(y);

    if (magnitude >= 0x1p+24f)
        return 2;
    if (magnitude != __builtin_truncf(magnitude))
        return 0;
    return 2 - ((int)magnitude & 1);
}

/* Powers of 0, of infinity, and to an infinite exponent: 0, 1 or infinity. */
static float power_at_limits(float magnitude, float y)
{
    if (isinf(y) && magnitude == 1.0f)
        return 1.0f;
    return (magnitude > 1.0f) == (y > 0.0f) ? INFINITY : 0.0f;
}

BUILTIN float pow(float x, float y)
{
    if (x == 1.0f || y == 0.0f)
        return 1.0f;
    if (isnan(x) || isnan(y))
        return x + y;

    float magnitude = fabs(x);
    int kind = integer_kind(y);
    float result = magnitude == 0.0f || isinf(x) || isinf(y) ? power_at_limits(magnitude, y)
                                                             : power_of_magnitude(x, y);
    if (!signbit(x))
        return result;
    if (kind == 0 && magnitude != 0.0f && isfinite(x))
        return NAN;
    return kind == 1 ? -result : result;
}

/* An exponent of more than 24 bits is taken in two parts. */
BUILTIN float pown(float x, int n)
{
    int upper = n / 4096 * 4096;

    if (n >= -0x1000000 && n <= 0x1000000)
        return pow(x, (float)n);
    return pow(x, (float)upper) * pow(x, (float)(n - upper));
}

BUILTIN float powr(float x, float y) { return x < 0.0f ? NAN : pow(x, y); }

BUILTIN float native_exp(float x) { return exp2(x * LOG2E_HIGH); }
BUILTIN float native_exp2(float x) { return exp2(x); }
BUILTIN float native_exp10(float x) { return exp10(x); }
BUILTIN float native_log10(float x) { return log10(x); }
BUILTIN float native_log(float x) { return log(x); }
BUILTIN float native_log2(float x) { return log2(x); }
BUILTIN float native_powr(float x, float y) { return exp2(y * log2(x)); }
BUILTIN float native_sqrt(float x) { return sqrt(x); }
BUILTIN float native_rsqrt(float x) { return rsqrt(x); }
BUILTIN float native_recip(float x) { return 1.0f / x; }
BUILTIN float native_divide(float x, float y) { return x / y; }

BUILTIN float half_exp(float x) { return native_exp(x); }
BUILTIN float half_exp2(float x) { return exp2(x); }
BUILTIN float half_exp10(float x) { return exp10(x); }
BUILTIN float half_log10(float x) { return log10(x); }
BUILTIN float half_log(float x) { return log(x); }
BUILTIN float half_log2(float x) { return log2(x); }
BUILTIN float half_powr(float x, float y) { return native_powr(x, y); }
BUILTIN float half_sqrt(float x) { return sqrt(x); }
BUILTIN float half_rsqrt(float x) { return rsqrt(x); }
BUILTIN float half_recip(float x) { return 1.0f / x; }
BUILTIN float half_divide(float x, float y) { return x / y; }
