/* SPDX-License-Identifier: Apache-2.0 */
/* convert.c - F2F F2I I2F I2I between sizes of 8 to 64 bits, in every rounding mode.
 *
 * The source is operand b: SASS_SIZE_A, SASS_SIGNED_A, and SASS_SELECT, the byte at which a source
 * of less than 32 bits starts (for half precision: whether it is the high half). Results of less
 * than 32 bits are extended to a register, those of 64 are in a pair. Float to integer always
 * saturates; a NaN gives 0 where neither side has 64 bits, otherwise the integer with only its
 * highest bit set (PTX ISA 8.5, cvt). From float to float a NaN becomes the target's canonical NaN;
 * where one side has 64 bits it is kept, quiet, its payload cut or filled with zeros at the low end
 * (both measured on a later GPU of the vendor: sm_90). Pairs that kernels often use have loops over
 * all lanes. */
#include "isa/ieee/format.h"
#include "isa/sass/floating.h"
#include "isa/sass/run.h"

enum size { SIZE_8, SIZE_16, SIZE_32, SIZE_64 };

/* Source and result of one lane are words of up to 64 bits. */
typedef uint64_t convert_fn(const struct sass_insn *own, uint64_t word);

static struct ieee_format format_of(unsigned size)
{
    return size == SIZE_64 ? ieee_binary64 : size == SIZE_16 ? ieee_binary16 : ieee_binary32;
}

static unsigned size_of(const struct sass_insn *own, enum sass_modifier which)
{
    return own->modifier[which] & 3;
}

static uint64_t low_bits(uint64_t word, unsigned bits)
{
    return bits == 64 ? word : word & (((uint64_t)1 << bits) - 1);
}

/* Sign and magnitude of an integer. */
struct integer {
    bool negative;
    uint64_t magnitude;
};

static struct integer integer_of(const struct sass_insn *own, uint64_t word)
{
    const uint8_t *m = own->modifier;
    unsigned bits = 8u << size_of(own, SASS_SIZE_A);
    word = low_bits(word, bits);
    bool negative = m[SASS_SIGNED_A] && word >> (bits - 1) & 1;
    struct integer x = {negative, negative ? low_bits(-word, bits) : word};
    if (m[SASS_ABS_B])
        x.negative = false;
    if (m[SASS_NEG_B])
        x.negative = !x.negative;
    return x;
}

/* The nearest integer of the target's size and sign. */
static uint64_t saturated(const struct sass_insn *own, struct integer x)
{
    unsigned bits = 8u << size_of(own, SASS_SIZE_D);
    bool has_sign = own->modifier[SASS_SIGNED_D];
    uint64_t largest = low_bits(~(uint64_t)0, bits) >> has_sign;
    if (x.negative && !has_sign)
        return 0;
    if (x.magnitude > largest + x.negative)
        x.magnitude = largest + x.negative;
    return x.negative ? -x.magnitude : x.magnitude;
}

/* An integer of the target's size as the register holds it. */
static uint64_t extended(const struct sass_insn *own, uint64_t word)
{
    unsigned bits = 8u << size_of(own, SASS_SIZE_D);
    word = low_bits(word, bits);
    bool negative = own->modifier[SASS_SIGNED_D] && word >> (bits - 1) & 1;
    return negative && bits < 64 ? word | ~(uint64_t)0 << bits : word;
}

/* A floating-point source with its sign as modified; .FTZ applies only to single precision. */
static uint64_t float_source(const struct sass_insn *own, uint64_t word)
{
    const uint8_t *m = own->modifier;
    unsigned size = size_of(own, SASS_SIZE_A);
    uint64_t sign = ieee_sign(format_of(size), true);
    if (m[SASS_ABS_B])
        word &= ~sign;
    if (m[SASS_NEG_B])
        word ^= sign;
    return m[SASS_FTZ] && size == SIZE_32 ? ieee_flushed(ieee_binary32, word) : word;
}

