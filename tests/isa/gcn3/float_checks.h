/* SPDX-License-Identifier: Apache-2.0 */
/* float_checks.h - instructions that F16, F32 and F64 all have, each against the model. */
#ifndef WARPCLOCK_TESTS_GCN3_FLOAT_CHECKS_H
#define WARPCLOCK_TESTS_GCN3_FLOAT_CHECKS_H

#include "float_model.h"

/* ---- Arithmetic that all three types have ---- */

struct arithmetic {
    const char *name;
    run_fn *run;
    enum reference_op op;
    int operands;
    int negated; /* the operand that is subtracted, or -1 */
};

/* What kernels run under: to nearest, subnormals kept or not, no modifier but signs, no NaN. */
static inline void make_common(struct fixture *f, enum float_format format)
{
    const unsigned subnormals = below(f, 2) ? 15 : 0;
    f->state.mode = 0x300 | subnormals << GCN3_MODE_DENORM_32;
    f->own.clamp = false;
    f->own.omod = 0;
    for (int i = 0; i < 3; i++)
        f->own.src[i].absolute = false;
    for (unsigned reg = VA; reg <= VC; reg += 2)
        for (unsigned lane = 0; lane < GCN3_LANES; lane++)
            if ((word_at(f->reg, format, reg, lane) | sign_bit(format)) >=
                (format_numbers[format].infinity | sign_bit(format)))
                set_word(f, format, reg, lane, format_numbers[format].one | lane);
}

static inline void check_arithmetic(struct fixture *f, enum float_format format,
                                    const struct arithmetic *a, int rounds)
{
    for (int round = 0; round < rounds; round++) {
        clear_instruction(f, type_of(format), a->operands);
        roll_sources(f, format);
        roll_modes(f);
        roll_modifiers(f, a->operands);
        if (round & 1)
            make_common(f, format);
        if (below(f, 4) == 0)
            make_uniform(f, format, (int)below(f, (unsigned)a->operands));
        run(f, a->run);
        assert_others_kept(f, format == FORMAT_64 ? 2 : 1);
        struct mode mode = mode_of(f, format);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            if (!(f->warp.mask >> lane & 1))
                continue;
            uint64_t x[3] = {0, 0, 0};
            for (int i = 0; i < a->operands; i++)
                x[i] = source_word(f, format, i, lane);
            if (a->negated >= 0)
                x[a->negated] ^= sign_bit(format);
            uint64_t expected =
                finished(f, format, mode, rounded(format, mode, a->op, a->operands, x));
            assert_word(f, a->name, format, lane, word_at(f->reg, format, VD, lane), expected);
            if (format == FORMAT_16)
                assert_int_equal(row(f, VD)[lane] >> 16, 0);
        }
    }
}

/* A product rounded and flushed, then a sum: neither operands nor results are subnormal. */
static inline uint64_t mad_word(enum float_format format, struct mode mode, uint64_t x[3])
{
    for (int i = 0; i < 3; i++)
        x[i] = reference_flushed(format, x[i]);
    for (int i = 0; i < 3; i++)
        if (word_is_nan(format, x[i]))
            return x[i] | quiet_nan(format);
    uint64_t product = reference_flushed(format, reference(OP_MUL, format, mode.rounding, x));
    uint64_t terms[3] = {product, x[2], 0};
    uint64_t sum = reference(OP_ADD, format, mode.rounding, terms);
    return word_is_nan(format, sum) ? quiet_nan(format) : sum;
}

/* `sources` 2: v_mac, which adds to its target. */
static inline void check_mad(struct fixture *f, enum float_format format, const char *name,
                             run_fn *function, int sources, int rounds)
{
    for (int round = 0; round < rounds; round++) {
        clear_instruction(f, type_of(format), sources);
        roll_sources(f, format);
        roll_modes(f);
        roll_modifiers(f, sources);
        if (round & 1)
            make_common(f, format);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++)
            row(f, VD)[lane] = row(f, VC)[lane];
        run(f, function);
        assert_others_kept(f, 1);
        struct mode mode = mode_of(f, format);
        mode.flush_out = true;
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            if (!(f->warp.mask >> lane & 1))
                continue;
            uint64_t x[3] = {source_word(f, format, 0, lane), source_word(f, format, 1, lane),
                             sources > 2 ? source_word(f, format, 2, lane)
                                         : word_at(f->before, format, VD, lane)};
            uint64_t expected = finished(f, format, mode, mad_word(format, mode, x));
            assert_word(f, name, format, lane, word_at(f->reg, format, VD, lane), expected);
        }
    }
}

