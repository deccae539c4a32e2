/* SPDX-License-Identifier: Apache-2.0 */
/* test_double.c - double precision against MPFR, in every rounding mode with every modifier. */
#include "float_fixture.h"

enum { BATCHES = 12000 }; /* of 32 operands an operation: more than 10^6 operands in all */

static const uint8_t arithmetic_modifiers[] = {SASS_NEG_A, SASS_NEG_B, SASS_NEG_C, SASS_ABS_A,
                                               SASS_ABS_B};

static void roll_instruction(struct fixture *f)
{
    uint64_t x[3];
    clear_instruction(f);
    f->own.modifier[SASS_ROUND] = (uint8_t)below(f, 4);
    for (size_t i = 0; i < sizeof arithmetic_modifiers; i++)
        f->own.modifier[arithmetic_modifiers[i]] = below(f, 4) == 0;
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        roll_operands(f, FORMAT_64, x);
        set_pair(f, RA, lane, x[0]);
        set_pair(f, RB, lane, x[1]);
        set_pair(f, RC, lane, x[2]);
        set_pair(f, RD, lane, roll(f));
    }
    roll_mask(f);
}

static uint64_t modified(uint64_t word, int absolute, int negative)
{
    if (absolute)
        word &= 0x7fffffffffffffff;
    return negative ? word ^ 0x8000000000000000 : word;
}

static void operands_of(struct fixture *f, unsigned lane, uint64_t x[3])
{
    const uint8_t *m = f->own.modifier;
    x[0] = modified(pair(f, RA, lane), m[SASS_ABS_A], m[SASS_NEG_A]);
    x[1] = modified(pair(f, RB, lane), m[SASS_ABS_B], m[SASS_NEG_B]);
    x[2] = modified(pair(f, RC, lane), 0, m[SASS_NEG_C]);
}

/* A NaN operand is the result, as it stands in its register but quiet: b before c before a. */
static uint64_t expected(struct fixture *f, enum reference_op op, unsigned lane)
{
    static const unsigned order[] = {RB, RC, RA};
    uint64_t x[3];
    for (int i = 0; i < 3; i++) {
        uint64_t word = pair(f, order[i], lane);
        if (word_is_nan(FORMAT_64, word) && (op == OP_FMA || order[i] != RC))
            return word | 0x0008000000000000;
    }
    operands_of(f, lane, x);
    uint64_t word = reference(op, FORMAT_64, rounding_modes[f->own.modifier[SASS_ROUND]], x);
    return word_is_nan(FORMAT_64, word) ? 0xfff8000000000000 : word;
}

static void check(struct fixture *f, run_fn *function, enum reference_op op)
{
    for (int batch = 0; batch < BATCHES; batch++) {
        roll_instruction(f);
        run(f, function);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            if (!(f->warp.mask >> lane & 1))
                continue;
            uint64_t want = expected(f, op, lane);
            if (pair(f, RD, lane) != want)
                fail_msg("%d of %016lx %016lx %016lx, rounding %d: %016lx, not %016lx", op,
                         pair(f, RA, lane), pair(f, RB, lane), pair(f, RC, lane),
                         f->own.modifier[SASS_ROUND], pair(f, RD, lane), want);
        }
        assert_others_kept(f, RD, 2);
    }
}

/* PAS-34, PAS-30 */
static void dadd_is_the_rounded_sum(void **state) { check(*state, sass_dadd, OP_ADD); }
static void dmul_is_the_rounded_product(void **state) { check(*state, sass_dmul, OP_MUL); }
static void dfma_rounds_product_and_sum_once(void **state) { check(*state, sass_dfma, OP_FMA); }

/* As a GPU of the vendor answers (sm_90), operand for operand. */
static void nans_are_what_hardware_makes_of_them(void **state)
{
    enum { ADD, MUL, FMA, MIN };
    static run_fn *const functions[] = {sass_dadd, sass_dmul, sass_dfma, sass_dmnmx};
    const uint64_t a = 0x7ff0000000000aaa, b = 0xfff8000000000bbb, c = 0x7ff8000000000ccc;
    const uint64_t one = 0x3ff0000000000000, infinite = 0x7ff0000000000000, quiet = 1ull << 51;
    const struct {
        int function;
        uint64_t x[3], result;
    } cases[] = {
        {ADD, {a, b}, b}, {ADD, {b, a}, a | quiet}, {ADD, {one, b}, b}, {MUL, {a, b}, b},
        {ADD, {infinite, infinite | 1ull << 63}, 0xfff8000000000000},
        {MUL, {one, a}, a | quiet}, {MUL, {infinite, 0}, 0xfff8000000000000}, {FMA, {a, b, c}, b},
        {FMA, {one, b, c}, b}, {FMA, {a, one, c}, c}, {FMA, {one, one, c}, c},
        {FMA, {a, one, one}, a | quiet}, {FMA, {a, b, one}, b}, {FMA, {infinite, 0, c}, c},
        {FMA, {infinite, 0, one}, 0xfff8000000000000}, {MIN, {a, b}, b}, {MIN, {b, a}, a | quiet},
        {MIN, {a, one}, one},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        clear_instruction(f);
        set_pair(f, RA, 0, cases[i].x[0]);
        set_pair(f, RB, 0, cases[i].x[1]);
        set_pair(f, RC, 0, cases[i].x[2]);
        run(f, functions[cases[i].function]);
        if (pair(f, RD, 0) != cases[i].result)
            fail_msg("case %zu: %016lx", i, pair(f, RD, 0));
    }
}

