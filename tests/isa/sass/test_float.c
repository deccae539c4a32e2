/* SPDX-License-Identifier: Apache-2.0 */
/* test_float.c - single precision against MPFR, in every rounding mode with every modifier. */
#include <fenv.h>

#include "float_fixture.h"
#include "isa/sass/table.h"

enum { BATCHES = 12000 }; /* of 32 operands an operation: more than 10^6 operands in all */

static const uint8_t arithmetic_modifiers[] = {SASS_NEG_A, SASS_NEG_B, SASS_NEG_C,
                                               SASS_ABS_A, SASS_ABS_B, SASS_SAT};

/* Half of all instructions have none, so that plain loops are tried as often as the others. */
static void roll_modifiers(struct fixture *f)
{
    clear_instruction(f);
    f->own.modifier[SASS_ROUND] = (uint8_t)below(f, 4);
    if (below(f, 2))
        return;
    for (size_t i = 0; i < sizeof arithmetic_modifiers; i++)
        f->own.modifier[arithmetic_modifiers[i]] = below(f, 3) == 0;
    f->own.modifier[SASS_FTZ] = (uint8_t)below(f, 3);
}

static void roll_registers(struct fixture *f)
{
    uint64_t x[3];
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        roll_operands(f, FORMAT_32, x);
        row(f, RA)[lane] = (uint32_t)x[0];
        row(f, RB)[lane] = (uint32_t)x[1];
        row(f, RC)[lane] = (uint32_t)x[2];
        row(f, RD)[lane] = (uint32_t)roll(f);
    }
    roll_mask(f);
}

static uint32_t modified(struct fixture *f, uint32_t word, int absolute, int negative)
{
    if (absolute)
        word &= 0x7fffffff;
    if (negative)
        word ^= 0x80000000;
    return f->own.modifier[SASS_FTZ] ? (uint32_t)reference_flushed(FORMAT_32, word) : word;
}

static void operands_of(struct fixture *f, unsigned lane, uint64_t x[3])
{
    const uint8_t *m = f->own.modifier;
    x[0] = modified(f, row(f, RA)[lane], m[SASS_ABS_A], m[SASS_NEG_A]);
    x[1] = modified(f, row(f, RB)[lane], m[SASS_ABS_B], m[SASS_NEG_B]);
    x[2] = modified(f, row(f, RC)[lane], 0, m[SASS_NEG_C]);
}

static uint32_t expected(struct fixture *f, enum reference_op op, int scale, unsigned lane)
{
    static const enum float_format single[3] = {FORMAT_32, FORMAT_32, FORMAT_32};
    const uint8_t *m = f->own.modifier;
    uint64_t x[3];
    operands_of(f, lane, x);
    if (op != OP_ADD && m[SASS_FTZ] == 2 && ((x[0] << 33) == 0 || (x[1] << 33) == 0))
        x[0] = x[1] = 0;
    mpfr_rnd_t mode = rounding_modes[m[SASS_ROUND]];
    uint64_t word = reference_mixed(op, single, FORMAT_32, mode, scale, x);
    if (m[SASS_FTZ])
        word = reference_flushed(FORMAT_32, word);
    return (uint32_t)(m[SASS_SAT] ? reference_saturated(FORMAT_32, word) : word);
}

/* The function that the table has for the plain forms. */
static run_fn *plain_of(run_fn *general)
{
    size_t i = 0;
    while (sass_row_at(i)->op.run != general)
        i++;
    assert_non_null(sass_row_at(i)->plain);
    return sass_row_at(i)->plain;
}

static void check_batch(struct fixture *f, run_fn *function, enum reference_op op, int scale)
{
    uint32_t want[SASS_LANES];
    for (unsigned lane = 0; lane < SASS_LANES; lane++)
        want[lane] = expected(f, op, scale, lane);
    run(f, below(f, 2) && sass_is_plain(&f->own) ? plain_of(function) : function);
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        if (f->warp.mask >> lane & 1 && row(f, RD)[lane] != want[lane])
            fail_msg("%d of %08x %08x %08x, rounding %d ftz %d sat %d: %08x, not %08x", op,
                     row(f, RA)[lane], row(f, RB)[lane], row(f, RC)[lane],
                     f->own.modifier[SASS_ROUND], f->own.modifier[SASS_FTZ],
                     f->own.modifier[SASS_SAT], row(f, RD)[lane], want[lane]);
    }
    assert_others_kept(f, RD, 1);
}