/* ---- The smaller and the larger, as the manual writes them down ---- */

static inline bool is_signalling(enum float_format format, uint64_t word)
{
    return word_is_nan(format, word) && (word & quiet_nan(format)) != quiet_nan(format);
}

static inline int compare_words(enum float_format format, uint64_t a, uint64_t b)
{
    mpfr_t x, y;
    mpfr_inits2(64, x, y, (mpfr_ptr)0);
    load_word(x, format, a);
    load_word(y, format, b);
    int order = mpfr_cmp(x, y);
    mpfr_clears(x, y, (mpfr_ptr)0);
    return order;
}

static inline uint64_t extreme_word(enum float_format format, struct mode mode, bool min,
                                    uint64_t a, uint64_t b)
{
    if (mode.ieee && is_signalling(format, a))
        return a | quiet_nan(format);
    if (mode.ieee && is_signalling(format, b))
        return b | quiet_nan(format);
    if (word_is_nan(format, a))
        return b;
    if (word_is_nan(format, b))
        return a;
    int order = compare_words(format, a, b);
    if (order == 0) /* the same number, or the two zeros */
        return min ? (a | b) : (a & b);
    return (order < 0) == min ? a : b;
}

static inline void check_extreme(struct fixture *f, enum float_format format, run_fn *function,
                                 bool min, int rounds)
{
    for (int round = 0; round < rounds; round++) {
        clear_instruction(f, type_of(format), 2);
        roll_sources(f, format);
        roll_modes(f);
        roll_modifiers(f, 2);
        if (round & 1)
            make_common(f, format);
        run(f, function);
        assert_others_kept(f, format == FORMAT_64 ? 2 : 1);
        struct mode mode = mode_of(f, format);
        mode.flush_out = false;
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            if (!(f->warp.mask >> lane & 1))
                continue;
            uint64_t a = source_word(f, format, 0, lane), b = source_word(f, format, 1, lane);
            uint64_t expected = finished(f, format, mode, extreme_word(format, mode, min, a, b));
            assert_word(f, min ? "min" : "max", format, lane, word_at(f->reg, format, VD, lane),
                        expected);
        }
    }
}

/* ---- Parts of numbers ---- */

/* Of a number that the operation does not find NaN or infinite. */
typedef uint64_t part_fn(enum float_format format, struct mode mode, uint64_t word);

static inline uint64_t integral_word(enum float_format format, mpfr_rnd_t rounding, uint64_t word)
{
    mpfr_t x;
    mpfr_init2(x, 64);
    load_word(x, format, word);
    mpfr_rint(x, x, rounding);
    uint64_t result = store_word(x, 0, format, rounding);
    mpfr_clear(x);
    return result;
}

static inline uint64_t trunc_word(enum float_format format, struct mode mode, uint64_t word)
{
    (void)mode;
    return integral_word(format, MPFR_RNDZ, word);
}

static inline uint64_t ceil_word(enum float_format format, struct mode mode, uint64_t word)
{
    (void)mode;
    return integral_word(format, MPFR_RNDU, word);
}

static inline uint64_t floor_word(enum float_format format, struct mode mode, uint64_t word)
{
    (void)mode;
    return integral_word(format, MPFR_RNDD, word);
}

static inline uint64_t rndne_word(enum float_format format, struct mode mode, uint64_t word)
{
    (void)mode;
    return integral_word(format, MPFR_RNDN, word);
}

static inline uint64_t fract_word(enum float_format format, struct mode mode, uint64_t word)
{
    const uint64_t one = format_numbers[format].one;
    uint64_t x[3] = {word, integral_word(format, MPFR_RNDD, word) ^ sign_bit(format), 0};
    uint64_t rest = reference(OP_ADD, format, mode.rounding, x);
    return rest == one ? one - 1 : rest;
}

static inline uint64_t mantissa_word(enum float_format format, struct mode mode, uint64_t word)
{
    mpfr_t x;
    mpfr_init2(x, 64);
    load_word(x, format, word);
    if (!mpfr_zero_p(x))
        mpfr_set_exp(x, 0);
    uint64_t result = store_word(x, 0, format, mode.rounding);
    mpfr_clear(x);
    return result;
}

