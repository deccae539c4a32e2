/* SPDX-License-Identifier: Apache-2.0 */
/* test_half.c - F16 instructions against MPFR, in all modes and with all modifiers. */
#include "float_checks.h"

static const struct arithmetic arithmetic[] = {
    {"v_add_f16", gcn3_v_add_f16, OP_ADD, 2, -1},
    {"v_sub_f16", gcn3_v_sub_f16, OP_ADD, 2, 1},
    {"v_subrev_f16", gcn3_v_subrev_f16, OP_ADD, 2, 0},
    {"v_mul_f16", gcn3_v_mul_f16, OP_MUL, 2, -1},
    {"v_fma_f16", gcn3_v_fma_f16, OP_FMA, 3, -1},
};

static void sums_and_products_are_rounded_once(void **state)
{
    for (size_t i = 0; i < sizeof arithmetic / sizeof arithmetic[0]; i++)
        check_arithmetic(*state, FORMAT_16, &arithmetic[i], 2000);
}

static void multiply_add_rounds_twice_and_flushes_whatever_the_mode(void **state)
{
    check_mad(*state, FORMAT_16, "v_mac_f16", gcn3_v_mac_f16, 2, 1000);
    check_mad(*state, FORMAT_16, "v_mad_f16", gcn3_v_mad_f16, 3, 1000);
    check_mad(*state, FORMAT_16, "v_madmk_f16", gcn3_v_madmk_f16, 3, 500);
    check_mad(*state, FORMAT_16, "v_madak_f16", gcn3_v_madak_f16, 3, 500);
}

static void the_smaller_and_the_larger_follow_the_manual(void **state)
{
    check_extreme(*state, FORMAT_16, gcn3_v_min_f16, true, 1000);
    check_extreme(*state, FORMAT_16, gcn3_v_max_f16, false, 1000);
}

static void parts_of_numbers_are_exact(void **state)
{
    check_part(*state, FORMAT_16, "v_trunc_f16", gcn3_v_trunc_f16, trunc_word, 400);
    check_part(*state, FORMAT_16, "v_ceil_f16", gcn3_v_ceil_f16, ceil_word, 400);
    check_part(*state, FORMAT_16, "v_floor_f16", gcn3_v_floor_f16, floor_word, 400);
    check_part(*state, FORMAT_16, "v_rndne_f16", gcn3_v_rndne_f16, rndne_word, 400);
    check_part(*state, FORMAT_16, "v_fract_f16", gcn3_v_fract_f16, fract_word, 400);
    check_part(*state, FORMAT_16, "v_frexp_mant_f16", gcn3_v_frexp_mant_f16, mantissa_word, 400);
    check_exponent(*state, FORMAT_16, gcn3_v_frexp_exp_i16_f16, 400);
    check_ldexp(*state, FORMAT_16, gcn3_v_ldexp_f16, 800);
}

static void comparisons_write_a_mask_of_active_lanes(void **state)
{
    check_compare(*state, FORMAT_16, gcn3_v_cmp_f16, 1500);
    check_class(*state, FORMAT_16, gcn3_v_cmp_class_f16, 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sums_and_products_are_rounded_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(multiply_add_rounds_twice_and_flushes_whatever_the_mode,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_smaller_and_the_larger_follow_the_manual, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(parts_of_numbers_are_exact, set_up, tear_down),
        cmocka_unit_test_setup_teardown(comparisons_write_a_mask_of_active_lanes, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests_name("gcn3 half", tests, NULL, NULL);
}
