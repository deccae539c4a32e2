/* SPDX-License-Identifier: Apache-2.0 */
/* float_reference.c - IEEE 754 formats over MPFR, as its manual shows: compute with an unbounded
 * exponent in the format's precision, then bring the result into the format's range. */
#include "float_reference.h"

#include <string.h>

const struct format_numbers format_numbers[] = {
    [FORMAT_16] = {16, 10, 0x3c00, 0x7c00},
    [FORMAT_32] = {32, 23, 0x3f800000, 0x7f800000},
    [FORMAT_64] = {64, 52, 0x3ff0000000000000, 0x7ff0000000000000},
};

const mpfr_rnd_t rounding_modes[4] = {MPFR_RNDN, MPFR_RNDD, MPFR_RNDU, MPFR_RNDZ};

static uint64_t magnitude(enum float_format format, uint64_t word)
{
    return word & ~((uint64_t)1 << (format_numbers[format].bits - 1));
}

bool word_is_nan(enum float_format format, uint64_t word)
{
    return magnitude(format, word) > format_numbers[format].infinity;
}

bool word_is_subnormal(enum float_format format, uint64_t word)
{
    return magnitude(format, word) >> format_numbers[format].fraction_bits == 0;
}

void load_word(mpfr_t value, enum float_format format, uint64_t word)
{
    const struct format_numbers n = format_numbers[format];
    uint64_t size = magnitude(format, word), hidden = (uint64_t)1 << n.fraction_bits;
    long exponent = (long)(size >> n.fraction_bits), bias = (long)(n.one >> n.fraction_bits);

    if (size > n.infinity)
        mpfr_set_nan(value);
    else if (size == n.infinity)
        mpfr_set_inf(value, 1);
    else if (size < hidden)
        mpfr_set_ui_2exp(value, size, 1 - bias - n.fraction_bits, MPFR_RNDZ);
    else
        mpfr_set_ui_2exp(value, (size & (hidden - 1)) | hidden, exponent - bias - n.fraction_bits,
                         MPFR_RNDZ);
    mpfr_setsign(value, value, word != size, MPFR_RNDZ);
}

/* Of a number that the format holds exactly. */
static uint64_t exact_word(mpfr_t value, enum float_format format)
{
    const struct format_numbers n = format_numbers[format];
    uint64_t sign = (uint64_t)(mpfr_signbit(value) != 0) << (n.bits - 1);
    long bias = (long)(n.one >> n.fraction_bits);

    if (mpfr_inf_p(value))
        return sign | n.infinity;
    if (mpfr_zero_p(value))
        return sign;
    long exponent = mpfr_get_exp(value) - 1 + bias; /* biased */
    if (exponent < 1) /* subnormal: has the exponent of the smallest normal number */
        exponent = 1;
    long quantum = exponent - bias - n.fraction_bits;
    mpfr_t whole;
    mpfr_init2(whole, 64);
    mpfr_mul_2si(whole, value, -quantum, MPFR_RNDZ);
    mpfr_abs(whole, whole, MPFR_RNDZ);
    uint64_t significand = mpfr_get_ui(whole, MPFR_RNDZ);
    mpfr_clear(whole);
    return sign | (((uint64_t)(exponent - 1) << n.fraction_bits) + significand);
}

uint64_t store_word(mpfr_t value, int ternary, enum float_format format, mpfr_rnd_t mode)
{
    const struct format_numbers n = format_numbers[format];
    long bias = (long)(n.one >> n.fraction_bits);
    mpfr_exp_t lowest = mpfr_get_emin(), highest = mpfr_get_emax();

    if (mpfr_nan_p(value))
        return ((uint64_t)1 << (n.bits - 1)) - 1;
    mpfr_set_emin(2 - bias - n.fraction_bits);
    mpfr_set_emax(bias + 1);
    ternary = mpfr_check_range(value, ternary, mode);
    mpfr_subnormalize(value, ternary, mode);
    mpfr_set_emin(lowest);
    mpfr_set_emax(highest);
    return exact_word(value, format);
}

uint64_t reference_mixed(enum reference_op op, const enum float_format from[3],
                         enum float_format to, mpfr_rnd_t mode, int scale, const uint64_t x[3])
{
    mpfr_t operand[3], result;
    int ternary = 0;

    for (int i = 0; i < 3; i++) {
        mpfr_init2(operand[i], 64);
        load_word(operand[i], from[i], x[i]);
    }
    mpfr_mul_2si(operand[0], operand[0], scale, MPFR_RNDZ);
    mpfr_init2(result, format_numbers[to].fraction_bits + 1);
    switch (op) {
    case OP_ADD:
        ternary = mpfr_add(result, operand[0], operand[1], mode);
        break;
    case OP_MUL:
        ternary = mpfr_mul(result, operand[0], operand[1], mode);
        break;
    case OP_FMA:
        ternary = mpfr_fma(result, operand[0], operand[1], operand[2], mode);
        break;
    }
    uint64_t word = store_word(result, ternary, to, mode);
    for (int i = 0; i < 3; i++)
        mpfr_clear(operand[i]);
    mpfr_clear(result);
    return word;
}

uint64_t reference(enum reference_op op, enum float_format format, mpfr_rnd_t mode,
                   const uint64_t x[3])
{
    const enum float_format from[3] = {format, format, format};

    return reference_mixed(op, from, format, mode, 0, x);
}

uint64_t reference_saturated(enum float_format format, uint64_t word)
{
    if (word_is_nan(format, word) || magnitude(format, word) != word)
        return 0;
    return word > format_numbers[format].one ? format_numbers[format].one : word;
}

uint64_t reference_flushed(enum float_format format, uint64_t word)
{
    return word_is_subnormal(format, word) ? word - magnitude(format, word) : word;
}
