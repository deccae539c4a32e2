/* SPDX-License-Identifier: Apache-2.0 */
/* Comparison, selection, predicates and guards. PAS-30 */
#include "fixture.h"
#include "isa/sass/condition.h"

enum { ROUNDS = 4000 };

/* ---- Comparison ---- */

static bool model_relation(unsigned code, __int128 difference)
{
    switch (code) { /* F LT EQ LE GT NE GE T */
    case 0:
        return false;
    case 1:
        return difference < 0;
    case 2:
        return difference == 0;
    case 3:
        return difference <= 0;
    case 4:
        return difference > 0;
    case 5:
        return difference != 0;
    case 6:
        return difference >= 0;
    default:
        return true;
    }
}

static __int128 model_word(uint32_t word, bool is_signed)
{
    return is_signed ? (__int128)(int32_t)word : (__int128)word;
}

static bool model_compare(const struct fixture *f, unsigned lane)
{
    const uint8_t *m = f->own.modifier;
    __int128 difference = model_word(held(f, &f->own.a, lane), m[SASS_SIGNED_A]) -
                          model_word(held(f, &f->own.b, lane), m[SASS_SIGNED_A]);
    return model_relation(m[SASS_COMPARE], difference);
}

static void model_isetp(const struct fixture *f, unsigned lane, struct outcome *out)
{
    bool holds = model_compare(f, lane), with = held_predicate(f, f->own.p, lane);
    unsigned how = f->own.modifier[SASS_COMBINE];
    out->p = combined(how, holds, with);
    out->p2 = combined(how, !holds, with);
}

static void model_iset(const struct fixture *f, unsigned lane, struct outcome *out)
{
    bool yes = combined(f->own.modifier[SASS_COMBINE], model_compare(f, lane),
                        held_predicate(f, f->own.p, lane));
    float one = 1;
    if (yes && f->own.modifier[SASS_BOOL_FLOAT])
        memcpy(&out->d, &one, 4);
    else
        out->d = yes ? ~0u : 0;
    plain_flags(out);
}

static void roll_comparison(struct fixture *f)
{
    shuffle(f);
    roll_operands(f);
    if (roll_below(f, 4) == 0) /* equal ones are rare otherwise */
        memcpy(lanes_of(f, 1), lanes_of(f, 0), 16 * sizeof(uint32_t)),
            f->own.a = from_register(0), f->own.b = from_register(1);
    f->own.modifier[SASS_COMPARE] = (uint8_t)roll_below(f, 8);
    f->own.modifier[SASS_SIGNED_A] = (uint8_t)roll_below(f, 2);
    f->own.modifier[SASS_COMBINE] = (uint8_t)roll_below(f, 3);
    f->own.p = roll_predicate(f);
}

/* Two targets that differ: which of them wins in one register is nobody's business. */
static void roll_targets(struct fixture *f)
{
    f->own.pd.index = (uint8_t)roll_below(f, 8);
    f->own.pd2.index = (uint8_t)roll_below(f, 8);
    if (f->own.pd2.index == f->own.pd.index)
        f->own.pd2.index = SASS_PT;
}

static void isetp_compares_into_two_predicates(void **unused)
{
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        roll_comparison(f);
        roll_targets(f);
        f->own.rd = SASS_SINK;
        check(f, sass_isetp, model_isetp);
    }
    free_fixture(f);
}

static void iset_compares_into_a_register(void **unused)
{
    static const uint8_t modifiers[] = {SASS_BOOL_FLOAT, SASS_CC};
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        roll_comparison(f);
        roll_modifiers(f, modifiers, sizeof modifiers);
        check(f, sass_iset, model_iset);
    }
    free_fixture(f);
}

