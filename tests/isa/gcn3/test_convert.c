/* SPDX-License-Identifier: Apache-2.0 */
/* test_convert.c - conversions against MPFR, in all modes and with all modifiers. */
#include "float_model.h"

/* ---- To integers ---- */

struct to_integer {
    const char *name;
    run_fn *run;
    enum float_format from;
    mpfr_rnd_t rounding;
    double add;
    bool is_signed;
    int bits;
};

static const struct to_integer to_integer[] = {
    {"v_cvt_i32_f32", gcn3_v_cvt_i32_f32, FORMAT_32, MPFR_RNDZ, 0, true, 32},
    {"v_cvt_u32_f32", gcn3_v_cvt_u32_f32, FORMAT_32, MPFR_RNDZ, 0, false, 32},
    {"v_cvt_i32_f64", gcn3_v_cvt_i32_f64, FORMAT_64, MPFR_RNDZ, 0, true, 32},
    {"v_cvt_u32_f64", gcn3_v_cvt_u32_f64, FORMAT_64, MPFR_RNDZ, 0, false, 32},
    {"v_cvt_i16_f16", gcn3_v_cvt_i16_f16, FORMAT_16, MPFR_RNDZ, 0, true, 16},
    {"v_cvt_u16_f16", gcn3_v_cvt_u16_f16, FORMAT_16, MPFR_RNDZ, 0, false, 16},
    {"v_cvt_flr_i32_f32", gcn3_v_cvt_flr_i32_f32, FORMAT_32, MPFR_RNDD, 0, true, 32},
    {"v_cvt_rpi_i32_f32", gcn3_v_cvt_rpi_i32_f32, FORMAT_32, MPFR_RNDD, 0.5, true, 32},
};

static uint32_t expected_integer(const struct to_integer *c, uint64_t word)
{
    const long max = c->is_signed ? (1l << (c->bits - 1)) - 1 : (1l << c->bits) - 1;
    const long min = c->is_signed ? -max - 1 : 0;
    mpfr_t x;
    long result = 0;
    mpfr_init2(x, 1200);
    load_word(x, c->from, word);
    if (!mpfr_nan_p(x)) {
        mpfr_add_d(x, x, c->add, MPFR_RNDN);
        mpfr_rint(x, x, c->rounding);
        result = mpfr_cmp_si(x, max) > 0    ? max
                 : mpfr_cmp_si(x, min) < 0 ? min
                                             : mpfr_get_si(x, MPFR_RNDZ);
    }
    mpfr_clear(x);
    return c->bits == 16 ? (uint16_t)result : (uint32_t)result;
}

/* Numbers near the ends of what fits, with fractions. */
static void roll_near_limits(struct fixture *f, enum float_format format)
{
    const struct format_numbers n = format_numbers[format];
    const int bias = (int)(n.one >> n.fraction_bits);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        if (below(f, 2))
            set_word(f, format, VA, lane, roll_number(f, format, bias + (int)below(f, 36) - 2));
}

static void numbers_become_the_nearest_integers_that_fit(void **state)
{
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof to_integer / sizeof to_integer[0]; i++) {
        const struct to_integer *c = &to_integer[i];
        for (int round = 0; round < 400; round++) {
            clear_instruction(f, type_of(c->from), 1);
            f->own.dst = vgpr(VD, c->bits == 16 ? GCN3_B16 : GCN3_B32);
            roll_sources(f, c->from);
            roll_near_limits(f, c->from);
            roll_modes(f);
            roll_modifiers(f, 1);
            run(f, c->run);
            assert_others_kept(f, 1);
            for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
                uint64_t word = source_word(f, c->from, 0, lane);
                if (mode_of(f, c->from).flush_in)
                    word = reference_flushed(c->from, word);
                if (f->warp.mask >> lane & 1)
                    assert_word(f, c->name, c->from, lane, row(f, VD)[lane],
                                expected_integer(c, word));
            }
        }
    }
}

/* ---- From integers ---- */

struct from_integer {
    const char *name;
    run_fn *run;
    enum float_format to;
    unsigned shift, bits;
    bool is_signed;
    int scale;
};

