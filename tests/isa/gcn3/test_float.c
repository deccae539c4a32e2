/* SPDX-License-Identifier: Apache-2.0 */
/* test_float.c - F32 instructions against MPFR, in all modes and with all modifiers. */
#include "float_checks.h"

static const struct arithmetic arithmetic[] = {
    {"v_add_f32", gcn3_v_add_f32, OP_ADD, 2, -1},
    {"v_sub_f32", gcn3_v_sub_f32, OP_ADD, 2, 1},
    {"v_subrev_f32", gcn3_v_subrev_f32, OP_ADD, 2, 0},
    {"v_mul_f32", gcn3_v_mul_f32, OP_MUL, 2, -1},
    {"v_fma_f32", gcn3_v_fma_f32, OP_FMA, 3, -1},
};

static void sums_and_products_are_rounded_once(void **state)
{
    for (size_t i = 0; i < sizeof arithmetic / sizeof arithmetic[0]; i++)
        check_arithmetic(*state, FORMAT_32, &arithmetic[i], 3000);
}

static void multiply_add_rounds_twice_and_flushes_whatever_the_mode(void **state)
{
    check_mad(*state, FORMAT_32, "v_mac_f32", gcn3_v_mac_f32, 2, 2000);
    check_mad(*state, FORMAT_32, "v_mad_f32", gcn3_v_mad_f32, 3, 2000);
    check_mad(*state, FORMAT_32, "v_madmk_f32", gcn3_v_madmk_f32, 3, 500);
    check_mad(*state, FORMAT_32, "v_madak_f32", gcn3_v_madak_f32, 3, 500);
}

static bool is_zero(uint64_t word) { return (word & 0x7fffffff) == 0; }

static void zero_wins_in_legacy_products(void **state)
{
    struct fixture *f = *state;
    for (int round = 0; round < 1000; round++) {
        const bool mad = below(f, 2);
        clear_instruction(f, GCN3_F32, mad ? 3 : 2);
        roll_sources(f, FORMAT_32);
        for (unsigned lane = 0; lane < GCN3_LANES; lane += 2)
            row(f, below(f, 2) ? VA : VB)[lane] = below(f, 2) << 31;
        roll_modes(f);
        run(f, mad ? gcn3_v_mad_legacy_f32 : gcn3_v_mul_legacy_f32);
        struct mode mode = mode_of(f, FORMAT_32);
        mode.flush_in |= mad;
        mode.flush_out |= mad;
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            if (!(f->warp.mask >> lane & 1))
                continue;
            uint64_t x[3] = {source_word(f, FORMAT_32, 0, lane), source_word(f, FORMAT_32, 1, lane),
                             mad ? source_word(f, FORMAT_32, 2, lane) : 0};
            for (int i = 0; i < 3; i++)
                x[i] = mode.flush_in ? reference_flushed(FORMAT_32, x[i]) : x[i];
            if (is_zero(x[0]) || is_zero(x[1]))
                x[0] = x[1] = 0;
            uint64_t word = mad ? mad_word(FORMAT_32, mode, x)
                                : rounded(FORMAT_32, mode, OP_MUL, 2, x);
            assert_word(f, "legacy", FORMAT_32, lane, row(f, VD)[lane],
                        finished(f, FORMAT_32, mode, word));
        }
    }
}

static void the_smaller_and_the_larger_follow_the_manual(void **state)
{
    check_extreme(*state, FORMAT_32, gcn3_v_min_f32, true, 1500);
    check_extreme(*state, FORMAT_32, gcn3_v_max_f32, false, 1500);
}

static uint64_t expected_of_three(struct mode mode, char which, const uint64_t x[3])
{
    uint64_t min = extreme_word(FORMAT_32, mode, true,
                                  extreme_word(FORMAT_32, mode, true, x[0], x[1]), x[2]);
    uint64_t max = extreme_word(FORMAT_32, mode, false,
                                 extreme_word(FORMAT_32, mode, false, x[0], x[1]), x[2]);
    if (which != 'm')
        return which == '<' ? min : max;
    for (int i = 0; i < 3; i++)
        if (word_is_nan(FORMAT_32, x[i]))
            return min;
    for (int i = 0; i < 2; i++)
        if (compare_words(FORMAT_32, max, x[i]) == 0)
            return extreme_word(FORMAT_32, mode, false, x[1 - i], x[2]);
    return extreme_word(FORMAT_32, mode, false, x[0], x[1]);
}

