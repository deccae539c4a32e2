/* SPDX-License-Identifier: Apache-2.0 */
/* walk_range.h - ranges of words: what is known of a value that is not known.
 *
 * A range is a stretch of the circle of 2^32 words, so that one kind serves signed and unsigned
 * numbers, and a sum of two ranges is one. Every function returns a range that holds all results;
 * it need not be the smallest. */
#ifndef WARPCLOCK_BOUND_ENGINE_WALK_RANGE_H
#define WARPCLOCK_BOUND_ENGINE_WALK_RANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/insn.h"

/* low, low + 1, ... low + span, modulo 2^32. */
struct walk_range {
    uint32_t low, span;
};

static const struct walk_range RANGE_ALL = {0, UINT32_MAX};

static inline bool range_is_all(struct walk_range range)
{
    return range.span == UINT32_MAX;
}

static inline bool range_same(struct walk_range a, struct walk_range b)
{
    return a.low == b.low && a.span == b.span;
}

static inline struct walk_range range_point(uint32_t value)
{
    return (struct walk_range){value, 0};
}

/* From `low` up to `high`; the same for ends outside of 32 bits, modulo 2^32. */
struct walk_range range_between(int64_t low, int64_t high);
/* Both ranges, and what is between them on the shorter way round. */
struct walk_range range_join(struct walk_range a, struct walk_range b);
bool range_contains(struct walk_range whole, struct walk_range part);

/* The result of a value rule, by the ranges of its operands. */
struct walk_range range_result(enum value_rule rule, struct walk_range a, struct walk_range b);

/* high - low, where `low` is less than `high` (TEST_LESS, TEST_BELOW), or not larger (the opposite
 * tests). */
struct walk_range range_difference(struct walk_range high, struct walk_range low, enum test test);

/* Whether a comparison holds for all values, for none, or for some. */
enum range_verdict { RANGE_NEVER, RANGE_ALWAYS, RANGE_SOMETIMES };
enum range_verdict range_test(enum test test, struct walk_range a, struct walk_range b);
/* What is left of both operands where it holds. No value left: nothing changes. */
void range_assume(enum test test, struct walk_range *a, struct walk_range *b);

static inline enum test test_opposite(enum test test)
{
    static const uint8_t opposites[] = {
        [TEST_OTHER] = TEST_OTHER,
        [TEST_EQUAL] = TEST_DIFFERENT, [TEST_DIFFERENT] = TEST_EQUAL,
        [TEST_LESS] = TEST_NOT_LESS, [TEST_NOT_LESS] = TEST_LESS,
        [TEST_BELOW] = TEST_NOT_BELOW, [TEST_NOT_BELOW] = TEST_BELOW,
    };
    return (enum test)opposites[test];
}

#endif
