/* SPDX-License-Identifier: Apache-2.0 */
/* Branches, tokens, barriers and fences as effects that name lanes and places. PAS-30 */
#include "fixture.h"
#include "hw/reconverge_tokens.h"
#include "isa/sass/condition.h"

enum { ROUNDS = 1000, ALWAYS = SASS_CONDITION_TRUE };

static void clear(struct fixture *f)
{
    shuffle(f);
    f->own.modifier[SASS_TEST] = ALWAYS;
}

/* What is under a condition-code test, and what it wants from the machine. */
struct leaver {
    run_fn *run;
    enum effect_kind kind;
    uint32_t value;
};

static const struct leaver leavers[] = {
    {sass_bra, EFFECT_BRANCH, 0},
    {sass_sync, EFFECT_LEAVE, SASS_TOKEN_SSY},
    {sass_brk, EFFECT_LEAVE, SASS_TOKEN_PBK},
    {sass_cont, EFFECT_LEAVE, SASS_TOKEN_PCNT},
    {sass_ret, EFFECT_LEAVE, SASS_TOKEN_CAL},
    {sass_exit, EFFECT_EXIT, 0},
    {sass_kil, EFFECT_EXIT, 0},
};

/* PAS-46, PAS-48: only the lanes that pass guard and test leave. */
static void only_lanes_that_pass_guard_and_test_leave(void **unused)
{
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        const struct leaver *leaver = &leavers[i % 7];
        uint64_t passing;
        clear(f);
        f->own.guard = roll_predicate(f);
        f->own.modifier[SASS_TEST] = i % 3 ? ALWAYS : (uint8_t)roll_below(f, 24);
        f->own.run = leaver->run;
        f->state_before = f->state;
        assert_true(sass_condition(&f->state, f->own.modifier[SASS_TEST], &passing));
        uint64_t taken = 0, mask = f->warp.mask;
        for (unsigned lane = 0; lane < SASS_LANES; lane++)
            if (mask & passing & 1ull << lane && held_predicate(f, f->own.guard, lane))
                taken |= 1ull << lane;
        sass_guarded(&f->warp, &f->insn, &f->effect);
        assert_true(f->warp.mask == mask);
        assert_int_equal(f->effect.kind, taken ? leaver->kind : EFFECT_NONE);
        if (taken) {
            assert_true(f->effect.taken == taken);
            assert_int_equal(f->effect.value, leaver->value);
        }
    }
    for (unsigned i = 0; i < 7; i++) {
        f->own.modifier[SASS_TEST] = 24;
        leavers[i].run(&f->warp, &f->insn, &f->effect);
        assert_int_equal(f->effect.kind, EFFECT_FAULT);
    }
    free_fixture(f);
}

/* The numbers are those of the stack of tokens: SSY pairs with SYNC, PBK with BRK (PAS-47). */
static void tokens_have_the_kinds_of_the_stack(void **unused)
{
    static const struct {
        run_fn *push, *leave;
        enum token_kind kind;
    } pairs[] = {{sass_ssy, sass_sync, TOKEN_SSY}, {sass_pbk, sass_brk, TOKEN_PBK},
                 {sass_pcnt, sass_cont, TOKEN_PCNT}, {sass_pret, sass_ret, TOKEN_CAL}};
    struct fixture *f = new_fixture();
    (void)unused;
    for (size_t i = 0; i < 4; i++) {
        clear(f);
        run(f, pairs[i].push);
        assert_int_equal(f->effect.kind, EFFECT_TOKEN);
        assert_int_equal(f->effect.value, pairs[i].kind);
        run(f, pairs[i].leave);
        assert_int_equal(f->effect.kind, EFFECT_LEAVE);
        assert_int_equal(f->effect.value, pairs[i].kind);
    }
    run(f, sass_cal);
    assert_int_equal(f->effect.kind, EFFECT_CALL);
    run(f, sass_jcal);
    assert_int_equal(f->effect.kind, EFFECT_CALL);
    free_fixture(f);
}

