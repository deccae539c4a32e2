/* SPDX-License-Identifier: Apache-2.0 */
/* Integer arithmetic against models that add in 64 and 128 bits instead of carrying. PAS-30 */
#include "fixture.h"

enum { ROUNDS = 4000 };

static int64_t as_signed(uint32_t word) { return (int32_t)word; }

/* x + y + carry of whole numbers, x and y words. */
static void model_sum(const struct fixture *f, uint32_t x, uint32_t y, unsigned carry,
                      struct outcome *out)
{
    int64_t exact = as_signed(x) + as_signed(y) + carry;
    out->d = (uint32_t)exact;
    out->carry = ((uint64_t)x + y + carry) >> 32;
    out->overflow = exact != as_signed(out->d);
    if (f->own.modifier[SASS_SAT] && out->overflow)
        out->d = exact < 0 ? 0x80000000 : 0x7fffffff;
    out->zero = out->d == 0;
    out->sign = out->d >> 31;
}

static unsigned carry_in(const struct fixture *f, unsigned lane, unsigned otherwise)
{
    return f->own.modifier[SASS_X] ? f->state_before.carry >> lane & 1 : otherwise;
}

/* Sources of which one may be negated, both negated meaning one more. */
static void model_signed_sum(const struct fixture *f, unsigned lane, uint32_t x, uint32_t y,
                             struct outcome *out)
{
    bool nx = f->own.modifier[SASS_NEG_A], ny = f->own.modifier[SASS_NEG_B];
    if (nx && !ny)
        x = ~x;
    if (ny && !nx)
        y = ~y;
    model_sum(f, x, y, carry_in(f, lane, nx || ny), out);
}

static void model_iadd(const struct fixture *f, unsigned lane, struct outcome *out)
{
    model_signed_sum(f, lane, held(f, &f->own.a, lane), held(f, &f->own.b, lane), out);
}

static void iadd_adds_and_subtracts_with_all_modifiers(void **unused)
{
    static const uint8_t modifiers[] = {SASS_NEG_A, SASS_NEG_B, SASS_X, SASS_CC, SASS_SAT};
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        roll_operands(f);
        roll_modifiers(f, modifiers, i % 3 ? sizeof modifiers : 2);
        check(f, sass_iadd, model_iadd);
    }
    free_fixture(f);
}

static void two_iadds_make_a_64_bit_difference(void **unused)
{
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        warp_set_mask(&f->warp, 0xffffffff);
        f->own.modifier[SASS_NEG_B] = f->own.modifier[SASS_CC] = 1;
        f->own.a = from_register(0), f->own.b = from_register(2), f->own.rd = SASS_R0 + 4;
        run(f, sass_iadd);
        f->own.modifier[SASS_CC] = 0, f->own.modifier[SASS_X] = 1;
        f->own.a = from_register(1), f->own.b = from_register(3), f->own.rd = SASS_R0 + 5;
        run(f, sass_iadd);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            uint64_t pair[3];
            for (unsigned k = 0; k < 3; k++)
                pair[k] = (uint64_t)lanes_of(f, 2 * k + 1)[lane] << 32 | lanes_of(f, 2 * k)[lane];
            assert_true(pair[2] == pair[0] - pair[1]);
        }
    }
    free_fixture(f);
}

static uint32_t half(uint32_t word, unsigned which)
{
    return which == 1 ? word % 65536 : which == 2 ? word / 65536 : word;
}

static void model_iadd3(const struct fixture *f, unsigned lane, struct outcome *out)
{
    const uint8_t *m = f->own.modifier;
    unsigned __int128 parts[3], sum = 0;
    const struct sass_source *sources[] = {&f->own.a, &f->own.b, &f->own.c};
    for (unsigned i = 0; i < 3; i++) {
        uint32_t word = half(held(f, sources[i], lane), m[SASS_HALF_A + i]);
        bool negated = m[SASS_NEG_A + i];
        parts[i] = negated ? (unsigned __int128)(uint32_t)~word + !m[SASS_X] : word;
    }
    sum = parts[0] + parts[1];
    if (m[SASS_MODE] == 1)
        sum = (sum % ((unsigned __int128)1 << 33)) / 65536;
    if (m[SASS_MODE] == 2)
        sum = (uint32_t)(sum * 65536);
    uint32_t first = (uint32_t)sum;
    sum += parts[2] + carry_in(f, lane, 0);
    out->d = (uint32_t)sum;
    out->carry = sum >> 32 & 1;
    /* of the last addition: signs of its sources agree and that of the result does not */
    uint32_t y = half(held(f, &f->own.c, lane), m[SASS_HALF_C]);
    y = m[SASS_NEG_C] ? ~y : y;
    out->overflow = first >> 31 == y >> 31 && out->d >> 31 != y >> 31;
    out->zero = out->d == 0;
    out->sign = out->d >> 31;
}

