/* SPDX-License-Identifier: Apache-2.0 */
/* float_model.h - what modifiers and MODE make of operands and results, in MPFR and plain
 * integers. Not a line of the code under test. */
#ifndef WARPCLOCK_TESTS_GCN3_FLOAT_MODEL_H
#define WARPCLOCK_TESTS_GCN3_FLOAT_MODEL_H

#include "float_fixture.h"

struct mode {
    mpfr_rnd_t rounding;
    bool flush_in, flush_out, ieee, dx10_clamp;
};

static inline struct mode mode_of(const struct fixture *f, enum float_format format)
{
    static const mpfr_rnd_t rounding[] = {MPFR_RNDN, MPFR_RNDU, MPFR_RNDD, MPFR_RNDZ};
    uint32_t mode = f->state_before.mode, place = format == FORMAT_32 ? 0 : 2;
    uint32_t subnormals = mode >> (4 + place) & 3;
    return (struct mode){rounding[mode >> place & 3], subnormals == 0 || subnormals == 2,
                         subnormals == 0 || subnormals == 1, mode >> 9 & 1, mode >> 8 & 1};
}

static inline uint64_t sign_bit(enum float_format format)
{
    return (uint64_t)1 << (format_numbers[format].bits - 1);
}

static inline uint64_t quiet_nan(enum float_format format)
{
    const struct format_numbers n = format_numbers[format];
    return n.infinity | (uint64_t)1 << (n.fraction_bits - 1);
}

/* What source `slot` held, with its modifiers. */
static inline uint64_t source_word(const struct fixture *f, enum float_format format, int slot,
                                   unsigned lane)
{
    const struct gcn3_operand *operand = &f->own.src[slot];
    uint64_t word = operand->value;
    if (operand->kind == GCN3_SGPR)
        word = gcn3_scalar_pair(&f->state_before, SA);
    else if (operand->kind == GCN3_VGPR)
        word = word_at(f->before, format, operand->code, lane);
    word &= sign_bit(format) | (sign_bit(format) - 1);
    if (operand->absolute)
        word &= ~sign_bit(format);
    return operand->negate ? word ^ sign_bit(format) : word;
}

/* From the rounded result to the one that is written. */
static inline uint64_t finished(const struct fixture *f, enum float_format format, struct mode mode,
                                uint64_t word)
{
    static const int scale[] = {0, 1, 2, -1};
    if (word_is_nan(format, word))
        return f->own.clamp && mode.dx10_clamp ? 0 : word;
    if (mode.flush_out)
        word = reference_flushed(format, word);
    struct mode own = mode_of(f, format); /* which v_mad does not override for omod */
    if (f->own.omod && own.flush_out && !own.ieee) {
        const uint64_t x[3] = {word, format_numbers[format].one, 0};
        const enum float_format from[3] = {format, format, format};
        word = reference_mixed(OP_MUL, from, format, mode.rounding, scale[f->own.omod], x);
        word = reference_flushed(format, word);
        word = word == sign_bit(format) ? 0 : word;
    }
    return f->own.clamp ? reference_saturated(format, word) : word;
}

/* An operation on words with their modifiers: NaNs by themselves, the rest by MPFR. */
static inline uint64_t rounded(enum float_format format, struct mode mode, enum reference_op op,
                               int operands, uint64_t x[3])
{
    for (int i = 0; i < operands; i++)
        if (mode.flush_in)
            x[i] = reference_flushed(format, x[i]);
    for (int i = 0; i < operands; i++)
        if (word_is_nan(format, x[i]))
            return x[i] | quiet_nan(format);
    uint64_t word = reference(op, format, mode.rounding, x);
    return word_is_nan(format, word) ? quiet_nan(format) : word;
}

static inline void assert_word(const struct fixture *f, const char *name, enum float_format format,
                               unsigned lane, uint64_t got, uint64_t expected)
{
    if (got != expected)
        fail_msg("%s of %llx, %llx, %llx: %llx, expected %llx (mode %x, omod %u, clamp %d)", name,
                 (unsigned long long)source_word(f, format, 0, lane),
                 (unsigned long long)source_word(f, format, 1, lane),
                 (unsigned long long)source_word(f, format, 2, lane), (unsigned long long)got,
                 (unsigned long long)expected, (unsigned)f->state_before.mode, f->own.omod,
                 f->own.clamp);
}

#endif
