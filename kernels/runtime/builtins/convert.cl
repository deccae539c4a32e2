/* SPDX-License-Identifier: Apache-2.0 */
/* convert.cl - convert_TYPE and convert_TYPEn: between all integer types and float, saturated and
 * rounded forms included. The macros only spare writing each line for every pair of types.
 */
#define BUILTIN __attribute__((overloadable, always_inline, const))

/* The wide forms of a scalar function, element by element. */
#define WIDEN(name2, name3, name4, name8, name16, name, to, from)                                  \
    BUILTIN to##2 name2(from##2 x) { return (to##2)(name(x.x), name(x.y)); }                       \
    BUILTIN to##3 name3(from##3 x) { return (to##3)(name(x.x), name(x.y), name(x.z)); }            \
    BUILTIN to##4 name4(from##4 x) { return (to##4)(name2(x.lo), name2(x.hi)); }                   \
    BUILTIN to##8 name8(from##8 x) { return (to##8)(name4(x.lo), name4(x.hi)); }                   \
    BUILTIN to##16 name16(from##16 x) { return (to##16)(name8(x.lo), name8(x.hi)); }

#define WIDEN_MODE(mode, to, from)                                                                 \
    WIDEN(convert_##to##2##mode, convert_##to##3##mode, convert_##to##4##mode,                     \
          convert_##to##8##mode, convert_##to##16##mode, convert_##to##mode, to, from)

#define CONVERT(to, from)                                                                          \
    BUILTIN to convert_##to(from x) { return (to)x; }                                              \
    WIDEN(convert_##to##2, convert_##to##3, convert_##to##4, convert_##to##8, convert_##to##16,    \
          convert_##to, to, from)

/* Values beyond the range of `to` become its nearest value. */
#define SATURATE_INTEGER(to, from, low, high)                                                      \
    BUILTIN to convert_##to##_sat(from x)                                                          \
    {                                                                                              \
        return (long)x < (long)low ? low : (long)x > (long)high ? high : (to)x;                    \
    }                                                                                              \
    WIDEN_MODE(_sat, to, from)

#define SATURATE_FLOAT(to, mode, rounded, low, high)                                               \
    BUILTIN to convert_##to##_sat##mode(float x)                                                   \
    {                                                                                              \
        float y = rounded(x);                                                                      \
        return y != y ? 0 : y <= (float)low ? low : y >= (float)high ? high : (to)y;               \
    }                                                                                              \
    WIDEN_MODE(_sat##mode, to, float)

#define ROUND(to, mode, rounded)                                                                   \
    BUILTIN to convert_##to##mode(float x) { return (to)rounded(x); }                              \
    WIDEN_MODE(mode, to, float)

#define FROM_EVERY(to)                                                                             \
    CONVERT(to, char)                                                                              \
    CONVERT(to, uchar)                                                                             \
    CONVERT(to, short)                                                                             \
    CONVERT(to, ushort)                                                                            \
    CONVERT(to, int)                                                                               \
    CONVERT(to, uint)                                                                              \
    CONVERT(to, long)                                                                              \
    CONVERT(to, ulong)                                                                             \
    CONVERT(to, float)

#define TO_INTEGER(to, low, high)                                                                  \
    SATURATE_INTEGER(to, char, low, high)                                                          \
    SATURATE_INTEGER(to, uchar, low, high)                                                         \
    SATURATE_INTEGER(to, short, low, high)                                                         \
    SATURATE_INTEGER(to, ushort, low, high)                                                        \
    SATURATE_INTEGER(to, int, low, high)                                                           \
    SATURATE_INTEGER(to, uint, low, high)                                                          \
    SATURATE_FLOAT(to, , __builtin_truncf, low, high)                                              \
    SATURATE_FLOAT(to, _rtz, __builtin_truncf, low, high)                                          \
    SATURATE_FLOAT(to, _rte, __builtin_rintf, low, high)                                           \
    SATURATE_FLOAT(to, _rtp, __builtin_ceilf, low, high)                                           \
    SATURATE_FLOAT(to, _rtn, __builtin_floorf, low, high)                                          \
    ROUND(to, _rtz, __builtin_truncf)                                                              \
    ROUND(to, _rte, __builtin_rintf)                                                               \
    ROUND(to, _rtp, __builtin_ceilf)                                                               \
    ROUND(to, _rtn, __builtin_floorf)

FROM_EVERY(char)
FROM_EVERY(uchar)
FROM_EVERY(short)
FROM_EVERY(ushort)
FROM_EVERY(int)
FROM_EVERY(uint)
FROM_EVERY(long)
FROM_EVERY(ulong)
FROM_EVERY(float)

TO_INTEGER(char, CHAR_MIN, CHAR_MAX)
TO_INTEGER(uchar, 0, UCHAR_MAX)
TO_INTEGER(short, SHRT_MIN, SHRT_MAX)
TO_INTEGER(ushort, 0, USHRT_MAX)
TO_INTEGER(int, INT_MIN, INT_MAX)
TO_INTEGER(uint, 0, UINT_MAX)
