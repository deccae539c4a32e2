/* SPDX-License-Identifier: Apache-2.0 */
/* Shifts, logic and bit fields against models that go bit by bit. PAS-30 */
#include "fixture.h"

enum { ROUNDS = 4000 };

static bool bit(uint32_t word, unsigned i) { return word >> i & 1; }

static uint32_t model_reversed(uint32_t word)
{
    uint32_t mirror = 0;
    for (unsigned i = 0; i < 32; i++)
        mirror = mirror * 2 + bit(word, i);
    return mirror;
}

/* ---- Shifts ---- */

static uint64_t amount(const struct fixture *f, unsigned lane, uint64_t max)
{
    uint32_t b = held(f, &f->own.b, lane);
    return f->own.modifier[SASS_WRAP] ? b % max : b;
}

static void model_shl(const struct fixture *f, unsigned lane, struct outcome *out)
{
    uint32_t word = held(f, &f->own.a, lane);
    for (uint64_t n = amount(f, lane, 32); n && word; n--)
        word *= 2;
    out->d = word;
    plain_flags(out);
}

static void model_shr(const struct fixture *f, unsigned lane, struct outcome *out)
{
    uint32_t a = held(f, &f->own.a, lane);
    if (f->own.modifier[SASS_BREV])
        a = model_reversed(a);
    uint64_t n = amount(f, lane, 32);
    for (unsigned i = 0; i < 32; i++) {
        bool filled = f->own.modifier[SASS_SIGNED_A] && bit(a, 31);
        out->d |= (uint32_t)(i + n < 32 ? bit(a, i + n) : filled) << i;
    }
    plain_flags(out);
}

static void shifts_shift_everything_out_or_wrap(void **unused)
{
    static const uint8_t modifiers[] = {SASS_WRAP, SASS_CC, SASS_SIGNED_A, SASS_BREV};
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        roll_operands(f);
        if (i % 2) {
            roll_modifiers(f, modifiers, 2);
            check(f, sass_shl, model_shl);
        } else {
            roll_modifiers(f, modifiers, sizeof modifiers);
            check(f, sass_shr, model_shr);
        }
    }
    free_fixture(f);
}

/* Bit i of the pair {c, a}; what comes in from above is the sign of a signed pair. */
static bool pair_bit(const struct fixture *f, unsigned lane, int64_t i)
{
    uint32_t a = held(f, &f->own.a, lane), c = held(f, &f->own.c, lane);
    if (i < 0)
        return false;
    if (i > 63)
        return f->own.modifier[SASS_MODE] == 3 && bit(c, 31);
    return i < 32 ? bit(a, (unsigned)i) : bit(c, (unsigned)i - 32);
}

static int64_t funnel(const struct fixture *f, unsigned lane)
{
    int64_t max = f->own.modifier[SASS_MODE] ? 64 : 32;
    int64_t b = held(f, &f->own.b, lane);
    return f->own.modifier[SASS_WRAP] ? b % max : b > max ? max : b;
}

static void model_shf_l(const struct fixture *f, unsigned lane, struct outcome *out)
{
    for (int i = 0; i < 32; i++)
        out->d |= (uint32_t)pair_bit(f, lane, 32 + i - funnel(f, lane)) << i;
    plain_flags(out);
}

static void model_shf_r(const struct fixture *f, unsigned lane, struct outcome *out)
{
    int64_t from = funnel(f, lane) + (f->own.modifier[SASS_HIGH] ? 32 : 0);
    for (int i = 0; i < 32; i++)
        out->d |= (uint32_t)pair_bit(f, lane, from + i) << i;
    plain_flags(out);
}

static void funnel_shifts_move_bits_between_words(void **unused)
{
    static const uint8_t modifiers[] = {SASS_WRAP, SASS_CC, SASS_HIGH};
    static const uint8_t sizes[] = {0, 2, 3};
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        roll_operands(f);
        roll_modifiers(f, modifiers, i % 2 ? 2 : 3);
        f->own.modifier[SASS_MODE] = sizes[roll_below(f, 3)];
        check(f, i % 2 ? sass_shf_l : sass_shf_r, i % 2 ? model_shf_l : model_shf_r);
    }
    free_fixture(f);
}