static void of_three_the_middle_one_is_between(void **state)
{
    static run_fn *const functions[] = {gcn3_v_min3_f32, gcn3_v_max3_f32, gcn3_v_med3_f32};
    struct fixture *f = *state;
    for (int round = 0; round < 1500; round++) {
        const int which = round % 3;
        clear_instruction(f, GCN3_F32, 3);
        roll_sources(f, FORMAT_32);
        roll_modes(f);
        roll_modifiers(f, 3);
        run(f, functions[which]);
        assert_others_kept(f, 1);
        struct mode mode = mode_of(f, FORMAT_32);
        mode.flush_out = false;
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            if (!(f->warp.mask >> lane & 1))
                continue;
            const uint64_t x[3] = {source_word(f, FORMAT_32, 0, lane),
                                   source_word(f, FORMAT_32, 1, lane),
                                   source_word(f, FORMAT_32, 2, lane)};
            assert_word(f, "of three", FORMAT_32, lane, row(f, VD)[lane],
                        finished(f, FORMAT_32, mode, expected_of_three(mode, "<>m"[which], x)));
        }
    }
}

static void parts_of_numbers_are_exact(void **state)
{
    check_part(*state, FORMAT_32, "v_trunc_f32", gcn3_v_trunc_f32, trunc_word, 500);
    check_part(*state, FORMAT_32, "v_ceil_f32", gcn3_v_ceil_f32, ceil_word, 500);
    check_part(*state, FORMAT_32, "v_floor_f32", gcn3_v_floor_f32, floor_word, 500);
    check_part(*state, FORMAT_32, "v_rndne_f32", gcn3_v_rndne_f32, rndne_word, 500);
    check_part(*state, FORMAT_32, "v_fract_f32", gcn3_v_fract_f32, fract_word, 500);
    check_part(*state, FORMAT_32, "v_frexp_mant_f32", gcn3_v_frexp_mant_f32, mantissa_word, 500);
    check_exponent(*state, FORMAT_32, gcn3_v_frexp_exp_i32_f32, 500);
    check_ldexp(*state, FORMAT_32, gcn3_v_ldexp_f32, 1000);
}

static void comparisons_write_a_mask_of_active_lanes(void **state)
{
    check_compare(*state, FORMAT_32, gcn3_v_cmp_f32, 2000);
    check_class(*state, FORMAT_32, gcn3_v_cmp_class_f32, 500);
}

/* The selected half of a register is the operand, bits above it are zeros; the result's low half
 * goes where dst_select says. */
static void sub_dword_operands_are_taken_and_merged(void **state)
{
    struct fixture *f = *state;
    clear_instruction(f, GCN3_F32, 2);
    f->own.encoding = GCN3_SDWA;
    f->own.src[0].select = GCN3_WORD_1;
    f->own.dst_select = GCN3_WORD_0;
    f->own.dst_unused = GCN3_UNUSED_PRESERVE;
    f->state.mode = 0xf0;
    roll_sources(f, FORMAT_32);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        row(f, VB)[lane] = 0;
    set_exec(f, 0xffffffff0000ffff);
    run(f, gcn3_v_add_f32);
    assert_others_kept(f, 1);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
        uint32_t old = f->before[VD * GCN3_LANES + lane], from = row(f, VA)[lane] >> 16;
        uint32_t expected = (old & 0xffff0000) | from;
        assert_int_equal(row(f, VD)[lane], f->warp.mask >> lane & 1 ? expected : old);
    }
}

/* Lane n of the source is lane n ^ 1 of the register (quad_perm 1, 0, 3, 2). */
static void lanes_of_another_lane_are_added(void **state)
{
    struct fixture *f = *state;
    clear_instruction(f, GCN3_F32, 2);
    f->own.encoding = GCN3_DPP;
    f->own.dpp_control = 1 | 0 << 2 | 3 << 4 | 2 << 6;
    f->own.dpp_row_mask = f->own.dpp_bank_mask = 15;
    f->own.src[0].negate = true;
    f->state.mode = 0xf0;
    for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
        row(f, VA)[lane] = 0x3f800000 + (lane << 16);
        row(f, VB)[lane] = 0;
    }
    set_exec(f, ~0ull);
    run(f, gcn3_v_add_f32);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        assert_int_equal(row(f, VD)[lane], 0xbf800000 + ((lane ^ 1) << 16));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sums_and_products_are_rounded_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(multiply_add_rounds_twice_and_flushes_whatever_the_mode,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(zero_wins_in_legacy_products, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_smaller_and_the_larger_follow_the_manual, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(of_three_the_middle_one_is_between, set_up, tear_down),
        cmocka_unit_test_setup_teardown(parts_of_numbers_are_exact, set_up, tear_down),
        cmocka_unit_test_setup_teardown(comparisons_write_a_mask_of_active_lanes, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(sub_dword_operands_are_taken_and_merged, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(lanes_of_another_lane_are_added, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("gcn3 float", tests, NULL, NULL);
}
