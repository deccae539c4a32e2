/* SPDX-License-Identifier: Apache-2.0 */
/* test_double.c - F64 instructions against MPFR, in all modes and with all modifiers. */
#include "float_checks.h"

static const struct arithmetic arithmetic[] = {
    {"v_add_f64", gcn3_v_add_f64, OP_ADD, 2, -1},
    {"v_mul_f64", gcn3_v_mul_f64, OP_MUL, 2, -1},
    {"v_fma_f64", gcn3_v_fma_f64, OP_FMA, 3, -1},
};

static void sums_and_products_are_rounded_once(void **state)
{
    for (size_t i = 0; i < sizeof arithmetic / sizeof arithmetic[0]; i++)
        check_arithmetic(*state, FORMAT_64, &arithmetic[i], 2000);
}

static void the_smaller_and_the_larger_follow_the_manual(void **state)
{
    check_extreme(*state, FORMAT_64, gcn3_v_min_f64, true, 1000);
    check_extreme(*state, FORMAT_64, gcn3_v_max_f64, false, 1000);
}

static void parts_of_numbers_are_exact(void **state)
{
    check_part(*state, FORMAT_64, "v_trunc_f64", gcn3_v_trunc_f64, trunc_word, 400);
    check_part(*state, FORMAT_64, "v_ceil_f64", gcn3_v_ceil_f64, ceil_word, 400);
    check_part(*state, FORMAT_64, "v_floor_f64", gcn3_v_floor_f64, floor_word, 400);
    check_part(*state, FORMAT_64, "v_rndne_f64", gcn3_v_rndne_f64, rndne_word, 400);
    check_part(*state, FORMAT_64, "v_fract_f64", gcn3_v_fract_f64, fract_word, 400);
    check_part(*state, FORMAT_64, "v_frexp_mant_f64", gcn3_v_frexp_mant_f64, mantissa_word, 400);
    check_exponent(*state, FORMAT_64, gcn3_v_frexp_exp_i32_f64, 400);
    check_ldexp(*state, FORMAT_64, gcn3_v_ldexp_f64, 800);
}

static void comparisons_write_a_mask_of_active_lanes(void **state)
{
    check_compare(*state, FORMAT_64, gcn3_v_cmp_f64, 1500);
    check_class(*state, FORMAT_64, gcn3_v_cmp_class_f64, 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sums_and_products_are_rounded_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_smaller_and_the_larger_follow_the_manual, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(parts_of_numbers_are_exact, set_up, tear_down),
        cmocka_unit_test_setup_teardown(comparisons_write_a_mask_of_active_lanes, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests_name("gcn3 double", tests, NULL, NULL);
}
