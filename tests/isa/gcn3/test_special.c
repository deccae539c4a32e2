/* SPDX-License-Identifier: Apache-2.0 */
/* test_special.c - reciprocals, roots, exponentials, logarithms and sines against MPFR. The manual
 * promises about one unit in the last place; ours stay within it, and most are exact. */
#include "float_model.h"

typedef int special_fn(mpfr_t result, const mpfr_t x, mpfr_rnd_t rounding);

static int reciprocal(mpfr_t result, const mpfr_t x, mpfr_rnd_t rounding)
{
    return mpfr_ui_div(result, 1, x, rounding);
}

static int root(mpfr_t result, const mpfr_t x, mpfr_rnd_t rounding)
{
    return mpfr_sqrt(result, x, rounding);
}

/* MPFR has 1 / sqrt(-0) positive. */
static int reciprocal_root(mpfr_t result, const mpfr_t x, mpfr_rnd_t rounding)
{
    if (!mpfr_zero_p(x))
        return mpfr_rec_sqrt(result, x, rounding);
    mpfr_set_inf(result, mpfr_signbit(x) ? -1 : 1);
    return 0;
}

static int power(mpfr_t result, const mpfr_t x, mpfr_rnd_t rounding)
{
    return mpfr_exp2(result, x, rounding);
}

static int logarithm(mpfr_t result, const mpfr_t x, mpfr_rnd_t rounding)
{
    return mpfr_log2(result, x, rounding);
}

static bool is_beyond(const mpfr_t x)
{
    return mpfr_number_p(x) && (mpfr_cmp_si(x, 256) > 0 || mpfr_cmp_si(x, -256) < 0);
}

static void turns(mpfr_t radians, const mpfr_t x)
{
    mpfr_init2(radians, 300);
    mpfr_const_pi(radians, MPFR_RNDN);
    mpfr_mul(radians, radians, x, MPFR_RNDN);
    mpfr_mul_ui(radians, radians, 2, MPFR_RNDN);
}

static int sine(mpfr_t result, const mpfr_t x, mpfr_rnd_t rounding)
{
    mpfr_t radians, twice;
    turns(radians, x);
    int ternary = mpfr_sin(result, radians, rounding);
    mpfr_clear(radians);
    mpfr_init2(twice, 64);
    mpfr_mul_ui(twice, x, 2, MPFR_RNDN);
    if (is_beyond(x) || mpfr_integer_p(twice)) /* where pi has no last bit */
        mpfr_set_zero(result, 1);
    mpfr_clear(twice);
    return ternary;
}

static int cosine(mpfr_t result, const mpfr_t x, mpfr_rnd_t rounding)
{
    mpfr_t radians, twice;
    if (is_beyond(x))
        return mpfr_set_ui(result, 1, rounding);
    turns(radians, x);
    int ternary = mpfr_cos(result, radians, rounding);
    mpfr_clear(radians);
    mpfr_init2(twice, 64);
    mpfr_mul_ui(twice, x, 4, MPFR_RNDN);
    if (mpfr_integer_p(twice) && mpfr_cmp_ui(result, 0) && mpfr_get_exp(result) < -50)
        mpfr_set_zero(result, 1);
    mpfr_clear(twice);
    return ternary;
}

struct special {
    const char *name;
    run_fn *run;
    enum float_format format;
    special_fn *exact;
    unsigned off; /* units in the last place that it may be off */
};

static const struct special specials[] = {
    {"v_rcp_f32", gcn3_v_rcp_f32, FORMAT_32, reciprocal, 0},
    {"v_rcp_iflag_f32", gcn3_v_rcp_iflag_f32, FORMAT_32, reciprocal, 0},
    {"v_sqrt_f32", gcn3_v_sqrt_f32, FORMAT_32, root, 0},
    {"v_rsq_f32", gcn3_v_rsq_f32, FORMAT_32, reciprocal_root, 0},
    {"v_exp_f32", gcn3_v_exp_f32, FORMAT_32, power, 0},
    {"v_exp_legacy_f32", gcn3_v_exp_legacy_f32, FORMAT_32, power, 0},
    {"v_log_f32", gcn3_v_log_f32, FORMAT_32, logarithm, 0},
    {"v_log_legacy_f32", gcn3_v_log_legacy_f32, FORMAT_32, logarithm, 0},
    {"v_sin_f32", gcn3_v_sin_f32, FORMAT_32, sine, 0},
    {"v_cos_f32", gcn3_v_cos_f32, FORMAT_32, cosine, 0},
    {"v_rcp_f64", gcn3_v_rcp_f64, FORMAT_64, reciprocal, 0},
    {"v_sqrt_f64", gcn3_v_sqrt_f64, FORMAT_64, root, 0},
    {"v_rsq_f64", gcn3_v_rsq_f64, FORMAT_64, reciprocal_root, 1},
    {"v_rcp_f16", gcn3_v_rcp_f16, FORMAT_16, reciprocal, 0},
    {"v_sqrt_f16", gcn3_v_sqrt_f16, FORMAT_16, root, 0},
    {"v_rsq_f16", gcn3_v_rsq_f16, FORMAT_16, reciprocal_root, 0},
    {"v_exp_f16", gcn3_v_exp_f16, FORMAT_16, power, 1},
    {"v_log_f16", gcn3_v_log_f16, FORMAT_16, logarithm, 1},
    {"v_sin_f16", gcn3_v_sin_f16, FORMAT_16, sine, 1},
    {"v_cos_f16", gcn3_v_cos_f16, FORMAT_16, cosine, 1},
};

