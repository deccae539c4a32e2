/* SPDX-License-Identifier: Apache-2.0 */
/* test_csr.c - control and status registers, and the traps that go through them. */
#include "fixture.h"

enum { CSRRW = 0x1073, CSRRS = 0x2073, CSRRC = 0x3073, CSRRWI = 0x5073, CSRRSI = 0x6073,
       CSRRCI = 0x7073, LANES = 8 };

static uint32_t *read_csr(struct fixture *f, uint32_t number)
{
    run_word(f, i_type(CSRRS, A0, 0, (int32_t)number));
    assert_int_equal(f->effect.kind, EFFECT_NONE);
    assert_only_active_lanes_of(f, A0);
    return lanes_of_register(f, A0);
}

static void write_csr(struct fixture *f, uint32_t number, uint32_t value)
{
    for (uint32_t lane = 0; lane < f->warp.stride; lane++)
        lanes_of_register(f, A1)[lane] = value;
    run_word(f, i_type(CSRRW, 0, A1, (int32_t)number));
    assert_int_equal(f->effect.kind, EFFECT_NONE);
}

static void lanes_learn_who_they_are(void **unused)
{
    struct fixture *f = new_fixture(LANES);
    (void)unused;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        assert_int_equal(read_csr(f, 0xcc0)[lane], lane);
        assert_int_equal(read_csr(f, 0xf14)[lane], (1 * 8 + 3) * LANES + lane);
    }
    warp_set_mask(&f->warp, 0x5a);
    assert_int_equal(read_csr(f, 0xcc4)[1], 0x5a);
    assert_int_equal(read_csr(f, 0xcc1)[1], 3);
    assert_int_equal(read_csr(f, 0xcc2)[1], 1);
    f->active_warps = 0x0b;
    assert_int_equal(read_csr(f, 0xcc3)[1], 0x0b);
    assert_int_equal(read_csr(f, 0xfc0)[1], LANES);
    assert_int_equal(read_csr(f, 0xfc1)[1], 8);
    assert_int_equal(read_csr(f, 0xfc2)[1], 2);
    free(f);
}

static void assert_unknown(struct fixture *f, uint32_t word, uint32_t number)
{
    run_word(f, word);
    assert_int_equal(f->effect.kind, EFFECT_FAULT);
    assert_int_equal(f->effect.fault.kind, FAULT_CSR);
    assert_int_equal(f->effect.fault.address, number);
    assert_only_active_lanes_of(f, RV32_X0);
}

static void what_0xfc3_means_depends_on_the_version(void **unused)
{
    struct fixture *f = new_fixture(LANES);
    (void)unused;
    f->environment.vortex = RV32_VORTEX_2_1;
    assert_int_equal(read_csr(f, 0xfc3)[0], 4);
    assert_unknown(f, i_type(CSRRS, A0, 0, 0xfc4), 0xfc4);
    f->environment.vortex = RV32_VORTEX_2_2;
    assert_int_equal(read_csr(f, 0xfc3)[0], 0xffff0000u);
    f->environment.vortex = RV32_VORTEX_3_0;
    assert_int_equal(read_csr(f, 0xfc4)[0], 4);
    free(f);
}

static void counters_come_in_two_halves(void **unused)
{
    struct fixture *f = new_fixture(LANES);
    (void)unused;
    f->cycle = 0x123456789abcdef0ull;
    f->instret = 0xfedcba9876543210ull;
    assert_int_equal(read_csr(f, 0xb00)[0], 0x9abcdef0u);
    assert_int_equal(read_csr(f, 0xb80)[0], 0x12345678u);
    assert_int_equal(read_csr(f, 0xb02)[0], 0x76543210u);
    assert_int_equal(read_csr(f, 0xb82)[0], 0xfedcba98u);
    assert_int_equal(read_csr(f, 0xb03)[0], 0); /* profile counters: no class selected */
    assert_int_equal(read_csr(f, 0xb9f)[0], 0);
    free(f);
}

static void unknown_and_read_only_registers_are_faults(void **unused)
{
    struct fixture *f = new_fixture(LANES);
    (void)unused;
    assert_unknown(f, i_type(CSRRS, A0, 0, 0x7c0), 0x7c0);
    assert_unknown(f, i_type(CSRRW, A0, A1, 0xcc0), 0xcc0);
    assert_unknown(f, i_type(CSRRSI, A0, 1, 0xf14), 0xf14);
    assert_unknown(f, i_type(CSRRS, A0, 0, 0xcd0), 0xcd0); /* no work-group was given */
    free(f);
}

