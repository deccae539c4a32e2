/* SPDX-License-Identifier: Apache-2.0 */
/* Control: EXEC saved and combined, branches, addresses, barriers, hardware registers, and scalar
 * registers that M0 names. */
#include "fixture.h"

enum { S4 = 4, S6 = 6 };

/* ---- saveexec ---- */

static uint64_t combined(unsigned op, uint64_t s, uint64_t exec)
{
    switch (op) {
    case 0: return s & exec;
    case 1: return s | exec;
    case 2: return s ^ exec;
    case 3: return s & ~exec;
    case 4: return s | ~exec;
    case 5: return ~(s & exec);
    case 6: return ~(s | exec);
    default: return ~(s ^ exec);
    }
}

static void exec_is_saved_and_combined(void **state)
{
    static const char *const names[] = {
        "s_and_saveexec_b64", "s_or_saveexec_b64", "s_xor_saveexec_b64", "s_andn2_saveexec_b64",
        "s_orn2_saveexec_b64", "s_nand_saveexec_b64", "s_nor_saveexec_b64", "s_xnor_saveexec_b64",
    };
    struct fixture *f = new_fixture();
    (void)state;
    for (unsigned i = 0; i < 8 * ROUNDS; i++) {
        shuffle(f);
        f->state.split_mask = roll_below(f, 2) ? ~0ull : roll(f);
        begin(f, names[i % 8]);
        f->own.src[0] = roll_scalar(f, GCN3_B64);
        f->own.dst = sgpr(GCN3_B64, roll_below(f, 2) ? S4 : GCN3_VCC);
        set_exec(f, roll_mask(f));
        run(f);
        uint64_t exec = gcn3_scalar_pair(&f->state_before, GCN3_EXEC);
        uint64_t want = combined(i % 8, scalar_held(f, &f->own.src[0]), exec);
        assert_true(gcn3_scalar_pair(&f->state, f->own.dst.code) == exec);
        assert_true(gcn3_scalar_pair(&f->state, GCN3_EXEC) == want);
        assert_true(f->warp.mask == (want & f->state.split_mask));
        assert_int_equal(f->state.scc, want != 0);
        assert_int_equal(f->effect.kind, EFFECT_NONE);
    }
    free_fixture(f);
}

/* ---- Branches ---- */

static void expect_branch(struct fixture *f, const char *name, bool taken)
{
    begin(f, name);
    run(f);
    assert_int_equal(f->effect.kind, EFFECT_BRANCH);
    assert_true(f->effect.taken == (taken ? ~0ull : 0));
    assert_only_scalars(f, 0, 0);
}

static void branches_look_at_what_they_name(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        bool scc = i & 1, vcc = i & 2, exec = i & 4;
        f->state.scc = scc;
        f->state.scalar[GCN3_VCC] = 0;
        f->state.scalar[GCN3_VCC + 1] = vcc ? 0x100 : 0;
        set_exec(f, exec ? 1ull << 40 : 0);
        expect_branch(f, "s_branch", true);
        expect_branch(f, "s_cbranch_scc0", !scc);
        expect_branch(f, "s_cbranch_scc1", scc);
        expect_branch(f, "s_cbranch_vccz", !vcc);
        expect_branch(f, "s_cbranch_vccnz", vcc);
        expect_branch(f, "s_cbranch_execz", !exec);
        expect_branch(f, "s_cbranch_execnz", exec);
        expect_branch(f, "s_cbranch_cdbgsys", false);
    }
    free_fixture(f);
}

/* Of EXEC those lanes count that are this wavefront's own. */
static void a_branch_on_exec_sees_own_lanes_alone(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    f->state.split_mask = 0xff00;
    set_exec(f, 0xff);
    expect_branch(f, "s_cbranch_execz", true);
    set_exec(f, 0x100);
    expect_branch(f, "s_cbranch_execnz", true);
    free_fixture(f);
}

static void addresses_come_and_go_in_pairs(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    begin(f, "s_getpc_b64");
    f->own.dst = sgpr(GCN3_B64, S4);
    run(f);
    assert_true(gcn3_scalar_pair(&f->state, S4) == 0x1004);

    f->state.scalar[S6] = 0x2000;
    f->state.scalar[S6 + 1] = 1;
    begin(f, "s_setpc_b64");
    f->own.src[0] = sgpr(GCN3_B64, S6);
    run(f);
    assert_int_equal(f->effect.kind, EFFECT_JUMP);
    assert_true(f->effect.target == 0x100002000);
    assert_null(f->effect.lane_target);

    begin(f, "s_swappc_b64");
    f->own.src[0] = f->own.dst = sgpr(GCN3_B64, S6); /* the same pair */
    run(f);
    assert_int_equal(f->effect.kind, EFFECT_JUMP);
    assert_true(f->effect.target == 0x100002000);
    assert_true(gcn3_scalar_pair(&f->state, S6) == 0x1004);
    free_fixture(f);
}

