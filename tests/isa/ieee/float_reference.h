/* SPDX-License-Identifier: Apache-2.0 */
/* float_reference.h - what an operation has to give, from MPFR: one rounding in the precision and
 * the exponent range of the format. Not a line of the code under test. */
#ifndef WARPCLOCK_TESTS_FLOAT_REFERENCE_H
#define WARPCLOCK_TESTS_FLOAT_REFERENCE_H

#include <mpfr.h>
#include <stdbool.h>
#include <stdint.h>

enum float_format { FORMAT_16, FORMAT_32, FORMAT_64 };

struct format_numbers {
    int bits, fraction_bits;
    uint64_t one, infinity;
};
extern const struct format_numbers format_numbers[];

/* As SASS_ROUND numbers them: RN, RM, RP, RZ. */
extern const mpfr_rnd_t rounding_modes[4];

enum reference_op { OP_ADD, OP_MUL, OP_FMA };

bool word_is_nan(enum float_format format, uint64_t word);
bool word_is_subnormal(enum float_format format, uint64_t word); /* or zero */

/* Exactly the number that a word stands for. */
void load_word(mpfr_t value, enum float_format format, uint64_t word);

/* A value that MPFR rounded to the format's precision with `ternary`, as a word; NaN is all ones
 * but the sign. */
uint64_t store_word(mpfr_t value, int ternary, enum float_format format, mpfr_rnd_t mode);

/* Operands of a format each, and the format of the result. */
uint64_t reference_mixed(enum reference_op op, const enum float_format from[3],
                         enum float_format to, mpfr_rnd_t mode, int scale, const uint64_t x[3]);
uint64_t reference(enum reference_op op, enum float_format format, mpfr_rnd_t mode,
                   const uint64_t x[3]);

/* To 0 .. 1, negative numbers and NaN to +0. */
uint64_t reference_saturated(enum float_format format, uint64_t word);
/* Subnormals to zeros of their sign. */
uint64_t reference_flushed(enum float_format format, uint64_t word);

#endif
