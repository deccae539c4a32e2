/* SPDX-License-Identifier: Apache-2.0 */
/* test_convert.c - conversions between all sizes against MPFR: rounding, saturation, flushing,
 * selection of bytes and halves, condition codes. */
#include "float_fixture.h"

enum { BATCHES = 6000, BYTE = 0, HALF = 1, WORD = 2, PAIR = 3 };

__extension__ typedef __int128 int128;

static const enum float_format format_of[] = {[HALF] = FORMAT_16, [WORD] = FORMAT_32,
                                              [PAIR] = FORMAT_64};

/* Everything that conversions have in common. Half of them plain, where loops of all lanes work. */
static void roll_instruction(struct fixture *f)
{
    uint8_t *m = f->own.modifier;
    clear_instruction(f);
    m[SASS_ROUND] = (uint8_t)below(f, 4);
    m[SASS_SIGNED_A] = (uint8_t)below(f, 2);
    m[SASS_SIGNED_D] = (uint8_t)below(f, 2);
    m[SASS_FTZ] = below(f, 3) == 0;
    if (below(f, 2)) {
        m[SASS_SAT] = below(f, 3) == 0;
        m[SASS_NEG_B] = below(f, 3) == 0;
        m[SASS_ABS_B] = below(f, 3) == 0;
        m[SASS_CC] = below(f, 3) == 0;
    }
    for (unsigned lane = 0; lane < SASS_LANES; lane++)
        set_pair(f, RD, lane, roll(f));
    roll_mask(f);
}

static void roll_floats(struct fixture *f, unsigned size)
{
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        enum float_format format = format_of[size];
        const struct format_numbers n = format_numbers[format];
        int bias = (int)(n.one >> n.fraction_bits);
        int exponent = below(f, 2) ? roll_exponent(f, format) : bias + (int)below(f, 70) - 4;
        if (below(f, 4) == 0) /* subnormals of the other formats */
            exponent = bias - (int)below(f, 160);
        uint64_t word = roll_number(f, format, exponent);
        if (size == HALF)
            word |= roll_number(f, format, exponent) << 16;
        set_pair(f, RB, lane, size == PAIR ? word : (uint32_t)word | roll(f) << 32);
    }
}

static void roll_integers(struct fixture *f)
{
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        uint64_t word = roll(f) >> below(f, 64);
        if (below(f, 4) == 0)
            word = ((uint64_t)1 << below(f, 64)) + below(f, 3) - 1;
        set_pair(f, RB, lane, below(f, 2) ? word : -word);
    }
}

/* The floating-point source of a lane, modified and flushed, in MPFR. False: it is NaN. */
static bool float_source(struct fixture *f, unsigned lane, mpfr_t value)
{
    const uint8_t *m = f->own.modifier;
    enum float_format format = format_of[m[SASS_SIZE_A]];
    uint64_t word = pair(f, RB, lane), sign = (uint64_t)1 << (format_numbers[format].bits - 1);
    if (format == FORMAT_16)
        word = m[SASS_SELECT] ? word >> 16 & 0xffff : word & 0xffff;
    if (format == FORMAT_32)
        word &= 0xffffffff;
    if (m[SASS_ABS_B])
        word &= ~sign;
    if (m[SASS_NEG_B])
        word ^= sign;
    if (m[SASS_FTZ] && format == FORMAT_32)
        word = reference_flushed(format, word);
    load_word(value, format, word);
    return !word_is_nan(format, word);
}

/* A value rounded to the target's format. */
static uint64_t float_target(struct fixture *f, mpfr_t value)
{
    const uint8_t *m = f->own.modifier;
    enum float_format format = format_of[m[SASS_SIZE_D]];
    mpfr_rnd_t mode = rounding_modes[m[SASS_ROUND]];
    mpfr_t rounded;
    mpfr_init2(rounded, format_numbers[format].fraction_bits + 1);
    int ternary = mpfr_set(rounded, value, mode);
    uint64_t word = store_word(rounded, ternary, format, mode);
    mpfr_clear(rounded);
    if (m[SASS_FTZ] && format == FORMAT_32)
        word = reference_flushed(format, word);
    return m[SASS_SAT] ? reference_saturated(format, word) : word;
}

