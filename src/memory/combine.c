/* SPDX-License-Identifier: Apache-2.0 */
/* combine.c - the integer operations of atomics. */
#include "memory/combine.h"

uint64_t combine_sum(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return old + value;
}

uint64_t combine_min(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return old < value ? old : value;
}

uint64_t combine_greatest(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return old > value ? old : value;
}

uint64_t combine_min_s32(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return (int32_t)old < (int32_t)value ? old : value;
}

uint64_t combine_greatest_s32(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return (int32_t)old > (int32_t)value ? old : value;
}

uint64_t combine_min_s64(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return (int64_t)old < (int64_t)value ? old : value;
}

uint64_t combine_greatest_s64(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return (int64_t)old > (int64_t)value ? old : value;
}

/* Counts up to the value, then from zero again. */
uint64_t combine_up(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return old >= value ? 0 : old + 1;
}

uint64_t combine_down(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return old == 0 || old > value ? value : old - 1;
}

uint64_t combine_both(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return old & value;
}

uint64_t combine_either(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return old | value;
}

uint64_t combine_odd(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return old ^ value;
}

uint64_t combine_take(uint64_t old, uint64_t value, uint64_t other)
{
    (void)old, (void)other;
    return value;
}

uint64_t combine_swap_if_equal(uint64_t old, uint64_t value, uint64_t other)
{
    return old == value ? other : old;
}

uint64_t combine_difference(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return old - value;
}

uint64_t combine_difference_reversed(uint64_t old, uint64_t value, uint64_t other)
{
    (void)other;
    return value - old;
}

uint64_t combine_masked(uint64_t old, uint64_t value, uint64_t other)
{
    return (old & ~value) | other;
}

uint64_t combine_wrapped(uint64_t old, uint64_t value, uint64_t other)
{
    return old >= value ? old - value : old + other;
}
