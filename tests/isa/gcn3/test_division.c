/* SPDX-License-Identifier: Apache-2.0 */
/* test_division.c - the sequences that compilers make of a division, instruction by instruction,
 * give the correctly rounded quotient of MPFR; and what each of their special steps does. */
#include "float_model.h"

enum { NUMERATOR = 2, DENOMINATOR = 4, SCALED_D = 6, SCALED_N = 8, RCP = 10, E = 12, Q = 14 };
enum { NUMBERS = 16, SCALE_MASK = GCN3_VCC, UNUSED_MASK = 30 };

struct steps {
    run_fn *scale, *rcp, *mul, *fma, *fmas, *fixup;
};

static const struct steps steps_single = {
    gcn3_v_div_scale_f32, gcn3_v_rcp_f32, gcn3_v_mul_f32,
    gcn3_v_fma_f32, gcn3_v_div_fmas_f32, gcn3_v_div_fixup_f32,
};
static const struct steps steps_double = {
    gcn3_v_div_scale_f64, gcn3_v_rcp_f64, gcn3_v_mul_f64,
    gcn3_v_fma_f64, gcn3_v_div_fmas_f64, gcn3_v_div_fixup_f64,
};

static void step(struct fixture *f, enum float_format format, run_fn *function, unsigned d, int a,
                 int b, int c)
{
    const enum gcn3_type type = type_of(format);
    const int source[] = {a, b, c};
    clear_instruction(f, type, 0);
    f->own.dst = vgpr(d, type);
    for (int i = 0; i < 3; i++) {
        if (source[i] == 0)
            continue;
        f->own.src[i] = vgpr((unsigned)abs(source[i]), type);
        f->own.src[i].negate = source[i] < 0;
        if (abs(source[i]) == NUMBERS) /* the constant 1 */
            f->own.src[i] = (struct gcn3_operand){.kind = GCN3_CONSTANT, .type = (uint8_t)type,
                                                  .words = format == FORMAT_64 ? 2 : 1,
                                                  .value = format_numbers[format].one};
    }
    run(f, function);
}

static void scale_step(struct fixture *f, enum float_format format, const struct steps *steps,
                       unsigned d, int which, uint16_t mask)
{
    const enum gcn3_type type = type_of(format);
    clear_instruction(f, type, 3);
    f->own.dst = vgpr(d, type);
    f->own.src[0] = vgpr((unsigned)which, type);
    f->own.src[1] = vgpr(DENOMINATOR, type);
    f->own.src[2] = vgpr(NUMERATOR, type);
    f->own.sdst = (struct gcn3_operand){.kind = GCN3_SGPR, .type = GCN3_MASK, .words = 2,
                                        .code = mask};
    run(f, steps->scale);
}

/* As LLVM's back end writes it; the quotient goes to v0. F64 takes one more step towards the
 * reciprocal, and one fewer towards the quotient. F32 without subnormals has them on while Newton's
 * method runs. */
static void divide(struct fixture *f, enum float_format format, const struct steps *steps)
{
    const uint32_t mode = f->state.mode;
    scale_step(f, format, steps, SCALED_D, DENOMINATOR, UNUSED_MASK);
    scale_step(f, format, steps, SCALED_N, NUMERATOR, SCALE_MASK);
    step(f, format, steps->rcp, RCP, SCALED_D, 0, 0);
    if (format == FORMAT_32)
        set_mode(f, GCN3_MODE_DENORM_32, 2, 3);
    for (int i = 0; i < (format == FORMAT_64 ? 2 : 1); i++) {
        step(f, format, steps->fma, E, -SCALED_D, RCP, NUMBERS);
        step(f, format, steps->fma, RCP, E, RCP, RCP);
    }
    step(f, format, steps->mul, Q, SCALED_N, RCP, 0);
    if (format == FORMAT_32) {
        step(f, format, steps->fma, E, -SCALED_D, Q, SCALED_N);
        step(f, format, steps->fma, Q, E, RCP, Q);
    }
    step(f, format, steps->fma, E, -SCALED_D, Q, SCALED_N);
    f->state.mode = mode;
    step(f, format, steps->fmas, E, E, RCP, Q);
    step(f, format, steps->fixup, VD, E, DENOMINATOR, NUMERATOR);
}

