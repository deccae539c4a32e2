/* SPDX-License-Identifier: Apache-2.0 */
/* test_half.c - pairs of halves against MPFR, with every swizzle, merge mode and modifier. */
#include "float_fixture.h"

enum { BATCHES = 4000 };

static const uint8_t arithmetic_modifiers[] = {SASS_NEG_A, SASS_NEG_B, SASS_NEG_C,
                                               SASS_ABS_A, SASS_ABS_B, SASS_SAT};

/* Registers hold two halves, or a single where the swizzle reads one. */
static uint32_t roll_register(struct fixture *f, unsigned swizzle)
{
    if (swizzle == 1) /* of the size that halves have, so that sums meet */
        return (uint32_t)roll_number(f, FORMAT_32, 127 - 30 + (int)below(f, 50));
    uint64_t x[3];
    roll_operands(f, FORMAT_16, x);
    return (uint32_t)(x[0] | roll_number(f, FORMAT_16, (int)below(f, 31)) << 16);
}

static void roll_instruction(struct fixture *f)
{
    clear_instruction(f);
    for (size_t i = 0; i < sizeof arithmetic_modifiers; i++)
        f->own.modifier[arithmetic_modifiers[i]] = below(f, 4) == 0;
    f->own.modifier[SASS_FTZ] = (uint8_t)below(f, 3);
    f->own.modifier[SASS_MERGE] = (uint8_t)below(f, 4);
    for (int i = 0; i < 3; i++)
        f->own.modifier[SASS_HALF_A + i] = (uint8_t)below(f, 4);
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        row(f, RA)[lane] = roll_register(f, f->own.modifier[SASS_HALF_A]);
        row(f, RB)[lane] = roll_register(f, f->own.modifier[SASS_HALF_B]);
        row(f, RC)[lane] = roll_register(f, f->own.modifier[SASS_HALF_C]);
        row(f, RD)[lane] = (uint32_t)roll(f);
    }
    roll_mask(f);
}

/* What half `i` of an operation works on, and its format. */
static uint64_t source(struct fixture *f, unsigned lane, int operand, int i,
                       enum float_format *format)
{
    static const unsigned reg[] = {RA, RB, RC};
    const uint8_t *m = f->own.modifier;
    uint32_t word = row(f, reg[operand])[lane];
    unsigned swizzle = m[SASS_HALF_A + operand];
    *format = swizzle == 1 ? FORMAT_32 : FORMAT_16;
    if (swizzle != 1)
        word = swizzle == 3 || (swizzle == 0 && i) ? word >> 16 : word & 0xffff;
    uint32_t sign = swizzle == 1 ? 0x80000000 : 0x8000;
    if (operand < 2 && m[SASS_ABS_A + operand])
        word &= ~sign;
    if (m[SASS_NEG_A + operand])
        word ^= sign;
    return m[SASS_FTZ] ? reference_flushed(*format, word) : word;
}

static uint32_t expected_half(struct fixture *f, enum reference_op op, unsigned lane, int i)
{
    const uint8_t *m = f->own.modifier;
    enum float_format from[3], to = m[SASS_MERGE] == 1 ? FORMAT_32 : FORMAT_16;
    uint64_t x[3];
    for (int k = 0; k < 3; k++)
        x[k] = source(f, lane, k, i, &from[k]);
    bool zero = (x[0] & (from[0] == FORMAT_32 ? 0x7fffffff : 0x7fff)) == 0 ||
                (x[1] & (from[1] == FORMAT_32 ? 0x7fffffff : 0x7fff)) == 0;
    if (op != OP_ADD && m[SASS_FTZ] == 2 && zero)
        x[0] = x[1] = 0;
    uint64_t word = reference_mixed(op, from, to, MPFR_RNDN, 0, x);
    if (m[SASS_FTZ])
        word = reference_flushed(to, word);
    return (uint32_t)(m[SASS_SAT] ? reference_saturated(to, word) : word);
}

static uint32_t expected(struct fixture *f, enum reference_op op, unsigned lane)
{
    uint32_t low = expected_half(f, op, lane, 0), high = expected_half(f, op, lane, 1);
    uint32_t before = row(f, RD)[lane];
    switch (f->own.modifier[SASS_MERGE]) {
    case 0:
        return high << 16 | low;
    case 1:
        return low;
    case 2:
        return (before & 0xffff0000) | low;
    default:
        return (before & 0xffff) | high << 16;
    }
}

static void check(struct fixture *f, run_fn *function, enum reference_op op)
{
    for (int batch = 0; batch < BATCHES; batch++) {
        uint32_t want[SASS_LANES];
        roll_instruction(f);
        for (unsigned lane = 0; lane < SASS_LANES; lane++)
            want[lane] = expected(f, op, lane);
        run(f, function);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            if (f->warp.mask >> lane & 1 && row(f, RD)[lane] != want[lane])
                fail_msg("%d of %08x %08x %08x: %08x, not %08x", op, row(f, RA)[lane],
                         row(f, RB)[lane], row(f, RC)[lane], row(f, RD)[lane], want[lane]);
        }
        assert_others_kept(f, RD, 1);
    }
}