/* low := a - b with .CC, then ISETP.X of the high words: a comparison of 64 bits. */
static void isetp_x_compares_64_bits(void **unused)
{
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        if (i % 3 == 0)
            memcpy(lanes_of(f, 3), lanes_of(f, 1), SASS_LANES * sizeof(uint32_t));
        if (i % 6 == 0)
            memcpy(lanes_of(f, 2), lanes_of(f, 0), 8 * sizeof(uint32_t));
        f->own.a = from_register(0), f->own.b = from_register(2);
        f->own.modifier[SASS_NEG_B] = f->own.modifier[SASS_CC] = 1;
        run(f, sass_iadd);
        unsigned code = roll_below(f, 8), is_signed = roll_below(f, 2);
        memset(f->own.modifier, 0, sizeof f->own.modifier);
        f->own.a = from_register(1), f->own.b = from_register(3);
        f->own.pd.index = 4;
        f->own.modifier[SASS_X] = 1;
        f->own.modifier[SASS_COMPARE] = (uint8_t)code;
        f->own.modifier[SASS_SIGNED_A] = (uint8_t)is_signed;
        run(f, sass_isetp);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            __int128 x = model_word(lanes_of(f, 1)[lane], is_signed) * 0x100000000 +
                         lanes_of(f, 0)[lane];
            __int128 y = model_word(lanes_of(f, 3)[lane], is_signed) * 0x100000000 +
                         lanes_of(f, 2)[lane];
            if (f->warp.active[lane])
                assert_int_equal(f->state.predicate[4] >> lane & 1, model_relation(code, x - y));
        }
    }
    free_fixture(f);
}

static void model_icmp(const struct fixture *f, unsigned lane, struct outcome *out)
{
    __int128 c = model_word(held(f, &f->own.c, lane), f->own.modifier[SASS_SIGNED_A]);
    out->d = held(f, model_relation(f->own.modifier[SASS_COMPARE], c) ? &f->own.a : &f->own.b,
                  lane);
}

static void model_imnmx(const struct fixture *f, unsigned lane, struct outcome *out)
{
    bool is_signed = f->own.modifier[SASS_SIGNED_A];
    uint32_t a = held(f, &f->own.a, lane), b = held(f, &f->own.b, lane);
    bool a_less = model_word(a, is_signed) < model_word(b, is_signed);
    out->d = held_predicate(f, f->own.p, lane) == a_less ? a : b;
}

static void model_sel(const struct fixture *f, unsigned lane, struct outcome *out)
{
    out->d = held(f, held_predicate(f, f->own.p, lane) ? &f->own.a : &f->own.b, lane);
}

static void model_mov(const struct fixture *f, unsigned lane, struct outcome *out)
{
    bool named = f->own.modifier[SASS_MASK] >> lane % 4 & 1;
    out->d = named ? held(f, &f->own.b, lane) : f->before[f->own.rd * SASS_LANES + lane];
}

/* ICMP against zero by its third source, IMNMX and SEL by a predicate. */
static void selections_take_one_of_two_sources(void **unused)
{
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        roll_comparison(f);
        check(f, sass_icmp, model_icmp);
        roll_comparison(f);
        check(f, sass_imnmx, model_imnmx);
        roll_comparison(f);
        check(f, sass_sel, model_sel);
    }
    free_fixture(f);
}