static uint64_t quotient(enum float_format format, uint64_t numerator, uint64_t denominator)
{
    mpfr_t n, d, q;
    mpfr_inits2(64, n, d, (mpfr_ptr)0);
    mpfr_init2(q, format_numbers[format].fraction_bits + 1);
    load_word(n, format, numerator);
    load_word(d, format, denominator);
    int ternary = mpfr_div(q, n, d, MPFR_RNDN);
    uint64_t word = store_word(q, ternary, format, MPFR_RNDN);
    mpfr_clears(n, d, q, (mpfr_ptr)0);
    return word;
}

/* Any two numbers; the quotient often at an end of the range, or hard to round. */
static void roll_division(struct fixture *f, enum float_format format, unsigned lane)
{
    const struct format_numbers n = format_numbers[format];
    const int bias = (int)(n.one >> n.fraction_bits), all = 2 * bias;
    const int near[] = {bias, 1, all, n.fraction_bits, (int)below(f, (unsigned)all)};
    uint64_t numerator = roll_number(f, format, near[below(f, 5)]);
    int exponent = (int)((numerator & ~sign_bit(format)) >> n.fraction_bits);
    const int difference[] = {0, bias, -bias, -bias - n.fraction_bits, (int)below(f, 200) - 100};
    int other = below(f, 2) ? near[below(f, 5)] : exponent - difference[below(f, 5)];
    set_word(f, format, NUMERATOR, lane, numerator);
    set_word(f, format, DENOMINATOR, lane, roll_number(f, format, other));
}

static void check_division(struct fixture *f, enum float_format format, const struct steps *steps,
                           unsigned subnormals, int rounds)
{
    for (int round = 0; round < rounds; round++) {
        for (unsigned lane = 0; lane < GCN3_LANES; lane++)
            roll_division(f, format, lane);
        f->state.mode = 1u << GCN3_MODE_IEEE | 1u << GCN3_MODE_DX10_CLAMP;
        set_mode(f, GCN3_MODE_DENORM_16_64, 2, subnormals);
        set_mode(f, GCN3_MODE_DENORM_32, 2, subnormals);
        set_exec(f, ~0ull);
        divide(f, format, steps);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            uint64_t numerator = word_at(f->reg, format, NUMERATOR, lane);
            uint64_t denominator = word_at(f->reg, format, DENOMINATOR, lane);
            uint64_t got = word_at(f->reg, format, VD, lane);
            uint64_t expected =
                subnormals == 3
                    ? quotient(format, numerator, denominator)
                    : reference_flushed(format,
                                        quotient(format, reference_flushed(format, numerator),
                                                 reference_flushed(format, denominator)));
            bool both_nan = word_is_nan(format, got) && word_is_nan(format, expected);
            if (got != expected && !both_nan)
                fail_msg("%llx / %llx: %llx, expected %llx", (unsigned long long)numerator,
                         (unsigned long long)denominator, (unsigned long long)got,
                         (unsigned long long)expected);
        }
    }
}

static void quotients_of_single_precision_are_correctly_rounded(void **state)
{
    check_division(*state, FORMAT_32, &steps_single, 3, 4000);
}

static void quotients_without_subnormals_are_flushed(void **state)
{
    check_division(*state, FORMAT_32, &steps_single, 0, 1500);
}

static void quotients_of_double_precision_are_correctly_rounded(void **state)
{
    check_division(*state, FORMAT_64, &steps_double, 3, 4000);
}

/* ---- Single steps ---- */

static void ordinary_operands_are_not_scaled(void **state)
{
    struct fixture *f = *state;
    f->state.mode = 0xf0;
    set_exec(f, 0x00ff00ff00ff00ff);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
        row(f, NUMERATOR)[lane] = 0x40400000;   /* 3 */
        row(f, DENOMINATOR)[lane] = 0x3f000000; /* 0.5 */
    }
    scale_step(f, FORMAT_32, &steps_single, VD, NUMERATOR, 20);
    assert_int_equal(row(f, VD)[0], 0x40400000);
    assert_true(gcn3_scalar_pair(&f->state, 20) == 0);
    assert_others_kept(f, 1);
}

/* 2^100 / 2^-20: the denominator alone is scaled, and the quotient's lanes are marked. */
static void a_quotient_near_the_end_of_the_range_marks_active_lanes(void **state)
{
    struct fixture *f = *state;
    f->state.mode = 0xf0;
    set_exec(f, 0x00ff00ff00ff00ff);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
        row(f, NUMERATOR)[lane] = (127 + 100) << 23;
        row(f, DENOMINATOR)[lane] = (127 - 20) << 23;
    }
    scale_step(f, FORMAT_32, &steps_single, VD, DENOMINATOR, 20);
    assert_int_equal(row(f, VD)[0], (127 - 20 + 64) << 23);
    assert_true(gcn3_scalar_pair(&f->state, 20) == 0x00ff00ff00ff00ff);
    scale_step(f, FORMAT_32, &steps_single, VD, NUMERATOR, 20);
    assert_int_equal(row(f, VD)[0], (127 + 100) << 23);
}