/* PAS-34, PAS-30 */
static void hadd2_adds_both_halves(void **state) { check(*state, sass_hadd2, OP_ADD); }
static void hmul2_multiplies_both_halves(void **state) { check(*state, sass_hmul2, OP_MUL); }
static void hfma2_rounds_product_and_sum_once(void **state) { check(*state, sass_hfma2, OP_FMA); }

static void constants_are_single_and_immediates_are_two_halves(void **state)
{
    struct fixture *f = *state;
    const float third = 1.0f / 3;
    clear_instruction(f);
    memcpy(f->bank + 4, &third, sizeof third);
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        row(f, RA)[lane] = 0x3c004200; /* 1 and 3 */
        f->immediate[lane] = 0x40004500; /* 2 and 5 */
    }
    f->own.b = (struct sass_source){.kind = SASS_CONSTANT, .bank = 3, .value = 4};
    run(f, sass_hmul2);
    assert_int_equal(row(f, RD)[0], 0x35553c00); /* 1/3 and 1 */
    f->own.b = (struct sass_source){.kind = SASS_IMMEDIATE, .lanes = f->immediate};
    run(f, sass_hmul2);
    assert_int_equal(row(f, RD)[0], 0x40004b80); /* 2 and 15 */
}

static int relation(struct fixture *f, unsigned lane, int i)
{
    enum float_format format[2];
    mpfr_t x, y;
    int order = 3;
    mpfr_inits2(64, x, y, (mpfr_ptr)0);
    uint64_t a = source(f, lane, 0, i, &format[0]), b = source(f, lane, 1, i, &format[1]);
    load_word(x, format[0], a);
    load_word(y, format[1], b);
    if (!mpfr_unordered_p(x, y))
        order = mpfr_less_p(x, y) ? 0 : mpfr_equal_p(x, y) ? 1 : 2;
    mpfr_clears(x, y, (mpfr_ptr)0);
    return order;
}

/* F LT EQ LE GT NE GE NUM NAN LTU EQU LEU GTU NEU GEU T, a column a relation. */
static const char *const holds[] = {"0000", "1000", "0100", "1100", "0010", "1010", "0110", "1110",
                                    "0001", "1001", "0101", "1101", "0011", "1011", "0111", "1111"};

static void roll_comparison(struct fixture *f)
{
    roll_instruction(f);
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        if (below(f, 3) == 0)
            row(f, RB)[lane] = row(f, RA)[lane];
    }
    f->own.modifier[SASS_COMPARE] = (uint8_t)below(f, 16);
    f->own.p.index = 3;
    f->state.predicate[3] = (uint32_t)roll(f);
}

static bool truth(struct fixture *f, unsigned lane, int i)
{
    bool it = holds[f->own.modifier[SASS_COMPARE]][relation(f, lane, i)] == '1';
    return it && f->state.predicate[3] >> lane & 1;
}

static void hset2_writes_a_truth_a_half(void **state)
{
    struct fixture *f = *state;
    for (int batch = 0; batch < 1000; batch++) {
        roll_comparison(f);
        f->own.modifier[SASS_BOOL_FLOAT] = (uint8_t)below(f, 2);
        uint32_t yes = f->own.modifier[SASS_BOOL_FLOAT] ? 0x3c00 : 0xffff;
        run(f, sass_hset2);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            uint32_t want = (truth(f, lane, 0) ? yes : 0) | (truth(f, lane, 1) ? yes : 0) << 16;
            if (f->warp.mask >> lane & 1)
                assert_int_equal(row(f, RD)[lane], want);
        }
        assert_others_kept(f, RD, 1);
    }
}

static void hsetp2_writes_a_predicate_a_half_or_one_for_both(void **state)
{
    struct fixture *f = *state;
    for (int batch = 0; batch < 1000; batch++) {
        roll_comparison(f);
        f->own.modifier[SASS_MODE] = (uint8_t)below(f, 2); /* .H_AND */
        f->own.pd.index = 1;
        f->own.pd2.index = 2;
        uint64_t before[2] = {f->state.predicate[1], f->state.predicate[2]};
        run(f, sass_hsetp2);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            bool low = truth(f, lane, 0), high = truth(f, lane, 1);
            bool both = f->own.modifier[SASS_MODE], active = f->warp.mask >> lane & 1;
            bool first = both ? low && high : low, second = both ? !(low && high) : high;
            assert_int_equal(f->state.predicate[1] >> lane & 1,
                             active ? first : (before[0] >> lane & 1));
            assert_int_equal(f->state.predicate[2] >> lane & 1,
                             active ? second : (before[1] >> lane & 1));
        }
    }
}

int main(void)
{
#define SENTENCE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        SENTENCE(hadd2_adds_both_halves),
        SENTENCE(hmul2_multiplies_both_halves),
        SENTENCE(hfma2_rounds_product_and_sum_once),
        SENTENCE(constants_are_single_and_immediates_are_two_halves),
        SENTENCE(hset2_writes_a_truth_a_half),
        SENTENCE(hsetp2_writes_a_predicate_a_half_or_one_for_both),
    };
    return cmocka_run_group_tests_name("SASS half precision", tests, NULL, NULL);
}
