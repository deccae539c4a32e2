/* SPDX-License-Identifier: Apache-2.0 */
/* common.cl - OpenCL's simple functions on float, int and uint: exact, or one operation each.
 *
 * fmin and fmax are single instructions on RV32F, which is why clamps go through them.
 */
#define BUILTIN __attribute__((overloadable, always_inline, const))

BUILTIN float fabs(float x) { return __builtin_fabsf(x); }
BUILTIN float fmin(float x, float y) { return __builtin_fminf(x, y); }
BUILTIN float fmax(float x, float y) { return __builtin_fmaxf(x, y); }
BUILTIN float min(float x, float y) { return __builtin_fminf(x, y); }
BUILTIN float max(float x, float y) { return __builtin_fmaxf(x, y); }
BUILTIN float copysign(float x, float y) { return __builtin_copysignf(x, y); }
BUILTIN float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
BUILTIN float mad(float a, float b, float c) { return a * b + c; }
BUILTIN float sqrt(float x) { return __builtin_sqrtf(x); }
BUILTIN float rsqrt(float x) { return 1.0f / __builtin_sqrtf(x); }
BUILTIN float fdim(float x, float y) { return isnan(x) || isnan(y) ? x + y : fmax(x - y, 0.0f); }

BUILTIN float clamp(float x, float low, float high) { return fmin(fmax(x, low), high); }
BUILTIN float mix(float x, float y, float a) { return x + (y - x) * a; }
BUILTIN float step(float edge, float x) { return x < edge ? 0.0f : 1.0f; }
BUILTIN float smoothstep(float low, float high, float x)
{
    float t = clamp((x - low) / (high - low), 0.0f, 1.0f);

    return t * t * (3.0f - 2.0f * t);
}
BUILTIN float sign(float x) { return isnan(x) ? 0.0f : x == 0.0f ? x : copysign(1.0f, x); }
BUILTIN float maxmag(float x, float y)
{
    return fabs(x) > fabs(y) ? x : fabs(y) > fabs(x) ? y : fmax(x, y);
}
BUILTIN float minmag(float x, float y)
{
    return fabs(x) < fabs(y) ? x : fabs(y) < fabs(x) ? y : fmin(x, y);
}
BUILTIN float degrees(float radian) { return 57.295779513f * radian; }
BUILTIN float radians(float degree) { return 0.017453292520f * degree; }

BUILTIN int isnan(float x) { return x != x; }
BUILTIN int isinf(float x) { return __builtin_fabsf(x) == INFINITY; }
BUILTIN int isfinite(float x) { return __builtin_fabsf(x) < INFINITY; }
BUILTIN int signbit(float x) { return as_uint(x) >> 31; }
BUILTIN int isnormal(float x)
{
    return __builtin_fabsf(x) < INFINITY && __builtin_fabsf(x) >= FLT_MIN;
}

BUILTIN int min(int x, int y) { return x < y ? x : y; }
BUILTIN int max(int x, int y) { return x > y ? x : y; }
BUILTIN uint min(uint x, uint y) { return x < y ? x : y; }
BUILTIN uint max(uint x, uint y) { return x > y ? x : y; }
BUILTIN int clamp(int x, int low, int high) { return min(max(x, low), high); }
BUILTIN uint clamp(uint x, uint low, uint high) { return min(max(x, low), high); }
BUILTIN uint abs(int x) { return x < 0 ? 0u - (uint)x : (uint)x; }
BUILTIN uint abs(uint x) { return x; }
BUILTIN uint abs_diff(int x, int y) { return x > y ? (uint)x - (uint)y : (uint)y - (uint)x; }
BUILTIN uint abs_diff(uint x, uint y) { return x > y ? x - y : y - x; }
BUILTIN int mul24(int x, int y) { return x * y; }
BUILTIN uint mul24(uint x, uint y) { return x * y; }
BUILTIN int mad24(int x, int y, int z) { return x * y + z; }
BUILTIN uint mad24(uint x, uint y, uint z) { return x * y + z; }
BUILTIN int mul_hi(int x, int y) { return (int)((long)x * y >> 32); }
BUILTIN uint mul_hi(uint x, uint y) { return (uint)((ulong)x * y >> 32); }
BUILTIN uint rotate(uint x, uint count) { return x << (count & 31) | x >> (-count & 31); }
BUILTIN int rotate(int x, int count) { return (int)rotate((uint)x, (uint)count); }

BUILTIN float select(float no, float yes, int condition) { return condition ? yes : no; }
BUILTIN float select(float no, float yes, uint condition) { return condition ? yes : no; }
BUILTIN int select(int no, int yes, int condition) { return condition ? yes : no; }
BUILTIN int select(int no, int yes, uint condition) { return condition ? yes : no; }
BUILTIN uint select(uint no, uint yes, int condition) { return condition ? yes : no; }
BUILTIN uint select(uint no, uint yes, uint condition) { return condition ? yes : no; }