static uint64_t float_result(const struct sass_insn *own, struct ieee_number x)
{
    const uint8_t *m = own->modifier;
    unsigned size = size_of(own, SASS_SIZE_D);
    struct ieee_format format = format_of(size);
    uint64_t one = (uint64_t)ieee_bias(format) << format.fraction_bits;
    uint64_t word = ieee_pack(format, sass_rounding(own), x);
    if (m[SASS_FTZ] && size == SIZE_32)
        word = ieee_flushed(ieee_binary32, word);
    if (m[SASS_SAT])
        word = x.negative ? 0 : word > one ? one : word;
    return word;
}

/* The result for a NaN; modifiers do not change its sign, as in 64-bit arithmetic. */
static uint64_t nan_result(const struct sass_insn *own, uint64_t word)
{
    unsigned from = size_of(own, SASS_SIZE_A), to = size_of(own, SASS_SIZE_D);
    struct ieee_format target = format_of(to), source = format_of(from);
    int spare = 63 - source.fraction_bits - source.exponent_bits; /* bits above the sign */
    if (own->modifier[SASS_SAT])
        return 0;
    if (from != SIZE_64 && to != SIZE_64)
        return ieee_sign(target, true) - 1;
    uint64_t payload = word << (spare + 1 + source.exponent_bits) >> (64 - target.fraction_bits);
    return ieee_sign(target, word << spare >> 63) | ieee_infinity(target) |
           (uint64_t)1 << (target.fraction_bits - 1) | payload;
}

static uint64_t f2f(const struct sass_insn *own, uint64_t word)
{
    struct ieee_format from = format_of(size_of(own, SASS_SIZE_A));
    struct ieee_number x = ieee_unpack(from, float_source(own, word));
    if (x.kind == IEEE_NAN)
        return nan_result(own, word);
    if (own->modifier[SASS_INTEGRAL])
        x = ieee_integral(sass_rounding(own), x);
    return float_result(own, x);
}

static uint64_t f2i(const struct sass_insn *own, uint64_t word)
{
    unsigned from = size_of(own, SASS_SIZE_A), to = size_of(own, SASS_SIZE_D);
    struct ieee_number x = ieee_unpack(format_of(from), float_source(own, word));
    if (x.kind == IEEE_NAN)
        return from == SIZE_64 || to == SIZE_64 ? (uint64_t)1 << ((8u << to) - 1) : 0;
    struct integer rounded = {x.negative, ieee_magnitude(sass_rounding(own), x)};
    if (x.kind == IEEE_INFINITE || (x.kind == IEEE_FINITE && x.exponent > 63))
        rounded.magnitude = ~(uint64_t)0;
    return extended(own, saturated(own, rounded));
}

static uint64_t i2f(const struct sass_insn *own, uint64_t word)
{
    struct integer x = integer_of(own, word);
    return float_result(own, ieee_from_integer(x.negative && x.magnitude, x.magnitude));
}

static uint64_t i2i(const struct sass_insn *own, uint64_t word)
{
    struct integer x = integer_of(own, word);
    uint64_t truncated = x.negative ? -x.magnitude : x.magnitude;
    return extended(own, own->modifier[SASS_SAT] ? saturated(own, x) : truncated);
}

/* Z and S of the result, as 32 or 64 bits. */
static void put_condition(const struct warp *warp, const struct sass_insn *own,
                          const struct sass_lanes result[2])
{
    struct sass_lanes high;
    bool wide = size_of(own, SASS_SIZE_D) == SIZE_64;
    if (!own->modifier[SASS_CC])
        return;
    SASS_EACH_LANE(lane, warp) {
        uint32_t low = result[0].lane[lane];
        high.lane[lane] = wide ? result[1].lane[lane] | (low != 0) : low;
    }
    sass_put_zero_sign(warp, high.lane);
    sass_put_carry_overflow(warp, 0, 0);
}

/* The right shift of a lane's source. */
static unsigned select_shift(const struct sass_insn *own, bool floating)
{
    unsigned size = size_of(own, SASS_SIZE_A), select = own->modifier[SASS_SELECT] & 3;
    if (size >= SIZE_32)
        return 0;
    return floating ? (select ? 16 : 0) : 8 * select;
}