/* XHI and XLO as compilers use them, XMED between the two: numbers of 64 and 96 bits. */
static void parts_of_imnmx_find_the_extreme_of_longer_numbers(void **unused)
{
    enum { XLO = 1, XMED, XHI, WORDS = 3 };
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        const unsigned words = 2 + i % 2;
        const bool is_signed = i >> 1 & 1, min = i >> 2 & 1;
        shuffle(f);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) /* often equal in the high words */
            for (unsigned w = 1; w < words; w++)
                if (lane & w)
                    f->reg[(SASS_R0 + WORDS + w) * SASS_LANES + lane] =
                        f->reg[(SASS_R0 + w) * SASS_LANES + lane];
        memcpy(f->before, f->reg, sizeof f->reg);
        f->own.p = (struct sass_predicate){SASS_PT, !min};
        for (unsigned w = words; w-- > 0;) {
            f->own.a = from_register(w), f->own.b = from_register(WORDS + w);
            f->own.rd = (uint16_t)(SASS_R0 + 2 * WORDS + w);
            f->own.modifier[SASS_SIGNED_A] = is_signed && w == words - 1;
            f->own.modifier[SASS_MODE] = w == words - 1 ? XHI : w ? XMED : XLO;
            f->own.modifier[SASS_CC] = w > 0;
            run(f, sass_imnmx);
        }
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            __int128 a = 0, b = 0;
            for (unsigned w = words; w-- > 0;) {
                uint32_t x = f->before[(SASS_R0 + w) * SASS_LANES + lane];
                uint32_t y = f->before[(SASS_R0 + WORDS + w) * SASS_LANES + lane];
                bool top = w == words - 1;
                a = top && is_signed ? (int32_t)x : a * ((__int128)1 << 32) + x;
                b = top && is_signed ? (int32_t)y : b * ((__int128)1 << 32) + y;
            }
            for (unsigned w = 0; w < words && f->warp.mask >> lane & 1; w++)
                assert_int_equal(f->reg[(SASS_R0 + 2 * WORDS + w) * SASS_LANES + lane],
                                 f->before[(SASS_R0 + w + ((a < b) == min ? 0 : WORDS)) *
                                               SASS_LANES + lane]);
        }
    }
    free_fixture(f);
}

static void mov_moves_the_lanes_of_a_quad_that_its_mask_names(void **unused)
{
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        roll_operands(f);
        f->own.modifier[SASS_MASK] = i % 2 ? 15 : (uint8_t)roll_below(f, 16);
        check(f, sass_mov, model_mov);
    }
    free_fixture(f);
}

/* ---- Predicates ---- */

static bool first_pair(const struct fixture *f, unsigned lane)
{
    return combined(f->own.modifier[SASS_COMBINE], held_predicate(f, f->own.p, lane),
                    held_predicate(f, f->own.p2, lane));
}

static void model_psetp(const struct fixture *f, unsigned lane, struct outcome *out)
{
    bool first = first_pair(f, lane), third = held_predicate(f, f->own.p3, lane);
    out->p = combined(f->own.modifier[SASS_COMBINE2], first, third);
    out->p2 = combined(f->own.modifier[SASS_COMBINE2], !first, third);
}

static void model_pset(const struct fixture *f, unsigned lane, struct outcome *out)
{
    bool yes = combined(f->own.modifier[SASS_COMBINE2], first_pair(f, lane),
                        held_predicate(f, f->own.p3, lane));
    out->d = !yes ? 0 : f->own.modifier[SASS_BOOL_FLOAT] ? 0x3f800000 : ~0u;
    plain_flags(out);
}

static void psetp_and_pset_combine_three_predicates(void **unused)
{
    static const uint8_t modifiers[] = {SASS_BOOL_FLOAT, SASS_CC};
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        f->own.p = roll_predicate(f), f->own.p2 = roll_predicate(f), f->own.p3 = roll_predicate(f);
        f->own.modifier[SASS_COMBINE] = (uint8_t)roll_below(f, 3);
        f->own.modifier[SASS_COMBINE2] = (uint8_t)roll_below(f, 3);
        if (i % 2) {
            roll_targets(f);
            check(f, sass_psetp, model_psetp);
        } else {
            roll_operands(f);
            roll_modifiers(f, modifiers, sizeof modifiers);
            check(f, sass_pset, model_pset);
        }
    }
    free_fixture(f);
}

