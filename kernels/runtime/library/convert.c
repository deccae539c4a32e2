/* SPDX-License-Identifier: Apache-2.0 */
/* convert.c - 64-bit integers to float and back for RV32, under the names by which compilers call
 * it. To float: rounded to nearest, ties to even. To integers: towards zero, as C casts do.
 */
#include <stdint.h>

typedef unsigned long long u64;
typedef long long i64;

float __floatundisf(u64 x);
float __floatdisf(i64 x);
u64 __fixunssfdi(float x);
i64 __fixsfdi(float x);

/* The upper 32 bits of the number, moved up to its leading one, round the same as all of it once
 * their lowest bit tells whether anything is left below them. */
float __floatundisf(u64 x)
{
    uint32_t high = (uint32_t)(x >> 32);
    uint32_t zeros = high ? (uint32_t)__builtin_clz(high) : 32;
    u64 moved = x << zeros;
    uint32_t top = (uint32_t)(moved >> 32) | ((uint32_t)moved != 0);
    union { uint32_t bits; float value; } scale = {(127 + 32 - zeros) << 23};

    return high ? (float)top * scale.value : (float)(uint32_t)x;
}

float __floatdisf(i64 x)
{
    return x < 0 ? -__floatundisf(0 - (u64)x) : __floatundisf((u64)x);
}

u64 __fixunssfdi(float x)
{
    uint32_t high = (uint32_t)(x * 0x1p-32f);

    return x < 0x1p+32f ? (uint32_t)x : (u64)high << 32 | (uint32_t)(x - (float)high * 0x1p+32f);
}

i64 __fixsfdi(float x)
{
    return x < 0.0f ? -(i64)__fixunssfdi(-x) : (i64)__fixunssfdi(x);
}