static void iadd3_adds_halves_shifted_and_negated(void **unused)
{
    static const uint8_t modifiers[] = {SASS_NEG_A, SASS_NEG_B, SASS_NEG_C, SASS_X, SASS_CC};
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        roll_operands(f);
        roll_modifiers(f, modifiers, i % 2 ? sizeof modifiers : 3);
        if (i % 4 == 1) {
            f->own.modifier[SASS_MODE] = (uint8_t)roll_below(f, 3);
            for (unsigned k = 0; k < 3; k++)
                f->own.modifier[SASS_HALF_A + k] = (uint8_t)roll_below(f, 3);
        }
        check(f, sass_iadd3, model_iadd3);
    }
    free_fixture(f);
}

/* As compilers add and subtract three numbers of 64 bits: the low words may carry 2. */
static void two_iadd3s_make_a_64_bit_sum_of_three(void **unused)
{
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        uint8_t *m = f->own.modifier;
        f->own.a = from_register(1), f->own.b = from_register(2), f->own.c = from_register(3);
        f->own.rd = SASS_R0 + 7;
        m[SASS_CC] = 1;
        m[SASS_NEG_A + roll_below(f, 3)] = i & 1;
        m[SASS_NEG_C] |= i >> 1 & 1;
        memcpy(f->before, f->reg, sizeof f->reg);
        run(f, sass_iadd3);
        f->own.a = from_register(4), f->own.b = from_register(5), f->own.c = from_register(6);
        f->own.rd = SASS_R0 + 8;
        m[SASS_CC] = 0, m[SASS_X] = 1;
        run(f, sass_iadd3);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            uint64_t sum = 0;
            for (unsigned k = 0; k < 3; k++) {
                uint64_t term = (uint64_t)f->before[(SASS_R0 + 4 + k) * SASS_LANES + lane] << 32 |
                                f->before[(SASS_R0 + 1 + k) * SASS_LANES + lane];
                sum += m[SASS_NEG_A + k] ? -term : term;
            }
            if (f->warp.mask >> lane & 1) {
                assert_int_equal(f->reg[(SASS_R0 + 7) * SASS_LANES + lane], (uint32_t)sum);
                assert_int_equal(f->reg[(SASS_R0 + 8) * SASS_LANES + lane], sum >> 32);
            }
        }
    }
    free_fixture(f);
}

static void model_iscadd(const struct fixture *f, unsigned lane, struct outcome *out)
{
    uint64_t scaled = (uint64_t)held(f, &f->own.a, lane) * (1ull << f->own.modifier[SASS_SHIFT]);
    model_signed_sum(f, lane, (uint32_t)scaled, held(f, &f->own.b, lane), out);
}

static void iscadd_adds_a_scaled_source(void **unused)
{
    static const uint8_t modifiers[] = {SASS_NEG_A, SASS_NEG_B, SASS_CC};
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        roll_operands(f);
        roll_modifiers(f, modifiers, sizeof modifiers);
        f->own.modifier[SASS_SHIFT] = (uint8_t)roll_below(f, 32);
        check(f, sass_iscadd, model_iscadd);
    }
    free_fixture(f);
}

static void model_lea(const struct fixture *f, unsigned lane, struct outcome *out)
{
    model_iscadd(f, lane, out);
    out->p = out->carry;
}

static void model_lea_hi(const struct fixture *f, unsigned lane, struct outcome *out)
{
    unsigned __int128 pair = (unsigned __int128)held(f, &f->own.c, lane) << 32 |
                             held(f, &f->own.a, lane);
    pair *= 1ull << f->own.modifier[SASS_SHIFT];
    model_signed_sum(f, lane, (uint32_t)(pair >> 32), held(f, &f->own.b, lane), out);
    uint64_t address = (uint64_t)pair + ((uint64_t)held(f, &f->own.b, lane) << 32);
    out->p = address < f->launch.shared_window ||
             address >= f->launch.shared_window + SASS_WINDOW_BYTES;
}

