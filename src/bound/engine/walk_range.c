/* SPDX-License-Identifier: Apache-2.0 */
/* walk_range.c - arithmetic and comparisons of ranges. */
#include "bound/engine/walk_range.h"

/* Numbers of 64 bits, so that their sums and differences do not wrap. */
struct ends {
    int64_t low, high;
};

static const struct ends UNSIGNED_ALL = {0, UINT32_MAX}, SIGNED_ALL = {INT32_MIN, INT32_MAX};

static struct ends unsigned_ends(struct walk_range r)
{
    int64_t high = (int64_t)r.low + r.span;
    return high > UINT32_MAX ? UNSIGNED_ALL : (struct ends){r.low, high};
}

static struct ends signed_ends(struct walk_range r)
{
    int64_t low = (int32_t)r.low, high = low + r.span;
    return high > INT32_MAX ? SIGNED_ALL : (struct ends){low, high};
}

/* One of both, in which the range is one stretch of numbers. */
static struct ends any_ends(struct walk_range r)
{
    int64_t low = (int32_t)r.low, high = low + r.span;
    return high > INT32_MAX ? unsigned_ends(r) : (struct ends){low, high};
}

struct walk_range range_between(int64_t low, int64_t high)
{
    if (high < low || high - low >= UINT32_MAX)
        return RANGE_ALL;
    return (struct walk_range){(uint32_t)low, (uint32_t)(high - low)};
}

/* Beginning with `a`. */
static struct walk_range join_after(struct walk_range a, struct walk_range b)
{
    uint64_t end = (uint64_t)(uint32_t)(b.low - a.low) + b.span;
    uint64_t span = end > a.span ? end : a.span;
    return span >= UINT32_MAX ? RANGE_ALL : (struct walk_range){a.low, (uint32_t)span};
}

struct walk_range range_join(struct walk_range a, struct walk_range b)
{
    struct walk_range first = join_after(a, b), second = join_after(b, a);
    return first.span <= second.span ? first : second;
}

bool range_contains(struct walk_range whole, struct walk_range part)
{
    uint64_t end = (uint64_t)(uint32_t)(part.low - whole.low) + part.span;
    return range_is_all(whole) || end <= whole.span;
}

/* ---- results ---- */

static struct walk_range sum(struct walk_range a, struct walk_range b)
{
    uint64_t span = (uint64_t)a.span + b.span;
    return span >= UINT32_MAX ? RANGE_ALL
                              : (struct walk_range){a.low + b.low, (uint32_t)span};
}

static struct walk_range negated(struct walk_range r)
{
    return (struct walk_range){0 - r.low - r.span, r.span};
}

/* The largest and the smallest product are those of ends. */
static struct walk_range product(struct walk_range a, struct walk_range b)
{
    struct ends x = any_ends(a), y = any_ends(b), p = {INT64_MAX, INT64_MIN};
    const int64_t left[2] = {x.low, x.high}, right[2] = {y.low, y.high};
    for (unsigned i = 0; i < 4; i++) {
        int64_t corner;
        if (__builtin_mul_overflow(left[i & 1], right[i >> 1], &corner))
            return RANGE_ALL;
        p.low = corner < p.low ? corner : p.low;
        p.high = corner > p.high ? corner : p.high;
    }
    if (p.low < INT64_MIN / 2 || p.high > INT64_MAX / 2)
        return RANGE_ALL;
    return range_between(p.low, p.high);
}

/* 1, 11, 111 ... in binary: the bits up to the highest one. */
static int64_t bits_below(int64_t value)
{
    return value ? (int64_t)(UINT64_MAX >> __builtin_clzll((uint64_t)value)) : 0;
}

static uint32_t combined(enum value_rule rule, uint32_t a, uint32_t b)
{
    return rule == VALUE_AND ? a & b : rule == VALUE_OR ? a | b : a ^ b;
}

/* Two numbers give one: compilers test by a xor whether a counter has reached its end. */
static struct walk_range bitwise(enum value_rule rule, struct walk_range a, struct walk_range b)
{
    struct ends x = unsigned_ends(a), y = unsigned_ends(b);
    if (!a.span && !b.span)
        return range_point(combined(rule, a.low, b.low));
    if (rule == VALUE_AND)
        return range_between(0, x.high < y.high ? x.high : y.high);
    return range_between(0, bits_below(x.high | y.high));
}

static struct walk_range shifted(enum value_rule rule, struct walk_range a, struct walk_range by)
{
    if (by.span)
        return RANGE_ALL;
    if (rule == VALUE_SHIFT_LEFT)
        return product(a, range_point(1u << (by.low & 31)));
    struct ends x = unsigned_ends(a);
    return range_between(x.low >> (by.low & 31), x.high >> (by.low & 31));
}

