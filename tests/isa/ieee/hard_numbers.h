/* SPDX-License-Identifier: Apache-2.0 */
/* hard_numbers.h - random operands that are likely to be hard for floating-point units. */
#ifndef WARPCLOCK_TESTS_HARD_NUMBERS_H
#define WARPCLOCK_TESTS_HARD_NUMBERS_H

#include "float_reference.h"

/* Special, short, or near `exponent` (biased). */
uint64_t hard_number(uint64_t *dice, enum float_format format, int exponent);
/* Any biased exponent, with a taste for those near the ends. */
int hard_exponent(uint64_t *dice, enum float_format format);
/* Three operands whose exponents make sums, products and fused ones meet, over- and underflow. */
void hard_operands(uint64_t *dice, enum float_format format, uint64_t x[3]);

#endif