/* From a quarter to beyond the numbers that have a fraction. */
static inline uint64_t roll_near_one(struct fixture *f, enum float_format format)
{
    const struct format_numbers n = format_numbers[format];
    const int min = (int)(n.one >> n.fraction_bits) - 2;
    int exponent = min + (int)below(f, (unsigned)n.fraction_bits + 4);
    uint64_t word = roll_number(f, format, exponent);
    return below(f, 2) ? word : word & ~(uint64_t)0 << below(f, (unsigned)n.fraction_bits);
}

static inline void check_part(struct fixture *f, enum float_format format, const char *name,
                              run_fn *function, part_fn *part, int rounds)
{
    const uint64_t infinity = format_numbers[format].infinity;
    for (int round = 0; round < rounds; round++) {
        clear_instruction(f, type_of(format), 1);
        roll_sources(f, format);
        roll_modes(f);
        roll_modifiers(f, 1);
        if (round & 1) { /* numbers with a fraction, ties among them, and no more than that */
            f->own.clamp = false;
            f->own.omod = 0;
            for (unsigned lane = 0; lane < GCN3_LANES; lane++)
                set_word(f, format, VA, lane, roll_near_one(f, format));
        }
        run(f, function);
        assert_others_kept(f, format == FORMAT_64 ? 2 : 1);
        struct mode mode = mode_of(f, format);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            if (!(f->warp.mask >> lane & 1))
                continue;
            uint64_t word = source_word(f, format, 0, lane), expected;
            if (mode.flush_in)
                word = reference_flushed(format, word);
            if (word_is_nan(format, word))
                expected = word | quiet_nan(format);
            else if ((word & ~sign_bit(format)) == infinity)
                expected = part == fract_word ? quiet_nan(format) : word;
            else
                expected = part(format, mode, word);
            assert_word(f, name, format, lane, word_at(f->reg, format, VD, lane),
                        finished(f, format, mode, expected));
        }
    }
}

/* frexp's exponent, as an integer of 16 or 32 bits. */
static inline void check_exponent(struct fixture *f, enum float_format format, run_fn *function,
                                  int rounds)
{
    const uint32_t kept = format == FORMAT_16 ? 0xffff : ~0u;
    for (int round = 0; round < rounds; round++) {
        clear_instruction(f, type_of(format), 1);
        f->own.dst = vgpr(VD, format == FORMAT_16 ? GCN3_B16 : GCN3_B32);
        roll_sources(f, format);
        roll_modes(f);
        roll_modifiers(f, 1);
        run(f, function);
        assert_others_kept(f, 1);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            if (!(f->warp.mask >> lane & 1))
                continue;
            uint64_t word = source_word(f, format, 0, lane);
            if (mode_of(f, format).flush_in)
                word = reference_flushed(format, word);
            mpfr_t x;
            mpfr_init2(x, 64);
            load_word(x, format, word);
            long expected = mpfr_regular_p(x) ? mpfr_get_exp(x) : 0;
            mpfr_clear(x);
            assert_int_equal(row(f, VD)[lane], (uint32_t)expected & kept);
        }
    }
}

/* ldexp: the exponent stands in VB, of halves in its lower 16 bits. */
static inline void check_ldexp(struct fixture *f, enum float_format format, run_fn *function,
                               int rounds)
{
    for (int round = 0; round < rounds; round++) {
        clear_instruction(f, type_of(format), 1);
        f->own.src[1] = vgpr(VB, GCN3_B32);
        roll_sources(f, format);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++)
            row(f, VB)[lane] = below(f, 4) ? below(f, 5000) - 2500 : (uint32_t)roll(f);
        for (unsigned lane = 0; lane < GCN3_LANES; lane += 2)
            row(f, VB)[lane] = below(f, 100) - 50;
        roll_modes(f);
        roll_modifiers(f, 1);
        run(f, function);
        assert_others_kept(f, format == FORMAT_64 ? 2 : 1);
        struct mode mode = mode_of(f, format);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            if (!(f->warp.mask >> lane & 1))
                continue;
            int32_t exponent = (int32_t)f->before[VB * GCN3_LANES + lane];
            exponent = format == FORMAT_16 ? (int16_t)exponent : exponent;
            exponent = exponent > 100000 ? 100000 : exponent < -100000 ? -100000 : exponent;
            uint64_t x[3] = {source_word(f, format, 0, lane), format_numbers[format].one, 0};
            const enum float_format from[3] = {format, format, format};
            x[0] = mode.flush_in ? reference_flushed(format, x[0]) : x[0];
            uint64_t expected = word_is_nan(format, x[0])
                                    ? x[0] | quiet_nan(format)
                                    : reference_mixed(OP_MUL, from, format, mode.rounding,
                                                      exponent, x);
            assert_word(f, "ldexp", format, lane, word_at(f->reg, format, VD, lane),
                        finished(f, format, mode, expected));
        }
    }
}