static void lea_and_lea_hi_scale_a_pair_of_words(void **unused)
{
    static const uint8_t modifiers[] = {SASS_NEG_A, SASS_X, SASS_CC};
    struct fixture *f = new_fixture();
    (void)unused;
    f->launch.shared_window = 0x1000000;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        roll_operands(f);
        roll_modifiers(f, modifiers, sizeof modifiers);
        f->own.modifier[SASS_SHIFT] = (uint8_t)(i % 8 ? roll_below(f, 32) : 0);
        if (i % 8 == 0) { /* around the window of shared memory */
            f->own.a = from_register(3), f->own.b = f->own.c = from_zero();
            for (unsigned lane = 0; lane < SASS_LANES; lane++)
                f->reg[f->own.a.row * SASS_LANES + lane] &= 0x3ffffff;
        }
        f->own.pd.index = (uint8_t)roll_below(f, 8);
        if (i % 2)
            check(f, sass_lea, model_lea);
        else
            check(f, sass_lea_hi, model_lea_hi);
    }
    free_fixture(f);
}

/* ---- Products ---- */

static int64_t model_half(uint32_t word, bool high, bool is_signed)
{
    uint16_t part = (uint16_t)(high ? word >> 16 : word);
    return is_signed ? (int16_t)part : (int64_t)part;
}

static void model_xmad(const struct fixture *f, unsigned lane, struct outcome *out)
{
    const uint8_t *m = f->own.modifier;
    uint32_t a = held(f, &f->own.a, lane), b = held(f, &f->own.b, lane);
    uint32_t c = held(f, &f->own.c, lane);
    int64_t x = model_half(a, m[SASS_HALF_A], m[SASS_SIGNED_A]);
    int64_t y = model_half(b, m[SASS_HALF_B], m[SASS_SIGNED_B]);
    uint32_t p = (uint32_t)(m[SASS_PSL] ? x * y * 65536 : x * y);
    switch (m[SASS_MODE]) {
    case 1:
        c %= 65536;
        break;
    case 2:
        c /= 65536;
        break;
    case 3:
        c -= x < 0 && (uint16_t)b != 0 ? 65536 : 0; /* low halves of the registers */
        c -= y < 0 && (uint16_t)a != 0 ? 65536 : 0;
        break;
    case 4:
        c += b * 65536;
        break;
    }
    model_sum(f, p, c, carry_in(f, lane, 0), out);
    if (m[SASS_MRG])
        out->d = out->d % 65536 + b * 65536;
}

static void xmad_multiplies_halves_in_all_its_modes(void **unused)
{
    static const uint8_t modifiers[] = {SASS_HALF_A, SASS_HALF_B, SASS_SIGNED_A, SASS_SIGNED_B,
                                        SASS_PSL, SASS_MRG, SASS_X, SASS_CC};
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        roll_operands(f);
        roll_modifiers(f, modifiers, i % 2 ? sizeof modifiers : 6);
        f->own.modifier[SASS_MODE] = (uint8_t)roll_below(f, 5);
        check(f, sass_xmad, model_xmad);
    }
    free_fixture(f);
}

/* t := a * b.lo + c; u := a * b.hi, b.lo above; d := (a.hi * u.hi) << 16 + (t + u << 16) */
static void three_xmads_are_a_32_bit_multiply_and_add(void **unused)
{
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS / 4; i++) {
        shuffle(f);
        f->own.a = from_register(0), f->own.b = from_register(1), f->own.c = from_register(2);
        f->own.rd = SASS_R0 + 3;
        run(f, sass_xmad);
        f->own.modifier[SASS_MRG] = f->own.modifier[SASS_HALF_B] = 1;
        f->own.c = from_zero(), f->own.rd = SASS_R0 + 4;
        run(f, sass_xmad);
        f->own.modifier[SASS_MRG] = 0;
        f->own.modifier[SASS_HALF_A] = f->own.modifier[SASS_PSL] = 1;
        f->own.modifier[SASS_MODE] = 4;
        f->own.b = from_register(4), f->own.c = from_register(3), f->own.rd = SASS_R0 + 5;
        run(f, sass_xmad);
        for (unsigned lane = 0; lane < SASS_LANES; lane++)
            if (f->warp.active[lane])
                assert_int_equal(lanes_of(f, 5)[lane],
                                 lanes_of(f, 0)[lane] * lanes_of(f, 1)[lane] +
                                     lanes_of(f, 2)[lane]);
    }
    free_fixture(f);
}

static __int128 model_word(uint32_t word, bool is_signed)
{
    return is_signed ? (__int128)(int32_t)word : (__int128)word;
}