static void set_and_clear_of_nothing_do_not_write(void **unused)
{
    struct fixture *f = new_fixture(LANES);
    (void)unused;
    run_word(f, i_type(CSRRS, A0, 0, 0xf14));
    assert_int_equal(f->effect.kind, EFFECT_NONE);
    run_word(f, i_type(CSRRC, A0, 0, 0xf14));
    assert_int_equal(f->effect.kind, EFFECT_NONE);
    run_word(f, i_type(CSRRSI, A0, 0, 0xf14));
    assert_int_equal(f->effect.kind, EFFECT_NONE);
    run_word(f, i_type(CSRRCI, A0, 0, 0xf14));
    assert_int_equal(f->effect.kind, EFFECT_NONE);
    assert_unknown(f, i_type(CSRRWI, A0, 0, 0xf14), 0xf14);
    free(f);
}

static void set_and_clear_change_bits_and_give_the_old_value(void **unused)
{
    struct fixture *f = new_fixture(LANES);
    (void)unused;
    write_csr(f, 0x340, 0xff00);
    run_word(f, i_type(CSRRSI, A0, 0x1f, 0x340));
    assert_int_equal(lanes_of_register(f, A0)[7], 0xff00);
    assert_int_equal(read_csr(f, 0x340)[0], 0xff1f);
    run_word(f, i_type(CSRRCI, A0, 0x10, 0x340));
    assert_int_equal(read_csr(f, 0x340)[0], 0xff0f);
    run_word(f, i_type(CSRRWI, A0, 3, 0x340));
    assert_int_equal(lanes_of_register(f, A0)[0], 0xff0f);
    assert_int_equal(read_csr(f, 0x340)[0], 3);
    lanes_of_register(f, A1)[LANES - 1] = 1;
    run_word(f, i_type(CSRRC, A1, A1, 0x340)); /* rd = rs1: the old register counts */
    assert_int_equal(lanes_of_register(f, A1)[0], 3);
    assert_int_equal(f->state.mscratch, 2);
    free(f);
}

static void what_is_written_is_the_deciding_lanes(void **unused)
{
    struct fixture *f = new_fixture(LANES);
    (void)unused;
    warp_set_mask(&f->warp, 0x35);
    run_word(f, i_type(CSRRW, 0, A1, 0x340));
    assert_int_equal(f->state.mscratch, lanes_of_register(f, A1)[5]);
    free(f);
}

static void fcsr_is_frm_and_fflags_together(void **unused)
{
    struct fixture *f = new_fixture(LANES);
    (void)unused;
    write_csr(f, 0x003, 0xffffffffu);
    assert_int_equal(read_csr(f, 0x001)[0], 0x1f);
    assert_int_equal(read_csr(f, 0x002)[0], 7);
    assert_int_equal(read_csr(f, 0x003)[0], 0xff);
    write_csr(f, 0x002, 0x0a);
    write_csr(f, 0x001, 0x21);
    assert_int_equal(read_csr(f, 0x003)[0], 2 << 5 | 1);
    free(f);
}

static void start_up_code_of_the_architecture_tests_is_accepted(void **unused)
{
    static const uint32_t numbers[] = {0x180, 0x301, 0x302, 0x303, 0x304, 0x3a0, 0x3b0, 0x744};
    struct fixture *f = new_fixture(LANES);
    (void)unused;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        write_csr(f, numbers[i], 0xffffffffu);
        assert_int_equal(read_csr(f, numbers[i])[0], 0);
    }
    free(f);
}

static void work_group_registers_count_threads_with_carry(void **unused)
{
    struct rv32_group group = {
        .slot = 1, .rank = 2, .warps = 3, .thread = {1, 1, 0}, .block = {4, 5, 6},
        .block_size = {3, 2, 9}, .grid_size = {7, 8, 9}, .local_address = 0xffff0100u,
        .cluster_size = 1, .entry = 0x80000040u,
    };
    static const uint32_t wanted[] = {1, 2, 3, [3 + 3] = 4, 5, 6, 3, 2, 9, 7, 8, 9, 0xffff0100u,
                                      1, 0x80000040u};
    struct fixture *f = new_fixture(LANES);
    (void)unused;
    f->state.group = &group;
    for (uint32_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if (i < 3 || i > 5)
            assert_int_equal(read_csr(f, 0xcd0 + i)[3], wanted[i]);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        uint32_t linear = 1 + 3 * 1 + lane;
        assert_int_equal(read_csr(f, 0xcd3)[lane], linear % 3);
        assert_int_equal(read_csr(f, 0xcd4)[lane], linear / 3 % 2);
        assert_int_equal(read_csr(f, 0xcd5)[lane], linear / 6);
    }
    free(f);
}