/* The source as an integer, with its sign as modified. */
static int128 integer_source(struct fixture *f, unsigned lane)
{
    const uint8_t *m = f->own.modifier;
    unsigned bits = 8u << m[SASS_SIZE_A];
    uint64_t word = pair(f, RB, lane);
    if (bits < 32)
        word = (uint32_t)word >> 8 * m[SASS_SELECT];
    if (bits < 64)
        word &= ((uint64_t)1 << bits) - 1;
    int128 value = (int128)word;
    if (m[SASS_SIGNED_A] && word >> (bits - 1))
        value -= (int128)1 << bits;
    if (m[SASS_ABS_B] && value < 0)
        value = -value;
    return m[SASS_NEG_B] ? -value : value;
}

static int128 clamped(struct fixture *f, int128 value)
{
    unsigned bits = 8u << f->own.modifier[SASS_SIZE_D];
    int128 one = 1;
    int128 min = f->own.modifier[SASS_SIGNED_D] ? -(one << (bits - 1)) : 0;
    int128 max = f->own.modifier[SASS_SIGNED_D] ? (one << (bits - 1)) - 1 : (one << bits) - 1;
    return value < min ? min : value > max ? max : value;
}

/* Truncated to the target's size and extended again to what the registers hold. */
static uint64_t integer_target(struct fixture *f, int128 value)
{
    unsigned bits = 8u << f->own.modifier[SASS_SIZE_D];
    int128 wrapped = value & (((int128)1 << bits) - 1);
    if (f->own.modifier[SASS_SIGNED_D] && wrapped >> (bits - 1))
        wrapped -= (int128)1 << bits;
    return bits == 64 ? (uint64_t)wrapped : (uint32_t)wrapped;
}

static void assert_results(struct fixture *f, const uint64_t *want)
{
    bool wide = f->own.modifier[SASS_SIZE_D] == PAIR;
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        uint64_t got = wide ? pair(f, RD, lane) : row(f, RD)[lane];
        if (!(f->warp.mask >> lane & 1))
            continue;
        if (got != want[lane])
            fail_msg("%016lx, sizes %d to %d, signed %d to %d, rounding %d: %016lx, not %016lx",
                     pair(f, RB, lane), f->own.modifier[SASS_SIZE_A], f->own.modifier[SASS_SIZE_D],
                     f->own.modifier[SASS_SIGNED_A], f->own.modifier[SASS_SIGNED_D],
                     f->own.modifier[SASS_ROUND], got, want[lane]);
        if (!f->own.modifier[SASS_CC])
            continue;
        assert_int_equal(f->state.zero >> lane & 1, want[lane] == 0);
        assert_int_equal(f->state.sign >> lane & 1, want[lane] >> (wide ? 63 : 31) & 1);
        assert_int_equal(f->state.carry >> lane & 1, 0);
    }
    assert_others_kept(f, RD, wide ? 2 : 1);
}

/* The target's own NaN; with 64 bits on one side sign and payload stay, and it becomes quiet. */
static uint64_t float_of_nan(struct fixture *f, unsigned lane)
{
    const uint8_t *m = f->own.modifier;
    enum float_format from = format_of[m[SASS_SIZE_A]], to = format_of[m[SASS_SIZE_D]];
    const struct format_numbers source = format_numbers[from], target = format_numbers[to];
    uint64_t word = pair(f, RB, lane);
    if (m[SASS_SAT])
        return 0;
    if (from != FORMAT_64 && to != FORMAT_64)
        return ((uint64_t)1 << (target.bits - 1)) - 1;
    if (from == FORMAT_16 && m[SASS_SELECT])
        word >>= 16;
    uint64_t fraction = word & (((uint64_t)1 << source.fraction_bits) - 1);
    int longer = target.fraction_bits - source.fraction_bits;
    fraction = longer >= 0 ? fraction << longer : fraction >> -longer;
    return (word >> (source.bits - 1) & 1) << (target.bits - 1) | target.infinity | fraction |
           (uint64_t)1 << (target.fraction_bits - 1);
}