static const struct from_integer from_integer[] = {
    {"v_cvt_f32_i32", gcn3_v_cvt_f32_i32, FORMAT_32, 0, 32, true, 0},
    {"v_cvt_f32_u32", gcn3_v_cvt_f32_u32, FORMAT_32, 0, 32, false, 0},
    {"v_cvt_f64_i32", gcn3_v_cvt_f64_i32, FORMAT_64, 0, 32, true, 0},
    {"v_cvt_f64_u32", gcn3_v_cvt_f64_u32, FORMAT_64, 0, 32, false, 0},
    {"v_cvt_f16_i16", gcn3_v_cvt_f16_i16, FORMAT_16, 0, 16, true, 0},
    {"v_cvt_f16_u16", gcn3_v_cvt_f16_u16, FORMAT_16, 0, 16, false, 0},
    {"v_cvt_f32_ubyte0", gcn3_v_cvt_f32_ubyte0, FORMAT_32, 0, 8, false, 0},
    {"v_cvt_f32_ubyte1", gcn3_v_cvt_f32_ubyte1, FORMAT_32, 8, 8, false, 0},
    {"v_cvt_f32_ubyte2", gcn3_v_cvt_f32_ubyte2, FORMAT_32, 16, 8, false, 0},
    {"v_cvt_f32_ubyte3", gcn3_v_cvt_f32_ubyte3, FORMAT_32, 24, 8, false, 0},
    {"v_cvt_off_f32_i4", gcn3_v_cvt_off_f32_i4, FORMAT_32, 0, 4, true, -4},
};

static uint64_t expected_float(const struct from_integer *c, mpfr_rnd_t rounding, uint32_t word)
{
    long value = (long)((uint64_t)(word >> c->shift) & ((1ul << c->bits) - 1));
    if (c->is_signed && value >> (c->bits - 1))
        value -= 1l << c->bits;
    mpfr_t x;
    mpfr_init2(x, format_numbers[c->to].fraction_bits + 1);
    int ternary = mpfr_set_si_2exp(x, value, c->scale, rounding);
    uint64_t result = store_word(x, ternary, c->to, rounding);
    mpfr_clear(x);
    return result;
}

static void integers_are_rounded_by_the_mode_of_the_result(void **state)
{
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof from_integer / sizeof from_integer[0]; i++) {
        const struct from_integer *c = &from_integer[i];
        for (int round = 0; round < 300; round++) {
            clear_instruction(f, GCN3_B32, 1);
            f->own.dst = vgpr(VD, type_of(c->to));
            roll_sources(f, FORMAT_32);
            for (unsigned lane = 0; lane < GCN3_LANES; lane++)
                row(f, VA)[lane] = (uint32_t)roll(f) >> below(f, 32) ^ -below(f, 2);
            roll_modes(f);
            run(f, c->run);
            assert_others_kept(f, c->to == FORMAT_64 ? 2 : 1);
            struct mode mode = mode_of(f, c->to);
            for (unsigned lane = 0; lane < GCN3_LANES; lane++)
                if (f->warp.mask >> lane & 1)
                    assert_word(f, c->name, FORMAT_32, lane, word_at(f->reg, c->to, VD, lane),
                                finished(f, c->to, mode,
                                         expected_float(c, mode.rounding, row(f, VA)[lane])));
        }
    }
}

/* ---- From float to float ---- */

static uint64_t converted(enum float_format from, enum float_format to, mpfr_rnd_t rounding,
                          uint64_t word)
{
    if (word_is_nan(from, word)) {
        int shift = format_numbers[from].fraction_bits - format_numbers[to].fraction_bits;
        uint64_t payload = word & (((uint64_t)1 << format_numbers[from].fraction_bits) - 1);
        uint64_t sign = word & sign_bit(from) ? sign_bit(to) : 0;
        return sign | quiet_nan(to) | (shift > 0 ? payload >> shift : payload << -shift);
    }
    mpfr_t exact, x;
    mpfr_init2(exact, 64);
    load_word(exact, from, word);
    mpfr_init2(x, format_numbers[to].fraction_bits + 1);
    int ternary = mpfr_set(x, exact, rounding);
    uint64_t result = store_word(x, ternary, to, rounding);
    mpfr_clears(x, exact, (mpfr_ptr)0);
    return result;
}

