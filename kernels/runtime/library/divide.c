/* SPDX-License-Identifier: Apache-2.0 */
/* divide.c - 64-bit division for RV32, under the names by which compilers call it.
 *
 * Quotients of 32-bit values take the machine's own instruction. Otherwise one bit a step, as many
 * as the dividend's highest bit lies above the divisor's. A division by zero gives what RISC-V's
 * own instructions give: all ones, and the dividend as the remainder.
 */
#include <stdint.h>

typedef unsigned long long u64;
typedef long long i64;

u64 __udivdi3(u64 dividend, u64 divisor);
u64 __umoddi3(u64 dividend, u64 divisor);
i64 __divdi3(i64 dividend, i64 divisor);
i64 __moddi3(i64 dividend, i64 divisor);

static inline uint32_t leading_zeros(u64 x)
{
    uint32_t high = (uint32_t)(x >> 32);
    uint32_t word = high ? high : (uint32_t)x;

    return (uint32_t)__builtin_clz(word) + (high ? 0 : 32);
}

static inline __attribute__((always_inline)) u64 divide(u64 dividend, u64 divisor, u64 *remainder)
{
    u64 quotient = 0;

    if ((dividend >> 32 | divisor >> 32) == 0) {
        *remainder = (uint32_t)dividend % (uint32_t)divisor;
        quotient = (uint32_t)dividend / (uint32_t)divisor;
        return divisor ? quotient : ~(u64)0;
    }
    *remainder = dividend;
    if (divisor == 0)
        return ~(u64)0;
    if (divisor > dividend)
        return 0;
    uint32_t steps = leading_zeros(divisor) - leading_zeros(dividend) + 1;
    divisor <<= steps - 1;
#pragma warpclock loop_bound(64)
    for (; steps > 0; steps--) {
        u64 fits = dividend >= divisor;

        dividend -= divisor & -fits;
        quotient = quotient << 1 | fits;
        divisor >>= 1;
    }
    *remainder = dividend;
    return quotient;
}

static inline u64 magnitude(i64 x)
{
    return x < 0 ? 0 - (u64)x : (u64)x;
}

u64 __udivdi3(u64 dividend, u64 divisor)
{
    u64 remainder;

    return divide(dividend, divisor, &remainder);
}

u64 __umoddi3(u64 dividend, u64 divisor)
{
    u64 remainder;

    divide(dividend, divisor, &remainder);
    return remainder;
}

i64 __divdi3(i64 dividend, i64 divisor)
{
    u64 remainder;
    u64 quotient = divide(magnitude(dividend), magnitude(divisor), &remainder);

    return (i64)((dividend ^ divisor) < 0 && divisor ? 0 - quotient : quotient);
}

i64 __moddi3(i64 dividend, i64 divisor)
{
    u64 remainder;

    divide(magnitude(dividend), magnitude(divisor), &remainder);
    return (i64)(dividend < 0 ? 0 - remainder : remainder);
}
