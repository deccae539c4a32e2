/* SPDX-License-Identifier: Apache-2.0 */
/* test_float.c - that each F instruction reaches the right operation with the right operands,
 * rounding mode and flags. The arithmetic itself has tests of its own. */
#include "fixture.h"

enum { LANES = 8, FA0 = 10, FA1 = 11, FA2 = 12, FA3 = 13, DYNAMIC = 7 << 12, INEXACT = 1,
       DIVIDE_BY_ZERO = 8, INVALID = 16 };

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits;
}

static void set(struct fixture *f, uint32_t reg, uint32_t value)
{
    for (uint32_t lane = 0; lane < f->warp.stride; lane++)
        lanes_of_register(f, reg)[lane] = value;
}

/* fa1 = 6, fa2 = -1.5, fa3 = 0.25, a1 = -7. */
static struct fixture *new_operands(void)
{
    struct fixture *f = new_fixture(LANES);
    set(f, RV32_F0 + FA1, bits_of(6));
    set(f, RV32_F0 + FA2, bits_of(-1.5f));
    set(f, RV32_F0 + FA3, bits_of(0.25f));
    set(f, A1, (uint32_t)-7);
    warp_set_mask(&f->warp, 0xb5);
    return f;
}

static const struct {
    const char *name;
    uint32_t fields;   /* beyond match: rounding mode, rs3 */
    uint32_t wanted;   /* when it is an integer */
    float wanted_float;
    bool to_integer;
} cases[] = {
    {"fadd.s", DYNAMIC, .wanted_float = 4.5f},
    {"fsub.s", DYNAMIC, .wanted_float = 7.5f},
    {"fmul.s", DYNAMIC, .wanted_float = -9},
    {"fdiv.s", DYNAMIC, .wanted_float = -4},
    {"fmin.s", 0, .wanted_float = -1.5f},
    {"fmax.s", 0, .wanted_float = 6},
    {"fsgnj.s", 0, .wanted_float = -6},
    {"fsgnjn.s", 0, .wanted_float = 6},
    {"fsgnjx.s", 0, .wanted_float = -6},
    {"fmadd.s", DYNAMIC | (uint32_t)FA3 << 27, .wanted_float = -8.75f},
    {"fmsub.s", DYNAMIC | (uint32_t)FA3 << 27, .wanted_float = -9.25f},
    {"fnmsub.s", DYNAMIC | (uint32_t)FA3 << 27, .wanted_float = 9.25f},
    {"fnmadd.s", DYNAMIC | (uint32_t)FA3 << 27, .wanted_float = 8.75f},
    {"feq.s", 0, 0, .to_integer = true},
    {"flt.s", 0, 0, .to_integer = true},
    {"fle.s", 0, 0, .to_integer = true},
};

static void arithmetic_takes_its_operands_in_order(void **unused)
{
    struct fixture *f = new_operands();
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t rd = cases[i].to_integer ? A0 : RV32_F0 + FA0;
        run_word(f, r_type(row_named(cases[i].name)->match, 10, FA1, FA2) | cases[i].fields);
        assert_int_equal(f->effect.kind, EFFECT_NONE);
        assert_only_active_lanes_of(f, rd);
        assert_int_equal(lanes_of_register(f, rd)[7],
                         cases[i].to_integer ? cases[i].wanted : bits_of(cases[i].wanted_float));
    }
    assert_int_equal(f->state.fflags, 0);
    run_word(f, r_type(row_named("flt.s")->match, A0, FA2, FA1));
    assert_int_equal(lanes_of_register(f, A0)[0], 1);
    free(f);
}