static uint32_t model_product(const struct fixture *f, unsigned lane)
{
    const uint8_t *m = f->own.modifier;
    __int128 product = model_word(held(f, &f->own.a, lane), m[SASS_SIGNED_A]) *
                       model_word(held(f, &f->own.b, lane), m[SASS_SIGNED_B]);
    return (uint32_t)(m[SASS_HIGH] ? product >> 32 : product);
}

static void model_imad(const struct fixture *f, unsigned lane, struct outcome *out)
{
    uint32_t product = model_product(f, lane), c = held(f, &f->own.c, lane);
    bool np = f->own.modifier[SASS_NEG_A], nc = f->own.modifier[SASS_NEG_C];
    if (np != nc)
        *(np ? &product : &c) ^= ~0u;
    model_sum(f, product, c, carry_in(f, lane, np || nc), out);
}

static void model_imul(const struct fixture *f, unsigned lane, struct outcome *out)
{
    model_sum(f, model_product(f, lane), 0, 0, out);
}

static void imad_and_imul_multiply_whole_words(void **unused)
{
    static const uint8_t of_imul[] = {SASS_SIGNED_A, SASS_SIGNED_B, SASS_HIGH, SASS_CC};
    static const uint8_t of_imad[] = {SASS_SIGNED_A, SASS_SIGNED_B, SASS_HIGH, SASS_CC,
                                      SASS_X, SASS_SAT, SASS_NEG_A, SASS_NEG_C};
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        roll_operands(f);
        if (i % 2) {
            roll_modifiers(f, of_imul, sizeof of_imul);
            check(f, sass_imul, model_imul);
        } else {
            roll_modifiers(f, of_imad, sizeof of_imad);
            check(f, sass_imad, model_imad);
        }
    }
    free_fixture(f);
}

static int32_t model_byte(uint32_t word, unsigned i, bool is_signed)
{
    uint8_t bytes[4];
    memcpy(bytes, &word, 4);
    return is_signed ? (int8_t)bytes[i] : bytes[i];
}

static void model_idp(const struct fixture *f, unsigned lane, struct outcome *out)
{
    const uint8_t *m = f->own.modifier;
    uint32_t a = held(f, &f->own.a, lane), b = held(f, &f->own.b, lane);
    int64_t sum = held(f, &f->own.c, lane);
    for (unsigned i = 0; i < (m[SASS_MODE] ? 2u : 4u); i++)
        sum += m[SASS_MODE]
                   ? model_half(a, i, m[SASS_SIGNED_A]) *
                         model_byte(b, i + (m[SASS_HIGH] ? 2 : 0), m[SASS_SIGNED_B])
                   : model_byte(a, i, m[SASS_SIGNED_A]) * model_byte(b, i, m[SASS_SIGNED_B]);
    out->d = (uint32_t)sum;
}

static void idp_sums_products_of_bytes(void **unused)
{
    static const uint8_t modifiers[] = {SASS_SIGNED_A, SASS_SIGNED_B, SASS_MODE, SASS_HIGH};
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        roll_operands(f);
        roll_modifiers(f, modifiers, sizeof modifiers);
        if (!f->own.modifier[SASS_MODE])
            f->own.modifier[SASS_HIGH] = 0;
        check(f, sass_idp, model_idp);
    }
    free_fixture(f);
}

/* ---- Video ---- */

static int64_t model_part(const struct sass_source *source, uint32_t word, unsigned part,
                          bool is_signed)
{
    if (source->kind == SASS_IMMEDIATE || part == 6)
        return (int64_t)model_word(word, is_signed);
    return part < 4 ? model_byte(word, part, is_signed) : model_half(word, part == 5, is_signed);
}

static uint32_t model_second(unsigned op, uint32_t r, uint32_t c, bool is_signed)
{
    __int128 x = model_word(r, is_signed), y = model_word(c, is_signed);
    uint8_t word[4], from[4];
    memcpy(word, &c, 4);
    memcpy(from, &r, 4);
    switch (op) {
    case 0:
        memcpy(word + 2, from, 2);
        break;
    case 1:
        memcpy(word, from, 2);
        break;
    case 2:
        word[0] = from[0];
        break;
    case 3:
        word[2] = from[0];
        break;
    case 4:
        return (uint32_t)(x + y);
    case 5:
        return (uint32_t)(x < y ? x : y);
    case 6:
        return (uint32_t)(x > y ? x : y);
    default:
        return r;
    }
    memcpy(&c, word, 4);
    return c;
}