static void zero_operands_scale_to_nan(void **state)
{
    struct fixture *f = *state;
    f->state.mode = 0xf0;
    set_exec(f, ~0ull);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
        row(f, NUMERATOR)[lane] = lane & 1 ? 0 : 0x3f800000;
        row(f, DENOMINATOR)[lane] = lane & 1 ? 0x3f800000 : 0x80000000;
    }
    scale_step(f, FORMAT_32, &steps_single, VD, NUMERATOR, 20);
    assert_int_equal(row(f, VD)[0], 0x7fc00000);
    assert_int_equal(row(f, VD)[1], 0x7fc00000);
}

static void fixup_knows_what_has_no_quotient(void **state)
{
    static const struct {
        uint32_t quotient, denominator, numerator, expected;
    } cases[] = {
        {0x12345678, 0, 0, 0xffc00000},                   /* 0 / 0 */
        {0x12345678, 0xff800000, 0x7f800000, 0xffc00000}, /* infinity / infinity */
        {0x12345678, 0x80000000, 0x3f800000, 0xff800000}, /* 1 / -0 */
        {0x12345678, 0x3f800000, 0xff800000, 0xff800000}, /* -infinity / 1 */
        {0x12345678, 0xff800000, 0x3f800000, 0x80000000}, /* 1 / -infinity */
        {0x12345678, 0xbf800000, 0x80000000, 0x00000000}, /* -0 / -1 */
        {0x12345678, 0x7f800001, 0x3f800000, 0x7fc00001}, /* a NaN is made quiet */
        {0x12345678, 0x7f800001, 0xff812345, 0xffc12345}, /* that of the numerator first */
        {0x7fc00000, 0x7f000000, 0x80000001, 0x80000000}, /* less than any number */
        {0xc0000000, 0x3f800000, 0x40000000, 0x40000000}, /* 2 / 1: the sign is put right */
    };
    struct fixture *f = *state;
    f->state.mode = 0xf0;
    set_exec(f, ~0ull);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        clear_instruction(f, GCN3_F32, 3);
        row(f, VA)[i] = cases[i].quotient;
        row(f, VB)[i] = cases[i].denominator;
        row(f, VC)[i] = cases[i].numerator;
        run(f, gcn3_v_div_fixup_f32);
        assert_int_equal(row(f, VD)[i], cases[i].expected);
    }
}

/* Halves divide in single precision; what is left to do is the same. */
static void halves_are_fixed_up(void **state)
{
    struct fixture *f = *state;
    f->state.mode = 0xf0;
    set_exec(f, ~0ull);
    for (int round = 0; round < 500; round++) {
        clear_instruction(f, GCN3_F16, 3);
        roll_sources(f, FORMAT_16);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            uint64_t n = word_at(f->reg, FORMAT_16, VC, lane);
            uint64_t d = word_at(f->reg, FORMAT_16, VB, lane);
            set_word(f, FORMAT_16, VA, lane, quotient(FORMAT_16, n, d) ^ 0x8000);
        }
        run(f, gcn3_v_div_fixup_f16);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            uint64_t expected = quotient(FORMAT_16, source_word(f, FORMAT_16, 2, lane),
                                         source_word(f, FORMAT_16, 1, lane));
            uint64_t got = word_at(f->reg, FORMAT_16, VD, lane);
            if (!(word_is_nan(FORMAT_16, got) && word_is_nan(FORMAT_16, expected)))
                assert_word(f, "fixup", FORMAT_16, lane, got, expected);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(quotients_of_single_precision_are_correctly_rounded, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(quotients_without_subnormals_are_flushed, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(quotients_of_double_precision_are_correctly_rounded, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(ordinary_operands_are_not_scaled, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_quotient_near_the_end_of_the_range_marks_active_lanes,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(zero_operands_scale_to_nan, set_up, tear_down),
        cmocka_unit_test_setup_teardown(fixup_knows_what_has_no_quotient, set_up, tear_down),
        cmocka_unit_test_setup_teardown(halves_are_fixed_up, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("gcn3 division", tests, NULL, NULL);
}