static void check(struct fixture *f, run_fn *function, enum reference_op op)
{
    for (int batch = 0; batch < BATCHES; batch++) {
        roll_modifiers(f);
        roll_registers(f);
        check_batch(f, function, op, 0);
    }
}

/* PAS-34, PAS-30 */
static void fadd_is_the_rounded_sum(void **state) { check(*state, sass_fadd, OP_ADD); }
static void fmul_is_the_rounded_product(void **state) { check(*state, sass_fmul, OP_MUL); }
static void ffma_rounds_product_and_sum_once(void **state) { check(*state, sass_ffma, OP_FMA); }

static void fmul_scales_before_it_rounds(void **state)
{
    static const int scale[] = {0, -1, -2, -3, 3, 2, 1};
    struct fixture *f = *state;
    for (int batch = 0; batch < 2000; batch++) {
        roll_modifiers(f);
        roll_registers(f);
        f->own.modifier[SASS_SCALE] = (uint8_t)(1 + batch % 6);
        check_batch(f, sass_fmul, OP_MUL, scale[1 + batch % 6]);
    }
}

static void only_negations_are_plain(void **state)
{
    static const uint8_t not_plain[] = {SASS_ABS_A, SASS_ABS_B, SASS_ROUND, SASS_FTZ,
                                        SASS_SAT,   SASS_SCALE, SASS_CC};
    struct fixture *f = *state;
    clear_instruction(f);
    f->own.modifier[SASS_NEG_A] = f->own.modifier[SASS_NEG_B] = f->own.modifier[SASS_NEG_C] = 1;
    assert_true(sass_is_plain(&f->own));
    for (size_t k = 0; k < sizeof not_plain; k++) {
        clear_instruction(f);
        f->own.modifier[not_plain[k]] = 1;
        assert_false(sass_is_plain(&f->own));
    }
}

/* The target may be a source, and sources may be one register. */
static void arithmetic_works_in_place(void **state)
{
    struct fixture *f = *state;
    for (int batch = 0; batch < 500; batch++) {
        uint32_t want[SASS_LANES];
        roll_modifiers(f);
        roll_registers(f);
        f->own.rd = f->own.c.row;
        for (unsigned lane = 0; lane < SASS_LANES; lane++)
            want[lane] = expected(f, OP_FMA, 0, lane);
        run(f, sass_ffma);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            if (f->warp.mask >> lane & 1)
                assert_int_equal(row(f, RC)[lane], want[lane]);
        }
        assert_others_kept(f, RC, 1);
    }
}

static void sources_may_be_constants_and_immediates(void **state)
{
    struct fixture *f = *state;
    const float two = 2, three = 3;
    clear_instruction(f);
    memcpy(f->bank + 8, &two, sizeof two);
    f->own.b = (struct sass_source){.kind = SASS_CONSTANT, .bank = 3, .value = 8};
    for (unsigned lane = 0; lane < SASS_LANES; lane++)
        memcpy(&f->immediate[lane], &three, sizeof three);
    f->own.c = (struct sass_source){.kind = SASS_IMMEDIATE, .lanes = f->immediate};
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        float x = (float)lane;
        memcpy(&row(f, RA)[lane], &x, sizeof x);
    }
    run(f, sass_ffma);
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        float got;
        memcpy(&got, &row(f, RD)[lane], sizeof got);
        assert_true(got == 2.0f * (float)lane + 3.0f);
    }
}