static void sources_may_be_constants_immediates_and_rz(void **state)
{
    struct fixture *f = *state;
    const double two = 2.5;
    clear_instruction(f);
    memcpy(f->bank + 16, &two, sizeof two);
    f->own.b = (struct sass_source){.kind = SASS_CONSTANT, .bank = 3, .value = 16};
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        f->immediate[lane] = 0x40080000; /* the high word of 3.0 */
        double x = lane;
        memcpy(&f->dice, &x, sizeof x);
        set_pair(f, RA, lane, f->dice);
    }
    f->own.c = (struct sass_source){.kind = SASS_IMMEDIATE, .lanes = f->immediate};
    run(f, sass_dfma);
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        uint64_t word = pair(f, RD, lane);
        double got;
        memcpy(&got, &word, sizeof got);
        assert_true(got == 2.5 * lane + 3);
    }
    /* RZ is zero in both words, although what is written to it is kept somewhere. */
    memset(f->reg + SASS_SINK * SASS_LANES, 0x55, SASS_LANES * sizeof(uint32_t));
    f->own.c = (struct sass_source){.kind = SASS_REGISTER, .row = SASS_ZERO};
    run(f, sass_dfma);
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        uint64_t word = pair(f, RD, lane);
        double got;
        memcpy(&got, &word, sizeof got);
        assert_true(got == 2.5 * lane);
    }
}

static void a_result_for_rz_still_sets_the_condition(void **state)
{
    struct fixture *f = *state;
    clear_instruction(f);
    f->own.rd = SASS_SINK;
    f->own.modifier[SASS_CC] = 1;
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        set_pair(f, RA, lane, lane % 2 ? 1 : 0x8000000000000000); /* subnormal, or -0 */
        set_pair(f, RB, lane, 0x8000000000000000);
    }
    run(f, sass_dadd);
    assert_int_equal(f->state.zero, 0x55555555);
    assert_int_equal(f->state.sign, 0x55555555);
    assert_others_kept(f, RD, 0);
}

static int relation(uint64_t a, uint64_t b)
{
    mpfr_t x, y;
    int order = 3;
    mpfr_inits2(64, x, y, (mpfr_ptr)0);
    load_word(x, FORMAT_64, a);
    load_word(y, FORMAT_64, b);
    if (!mpfr_unordered_p(x, y))
        order = mpfr_less_p(x, y) ? 0 : mpfr_equal_p(x, y) ? 1 : 2;
    mpfr_clears(x, y, (mpfr_ptr)0);
    return order;
}

static void roll_comparison(struct fixture *f)
{
    roll_instruction(f);
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        if (below(f, 4) == 0) /* equal, or but for the low word or the sign */
            set_pair(f, RB, lane, pair(f, RA, lane) ^ below(f, 2) ^ (uint64_t)below(f, 2) << 63);
    }
    f->own.modifier[SASS_COMPARE] = (uint8_t)below(f, 16);
    f->own.p.index = 3;
    f->own.p.negated = below(f, 2);
    f->state.predicate[3] = (uint32_t)roll(f);
}

/* F LT EQ LE GT NE GE NUM NAN LTU EQU LEU GTU NEU GEU T, a column a relation. */
static const char *const holds[] = {"0000", "1000", "0100", "1100", "0010", "1010", "0110", "1110",
                                    "0001", "1001", "0101", "1101", "0011", "1011", "0111", "1111"};

static bool truth(struct fixture *f, unsigned lane)
{
    uint64_t x[3];
    operands_of(f, lane, x);
    return holds[f->own.modifier[SASS_COMPARE]][relation(x[0], x[1])] == '1';
}

static bool source_predicate(struct fixture *f, unsigned lane)
{
    return (f->state.predicate[3] >> lane & 1) != f->own.p.negated;
}

static void dsetp_writes_the_comparison_and_its_complement(void **state)
{
    struct fixture *f = *state;
    for (int batch = 0; batch < 3000; batch++) {
        roll_comparison(f);
        f->own.pd.index = 0;
        f->own.pd2.index = 6;
        uint64_t before[2] = {f->state.predicate[0], f->state.predicate[6]};
        run(f, sass_dsetp);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            bool active = f->warp.mask >> lane & 1, with = source_predicate(f, lane);
            bool it = active ? truth(f, lane) && with : (before[0] >> lane & 1);
            bool other = active ? !truth(f, lane) && with : (before[1] >> lane & 1);
            assert_int_equal(f->state.predicate[0] >> lane & 1, it);
            assert_int_equal(f->state.predicate[6] >> lane & 1, other);
        }
    }
}