static uint64_t exact_word(const struct special *s, uint64_t word)
{
    if (word_is_nan(s->format, word))
        return word | quiet_nan(s->format);
    mpfr_t x, result;
    mpfr_init2(x, 64);
    load_word(x, s->format, word);
    mpfr_init2(result, format_numbers[s->format].fraction_bits + 1);
    int ternary = s->exact(result, x, MPFR_RNDN);
    uint64_t expected = store_word(result, ternary, s->format, MPFR_RNDN);
    mpfr_clears(x, result, (mpfr_ptr)0);
    return word_is_nan(s->format, expected) ? quiet_nan(s->format) : expected;
}

static uint64_t expected_word(const struct fixture *f, const struct special *s, unsigned lane)
{
    struct mode mode = mode_of(f, s->format);
    uint64_t word = source_word(f, s->format, 0, lane);
    if (s->format == FORMAT_32) /* knows no subnormals */
        mode.flush_in = mode.flush_out = true;
    mode.rounding = mode_of(f, s->format).rounding;
    word = exact_word(s, mode.flush_in ? reference_flushed(s->format, word) : word);
    return finished(f, s->format, mode, word);
}

/* A zero's sign may differ where the exact sine is 0. */
static bool agrees(const struct special *s, uint64_t got, uint64_t expected)
{
    const uint64_t sign = sign_bit(s->format);
    uint64_t apart = got > expected ? got - expected : expected - got;
    if (s->exact == sine && !(got & ~sign) && !(expected & ~sign))
        return true;
    return apart <= s->off;
}

static void check_special(struct fixture *f, const struct special *s, int rounds)
{
    const struct format_numbers n = format_numbers[s->format];
    const int one = (int)(n.one >> n.fraction_bits);
    for (int round = 0; round < rounds; round++) {
        clear_instruction(f, type_of(s->format), 1);
        roll_sources(f, s->format);
        for (unsigned lane = 0; lane < GCN3_LANES; lane += 2) { /* where they are at work */
            int exponent = one + (int)below(f, 16) - 8;
            set_word(f, s->format, VA, lane, roll_number(f, s->format, exponent));
        }
        roll_modes(f);
        f->own.omod = s->off ? 0 : f->own.omod;
        roll_modifiers(f, 1);
        run(f, s->run);
        assert_others_kept(f, s->format == FORMAT_64 ? 2 : 1);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            uint64_t got = word_at(f->reg, s->format, VD, lane);
            uint64_t expected = expected_word(f, s, lane);
            if (f->warp.mask >> lane & 1 && !agrees(s, got, expected))
                assert_word(f, s->name, s->format, lane, got, expected);
        }
    }
}

static void special_functions_are_within_a_unit_in_the_last_place(void **state)
{
    for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++)
        check_special(*state, &specials[i], 300);
}

/* Every half there is. */
static void special_functions_of_all_halves_are_right(void **state)
{
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++) {
        const struct special *s = &specials[i];
        for (unsigned base = 0; s->format == FORMAT_16 && base < 0x10000; base += GCN3_LANES) {
            clear_instruction(f, GCN3_F16, 1);
            for (unsigned lane = 0; lane < GCN3_LANES; lane++)
                row(f, VA)[lane] = base + lane;
            f->state.mode = 0xf0;
            set_exec(f, ~0ull);
            run(f, s->run);
            for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
                uint64_t got = row(f, VD)[lane], expected = exact_word(s, base + lane);
                if (!agrees(s, got, expected))
                    assert_word(f, s->name, FORMAT_16, lane, got, expected);
            }
        }
    }
}