/* As a GPU of the vendor answers (sm_90). */
static void f2f_makes_of_nans_what_hardware_does(void **state)
{
    static const struct {
        uint8_t from, to;
        uint64_t nan, result;
    } cases[] = {
        {WORD, HALF, 0xffc12345, 0x7fff}, {HALF, WORD, 0xfc01, 0x7fffffff},
        {WORD, PAIR, 0xff800123, 0xfff8002460000000}, {WORD, WORD, 0xffc12345, 0x7fffffff},
        {PAIR, WORD, 0xfff0000012345678, 0xffc00000}, {PAIR, WORD, 0x7ff123456789abcd, 0x7fc91a2b},
        {PAIR, HALF, 0x7ff0000000000aaa, 0x7e00}, {HALF, PAIR, 0xfc01, 0xfff8040000000000},
        {PAIR, PAIR, 0x7ff0000000000aaa, 0x7ff8000000000aaa},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        clear_instruction(f);
        f->own.modifier[SASS_SIZE_A] = cases[i].from;
        f->own.modifier[SASS_SIZE_D] = cases[i].to;
        f->own.modifier[SASS_INTEGRAL] = cases[i].from == cases[i].to;
        set_pair(f, RB, 0, cases[i].nan);
        set_pair(f, RD, 0, 0);
        run(f, sass_f2f);
        assert_int_equal(pair(f, RD, 0), cases[i].result);
    }
}

/* PAS-34, PAS-30 */
static void f2f_rounds_to_the_other_format_or_to_an_integer(void **state)
{
    struct fixture *f = *state;
    mpfr_t value;
    mpfr_init2(value, 64);
    for (int batch = 0; batch < BATCHES; batch++) {
        uint64_t want[SASS_LANES];
        uint8_t *m = f->own.modifier;
        roll_instruction(f);
        m[SASS_SIZE_A] = (uint8_t)(HALF + below(f, 3));
        m[SASS_SIZE_D] = (uint8_t)(HALF + below(f, 3));
        m[SASS_SELECT] = (uint8_t)below(f, 2);
        m[SASS_INTEGRAL] = below(f, 3) == 0;
        roll_floats(f, m[SASS_SIZE_A]);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            bool number = float_source(f, lane, value);
            if (number && m[SASS_INTEGRAL])
                mpfr_rint(value, value, rounding_modes[m[SASS_ROUND]]);
            want[lane] = number ? float_target(f, value) : float_of_nan(f, lane);
        }
        run(f, sass_f2f);
        assert_results(f, want);
    }
    mpfr_clear(value);
}

/* NaN: 0, or the highest bit alone where one side has 64 bits. */
static uint64_t integer_of_nan(const uint8_t *m)
{
    unsigned bits = 8u << m[SASS_SIZE_D];
    return m[SASS_SIZE_A] == PAIR || m[SASS_SIZE_D] == PAIR ? (uint64_t)1 << (bits - 1) : 0;
}

static int128 integer_of(mpfr_t value)
{
    if (mpfr_inf_p(value) || mpfr_get_exp(value) > 100)
        return (mpfr_signbit(value) ? -1 : 1) * ((int128)1 << 100);
    mpfr_t high;
    mpfr_init2(high, 128);
    mpfr_div_2ui(high, value, 32, MPFR_RNDZ);
    mpfr_trunc(high, high);
    int128 upper = mpfr_cmp_si_2exp(high, 1, 62) > 0   ? (int128)1 << 62
                   : mpfr_cmp_si_2exp(high, -1, 62) < 0 ? -((int128)1 << 62)
                                                         : mpfr_get_si(high, MPFR_RNDZ);
    mpfr_mul_2ui(high, high, 32, MPFR_RNDZ);
    mpfr_sub(high, value, high, MPFR_RNDZ);
    int128 lower = mpfr_get_si(high, MPFR_RNDZ);
    mpfr_clear(high);
    return upper * ((int128)1 << 32) + (upper >= (int128)1 << 62 ? 0 : lower);
}

static void f2i_saturates_in_every_rounding_mode(void **state)
{
    struct fixture *f = *state;
    mpfr_t value;
    mpfr_init2(value, 64);
    for (int batch = 0; batch < 2 * BATCHES; batch++) {
        uint64_t want[SASS_LANES];
        uint8_t *m = f->own.modifier;
        roll_instruction(f);
        m[SASS_SIZE_A] = (uint8_t)(batch % 2 ? WORD : HALF + below(f, 3));
        m[SASS_SIZE_D] = (uint8_t)(batch % 4 == 1 ? WORD : below(f, 4));
        m[SASS_SELECT] = (uint8_t)below(f, 2);
        roll_floats(f, m[SASS_SIZE_A]);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            bool number = float_source(f, lane, value);
            mpfr_rint(value, value, rounding_modes[m[SASS_ROUND]]);
            want[lane] = number ? integer_target(f, clamped(f, integer_of(value)))
                                : integer_of_nan(m);
        }
        run(f, sass_f2i);
        assert_results(f, want);
    }
    mpfr_clear(value);
}