static void floats_of_other_types_are_flushed_by_both_modes(void **state)
{
    static const struct {
        const char *name;
        run_fn *run;
        enum float_format from, to;
    } cases[] = {
        {"v_cvt_f16_f32", gcn3_v_cvt_f16_f32, FORMAT_32, FORMAT_16},
        {"v_cvt_f32_f16", gcn3_v_cvt_f32_f16, FORMAT_16, FORMAT_32},
        {"v_cvt_f32_f64", gcn3_v_cvt_f32_f64, FORMAT_64, FORMAT_32},
        {"v_cvt_f64_f32", gcn3_v_cvt_f64_f32, FORMAT_32, FORMAT_64},
    };
    struct fixture *f = *state;
    for (int round = 0; round < 4000; round++) {
        const enum float_format from = cases[round % 4].from, to = cases[round % 4].to;
        const int center = (int)(format_numbers[from].one >> format_numbers[from].fraction_bits);
        const int range = to == FORMAT_16 ? 30 : 300; /* around the ends of the result's */
        clear_instruction(f, type_of(from), 1);
        f->own.dst = vgpr(VD, type_of(to));
        roll_sources(f, from);
        for (unsigned lane = 0; lane < GCN3_LANES; lane += 2)
            set_word(f, from, VA, lane,
                     roll_number(f, from, center + (int)below(f, (unsigned)range) - range / 2));
        roll_modes(f);
        roll_modifiers(f, 1);
        run(f, cases[round % 4].run);
        assert_others_kept(f, to == FORMAT_64 ? 2 : 1);
        struct mode mode = mode_of(f, to);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            uint64_t word = source_word(f, from, 0, lane);
            if (mode_of(f, from).flush_in)
                word = reference_flushed(from, word);
            if (f->warp.mask >> lane & 1)
                assert_word(f, cases[round % 4].name, from, lane, word_at(f->reg, to, VD, lane),
                            finished(f, to, mode, converted(from, to, mode.rounding, word)));
        }
    }
}

/* ---- Packed ---- */

static uint32_t fraction_of(uint64_t word, long min, long max)
{
    mpfr_t x;
    long result = 0;
    mpfr_init2(x, 64);
    load_word(x, FORMAT_32, word);
    if (!mpfr_nan_p(x)) {
        mpfr_mul_si(x, x, max, MPFR_RNDN);
        mpfr_rint(x, x, MPFR_RNDN);
        result = mpfr_cmp_si(x, max) > 0    ? max
                 : mpfr_cmp_si(x, min) < 0 ? min
                                             : mpfr_get_si(x, MPFR_RNDZ);
    }
    mpfr_clear(x);
    return (uint16_t)result;
}

static uint32_t packed_half(struct mode to, uint64_t word)
{
    uint64_t half = converted(FORMAT_32, FORMAT_16, MPFR_RNDZ, word);
    return (uint32_t)(to.flush_out ? reference_flushed(FORMAT_16, half) : half);
}

static uint32_t packed(const struct fixture *f, int which, uint64_t a, uint64_t b)
{
    const struct mode half = mode_of(f, FORMAT_16);
    switch (which) {
    case 0:
        return fraction_of(a, -32767, 32767) | fraction_of(b, -32767, 32767) << 16;
    case 1:
        return fraction_of(a, 0, 65535) | fraction_of(b, 0, 65535) << 16;
    default:
        return packed_half(half, a) | packed_half(half, b) << 16;
    }
}