/* Signed order of a difference: of two numbers that were subtracted, whatever the overflow. */
static void condition_codes_tell_how_two_numbers_compared(void **unused)
{
    enum { LO = 17, LS = 19, HI = 20, HS = 22 };
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        warp_set_mask(&f->warp, 0xffffffff);
        if (i % 3 == 0)
            memcpy(lanes_of(f, 1), lanes_of(f, 0), 16 * sizeof(uint32_t));
        f->own.a = from_register(0), f->own.b = from_register(1);
        f->own.modifier[SASS_NEG_B] = f->own.modifier[SASS_CC] = 1;
        run(f, sass_iadd);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            uint32_t a = lanes_of(f, 0)[lane], b = lanes_of(f, 1)[lane];
            uint64_t lanes;
            int64_t order = (int64_t)(int32_t)a - (int32_t)b;
            for (unsigned test = 0; test < 7; test++) { /* F LT EQ LE GT NE GE */
                assert_true(sass_condition(&f->state, test, &lanes));
                assert_int_equal(lanes >> lane & 1, model_relation(test, order));
            }
            const struct { unsigned test; bool want; } is_unsigned[] = {
                {LO, a < b}, {LS, a <= b}, {HI, a > b}, {HS, a >= b}};
            for (size_t k = 0; k < 4; k++) {
                assert_true(sass_condition(&f->state, is_unsigned[k].test, &lanes));
                assert_int_equal(lanes >> lane & 1, is_unsigned[k].want);
            }
        }
    }
    free_fixture(f);
}

static bool test_holds(const struct fixture *f, unsigned test, unsigned lane)
{
    uint64_t lanes = 0;
    assert_true(sass_condition(&f->state_before, test, &lanes));
    return lanes >> lane & 1;
}

static void model_csetp(const struct fixture *f, unsigned lane, struct outcome *out)
{
    bool holds = test_holds(f, f->own.modifier[SASS_TEST], lane);
    bool with = held_predicate(f, f->own.p, lane);
    out->p = combined(f->own.modifier[SASS_COMBINE], holds, with);
    out->p2 = combined(f->own.modifier[SASS_COMBINE], !holds, with);
}

/* Tests 8 .. 14 are the unordered ones, complements of the ordered; 16 .. 23 look at the flags. */
static void tests_of_condition_codes_come_in_complements(void **unused)
{
    static const uint8_t pairs[][2] = {{0, 15}, {1, 14}, {2, 13}, {3, 12}, {4, 11}, {5, 10},
                                       {6, 9},  {7, 8},  {16, 23}, {17, 22}, {18, 21}, {19, 20}};
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < 200; i++) {
        uint64_t one, other;
        shuffle(f);
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
            assert_true(sass_condition(&f->state, pairs[k][0], &one));
            assert_true(sass_condition(&f->state, pairs[k][1], &other));
            assert_true(one == ~other);
        }
        assert_true(sass_condition(&f->state, 21, &one) && one == f->state.sign);
        assert_true(sass_condition(&f->state, 22, &one) && one == f->state.carry);
        assert_true(sass_condition(&f->state, 23, &one) && one == f->state.overflow);
        assert_false(sass_condition(&f->state, 24, &one));
        f->own.modifier[SASS_TEST] = (uint8_t)roll_below(f, 24);
        f->own.modifier[SASS_COMBINE] = (uint8_t)roll_below(f, 3);
        f->own.p = roll_predicate(f);
        roll_targets(f);
        check(f, sass_csetp, model_csetp);
    }
    f->own.modifier[SASS_TEST] = 31;
    run(f, sass_csetp);
    assert_int_equal(f->effect.kind, EFFECT_FAULT);
    free_fixture(f);
}

static uint64_t flag_of(const struct sass_state *state, bool codes, unsigned i)
{
    const uint64_t of_codes[] = {state->zero, state->sign, state->carry, state->overflow};
    return codes ? of_codes[i] : state->predicate[i];
}

static void model_p2r(const struct fixture *f, unsigned lane, struct outcome *out)
{
    bool codes = f->own.modifier[SASS_MASK];
    uint32_t word = held(f, &f->own.a, lane), mask = held(f, &f->own.b, lane);
    for (unsigned i = 0; i < 8; i++) {
        uint32_t at = 1u << (8 * f->own.modifier[SASS_MODE] + i);
        bool set = i < (codes ? 4 : 7) && (flag_of(&f->state_before, codes, i) >> lane & 1);
        if (mask >> i & 1)
            word = set ? word | at : word & ~at;
    }
    out->d = word;
}