struct walk_range range_result(enum value_rule rule, struct walk_range a, struct walk_range b)
{
    switch (rule) {
    case VALUE_MOVE:
        return a;
    case VALUE_ADD:
        return sum(a, b);
    case VALUE_SUBTRACT:
        return sum(a, negated(b));
    case VALUE_MULTIPLY:
        return product(a, b);
    case VALUE_AND:
    case VALUE_OR:
    case VALUE_XOR:
        return bitwise(rule, a, b);
    case VALUE_SHIFT_LEFT:
    case VALUE_SHIFT_RIGHT:
        return shifted(rule, a, b);
    case VALUE_TEST:
        return range_between(0, 1);
    case VALUE_SELECT:
        return range_join(a, range_point(0));
    default:
        return RANGE_ALL;
    }
}

struct walk_range range_difference(struct walk_range high, struct walk_range low, enum test test)
{
    const bool strict = test == TEST_LESS || test == TEST_BELOW;
    const bool with_sign = test == TEST_LESS || test == TEST_NOT_LESS;
    struct ends x = with_sign ? signed_ends(high) : unsigned_ends(high);
    struct ends y = with_sign ? signed_ends(low) : unsigned_ends(low);
    int64_t min = x.low - y.high;
    return range_between(min > strict ? min : strict, x.high - y.low);
}

/* ---- comparisons ---- */

static bool is_signed(enum test test)
{
    return test == TEST_LESS || test == TEST_NOT_LESS;
}

static struct ends ends_for(enum test test, struct walk_range r)
{
    return is_signed(test) ? signed_ends(r) : unsigned_ends(r);
}

static bool overlap(struct walk_range a, struct walk_range b)
{
    return (uint32_t)(b.low - a.low) <= a.span || (uint32_t)(a.low - b.low) <= b.span;
}

static enum range_verdict opposite(enum range_verdict verdict)
{
    return verdict == RANGE_SOMETIMES ? verdict
           : verdict == RANGE_ALWAYS  ? RANGE_NEVER
                                      : RANGE_ALWAYS;
}

static enum range_verdict test_less(enum test test, struct walk_range a, struct walk_range b)
{
    struct ends x = ends_for(test, a), y = ends_for(test, b);
    if (x.high < y.low)
        return RANGE_ALWAYS;
    return x.low >= y.high ? RANGE_NEVER : RANGE_SOMETIMES;
}

static enum range_verdict test_equal(struct walk_range a, struct walk_range b)
{
    if (!overlap(a, b))
        return RANGE_NEVER;
    return a.span == 0 && b.span == 0 ? RANGE_ALWAYS : RANGE_SOMETIMES;
}

enum range_verdict range_test(enum test test, struct walk_range a, struct walk_range b)
{
    switch (test) {
    case TEST_EQUAL:
        return test_equal(a, b);
    case TEST_LESS:
    case TEST_BELOW:
        return test_less(test, a, b);
    case TEST_OTHER:
        return RANGE_SOMETIMES;
    default:
        return opposite(range_test(test_opposite(test), a, b));
    }
}

/* a < b, or a <= b with `by` 0. */
static void assume_order(enum test test, struct walk_range *a, struct walk_range *b, int by)
{
    struct ends x = ends_for(test, *a), y = ends_for(test, *b);
    int64_t high = y.high - by < x.high ? y.high - by : x.high;
    int64_t low = x.low + by > y.low ? x.low + by : y.low;
    if (high < x.low || low > y.high)
        return;
    if (high < x.high)
        *a = range_between(x.low, high);
    if (low > y.low)
        *b = range_between(low, y.high);
}

/* A number that is an end of the other range is cut off. */
static void cut(struct walk_range *r, struct walk_range point)
{
    if (point.span || !r->span || range_is_all(*r))
        return;
    if (point.low == r->low)
        *r = (struct walk_range){r->low + 1, r->span - 1};
    else if (point.low == r->low + r->span)
        r->span--;
}

void range_assume(enum test test, struct walk_range *a, struct walk_range *b)
{
    const struct walk_range x = *a, y = *b;
    switch (test) {
    case TEST_EQUAL:
        if (range_contains(x, y))
            *a = y;
        else if (range_contains(y, x))
            *b = x;
        break;
    case TEST_DIFFERENT:
        cut(a, y);
        cut(b, x);
        break;
    case TEST_LESS:
    case TEST_BELOW:
        assume_order(test, a, b, 1);
        break;
    case TEST_NOT_LESS:
    case TEST_NOT_BELOW:
        assume_order(test, b, a, 0);
        break;
    default:
        break;
    }
}