static void dset_writes_one_register(void **state)
{
    struct fixture *f = *state;
    for (int batch = 0; batch < 1000; batch++) {
        roll_comparison(f);
        f->own.modifier[SASS_BOOL_FLOAT] = (uint8_t)below(f, 2);
        f->own.modifier[SASS_COMBINE] = 1;
        run(f, sass_dset);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            bool it = truth(f, lane) || source_predicate(f, lane);
            uint32_t yes = f->own.modifier[SASS_BOOL_FLOAT] ? 0x3f800000 : 0xffffffff;
            if (f->warp.mask >> lane & 1)
                assert_int_equal(row(f, RD)[lane], it ? yes : 0);
        }
        assert_others_kept(f, RD, 1);
    }
}

static uint64_t extreme(uint64_t a, uint64_t b, bool min)
{
    if (word_is_nan(FORMAT_64, a) || word_is_nan(FORMAT_64, b))
        return word_is_nan(FORMAT_64, a) ? b : a;
    int order = relation(a, b);
    if (order == 1) /* the same number, or zeros of two signs */
        return (a >> 63) == min ? a : b;
    return (order == 0) == min ? a : b;
}

static void dmnmx_is_the_smaller_where_the_predicate_holds(void **state)
{
    struct fixture *f = *state;
    for (int batch = 0; batch < 3000; batch++) {
        roll_comparison(f);
        run(f, sass_dmnmx);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            uint64_t x[3];
            operands_of(f, lane, x);
            uint64_t want = extreme(x[0], x[1], source_predicate(f, lane));
            if (word_is_nan(FORMAT_64, want)) /* both are */
                want = pair(f, RB, lane) | 0x0008000000000000;
            if (f->warp.mask >> lane & 1 && pair(f, RD, lane) != want)
                fail_msg("%016lx %016lx gave %016lx", x[0], x[1], pair(f, RD, lane));
        }
        assert_others_kept(f, RD, 2);
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
    run(f, sass_dfma);
}

enum { RECIPROCAL = 8, REST = 10, ONE = 12, ZERO = 14 };

/* RA / RB into RD: a reciprocal of 20 bits, two of Newton's steps, the quotient corrected once. */
static void divide(struct fixture *f)
{
    clear_instruction(f);
    f->own.modifier[SASS_MODE] = 6; /* RCP64H */
    f->own.a.row = SASS_R0 + RB + 1;
    f->own.rd = SASS_R0 + RECIPROCAL + 1;
    run(f, sass_mufu);
    for (unsigned lane = 0; lane < SASS_LANES; lane++)
        row(f, RECIPROCAL)[lane] = 1;
    step(f, REST, RB, RECIPROCAL, ONE, true);
    step(f, REST, REST, REST, REST, false);
    step(f, RECIPROCAL, RECIPROCAL, REST, RECIPROCAL, false);
    step(f, REST, RB, RECIPROCAL, ONE, true);
    step(f, RECIPROCAL, RECIPROCAL, REST, RECIPROCAL, false);
    step(f, RD, RA, RECIPROCAL, ZERO, false);
    step(f, REST, RB, RD, RA, true);
    step(f, RD, RECIPROCAL, REST, RD, false);
}

static void division_by_newton_is_correctly_rounded(void **state)
{
    struct fixture *f = *state;
    mpfr_t x, y;
    mpfr_inits2(53, x, y, (mpfr_ptr)0);
    for (unsigned lane = 0; lane < SASS_LANES; lane++)
        set_pair(f, ONE, lane, 0x3ff0000000000000);
    for (int batch = 0; batch < 4000; batch++) {
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            set_pair(f, RA, lane, (uint64_t)(800 + below(f, 400)) << 52 | roll(f) >> 12);
            set_pair(f, RB, lane, (uint64_t)(800 + below(f, 400)) << 52 | roll(f) >> 12);
            set_pair(f, ZERO, lane, 0);
        }
        divide(f);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            load_word(x, FORMAT_64, pair(f, RA, lane));
            load_word(y, FORMAT_64, pair(f, RB, lane));
            mpfr_div(x, x, y, MPFR_RNDN);
            load_word(y, FORMAT_64, pair(f, RD, lane));
            assert_true(mpfr_equal_p(x, y));
        }
    }
    mpfr_clears(x, y, (mpfr_ptr)0);
}

int main(void)
{
#define SENTENCE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        SENTENCE(dadd_is_the_rounded_sum),
        SENTENCE(dmul_is_the_rounded_product),
        SENTENCE(dfma_rounds_product_and_sum_once),
        SENTENCE(nans_are_what_hardware_makes_of_them),
        SENTENCE(sources_may_be_constants_immediates_and_rz),
        SENTENCE(a_result_for_rz_still_sets_the_condition),
        SENTENCE(dsetp_writes_the_comparison_and_its_complement),
        SENTENCE(dset_writes_one_register),
        SENTENCE(dmnmx_is_the_smaller_where_the_predicate_holds),
        SENTENCE(division_by_newton_is_correctly_rounded),
    };
    return cmocka_run_group_tests_name("SASS double precision", tests, NULL, NULL);
}