static void shifts_that_nobody_has_seen_are_refused(void **unused)
{
    static run_fn *const shifts[] = {sass_shl, sass_shr, sass_shf_l, sass_shf_r};
    struct fixture *f = new_fixture();
    (void)unused;
    for (size_t i = 0; i < 4; i++) {
        shuffle(f);
        roll_operands(f);
        f->own.modifier[SASS_X] = 1;
        f->insn.bits = 0x123456789abcdef0;
        run(f, shifts[i]);
        assert_int_equal(f->effect.kind, EFFECT_FAULT);
        assert_int_equal(f->effect.fault.kind, FAULT_ILLEGAL);
        assert_true(f->effect.fault.address == f->insn.bits);
        assert_only_rows(f, SASS_SINK, 1);
    }
    free_fixture(f);
}

/* ---- Logic ---- */

static void finish_logic(const struct fixture *f, unsigned lane, struct outcome *out)
{
    const uint8_t *m = f->own.modifier;
    plain_flags(out);
    if (m[SASS_X])
        out->zero = out->zero && (f->state_before.zero >> lane & 1);
    const bool tests[] = {false, true, out->zero, !out->zero};
    out->p = tests[m[SASS_TEST]];
}

static void model_lop(const struct fixture *f, unsigned lane, struct outcome *out)
{
    const uint8_t *m = f->own.modifier;
    for (unsigned i = 0; i < 32; i++) {
        bool a = bit(held(f, &f->own.a, lane), i) != m[SASS_INV_A];
        bool b = bit(held(f, &f->own.b, lane), i) != m[SASS_INV_B];
        const bool results[] = {a && b, a || b, a != b, b};
        out->d |= (uint32_t)results[m[SASS_OP]] << i;
    }
    finish_logic(f, lane, out);
}

static void model_lop3(const struct fixture *f, unsigned lane, struct outcome *out)
{
    for (unsigned i = 0; i < 32; i++) {
        unsigned row = bit(held(f, &f->own.a, lane), i) * 4u +
                       bit(held(f, &f->own.b, lane), i) * 2u + bit(held(f, &f->own.c, lane), i);
        out->d |= (uint32_t)bit(f->own.modifier[SASS_LUT], row) << i;
    }
    finish_logic(f, lane, out);
}

static void logic_computes_any_function_and_tests_for_zero(void **unused)
{
    static const uint8_t modifiers[] = {SASS_CC, SASS_X, SASS_INV_A, SASS_INV_B};
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        roll_operands(f);
        f->own.modifier[SASS_TEST] = (uint8_t)roll_below(f, 4);
        f->own.pd.index = (uint8_t)roll_below(f, 8);
        if (i % 2) {
            roll_modifiers(f, modifiers, 4);
            f->own.modifier[SASS_OP] = (uint8_t)roll_below(f, 4);
            check(f, sass_lop, model_lop);
        } else {
            roll_modifiers(f, modifiers, 2);
            f->own.modifier[SASS_LUT] = (uint8_t)roll(f);
            check(f, sass_lop3, model_lop3);
        }
    }
    free_fixture(f);
}

/* ---- Fields ---- */

static void model_bfe(const struct fixture *f, unsigned lane, struct outcome *out)
{
    uint32_t a = held(f, &f->own.a, lane), b = held(f, &f->own.b, lane);
    unsigned position = b % 256, length = b / 256 % 256;
    if (f->own.modifier[SASS_BREV])
        a = model_reversed(a);
    unsigned last = position + length - 1 < 31 ? position + length - 1 : 31;
    bool sign = f->own.modifier[SASS_SIGNED_A] && length && bit(a, last);
    for (unsigned i = 0; i < 32; i++)
        out->d |= (uint32_t)(i < length && position + i < 32 ? bit(a, position + i) : sign) << i;
    plain_flags(out);
}

static void model_bfi(const struct fixture *f, unsigned lane, struct outcome *out)
{
    uint32_t a = held(f, &f->own.a, lane), b = held(f, &f->own.b, lane);
    unsigned position = b % 256, length = b / 256 % 256;
    for (unsigned i = 0; i < 32; i++) {
        bool inside = i >= position && i < position + length;
        out->d |= (uint32_t)(inside ? bit(a, i - position)
                                    : bit(held(f, &f->own.c, lane), i)) << i;
    }
    plain_flags(out);
}