static void single_operand_instructions_do_their_work(void **unused)
{
    struct fixture *f = new_operands();
    (void)unused;
    run_word(f, r_type(row_named("fsqrt.s")->match, FA0, FA3, 0) | DYNAMIC);
    assert_int_equal(lanes_of_register(f, RV32_F0 + FA0)[0], bits_of(0.5f));
    run_word(f, r_type(row_named("fclass.s")->match, A0, FA2, 0));
    assert_int_equal(lanes_of_register(f, A0)[0], 1 << 1);
    run_word(f, r_type(row_named("fmv.x.w")->match, A0, FA2, 0));
    assert_int_equal(lanes_of_register(f, A0)[0], bits_of(-1.5f));
    assert_only_active_lanes_of(f, A0);
    run_word(f, r_type(row_named("fmv.w.x")->match, FA0, A1, 0));
    assert_int_equal(lanes_of_register(f, RV32_F0 + FA0)[0], (uint32_t)-7);
    run_word(f, r_type(row_named("fcvt.s.w")->match, FA0, A1, 0) | DYNAMIC);
    assert_int_equal(lanes_of_register(f, RV32_F0 + FA0)[0], bits_of(-7));
    run_word(f, r_type(row_named("fcvt.s.wu")->match, FA0, A1, 0) | DYNAMIC);
    assert_int_equal(lanes_of_register(f, RV32_F0 + FA0)[0], bits_of(4294967296.0f));
    free(f);
}

static void the_rounding_mode_comes_from_the_word_or_from_frm(void **unused)
{
    static const int32_t wanted[5] = {-2, -1, -2, -1, -2}; /* -1.5 */
    struct fixture *f = new_operands();
    const uint32_t word = r_type(row_named("fcvt.w.s")->match, A0, FA2, 0);
    (void)unused;
    for (uint32_t mode = 0; mode < 5; mode++) {
        f->state.frm = 0;
        run_word(f, word | mode << 12);
        assert_int_equal((int32_t)lanes_of_register(f, A0)[0], wanted[mode]);
        f->state.frm = mode;
        run_word(f, word | DYNAMIC);
        assert_int_equal((int32_t)lanes_of_register(f, A0)[0], wanted[mode]);
    }
    free(f);
}

static void a_rounding_mode_that_does_not_exist_is_illegal(void **unused)
{
    struct fixture *f = new_operands();
    const uint32_t word = r_type(row_named("fadd.s")->match, FA0, FA1, FA2);
    (void)unused;
    for (uint32_t mode = 5; mode < 8; mode++) {
        f->state.frm = mode;
        run_word(f, word | DYNAMIC);
        assert_int_equal(f->effect.kind, EFFECT_FAULT);
        assert_int_equal(f->effect.fault.kind, FAULT_ILLEGAL);
        assert_only_active_lanes_of(f, RV32_X0);
    }
    run_word(f, word | 5 << 12);
    assert_int_equal(f->effect.fault.kind, FAULT_ILLEGAL);
    free(f);
}

static void flags_of_active_lanes_add_up(void **unused)
{
    struct fixture *f = new_operands();
    (void)unused;
    lanes_of_register(f, RV32_F0 + FA2)[1] = 0; /* lane 1 is not active */
    run_word(f, r_type(row_named("fdiv.s")->match, FA0, FA1, FA2) | DYNAMIC);
    assert_int_equal(f->state.fflags, 0);
    lanes_of_register(f, RV32_F0 + FA2)[2] = 0;
    run_word(f, r_type(row_named("fdiv.s")->match, FA0, FA1, FA2) | DYNAMIC);
    assert_int_equal(f->state.fflags, DIVIDE_BY_ZERO);
    run_word(f, r_type(row_named("fcvt.wu.s")->match, A0, FA3, 0) | DYNAMIC);
    assert_int_equal(f->state.fflags, DIVIDE_BY_ZERO | INEXACT);
    set(f, RV32_F0 + FA2, 0x7fc00000);
    run_word(f, r_type(row_named("fle.s")->match, A0, FA1, FA2));
    assert_int_equal(f->state.fflags, DIVIDE_BY_ZERO | INEXACT | INVALID);
    free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_takes_its_operands_in_order),
        cmocka_unit_test(single_operand_instructions_do_their_work),
        cmocka_unit_test(the_rounding_mode_comes_from_the_word_or_from_frm),
        cmocka_unit_test(a_rounding_mode_that_does_not_exist_is_illegal),
        cmocka_unit_test(flags_of_active_lanes_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