static void model_video(const struct fixture *f, unsigned lane, int64_t r, struct outcome *out)
{
    const uint8_t *m = f->own.modifier;
    int64_t min = m[SASS_SIGNED_D] ? INT32_MIN : 0;
    int64_t max = m[SASS_SIGNED_D] ? INT32_MAX : UINT32_MAX;
    if (m[SASS_SAT] && r < min)
        r = min;
    if (m[SASS_SAT] && r > max)
        r = max;
    out->d = model_second(m[SASS_OP], (uint32_t)r, held(f, &f->own.c, lane), m[SASS_SIGNED_D]);
}

static void model_vmnmx(const struct fixture *f, unsigned lane, struct outcome *out)
{
    const uint8_t *m = f->own.modifier;
    int64_t x = model_part(&f->own.a, held(f, &f->own.a, lane), m[SASS_HALF_A], m[SASS_SIGNED_A]);
    int64_t y = model_part(&f->own.b, held(f, &f->own.b, lane), m[SASS_HALF_B], m[SASS_SIGNED_B]);
    model_video(f, lane, m[SASS_MAX] ? (x > y ? x : y) : (x < y ? x : y), out);
}

static void model_vabsdiff(const struct fixture *f, unsigned lane, struct outcome *out)
{
    const uint8_t *m = f->own.modifier;
    int64_t x = model_part(&f->own.a, held(f, &f->own.a, lane), m[SASS_HALF_A], m[SASS_SIGNED_A]);
    int64_t y = model_part(&f->own.b, held(f, &f->own.b, lane), m[SASS_HALF_B], m[SASS_SIGNED_B]);
    model_video(f, lane, llabs(x - y), out);
}

static void video_instructions_apply_two_operations(void **unused)
{
    static const uint8_t modifiers[] = {SASS_SIGNED_A, SASS_SIGNED_B, SASS_SIGNED_D, SASS_SAT,
                                        SASS_MAX};
    struct fixture *f = new_fixture();
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        shuffle(f);
        roll_operands(f);
        f->own.a = from_register(roll_below(f, REGISTERS));
        roll_modifiers(f, modifiers, sizeof modifiers);
        f->own.modifier[SASS_OP] = (uint8_t)roll_below(f, 8);
        f->own.modifier[SASS_HALF_A] = (uint8_t)roll_below(f, 7);
        f->own.modifier[SASS_HALF_B] = (uint8_t)roll_below(f, 7);
        check(f, i % 2 ? sass_vmnmx : sass_vabsdiff, i % 2 ? model_vmnmx : model_vabsdiff);
    }
    free_fixture(f);
}

/* ---- Constants ---- */

static void a_constant_outside_of_its_bank_is_a_fault(void **unused)
{
    struct fixture *f = new_fixture();
    (void)unused;
    static const uint32_t offsets[] = {BANK_BYTES, BANK_BYTES - 3, 0xfffffffc};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        f->own.a = from_register(0), f->own.b = from_constant(offsets[i]);
        f->own.rd = SASS_R0 + 3;
        run(f, sass_iadd);
        assert_int_equal(f->effect.kind, EFFECT_FAULT);
        assert_int_equal(f->effect.fault.kind, FAULT_OUT_OF_BOUNDS);
        assert_int_equal(f->effect.fault.space, MEMORY_CONSTANT);
        assert_true(f->effect.fault.address == offsets[i]);
    }
    f->own.b = from_constant(0);
    f->own.b.bank = SASS_BANKS;
    run(f, sass_iadd);
    assert_int_equal(f->effect.kind, EFFECT_FAULT);
    free_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(iadd_adds_and_subtracts_with_all_modifiers),
        cmocka_unit_test(two_iadds_make_a_64_bit_difference),
        cmocka_unit_test(iadd3_adds_halves_shifted_and_negated),
        cmocka_unit_test(two_iadd3s_make_a_64_bit_sum_of_three),
        cmocka_unit_test(iscadd_adds_a_scaled_source),
        cmocka_unit_test(lea_and_lea_hi_scale_a_pair_of_words),
        cmocka_unit_test(xmad_multiplies_halves_in_all_its_modes),
        cmocka_unit_test(three_xmads_are_a_32_bit_multiply_and_add),
        cmocka_unit_test(imad_and_imul_multiply_whole_words),
        cmocka_unit_test(idp_sums_products_of_bytes),
        cmocka_unit_test(video_instructions_apply_two_operations),
        cmocka_unit_test(a_constant_outside_of_its_bank_is_a_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