static void a_result_is_the_same_whatever_rounding_the_caller_had_set(void **state)
{
    struct fixture *f = *state;
    run_fn *const forms[2] = {sass_ffma, plain_of(sass_ffma)};
    clear_instruction(f);
    roll_registers(f);
    warp_set_mask(&f->warp, 0xffffffff);
    for (int i = 0; i < 2; i++) {
        uint32_t nearest[SASS_LANES];
        volatile float one = 1, little = 0x1p-40f, sum;
        run(f, forms[i]);
        memcpy(nearest, row(f, RD), sizeof nearest);
        fesetround(FE_UPWARD);
        run(f, forms[i]);
        sum = one + little;
        fesetround(FE_TONEAREST);
        assert_true(sum > one); /* upwards still */
        assert_memory_equal(nearest, row(f, RD), sizeof nearest);
    }
}

static void fadd_with_cc_tells_zero_sign_and_nan(void **state)
{
    static const uint32_t sum[] = {0, 0x80000000, 0x3f800000, 0xbf800000, 0x7fc00000};
    static const bool zero[] = {1, 1, 0, 0, 1}, sign[] = {0, 1, 0, 1, 1};
    struct fixture *f = *state;
    clear_instruction(f);
    f->own.modifier[SASS_CC] = 1;
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        row(f, RA)[lane] = sum[lane % 5];
        row(f, RB)[lane] = 0x80000000;
    }
    run(f, sass_fadd);
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        assert_int_equal(f->state.zero >> lane & 1, zero[lane % 5]);
        assert_int_equal(f->state.sign >> lane & 1, sign[lane % 5]);
    }
}

/* ---- Comparison ---- */

/* 0 less, 1 equal, 2 greater, 3 unordered. */
static int relation(uint64_t a, uint64_t b)
{
    mpfr_t x, y;
    int order = 3;
    mpfr_inits2(64, x, y, (mpfr_ptr)0);
    load_word(x, FORMAT_32, a);
    load_word(y, FORMAT_32, b);
    if (!mpfr_unordered_p(x, y))
        order = mpfr_less_p(x, y) ? 0 : mpfr_equal_p(x, y) ? 1 : 2;
    mpfr_clears(x, y, (mpfr_ptr)0);
    return order;
}

/* F LT EQ LE GT NE GE NUM NAN LTU EQU LEU GTU NEU GEU T, a column a relation. */
static const char *const holds[] = {"0000", "1000", "0100", "1100", "0010", "1010", "0110", "1110",
                                    "0001", "1001", "0101", "1101", "0011", "1011", "0111", "1111"};

static bool combined(int how, bool a, bool b)
{
    return how == 0 ? a && b : how == 1 ? a || b : a != b;
}

static void roll_comparison(struct fixture *f)
{
    roll_modifiers(f);
    roll_registers(f);
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        if (below(f, 4) == 0)
            row(f, RB)[lane] = row(f, RA)[lane] ^ below(f, 2) << 31;
        if (below(f, 4) == 0)
            row(f, RC)[lane] = below(f, 2) << 31 | below(f, 2);
    }
    f->own.modifier[SASS_SAT] = 0;
    f->own.modifier[SASS_COMPARE] = (uint8_t)below(f, 16);
    f->own.modifier[SASS_COMBINE] = (uint8_t)below(f, 3);
    f->own.p = (struct sass_predicate){(uint8_t)below(f, 8), below(f, 2)};
    for (int i = 0; i < 7; i++)
        f->state.predicate[i] = (uint32_t)roll(f);
}

static bool source_predicate(struct fixture *f, unsigned lane)
{
    bool set = f->own.p.index == SASS_PT || f->state.predicate[f->own.p.index] >> lane & 1;
    return set != f->own.p.negated;
}

static void fsetp_writes_the_comparison_and_its_complement(void **state)
{
    struct fixture *f = *state;
    for (int batch = 0; batch < 4000; batch++) {
        bool want[2][SASS_LANES];
        roll_comparison(f);
        f->own.pd.index = 2;
        f->own.pd2.index = 5;
        uint64_t before[2] = {f->state.predicate[2], f->state.predicate[5]};
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            uint64_t x[3];
            operands_of(f, lane, x);
            bool it = holds[f->own.modifier[SASS_COMPARE]][relation(x[0], x[1])] == '1';
            for (int i = 0; i < 2; i++)
                want[i][lane] = combined(f->own.modifier[SASS_COMBINE], it != i,
                                         source_predicate(f, lane));
        }
        run(f, sass_fsetp);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            for (int i = 0; i < 2; i++) {
                bool active = f->warp.mask >> lane & 1;
                bool got = f->state.predicate[i ? 5 : 2] >> lane & 1;
                assert_int_equal(got, active ? want[i][lane] : (before[i] >> lane & 1));
            }
        }
        assert_others_kept(f, RD, 0);
    }
}