/* ---- Effects ---- */

static void expect_effect(struct fixture *f, const char *name, enum effect_kind kind)
{
    begin(f, name);
    f->own.src[0] = f->own.src[1] = source(f, GCN3_B32, GCN3_ZERO + 1);
    run(f);
    assert_int_equal(f->effect.kind, kind);
    assert_only_scalars(f, 0, 0);
    assert_only_vgprs(f, 0, 0, 0);
}

static void effects_are_handed_to_the_machine(void **state)
{
    static const char *const idle[] = {"s_nop", "s_waitcnt", "s_sleep", "s_sendmsg", "s_setprio",
                                       "s_icache_inv", "s_dcache_inv", "s_dcache_wb", "v_nop",
                                       "buffer_wbinvl1", "buffer_wbinvl1_vol"};
    static const char *const refused[] = {"s_set_gpr_idx_on", "s_cbranch_join", "ds_append",
                                          "ds_consume", "ds_gws_init", "s_rfe_b64"};
    struct fixture *f = new_fixture();
    (void)state;
    set_exec(f, 0);
    for (size_t i = 0; i < sizeof idle / sizeof idle[0]; i++)
        expect_effect(f, idle[i], EFFECT_NONE);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        expect_effect(f, refused[i], EFFECT_FAULT);
        assert_int_equal(f->effect.fault.kind, FAULT_ILLEGAL);
    }
    expect_effect(f, "s_trap", EFFECT_FAULT);
    assert_int_equal(f->effect.fault.kind, FAULT_BREAKPOINT);
    expect_effect(f, "s_endpgm", EFFECT_EXIT);
    assert_true(f->effect.taken == ~0ull); /* whatever EXEC says */
    expect_effect(f, "s_barrier", EFFECT_BARRIER);
    assert_int_equal(f->effect.value, 0);
    assert_int_equal(f->effect.count, 0);
    free_fixture(f);
}

/* True when the word with these two sources is a split; f->insn and f->own then are that. */
static bool decode_split(struct fixture *f, const struct gcn3_lookup *lookup, uint32_t src0,
                         uint32_t src1)
{
    const uint32_t words[] = {0xbf600000 | src1 << 8 | src0, 0};
    gcn3_decode_words(lookup, words, 8, 0x1000, GCN3_PWS, &f->insn, &f->own);
    return f->insn.op != NULL;
}

static uint32_t word_of(struct fixture *f, uint32_t code)
{
    return code < GCN3_SCALARS ? f->state.scalar[code] : code - GCN3_ZERO;
}

/* PWS-4: bit k of the first source is work-item k, of the second one 32 + k. */
static void a_split_takes_its_mask_from_two_scalars(void **state)
{
    static const uint32_t codes[] = {4, 5, GCN3_VCC, GCN3_VCC + 1, GCN3_EXEC, GCN3_EXEC + 1,
                                     GCN3_M0, GCN3_ZERO, GCN3_ZERO + 17};
    struct fixture *f = new_fixture();
    struct gcn3_lookup *lookup = malloc(sizeof *lookup);
    (void)state;
    assert_non_null(lookup);
    gcn3_lookup_build(lookup, GCN3_GFX8);
    f->state.scalar[GCN3_M0] = 0x12345678;
    for (unsigned i = 0; i < 81; i++) {
        uint32_t low = codes[i % 9], high = codes[i / 9];
        assert_true(decode_split(f, lookup, low, high));
        run(f);
        assert_int_equal(f->effect.kind, EFFECT_SPLIT);
        assert_true(f->effect.taken == (word_of(f, low) | (uint64_t)word_of(f, high) << 32));
        assert_only_scalars(f, 0, 0);
    }
    assert_false(decode_split(f, lookup, GCN3_LITERAL_FOLLOWS, GCN3_VCC));
    assert_false(decode_split(f, lookup, GCN3_VCC, GCN3_LITERAL_FOLLOWS));
    free(lookup);
    free_fixture(f);
}

static void a_merge_has_its_tag(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    begin(f, "s_pws_merge");
    f->own.simm16 = 7;
    run(f);
    assert_int_equal(f->effect.kind, EFFECT_JOIN);
    assert_int_equal(f->effect.value, 7);
    free_fixture(f);
}

/* ---- Hardware registers ---- */

enum { MODE = 1, STATUS = 2, HW_ID = 4, LDS_ALLOC = 6 };

static uint16_t bits_of(unsigned id, unsigned shift, unsigned count)
{
    return (uint16_t)(id | shift << 6 | (count - 1) << 11);
}