static void ecall_and_ebreak_go_to_the_handler_and_mret_comes_back(void **unused)
{
    struct fixture *f = new_fixture(LANES);
    (void)unused;
    write_csr(f, 0x305, 0x80000401u);
    run_word(f, 0x00000073); /* ecall */
    assert_int_equal(f->effect.kind, EFFECT_TRAP);
    assert_int_equal(f->effect.target, 0x80000400u);
    assert_int_equal(read_csr(f, 0x341)[0], 0x80000100u);
    assert_int_equal(read_csr(f, 0x342)[0], RV32_CAUSE_ECALL);
    run_word(f, 0x00100073); /* ebreak */
    assert_int_equal(read_csr(f, 0x342)[0], RV32_CAUSE_BREAKPOINT);
    write_csr(f, 0x341, 0x80000207u);
    run_word(f, 0x30200073); /* mret */
    assert_int_equal(f->effect.kind, EFFECT_JUMP);
    assert_int_equal(f->effect.target, 0x80000204u);
    assert_int_equal(f->effect.lane_target[LANES - 1], 0x80000204u);
    free(f);
}

static void illegal_words_and_unknown_registers_go_to_the_handler(void **unused)
{
    struct fixture *f = new_fixture(LANES);
    (void)unused;
    write_csr(f, 0x305, 0x80000400u);
    run_word(f, 0xffffffffu);
    assert_int_equal(f->effect.kind, EFFECT_TRAP);
    assert_int_equal(read_csr(f, 0x343)[0], 0xffffffffu);
    run_word(f, i_type(CSRRS, A0, 0, 0x7c0));
    assert_int_equal(f->effect.kind, EFFECT_TRAP);
    assert_int_equal(read_csr(f, 0x342)[0], RV32_CAUSE_ILLEGAL);
    free(f);
}

static void without_a_handler_a_trap_is_a_fault(void **unused)
{
    struct fixture *f = new_fixture(LANES);
    (void)unused;
    run_word(f, 0x00000073); /* ecall, mtvec = 0 */
    assert_int_equal(f->effect.kind, EFFECT_FAULT);
    assert_int_equal(f->effect.fault.kind, FAULT_UNHANDLED_TRAP);
    assert_int_equal(f->effect.fault.address, RV32_CAUSE_ECALL);
    free(f);
}

static void without_traps_their_registers_read_as_zero(void **unused)
{
    static const uint32_t numbers[] = {0x300, 0x305, 0x341, 0x342, 0x343};
    struct fixture *f = new_fixture(LANES);
    (void)unused;
    f->environment.traps = false;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        write_csr(f, numbers[i], 0x80000400u);
        assert_int_equal(read_csr(f, numbers[i])[0], 0);
    }
    run_word(f, 0x00000073);
    assert_int_equal(f->effect.kind, EFFECT_FAULT);
    run_word(f, 0x30200073);
    assert_int_equal(f->effect.fault.kind, FAULT_ILLEGAL);
    free(f);
}

static void reset_keeps_what_the_launch_gave(void **unused)
{
    struct fixture *f = new_fixture(LANES);
    struct rv32_group group = {0};
    (void)unused;
    f->state.group = &group;
    f->state.mscratch = 5;
    f->state.fflags = f->state.mtvec = 9;
    f->state.reserved = 3;
    rv32_state_reset(&f->state);
    assert_ptr_equal(f->state.environment, &f->environment);
    assert_ptr_equal(f->state.group, &group);
    assert_int_equal(f->state.mscratch, 5);
    assert_int_equal(f->state.fflags | f->state.mtvec | f->state.reserved, 0);
    free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_learn_who_they_are),
        cmocka_unit_test(what_0xfc3_means_depends_on_the_version),
        cmocka_unit_test(counters_come_in_two_halves),
        cmocka_unit_test(unknown_and_read_only_registers_are_faults),
        cmocka_unit_test(set_and_clear_of_nothing_do_not_write),
        cmocka_unit_test(set_and_clear_change_bits_and_give_the_old_value),
        cmocka_unit_test(what_is_written_is_the_deciding_lanes),
        cmocka_unit_test(fcsr_is_frm_and_fflags_together),
        cmocka_unit_test(start_up_code_of_the_architecture_tests_is_accepted),
        cmocka_unit_test(work_group_registers_count_threads_with_carry),
        cmocka_unit_test(ecall_and_ebreak_go_to_the_handler_and_mret_comes_back),
        cmocka_unit_test(illegal_words_and_unknown_registers_go_to_the_handler),
        cmocka_unit_test(without_a_handler_a_trap_is_a_fault),
        cmocka_unit_test(without_traps_their_registers_read_as_zero),
        cmocka_unit_test(reset_keeps_what_the_launch_gave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