static void fset_writes_minus_one_or_one(void **state)
{
    struct fixture *f = *state;
    for (int batch = 0; batch < 2000; batch++) {
        roll_comparison(f);
        f->own.modifier[SASS_BOOL_FLOAT] = (uint8_t)below(f, 2);
        run(f, sass_fset);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            uint64_t x[3];
            operands_of(f, lane, x);
            bool it = holds[f->own.modifier[SASS_COMPARE]][relation(x[0], x[1])] == '1';
            it = combined(f->own.modifier[SASS_COMBINE], it, source_predicate(f, lane));
            uint32_t truth = f->own.modifier[SASS_BOOL_FLOAT] ? 0x3f800000 : 0xffffffff;
            if (f->warp.mask >> lane & 1)
                assert_int_equal(row(f, RD)[lane], it ? truth : 0);
        }
        assert_others_kept(f, RD, 1);
    }
}

static void fcmp_chooses_by_the_third_source(void **state)
{
    struct fixture *f = *state;
    for (int batch = 0; batch < 2000; batch++) {
        roll_comparison(f);
        f->own.modifier[SASS_NEG_A] = f->own.modifier[SASS_NEG_C] = 0;
        run(f, sass_fcmp);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            uint32_t c = modified(f, row(f, RC)[lane], 0, 0);
            bool it = holds[f->own.modifier[SASS_COMPARE]][relation(c, 0)] == '1';
            if (f->warp.mask >> lane & 1)
                assert_int_equal(row(f, RD)[lane], row(f, it ? RA : RB)[lane]);
        }
        assert_others_kept(f, RD, 1);
    }
}

static uint32_t extreme(uint32_t a, uint32_t b, bool min)
{
    if (word_is_nan(FORMAT_32, a) && word_is_nan(FORMAT_32, b))
        return 0x7fffffff;
    if (word_is_nan(FORMAT_32, a) || word_is_nan(FORMAT_32, b))
        return word_is_nan(FORMAT_32, a) ? b : a;
    int order = relation(a, b);
    if (order == 1) /* the same number, or zeros of two signs */
        return (a >> 31) == min ? a : b;
    return (order == 0) == min ? a : b;
}

static void fmnmx_is_the_smaller_where_the_predicate_holds(void **state)
{
    struct fixture *f = *state;
    for (int batch = 0; batch < 4000; batch++) {
        roll_comparison(f);
        run(f, sass_fmnmx);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            uint64_t x[3];
            operands_of(f, lane, x);
            uint32_t want = extreme((uint32_t)x[0], (uint32_t)x[1], source_predicate(f, lane));
            if (f->warp.mask >> lane & 1)
                assert_int_equal(row(f, RD)[lane], want);
        }
        assert_others_kept(f, RD, 1);
    }
}

/* ---- Division, as compilers write it ---- */

static void step(struct fixture *f, unsigned d, unsigned a, unsigned b, unsigned c, bool negative_a)
{
    clear_instruction(f);
    f->own.rd = (uint16_t)(SASS_R0 + d);
    f->own.a.row = (uint16_t)(SASS_R0 + a);
    f->own.b.row = (uint16_t)(SASS_R0 + b);
    f->own.c.row = (uint16_t)(SASS_R0 + c);
    f->own.modifier[SASS_NEG_A] = negative_a;
    run(f, sass_ffma);
}

enum { QUOTIENT = 8, RECIPROCAL = 9, REST = 10, ONE = 11, ZERO = 12 };