/* ---- Comparisons ---- */

static inline void check_compare(struct fixture *f, enum float_format format, run_fn *function,
                                 int rounds)
{
    for (int round = 0; round < rounds; round++) {
        clear_instruction(f, type_of(format), 2);
        f->own.sdst = (struct gcn3_operand){.kind = GCN3_SGPR, .type = GCN3_MASK, .words = 2,
                                            .code = GCN3_VCC};
        f->own.writes_exec = below(f, 4) == 0;
        f->insn.aux = (uint8_t)below(f, 16);
        roll_sources(f, format);
        for (unsigned lane = 0; lane < GCN3_LANES; lane += 3)
            set_word(f, format, VB, lane, word_at(f->reg, format, VA, lane));
        roll_modes(f);
        f->own.clamp = false;
        f->own.omod = 0;
        roll_modifiers(f, 2);
        const uint64_t exec = f->warp.mask;
        run(f, function);
        const struct mode mode = mode_of(f, format);
        uint64_t expected = 0;
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            uint64_t a = source_word(f, format, 0, lane), b = source_word(f, format, 1, lane);
            a = mode.flush_in ? reference_flushed(format, a) : a;
            b = mode.flush_in ? reference_flushed(format, b) : b;
            bool ordered = !word_is_nan(format, a) && !word_is_nan(format, b);
            int order = ordered ? compare_words(format, a, b) : 0;
            /* conditions 0 .. 7 hold of ordered ones, 8 .. 15 are the opposite of 7 - n */
            unsigned relation = !ordered ? 8 : order < 0 ? 1 : order == 0 ? 2 : 4;
            expected |= (uint64_t)((relation & f->insn.aux) != 0) << lane;
        }
        expected &= exec;
        assert_true(gcn3_scalar_pair(&f->state, GCN3_VCC) == expected);
        assert_true(f->warp.mask == (f->own.writes_exec ? expected : exec));
        set_exec(f, exec);
        assert_others_kept(f, 0);
    }
}

static inline unsigned class_number(enum float_format format, uint64_t word)
{
    bool negative = word & sign_bit(format);
    uint64_t magnitude = word & ~sign_bit(format), infinity = format_numbers[format].infinity;
    if (magnitude > infinity)
        return is_signalling(format, word) ? 0 : 1;
    if (magnitude == infinity)
        return negative ? 2 : 9;
    if (magnitude == 0)
        return negative ? 5 : 6;
    if (word_is_subnormal(format, word))
        return negative ? 4 : 7;
    return negative ? 3 : 8;
}

static inline void check_class(struct fixture *f, enum float_format format, run_fn *function,
                               int rounds)
{
    for (int round = 0; round < rounds; round++) {
        clear_instruction(f, type_of(format), 1);
        f->own.src[1] = vgpr(VB, GCN3_B32);
        f->own.sdst = (struct gcn3_operand){.kind = GCN3_SGPR, .type = GCN3_MASK, .words = 2,
                                            .code = 20};
        roll_sources(f, format);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++)
            row(f, VB)[lane] = (uint32_t)roll(f);
        roll_modes(f);
        roll_modifiers(f, 1);
        run(f, function);
        uint64_t expected = 0;
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            unsigned number = class_number(format, source_word(f, format, 0, lane));
            expected |= (uint64_t)(f->before[VB * GCN3_LANES + lane] >> number & 1) << lane;
        }
        assert_true(gcn3_scalar_pair(&f->state, 20) == (expected & f->warp.mask));
        assert_others_kept(f, 0);
    }
}

#endif