static void bit_fields_are_extracted_and_inserted(void **unused)
{
    static const uint8_t modifiers[] = {SASS_CC, SASS_SIGNED_A, SASS_BREV};
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        roll_operands(f);
        f->own.b = from_register(5);
        for (unsigned lane = 0; lane < SASS_LANES; lane++)
            lanes_of(f, 5)[lane] = roll_below(f, 40) | roll_below(f, i % 5 ? 40 : 256) << 8;
        roll_modifiers(f, modifiers, i % 2 ? 3 : 1);
        check(f, i % 2 ? sass_bfe : sass_bfi, i % 2 ? model_bfe : model_bfi);
    }
    free_fixture(f);
}

/* ---- Counting ---- */

static void model_flo(const struct fixture *f, unsigned lane, struct outcome *out)
{
    const uint8_t *m = f->own.modifier;
    uint32_t b = held(f, &f->own.b, lane);
    if (m[SASS_INV_B])
        b = ~b;
    bool looked_for = !(m[SASS_SIGNED_A] && bit(b, 31));
    int place = 31;
    while (place >= 0 && bit(b, (unsigned)place) != looked_for)
        place--;
    out->d = place < 0 ? ~0u : (uint32_t)(m[SASS_SH] ? 31 - place : place);
    plain_flags(out);
}

static void model_popc(const struct fixture *f, unsigned lane, struct outcome *out)
{
    for (unsigned i = 0; i < 32; i++)
        out->d += bit(held(f, &f->own.b, lane), i) != f->own.modifier[SASS_INV_B];
    plain_flags(out);
}

static void flo_finds_and_popc_counts(void **unused)
{
    static const uint8_t modifiers[] = {SASS_INV_B, SASS_CC, SASS_SIGNED_A, SASS_SH};
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        roll_operands(f);
        roll_modifiers(f, modifiers, i % 2 ? 4 : 1);
        check(f, i % 2 ? sass_flo : sass_popc, i % 2 ? model_flo : model_popc);
    }
    free_fixture(f);
}

/* ---- Bytes ---- */

/* Byte i of the result, as the PTX manual describes the modes in words. */
static unsigned model_choice(unsigned mode, unsigned i, unsigned b)
{
    switch (mode) {
    case 1: /* four bytes from b on, upwards */
        return b + i;
    case 2: /* four bytes from b on, downwards and around */
        return (b + 8 - i) % 8;
    case 3: /* byte b */
        return b;
    case 4: /* not below b */
        return i > b ? i : b;
    case 5: /* not above b */
        return i < b ? i : b;
    default: /* half b */
        return b % 2 * 2 + i % 2;
    }
}

static void model_prmt(const struct fixture *f, unsigned lane, struct outcome *out)
{
    uint32_t a = held(f, &f->own.a, lane), b = held(f, &f->own.b, lane);
    uint32_t c = held(f, &f->own.c, lane);
    uint8_t bytes[8], result[4];
    memcpy(bytes, &a, 4);
    memcpy(bytes + 4, &c, 4);
    for (unsigned i = 0; i < 4; i++) {
        unsigned mode = f->own.modifier[SASS_MODE], nibble = b >> 4 * i & 15;
        if (mode)
            result[i] = bytes[model_choice(mode, i, b % 4)];
        else
            result[i] = nibble < 8 ? bytes[nibble] : bytes[nibble - 8] > 127 ? 255 : 0;
    }
    memcpy(&out->d, result, 4);
}

static void prmt_picks_bytes_in_all_its_modes(void **unused)
{
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        roll_operands(f);
        f->own.modifier[SASS_MODE] = (uint8_t)roll_below(f, 7);
        check(f, sass_prmt, model_prmt);
    }
    f->own.modifier[SASS_MODE] = 7;
    run(f, sass_prmt);
    assert_int_equal(f->effect.kind, EFFECT_FAULT);
    free_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shifts_shift_everything_out_or_wrap),
        cmocka_unit_test(funnel_shifts_move_bits_between_words),
        cmocka_unit_test(shifts_that_nobody_has_seen_are_refused),
        cmocka_unit_test(logic_computes_any_function_and_tests_for_zero),
        cmocka_unit_test(bit_fields_are_extracted_and_inserted),
        cmocka_unit_test(flo_finds_and_popc_counts),
        cmocka_unit_test(prmt_picks_bytes_in_all_its_modes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