/* RA / RB: a reciprocal, Newton's step, and the quotient corrected by the remainder. */
static void divide(struct fixture *f)
{
    clear_instruction(f);
    f->own.modifier[SASS_MODE] = 4;
    f->own.a.row = SASS_R0 + RB;
    f->own.rd = SASS_R0 + RECIPROCAL;
    run(f, sass_mufu);
    step(f, REST, RB, RECIPROCAL, ONE, true);
    step(f, RECIPROCAL, RECIPROCAL, REST, RECIPROCAL, false);
    step(f, QUOTIENT, RA, RECIPROCAL, ZERO, false);
    step(f, REST, RB, QUOTIENT, RA, true);
    step(f, QUOTIENT, RECIPROCAL, REST, QUOTIENT, false);
}

static uint32_t quotient(uint32_t a, uint32_t b)
{
    mpfr_t x, y, q;
    mpfr_inits2(24, x, y, q, (mpfr_ptr)0);
    load_word(x, FORMAT_32, a);
    load_word(y, FORMAT_32, b);
    int ternary = mpfr_div(q, x, y, MPFR_RNDN);
    uint32_t word = (uint32_t)store_word(q, ternary, FORMAT_32, MPFR_RNDN);
    mpfr_clears(x, y, q, (mpfr_ptr)0);
    return word;
}

static void division_by_newton_is_correct_where_fchk_does_not_object(void **state)
{
    struct fixture *f = *state;
    unsigned easy = 0, ordinary = 0;
    for (unsigned lane = 0; lane < SASS_LANES; lane++)
        row(f, ONE)[lane] = 0x3f800000;
    memset(row(f, ZERO), 0, SASS_LANES * sizeof(uint32_t));
    for (int batch = 0; batch < 8000; batch++) {
        roll_registers(f);
        warp_set_mask(&f->warp, 0xffffffff);
        clear_instruction(f);
        f->own.pd.index = 1;
        run(f, sass_fchk);
        divide(f);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            uint32_t a = row(f, RA)[lane], b = row(f, RB)[lane];
            bool hard = f->state.predicate[1] >> lane & 1;
            easy += !hard;
            if (!hard && row(f, QUOTIENT)[lane] != quotient(a, b))
                fail_msg("%08x / %08x: %08x, not %08x", a, b, row(f, QUOTIENT)[lane],
                         quotient(a, b));
            /* Numbers of everyday size are never sent the long way. */
            if ((a >> 23 & 0xff) - 67 < 120 && (b >> 23 & 0xff) - 67 < 120) {
                ordinary++;
                assert_false(hard);
            }
        }
    }
    assert_true(easy > 10000 && ordinary > 1000);
}

static void fchk_sends_everything_special_the_long_way(void **state)
{
    static const uint32_t special[] = {0, 0x80000000, 1, 0x807fffff, 0x7f800000, 0xff800000,
                                       0x7fc00000, 0xffffffff};
    struct fixture *f = *state;
    clear_instruction(f);
    f->own.pd.index = 1;
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        row(f, RA)[lane] = lane < 16 ? special[lane % 8] : 0x3f800000;
        row(f, RB)[lane] = lane < 16 ? 0x40400000 : special[lane % 8];
    }
    run(f, sass_fchk);
    assert_int_equal((uint32_t)f->state.predicate[1], 0xffffffff);
}

int main(void)
{
#define SENTENCE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        SENTENCE(fadd_is_the_rounded_sum),
        SENTENCE(fmul_is_the_rounded_product),
        SENTENCE(ffma_rounds_product_and_sum_once),
        SENTENCE(fmul_scales_before_it_rounds),
        SENTENCE(only_negations_are_plain),
        SENTENCE(arithmetic_works_in_place),
        SENTENCE(sources_may_be_constants_and_immediates),
        SENTENCE(a_result_is_the_same_whatever_rounding_the_caller_had_set),
        SENTENCE(fadd_with_cc_tells_zero_sign_and_nan),
        SENTENCE(fsetp_writes_the_comparison_and_its_complement),
        SENTENCE(fset_writes_minus_one_or_one),
        SENTENCE(fcmp_chooses_by_the_third_source),
        SENTENCE(fmnmx_is_the_smaller_where_the_predicate_holds),
        SENTENCE(division_by_newton_is_correct_where_fchk_does_not_object),
        SENTENCE(fchk_sends_everything_special_the_long_way),
    };
    return cmocka_run_group_tests_name("SASS single precision", tests, NULL, NULL);
}