static void set(struct fixture *f, uint16_t which, uint32_t value)
{
    begin(f, "s_setreg_b32");
    f->own.simm16 = which;
    f->own.src[0] = sgpr(GCN3_B32, S4);
    f->state.scalar[S4] = value;
    run(f);
}

static uint32_t get(struct fixture *f, uint16_t which)
{
    begin(f, "s_getreg_b32");
    f->own.simm16 = which;
    f->own.dst = sgpr(GCN3_B32, S6);
    run(f);
    return f->state.scalar[S6];
}

static void bits_of_mode_are_set_and_read(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned shift = roll_below(f, 20), count = 1 + roll_below(f, 20 - shift);
        uint32_t value = roll_word(f), mask = ((1u << count) - 1) << shift, old = f->state.mode;
        set(f, bits_of(MODE, shift, count), value);
        assert_int_equal(f->effect.kind, EFFECT_NONE);
        assert_int_equal(f->state.mode, (old & ~mask) | (value << shift & mask));
        assert_int_equal(get(f, bits_of(MODE, shift, count)), value & mask >> shift);
    }
    free_fixture(f);
}

static void the_immediate_form_sets_denormals(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    f->state.mode = 0x3c0;
    begin(f, "s_setreg_imm32_b32");
    f->own.simm16 = bits_of(MODE, 4, 2);
    f->own.src[0] = (struct gcn3_operand){.kind = GCN3_CONSTANT, .words = 1, .value = 3};
    run(f);
    assert_int_equal(f->state.mode, 0x3f0);
    free_fixture(f);
}

static void status_is_live_and_others_fault(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    f->state.scc = true;
    f->state.scalar[GCN3_VCC] = f->state.scalar[GCN3_VCC + 1] = 0;
    set_exec(f, 0);
    assert_int_equal(get(f, bits_of(STATUS, 0, 32)), 1 | 1 << 9 | 1 << 10);
    f->state.hardware_id = 0x123;
    assert_int_equal(get(f, bits_of(HW_ID, 4, 4)), 2);
    set(f, bits_of(STATUS, 0, 32), 0); /* read only */
    assert_int_equal(get(f, bits_of(STATUS, 0, 1)), 1);
    get(f, bits_of(LDS_ALLOC, 0, 32));
    assert_int_equal(f->effect.kind, EFFECT_FAULT);
    assert_int_equal(f->effect.fault.kind, FAULT_SPECIAL_REGISTER);
    assert_int_equal(f->effect.fault.address, LDS_ALLOC);
    set(f, bits_of(MODE, 27, 1), 1); /* index mode */
    assert_int_equal(f->effect.fault.kind, FAULT_ILLEGAL);
    free_fixture(f);
}

/* ---- M0 ---- */

static void m0_names_scalar_registers(void **state)
{
    struct fixture *f = new_fixture();
    (void)state;
    for (unsigned m0 = 0; m0 < 110; m0++) {
        bool inside = S4 + m0 < GCN3_SGPRS;
        shuffle(f);
        f->state.scalar[GCN3_M0] = m0;
        begin(f, "s_movrels_b32");
        f->own.src[0] = sgpr(GCN3_B32, S4);
        f->own.dst = sgpr(GCN3_B32, GCN3_VCC);
        run(f);
        assert_int_equal(f->state.scalar[GCN3_VCC],
                         f->state_before.scalar[inside ? S4 + m0 : 0]);
        begin(f, "s_movreld_b32");
        f->own.src[0] = sgpr(GCN3_B32, GCN3_VCC);
        f->own.dst = sgpr(GCN3_B32, S4);
        run(f);
        assert_only_scalars(f, S4 + m0, inside);
        if (inside)
            assert_int_equal(f->state.scalar[S4 + m0], f->state.scalar[GCN3_VCC]);
    }
    f->state.scalar[GCN3_M0] = 2;
    begin(f, "s_movrels_b64");
    f->own.src[0] = sgpr(GCN3_B64, S4);
    f->own.dst = sgpr(GCN3_B64, GCN3_VCC);
    run(f);
    assert_true(gcn3_scalar_pair(&f->state, GCN3_VCC) == gcn3_scalar_pair(&f->state, S6));
    free_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exec_is_saved_and_combined),
        cmocka_unit_test(branches_look_at_what_they_name),
        cmocka_unit_test(a_branch_on_exec_sees_own_lanes_alone),
        cmocka_unit_test(addresses_come_and_go_in_pairs),
        cmocka_unit_test(effects_are_handed_to_the_machine),
        cmocka_unit_test(a_split_takes_its_mask_from_two_scalars),
        cmocka_unit_test(a_merge_has_its_tag),
        cmocka_unit_test(bits_of_mode_are_set_and_read),
        cmocka_unit_test(the_immediate_form_sets_denormals),
        cmocka_unit_test(status_is_live_and_others_fault),
        cmocka_unit_test(m0_names_scalar_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