static void convert(struct warp *warp, const struct insn *insn, struct effect *effect,
                    convert_fn *f, bool floating)
{
    const struct sass_insn *own = sass_of(insn);
    bool from_pair = size_of(own, SASS_SIZE_A) == SIZE_64;
    unsigned shift = select_shift(own, floating);
    struct sass_lanes scratch[2], result[2];
    struct sass_wide source;
    effect->kind = EFFECT_NONE;
    if (from_pair)
        source = sass_source_wide(warp, &own->b, scratch, effect);
    else
        source = (struct sass_wide){sass_source(warp, &own->b, scratch, effect),
                                    sass_row(warp, SASS_ZERO)};
    unsigned from_bits = 8u << size_of(own, SASS_SIZE_A);
    SASS_EACH_LANE(lane, warp) {
        uint64_t word = low_bits(sass_wide_lane(&source, lane) >> shift, from_bits);
        uint64_t converted = warp->active[lane] ? f(own, word) : 0;
        result[0].lane[lane] = (uint32_t)converted;
        result[1].lane[lane] = (uint32_t)(converted >> 32);
    }
    sass_write(warp, own->rd, result[0].lane);
    if (size_of(own, SASS_SIZE_D) == SIZE_64)
        sass_write(warp, sass_row_behind(own->rd, 1), result[1].lane);
    put_condition(warp, own, result);
}

/* Only a rounding mode between two 32-bit words in registers: one loop over all lanes. */
static bool is_simple(const struct sass_insn *own)
{
    const uint8_t *m = own->modifier;
    return m[SASS_SIZE_A] == SIZE_32 && m[SASS_SIZE_D] == SIZE_32 && !m[SASS_ABS_B] &&
           !m[SASS_NEG_B] && !m[SASS_SAT] && !m[SASS_CC];
}

static void i2f_simple(struct warp *warp, const struct sass_insn *own, struct effect *effect)
{
    struct ieee_lanes lanes = sass_ieee_lanes(warp);
    struct sass_lanes scratch;
    uint32_t *d = sass_row(warp, own->rd);
    effect->kind = EFFECT_NONE;
    const uint32_t *from = sass_source(warp, &own->b, &scratch, effect);
    if (own->modifier[SASS_SIGNED_A])
        binary32_from_i32(&lanes, sass_rounding(own), d, from);
    else
        binary32_from_u32(&lanes, sass_rounding(own), d, from);
}

LANEWISE static void f2i_simple(struct warp *warp, const struct sass_insn *own,
                                struct effect *effect)
{
    struct ieee_lanes lanes = sass_ieee_lanes(warp);
    struct sass_lanes scratch, x;
    uint32_t flush = own->modifier[SASS_FTZ] ? BINARY32_HIDDEN_BIT : 0;
    effect->kind = EFFECT_NONE;
    const uint32_t *from = sass_source(warp, &own->b, &scratch, effect);
    SASS_EACH_LANE(lane, warp) {
        uint32_t size = binary32_magnitude(from[lane]);
        x.lane[lane] = size < flush || binary32_is_nan(size) ? 0 : from[lane];
    }
    if (own->modifier[SASS_SIGNED_D])
        binary32_to_i32(&lanes, sass_rounding(own), sass_row(warp, own->rd), x.lane);
    else
        binary32_to_u32(&lanes, sass_rounding(own), sass_row(warp, own->rd), x.lane);
}

void sass_f2f(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    convert(warp, insn, effect, f2f, true);
}

void sass_f2i(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (is_simple(sass_of(insn)))
        f2i_simple(warp, sass_of(insn), effect);
    else
        convert(warp, insn, effect, f2i, true);
}

void sass_i2f(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (is_simple(sass_of(insn)))
        i2f_simple(warp, sass_of(insn), effect);
    else
        convert(warp, insn, effect, i2f, false);
}

void sass_i2i(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    convert(warp, insn, effect, i2i, false);
}