static void i2f_rounds_any_integer_to_any_format(void **state)
{
    struct fixture *f = *state;
    mpfr_t value, low;
    mpfr_inits2(128, value, low, (mpfr_ptr)0);
    for (int batch = 0; batch < 2 * BATCHES; batch++) {
        uint64_t want[SASS_LANES];
        uint8_t *m = f->own.modifier;
        roll_instruction(f);
        m[SASS_SIZE_A] = (uint8_t)(batch % 2 ? WORD : below(f, 4));
        m[SASS_SIZE_D] = (uint8_t)(batch % 4 == 1 ? WORD : HALF + below(f, 3));
        if (m[SASS_SIZE_A] < WORD)
            m[SASS_SELECT] = (uint8_t)(m[SASS_SIZE_A] == BYTE ? below(f, 4) : 2 * below(f, 2));
        roll_integers(f);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            int128 source = integer_source(f, lane);
            mpfr_set_si_2exp(value, (long)(source >> 32), 32, MPFR_RNDZ);
            mpfr_add_ui(value, value, (unsigned long)(source & 0xffffffff), MPFR_RNDZ);
            want[lane] = source ? float_target(f, value) : 0;
        }
        run(f, sass_i2f);
        assert_results(f, want);
    }
    mpfr_clears(value, low, (mpfr_ptr)0);
}

static void i2i_truncates_or_saturates(void **state)
{
    struct fixture *f = *state;
    for (int batch = 0; batch < BATCHES; batch++) {
        uint64_t want[SASS_LANES];
        uint8_t *m = f->own.modifier;
        roll_instruction(f);
        m[SASS_SIZE_A] = (uint8_t)below(f, 4);
        m[SASS_SIZE_D] = (uint8_t)below(f, 4);
        if (m[SASS_SIZE_A] < WORD)
            m[SASS_SELECT] = (uint8_t)(m[SASS_SIZE_A] == BYTE ? below(f, 4) : 2 * below(f, 2));
        roll_integers(f);
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            int128 source = integer_source(f, lane);
            want[lane] = integer_target(f, m[SASS_SAT] ? clamped(f, source) : source);
        }
        run(f, sass_i2i);
        assert_results(f, want);
    }
}

/* As compilers ask whether a register is negative: I2I.S32.S32 RZ.CC, Rx. */
static void i2i_into_rz_sets_the_condition_alone(void **state)
{
    struct fixture *f = *state;
    clear_instruction(f);
    f->own.rd = SASS_SINK;
    f->own.modifier[SASS_SIZE_A] = f->own.modifier[SASS_SIZE_D] = WORD;
    f->own.modifier[SASS_SIGNED_A] = f->own.modifier[SASS_SIGNED_D] = 1;
    f->own.modifier[SASS_CC] = 1;
    for (unsigned lane = 0; lane < SASS_LANES; lane++)
        row(f, RB)[lane] = lane % 2 ? -lane : 0;
    warp_set_mask(&f->warp, 0x0000ffff);
    run(f, sass_i2i);
    assert_int_equal(f->state.zero, 0x5555);
    assert_int_equal(f->state.sign, 0xaaaa);
    assert_others_kept(f, RD, 0);
}

int main(void)
{
#define SENTENCE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        SENTENCE(f2f_makes_of_nans_what_hardware_does),
        SENTENCE(f2f_rounds_to_the_other_format_or_to_an_integer),
        SENTENCE(f2i_saturates_in_every_rounding_mode),
        SENTENCE(i2f_rounds_any_integer_to_any_format),
        SENTENCE(i2i_truncates_or_saturates),
        SENTENCE(i2i_into_rz_sets_the_condition_alone),
    };
    return cmocka_run_group_tests_name("SASS conversions", tests, NULL, NULL);
}