static void two_results_are_packed_into_a_word(void **state)
{
    static run_fn *const functions[] = {gcn3_v_cvt_pknorm_i16_f32, gcn3_v_cvt_pknorm_u16_f32,
                                        gcn3_v_cvt_pkrtz_f16_f32};
    struct fixture *f = *state;
    for (int round = 0; round < 1500; round++) {
        clear_instruction(f, GCN3_F32, 2);
        f->own.dst = vgpr(VD, GCN3_B32);
        roll_sources(f, FORMAT_32);
        for (unsigned lane = 0; lane < GCN3_LANES; lane += 2) {
            row(f, VA)[lane] = (uint32_t)roll_number(f, FORMAT_32, 120);
            row(f, VB)[lane] = (uint32_t)roll_number(f, FORMAT_32, 112);
        }
        roll_modes(f);
        f->own.clamp = false;
        f->own.omod = 0;
        roll_modifiers(f, 2);
        run(f, functions[round % 3]);
        assert_others_kept(f, 1);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            uint64_t a = source_word(f, FORMAT_32, 0, lane), b = source_word(f, FORMAT_32, 1, lane);
            if (mode_of(f, FORMAT_32).flush_in) {
                a = reference_flushed(FORMAT_32, a);
                b = reference_flushed(FORMAT_32, b);
            }
            if (f->warp.mask >> lane & 1)
                assert_word(f, "pack", FORMAT_32, lane, row(f, VD)[lane],
                            packed(f, round % 3, a, b));
        }
    }
}

static void integers_are_saturated_and_packed(void **state)
{
    struct fixture *f = *state;
    for (int round = 0; round < 200; round++) {
        const bool is_signed = round & 1;
        clear_instruction(f, GCN3_B32, 2);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            row(f, VA)[lane] = (uint32_t)roll(f) >> below(f, 32) ^ -below(f, 2);
            row(f, VB)[lane] = (uint32_t)roll(f) >> below(f, 32) ^ -below(f, 2);
        }
        roll_exec(f);
        run(f, is_signed ? gcn3_v_cvt_pk_i16_i32 : gcn3_v_cvt_pk_u16_u32);
        assert_others_kept(f, 1);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            const uint32_t word[2] = {row(f, VA)[lane], row(f, VB)[lane]};
            uint32_t expected = 0;
            for (int i = 0; i < 2; i++) {
                long value = is_signed ? (long)(int32_t)word[i] : (long)word[i];
                long max = is_signed ? 32767 : 65535, min = is_signed ? -32768 : 0;
                value = value > max ? max : value < min ? min : value;
                expected |= (uint32_t)(value & 0xffff) << (16 * i);
            }
            if (f->warp.mask >> lane & 1)
                assert_int_equal(row(f, VD)[lane], expected);
        }
    }
}

static void one_byte_of_four_is_replaced(void **state)
{
    struct fixture *f = *state;
    for (int round = 0; round < 800; round++) {
        const bool accumulate = round & 1;
        clear_instruction(f, GCN3_F32, 1);
        f->own.dst = vgpr(VD, GCN3_B32);
        f->own.src[1] = vgpr(VB, GCN3_B32);
        if (!accumulate)
            f->own.src[2] = vgpr(VC, GCN3_B32);
        roll_sources(f, FORMAT_32);
        for (unsigned lane = 0; lane < GCN3_LANES; lane += 2)
            row(f, VA)[lane] = (uint32_t)roll_number(f, FORMAT_32, 131);
        roll_modes(f);
        run(f, accumulate ? gcn3_v_cvt_pkaccum_u8_f32 : gcn3_v_cvt_pk_u8_f32);
        assert_others_kept(f, 1);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            const unsigned shift = 8 * (row(f, VB)[lane] & 3);
            const uint32_t old = f->before[(accumulate ? VD : VC) * GCN3_LANES + lane];
            struct mode mode = mode_of(f, FORMAT_32);
            uint64_t word = source_word(f, FORMAT_32, 0, lane);
            struct to_integer c = {.from = FORMAT_32, .rounding = mode.rounding, .bits = 8};
            word = mode.flush_in ? reference_flushed(FORMAT_32, word) : word;
            uint32_t expected = (old & ~(0xffu << shift)) | expected_integer(&c, word) << shift;
            if (f->warp.mask >> lane & 1)
                assert_word(f, "byte", FORMAT_32, lane, row(f, VD)[lane], expected);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(numbers_become_the_nearest_integers_that_fit, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(integers_are_rounded_by_the_mode_of_the_result, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(floats_of_other_types_are_flushed_by_both_modes, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(two_results_are_packed_into_a_word, set_up, tear_down),
        cmocka_unit_test_setup_teardown(integers_are_saturated_and_packed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_byte_of_four_is_replaced, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("gcn3 convert", tests, NULL, NULL);
}