static void p2r_and_r2p_carry_flags_through_a_byte(void **unused)
{
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        roll_operands(f);
        f->own.b = from_immediate(f, 1, roll_below(f, 128));
        f->own.modifier[SASS_MASK] = (uint8_t)roll_below(f, 2);
        f->own.modifier[SASS_MODE] = (uint8_t)roll_below(f, 4);
        check(f, sass_p2r, model_p2r);
        run(f, sass_r2p);
        assert_only_rows(f, SASS_SINK, 1);
        bool codes = f->own.modifier[SASS_MASK];
        for (unsigned lane = 0; lane < SASS_LANES; lane++)
            for (unsigned k = 0; k < 7; k++) {
                bool named = f->own.b.value >> k & 1 && (!codes || k < 4);
                bool taken = held(f, &f->own.a, lane) >> (8 * f->own.modifier[SASS_MODE] + k) & 1;
                bool is_code = codes && k < 4;
                bool old = flag_of(&f->state_before, is_code, k) >> lane & 1;
                bool want = named && f->warp.active[lane] ? taken : old;
                assert_int_equal(flag_of(&f->state, is_code, k) >> lane & 1, want);
            }
    }
    free_fixture(f);
}

/* ---- Guards ---- */

static struct {
    uint64_t mask;
    unsigned runs;
} seen;

static void look(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)insn;
    seen.mask = warp->mask;
    seen.runs++;
    assert_int_equal(warp->active_count, __builtin_popcountll(warp->mask));
    for (unsigned lane = 0; lane < LANES_MAX; lane++)
        assert_int_equal(warp->active[lane], -(uint32_t)(warp->mask >> lane & 1));
    effect->kind = EFFECT_FENCE;
}

static void a_guard_narrows_the_mask_for_one_instruction(void **unused)
{
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        f->own.guard = roll_predicate(f);
        f->own.run = look;
        seen.runs = 0;
        uint64_t mask = f->warp.mask, lanes = 0;
        f->state_before = f->state;
        for (unsigned lane = 0; lane < SASS_LANES; lane++)
            lanes |= (mask >> lane & 1 && held_predicate(f, f->own.guard, lane)) ? 1ull << lane : 0;
        sass_guarded(&f->warp, &f->insn, &f->effect);
        assert_int_equal(seen.runs, lanes != 0);
        assert_true(!lanes || seen.mask == lanes);
        assert_int_equal(f->effect.kind, lanes ? EFFECT_FENCE : EFFECT_NONE);
        uint64_t after = f->warp.mask;
        assert_true(after == mask);
        look(&f->warp, &f->insn, &f->effect); /* spread and counted again */
    }
    free_fixture(f);
}

static void a_warp_starts_with_all_flags_clear(void **unused)
{
    struct fixture *f = new_fixture();
    (void)unused;
    f->state.sm = 1;
    sass_state_reset(&f->state);
    for (unsigned i = 0; i < SASS_PT; i++)
        assert_true(f->state.predicate[i] == 0);
    assert_true(f->state.predicate[SASS_PT] == ~0ull);
    assert_true((f->state.zero | f->state.sign | f->state.carry | f->state.overflow) == 0);
    assert_int_equal(f->state.sm, 1);
    assert_ptr_equal(f->state.launch, &f->launch);
    free_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isetp_compares_into_two_predicates),
        cmocka_unit_test(iset_compares_into_a_register),
        cmocka_unit_test(isetp_x_compares_64_bits),
        cmocka_unit_test(selections_take_one_of_two_sources),
        cmocka_unit_test(parts_of_imnmx_find_the_extreme_of_longer_numbers),
        cmocka_unit_test(mov_moves_the_lanes_of_a_quad_that_its_mask_names),
        cmocka_unit_test(psetp_and_pset_combine_three_predicates),
        cmocka_unit_test(condition_codes_tell_how_two_numbers_compared),
        cmocka_unit_test(tests_of_condition_codes_come_in_complements),
        cmocka_unit_test(p2r_and_r2p_carry_flags_through_a_byte),
        cmocka_unit_test(a_guard_narrows_the_mask_for_one_instruction),
        cmocka_unit_test(a_warp_starts_with_all_flags_clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