/* Instructions stand at 8, 16, 24 mod 32; a target that is 0 mod 32 means the one behind it. */
static void brx_and_jmx_find_every_lanes_own_place(void **unused)
{
    enum { COUNT = 30, BASE = 0x1000 };
    struct insn insns[COUNT];
    struct code_range ranges[] = {{BASE, COUNT / 3 * 32, 0, COUNT}};
    struct isa isa = {.insn_bytes_min = SASS_INSN_BYTES, .group_bytes = SASS_GROUP_BYTES};
    struct program program = {.isa = &isa, .insns = insns, .count = COUNT, .ranges = ranges,
                              .range_count = 1};
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < COUNT; i++)
        insns[i] = (struct insn){.pc = BASE + i / 3 * 32 + 8 + i % 3 * 8};
    f->launch.program = &program;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t place[SASS_LANES];
        clear(f);
        f->insn.pc = insns[roll_below(f, COUNT)].pc;
        f->own.offset = (int32_t)roll_below(f, 64) * 8 - 256;
        f->own.a = from_register(0);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            place[lane] = BASE - 32 + 8 * roll_below(f, 4 * COUNT / 3 + 8);
            lanes_of(f, 0)[lane] = (uint32_t)(place[lane] - (round % 2 ? 0 : f->insn.pc + 8)) -
                                   (uint32_t)f->own.offset;
        }
        run(f, round % 2 ? sass_jmx : sass_brx);
        assert_int_equal(f->effect.kind, EFFECT_BRANCH_EACH);
        assert_true(f->effect.taken == f->warp.mask);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            uint32_t want = ~0u;
            for (uint32_t i = 0; i < COUNT; i++)
                if (insns[i].pc == place[lane] + (place[lane] % 32 ? 0 : 8))
                    want = i;
            if (f->warp.active[lane])
                assert_int_equal(f->effect.lane_target[lane], want);
        }
    }
    free_fixture(f);
}

static void bar_names_its_barrier_and_its_threads(void **unused)
{
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        clear(f);
        bool by_register = i % 2;
        uint32_t id = roll_below(f, 16), count = 32 * roll_below(f, 32);
        f->own.a = by_register ? from_register(2) : from_immediate(f, 0, id);
        f->own.b = by_register ? from_register(3) : from_immediate(f, 1, count);
        for (unsigned lane = 0; lane < SASS_LANES && by_register; lane++)
            if (f->warp.active[lane])
                lanes_of(f, 2)[lane] = id, lanes_of(f, 3)[lane] = count;
        f->own.modifier[SASS_MODE] = (uint8_t)roll_below(f, 3);
        run(f, sass_bar);
        assert_int_equal(f->effect.kind, EFFECT_BARRIER);
        assert_int_equal(f->effect.value, id);
        assert_int_equal(f->effect.count, count);
        assert_int_equal(f->effect.target, f->own.modifier[SASS_MODE]);
    }
    f->own.b = (struct sass_source){.kind = SASS_NONE};
    run(f, sass_bar);
    assert_int_equal(f->effect.count, 0); /* all */
    free_fixture(f);
}

static void fences_and_waits_change_nothing(void **unused)
{
    static const struct {
        run_fn *run;
        enum effect_kind kind;
    } quiet[] = {{sass_membar, EFFECT_FENCE}, {sass_nop, EFFECT_NONE}, {sass_depbar, EFFECT_NONE}};
    struct fixture *f = new_fixture();
    (void)unused;
    for (size_t i = 0; i < 3; i++) {
        clear(f);
        run(f, quiet[i].run);
        assert_int_equal(f->effect.kind, quiet[i].kind);
        assert_only_rows(f, SASS_SINK, 1);
    }
    free_fixture(f);
}

static void a_word_that_is_no_instruction_is_a_fault_with_its_bits(void **unused)
{
    static run_fn *const faults[] = {sass_illegal, sass_bpt};
    static const int kinds[] = {FAULT_ILLEGAL, FAULT_BREAKPOINT};
    struct fixture *f = new_fixture();
    (void)unused;
    for (size_t i = 0; i < 2; i++) {
        f->insn.bits = 0xdeadbeefcafef00d;
        run(f, faults[i]);
        assert_int_equal(f->effect.kind, EFFECT_FAULT);
        assert_int_equal(f->effect.fault.kind, kinds[i]);
        assert_true(f->effect.fault.address == f->insn.bits);
    }
    free_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_lanes_that_pass_guard_and_test_leave),
        cmocka_unit_test(tokens_have_the_kinds_of_the_stack),
        cmocka_unit_test(brx_and_jmx_find_every_lanes_own_place),
        cmocka_unit_test(bar_names_its_barrier_and_its_threads),
        cmocka_unit_test(fences_and_waits_change_nothing),
        cmocka_unit_test(a_word_that_is_no_instruction_is_a_fault_with_its_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