/* ---- Segments of 2/pi ---- */

static uint64_t expected_segment(uint64_t word, unsigned segment)
{
    int exponent = (int)(word >> 52 & 0x7ff), shift = (int)segment * 53;
    shift += exponent > 1077 ? exponent - 1077 : 0;
    if (shift >= 1120)
        return 0;
    mpfr_t x;
    mpfr_init2(x, 2000);
    mpfr_const_pi(x, MPFR_RNDN);
    mpfr_ui_div(x, 2, x, MPFR_RNDN);
    mpfr_mul_2si(x, x, shift, MPFR_RNDN);
    mpfr_frac(x, x, MPFR_RNDN);
    mpfr_mul_2si(x, x, 53, MPFR_RNDN);
    mpfr_rint(x, x, MPFR_RNDZ);
    mpfr_mul_2si(x, x, (exponent >= 1968 ? 128 : 0) - 53 - shift, MPFR_RNDN);
    mpfr_prec_round(x, 53, MPFR_RNDZ);
    uint64_t result = store_word(x, 0, FORMAT_64, MPFR_RNDZ);
    mpfr_clear(x);
    return result;
}

static void segments_of_two_by_pi_are_those_of_the_argument(void **state)
{
    struct fixture *f = *state;
    for (int round = 0; round < 100; round++) {
        clear_instruction(f, GCN3_F64, 1);
        f->own.src[1] = vgpr(VB, GCN3_B32);
        f->state.mode = 0xf0;
        set_exec(f, ~0ull);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            set_word(f, FORMAT_64, VA, lane, roll(f));
            row(f, VB)[lane] = below(f, 2) ? below(f, 4) : (uint32_t)roll(f);
        }
        run(f, gcn3_v_trig_preop_f64);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++)
            assert_word(f, "preop", FORMAT_64, lane, word_at(f->reg, FORMAT_64, VD, lane),
                        expected_segment(source_word(f, FORMAT_64, 0, lane),
                                         row(f, VB)[lane] & 31));
    }
}

/* ---- Cube maps ---- */

static float float_at(const struct fixture *f, unsigned reg, unsigned lane)
{
    float value;
    memcpy(&value, &f->reg[reg * GCN3_LANES + lane], sizeof value);
    return value;
}

/* face, first, second coordinate, twice the longest: by the table of faces in the manual. */
static void expected_cube(float x, float y, float z, float out[4])
{
    float ax = x < 0 ? -x : x, ay = y < 0 ? -y : y, az = z < 0 ? -z : z;
    const float z_face[] = {z < 0 ? 5 : 4, z < 0 ? -x : x, -y, 2 * z};
    const float y_face[] = {y < 0 ? 3 : 2, x, y < 0 ? -z : z, 2 * y};
    const float x_face[] = {x < 0 ? 1 : 0, x < 0 ? z : -z, -y, 2 * x};
    const float *face = az >= ax && az >= ay ? z_face : ay >= ax ? y_face : x_face;
    memcpy(out, face, 4 * sizeof *out);
}

static void directions_meet_the_face_of_their_longest_coordinate(void **state)
{
    static run_fn *const functions[] = {gcn3_v_cubeid_f32, gcn3_v_cubesc_f32, gcn3_v_cubetc_f32,
                                        gcn3_v_cubema_f32};
    struct fixture *f = *state;
    f->state.mode = 0xf0;
    set_exec(f, ~0ull);
    for (int round = 0; round < 200; round++) {
        clear_instruction(f, GCN3_F32, 3);
        for (unsigned r = VA; r <= VC; r += 2)
            for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
                float value = (float)((int)below(f, 9) - 4);
                memcpy(&row(f, r)[lane], &value, sizeof value);
            }
        run(f, functions[round % 4]);
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            float expected[4];
            expected_cube(float_at(f, VA, lane), float_at(f, VB, lane), float_at(f, VC, lane),
                          expected);
            assert_true(float_at(f, VD, lane) == expected[round % 4]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(special_functions_are_within_a_unit_in_the_last_place,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(special_functions_of_all_halves_are_right, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(segments_of_two_by_pi_are_those_of_the_argument, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(directions_meet_the_face_of_their_longest_coordinate,
                                        set_up, tear_down),
    };
    return cmocka_run_group_tests_name("gcn3 special", tests, NULL, NULL);
}
