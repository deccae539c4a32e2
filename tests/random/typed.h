/* SPDX-License-Identifier: Apache-2.0 */
/* typed.h - behind host.h: the types and built-in functions that typed_kernels.py uses.
 *
 * Each is written as the OpenCL specification defines it, in arithmetic that is wide enough.
 */
#include <math.h>
#include <stdlib.h>

#define CLK_GLOBAL_MEM_FENCE 0
#define BUILT_IN(name, type) name##_##type
#define SATURATED(to, from) to##_of_##from
#define IS(name, type, x) name((type)(x))

typedef uint8_t uchar;
typedef uint16_t ushort;
typedef _Float16 half;
typedef __int128 wide; /* no result leaves it */

#define AS(to, from)                                                                               \
    static inline to as_##to(from value)                                                      \
    {                                                                                              \
        to bits;                                                                                   \
                                                                                                   \
        memcpy(&bits, &value, sizeof bits);                                                        \
        return bits;                                                                               \
    }
AS(ushort, half)
AS(half, ushort)
AS(float, uint)
AS(ulong, double)
AS(double, ulong)

static inline wide between(wide value, wide low, wide high)
{
    return value < low ? low : value > high ? high : value;
}

/* A NaN becomes 0. The bounds are powers of two or all ones: compared as floating-point numbers,
 * the latter round up, to what no conversion could hold. */
#define SATURATE(type, low, high, from)                                                            \
    static inline type type##_of_##from(from value)                                                \
    {                                                                                              \
        double real = (double)value;                                                               \
                                                                                                   \
        if (real != real)                                                                          \
            return 0;                                                                              \
        return real <= (double)(low) ? (type)(low)                                                 \
                                     : real >= (double)(high) ? (type)(high) : (type)real;         \
    }

#define WHOLE(type, utype, bits, low, high)                                                        \
    SATURATE(type, low, high, half)                                                                \
    SATURATE(type, low, high, float)                                                               \
    SATURATE(type, low, high, double)                                                              \
    static inline type mul_hi_##type(type x, type y)                                               \
    {                                                                                              \
        /* Unsigned of 64 bits: the product's upper half is right though its sign is not. */       \
        return (type)((unsigned __int128)((wide)x * (wide)y) >> (bits));                           \
    }                                                                                              \
    static inline type mad_hi_##type(type x, type y, type z)                                       \
    {                                                                                              \
        return (type)((utype)mul_hi_##type(x, y) + (utype)z);                                      \
    }                                                                                              \
    static inline type min_##type(type x, type y)                                                  \
    {                                                                                              \
        return x < y ? x : y;                                                                      \
    }                                                                                              \
    static inline type max_##type(type x, type y)                                                  \
    {                                                                                              \
        return x > y ? x : y;                                                                      \
    }                                                                                              \
    static inline type add_sat_##type(type x, type y)                                              \
    {                                                                                              \
        return (type)between((wide)x + y, low, high);                                              \
    }                                                                                              \
    static inline type sub_sat_##type(type x, type y)                                              \
    {                                                                                              \
        return (type)between((wide)x - y, low, high);                                              \
    }                                                                                              \
    static inline utype abs_diff_##type(type x, type y)                                            \
    {                                                                                              \
        return (utype)(x > y ? (wide)x - y : (wide)y - x);                                         \
    }                                                                                              \
    static inline utype abs_##type(type x)                                                         \
    {                                                                                              \
        return (utype)((wide)x < 0 ? -(wide)x : (wide)x);                                          \
    }                                                                                              \
    static inline type hadd_##type(type x, type y)                                                 \
    {                                                                                              \
        return (type)(((wide)x + y) >> 1);                                                         \
    }                                                                                              \
    static inline type rhadd_##type(type x, type y)                                                \
    {                                                                                              \
        return (type)(((wide)x + y + 1) >> 1);                                                     \
    }                                                                                              \
    static inline type rotate_##type(type x, type y)                                               \
    {                                                                                              \
        uint count = (uint)y & ((bits) - 1);                                                       \
                                                                                                   \
        return count ? (type)((utype)((utype)x << count) | (utype)x >> ((bits) - count)) : x;      \
    }                                                                                              \
    static inline type clz_##type(type x)                                                          \
    {                                                                                              \
        return (type)(x ? __builtin_clzll((ulong)(utype)x) - (64 - (bits)) : (bits));              \
    }                                                                                              \
    static inline type popcount_##type(type x)                                                     \
    {                                                                                              \
        return (type)__builtin_popcountll((ulong)(utype)x);                                        \
    }                                                                                              \
    static inline type bitselect_##type(type x, type y, type z)                                    \
    {                                                                                              \
        return (type)((x & ~z) | (y & z));                                                         \
    }
WHOLE(uchar, uchar, 8, 0, UINT8_MAX)
WHOLE(char, uchar, 8, INT8_MIN, INT8_MAX)
WHOLE(ushort, ushort, 16, 0, UINT16_MAX)
WHOLE(short, ushort, 16, INT16_MIN, INT16_MAX)
WHOLE(uint, uint, 32, 0, UINT32_MAX)
WHOLE(int, uint, 32, INT32_MIN, INT32_MAX)
WHOLE(ulong, ulong, 64, 0, UINT64_MAX)
WHOLE(long, ulong, 64, INT64_MIN, INT64_MAX)

static inline uint mul24_uint(uint x, uint y)
{
    return x * y;
}

static inline int mul24_int(int x, int y)
{
    return (int)((uint)x * (uint)y);
}

/* Of a half, float is enough for one rounding more to change nothing. */
#define REAL_1(name)                                                                               \
    static inline half name##_half(half x)                                                         \
    {                                                                                              \
        return (half)name##f((float)x);                                                            \
    }                                                                                              \
    static inline float name##_float(float x)                                                      \
    {                                                                                              \
        return name##f(x);                                                                         \
    }                                                                                              \
    static inline double name##_double(double x)                                                   \
    {                                                                                              \
        return name(x);                                                                            \
    }
REAL_1(sqrt)
REAL_1(rint)
REAL_1(floor)
REAL_1(ceil)
REAL_1(trunc)
REAL_1(fabs)
REAL_1(round)

#define REAL_2(name)                                                                               \
    static inline float name##_float(float x, float y)                                             \
    {                                                                                              \
        return name##f(x, y);                                                                      \
    }                                                                                              \
    static inline double name##_double(double x, double y)                                         \
    {                                                                                              \
        return name(x, y);                                                                         \
    }
REAL_2(fmin)
REAL_2(fmax)
REAL_2(copysign)
REAL_2(fmod)
REAL_2(remainder)
REAL_2(nextafter)
#define fmin_half(x, y) ((half)fminf(x, y))
#define fmax_half(x, y) ((half)fmaxf(x, y))
#define fma_float fmaf
#define fma_double fma
#define ldexp_float ldexpf
#define ldexp_double ldexp

/* Work-items take turns only at barriers, so that plain accesses are atomic. What a signed word is
 * compared with is signed: the type is the pointer's. */
#define ATOMIC(x, y, value)                                                                        \
    ({                                                                                             \
        __typeof__(x) place_ = (x);                                                                \
        __typeof__(*(x) + 0) old = *place_, operand = (y);                                         \
        (void)operand;                                                                             \
        *place_ = (value);                                                                         \
        old;                                                                                       \
    })
#define atomic_add(x, y) ATOMIC(x, y, old + operand)
#define atomic_sub(x, y) ATOMIC(x, y, old - operand)
#define atomic_xchg(x, y) ATOMIC(x, y, operand)
#define atomic_min(x, y) ATOMIC(x, y, old < operand ? old : operand)
#define atomic_max(x, y) ATOMIC(x, y, old > operand ? old : operand)
#define atomic_and(x, y) ATOMIC(x, y, old & operand)
#define atomic_or(x, y) ATOMIC(x, y, old | operand)
#define atomic_xor(x, y) ATOMIC(x, y, old ^ operand)
#define atomic_inc(x) atomic_add(x, 1)
#define atomic_dec(x) atomic_sub(x, 1)
#define atomic_cmpxchg(x, y, z) ATOMIC(x, y, old == operand ? (z) : old)
