/* SPDX-License-Identifier: Apache-2.0 */
/* bits.c - shifts, logic and bit fields. */
#include "isa/sass/lanes.h"
#include "isa/sass/run.h"

/* Writes a result, and Z and S with .CC. assumed: carry and overflow become 0. */
SASS_INLINE void finish(struct warp *warp, const struct sass_insn *own, const uint32_t *result)
{
    sass_write(warp, own->rd, result);
    if (!own->modifier[SASS_CC])
        return;
    sass_put_zero_sign(warp, result);
    sass_put_carry_overflow(warp, 0, 0);
}

/* The mirror image of a word. */
SASS_INLINE uint32_t reversed(uint32_t v)
{
    v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
    v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
    v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(v);
}

SASS_INLINE const uint32_t *reversed_lanes(const struct warp *warp, const uint32_t *a,
                                           struct sass_lanes *out)
{
    SASS_EACH_LANE(lane, warp)
        out->lane[lane] = reversed(a[lane]);
    return out->lane;
}

/* ---- Shifts: amounts beyond the word shift everything out, or with .W count modulo 32 ---- */

/* .X and .XHI of shifts appear in no known code and their meaning is unknown: they are refused. */
LANEWISE void sass_shl(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct sass_lanes sa, sb, result;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t wrap = own->modifier[SASS_WRAP] ? 31 : ~0u;
    if (own->modifier[SASS_X]) {
        sass_illegal(warp, insn, effect);
        return;
    }
    SASS_EACH_LANE(lane, warp) {
        uint32_t n = b[lane] & wrap;
        result.lane[lane] = n < 32 ? a[lane] << (n & 31) : 0;
    }
    finish(warp, own, result.lane);
}

LANEWISE void sass_shr(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct sass_lanes sa, sb, mirror, result;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t wrap = own->modifier[SASS_WRAP] ? 31 : ~0u;
    const uint32_t is_signed = -(uint32_t)own->modifier[SASS_SIGNED_A];
    if (own->modifier[SASS_X]) {
        sass_illegal(warp, insn, effect);
        return;
    }
    if (own->modifier[SASS_BREV])
        a = reversed_lanes(warp, a, &mirror);
    SASS_EACH_LANE(lane, warp) {
        uint32_t n = b[lane] & wrap, in = n < 32 ? n : 31;
        uint32_t arithmetic = (uint32_t)((int32_t)a[lane] >> in);
        uint32_t logical = n < 32 ? a[lane] >> in : 0;
        result.lane[lane] = sass_blend(is_signed, arithmetic, logical);
    }
    finish(warp, own, result.lane);
}

enum { SHF_32 = 0, SHF_U64 = 2, SHF_S64 = 3 };

/* How far a pair of words is shifted: up to 32, as 64-bit value up to 64, or modulo that. */
SASS_INLINE uint32_t funnel_amount(uint32_t b, unsigned size, bool wrap)
{
    uint32_t max = size == SHF_32 ? 32 : 64;
    return wrap ? b & (max - 1) : b < max ? b : max;
}

SASS_INLINE uint64_t left(uint64_t pair, uint32_t n) { return n < 64 ? pair << n : 0; }

SASS_INLINE uint64_t right(uint64_t pair, uint32_t n, bool is_signed)
{
    uint64_t all = n < 64 ? n : 63;
    return is_signed ? (uint64_t)((int64_t)pair >> all) : n < 64 ? pair >> all : 0;
}

/* The high word of {c, a} << b. assumed: .HI means only that. */
LANEWISE void sass_shf_l(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const uint8_t *m = own->modifier;
    struct sass_lanes sa, sb, sc, result;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t *c = sass_source(warp, &own->c, &sc, effect);
    if (m[SASS_X]) {
        sass_illegal(warp, insn, effect);
        return;
    }
    SASS_EACH_LANE(lane, warp) {
        uint64_t pair = (uint64_t)c[lane] << 32 | a[lane];
        uint32_t n = funnel_amount(b[lane], m[SASS_MODE], m[SASS_WRAP]);
        result.lane[lane] = (uint32_t)(left(pair, n) >> 32);
    }
    finish(warp, own, result.lane);
}

/* The low word of {c, a} >> b, or the high one with .HI. */
LANEWISE void sass_shf_r(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const uint8_t *m = own->modifier;
    const unsigned take = m[SASS_HIGH] ? 32 : 0;
    struct sass_lanes sa, sb, sc, result;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t *c = sass_source(warp, &own->c, &sc, effect);
    if (m[SASS_X]) {
        sass_illegal(warp, insn, effect);
        return;
    }
    SASS_EACH_LANE(lane, warp) {
        uint64_t pair = (uint64_t)c[lane] << 32 | a[lane];
        uint32_t n = funnel_amount(b[lane], m[SASS_MODE], m[SASS_WRAP]);
        result.lane[lane] = (uint32_t)(right(pair, n, m[SASS_MODE] == SHF_S64) >> take);
    }
    finish(warp, own, result.lane);
}

/* ---- Logic ---- */

enum { TEST_FALSE, TEST_TRUE, TEST_ZERO, TEST_NONZERO };

/* The result of LOP and LOP3, and a predicate that tests it. assumed: with .X, zero also requires
 * that the previous words were zero (the Z flag), for tests of 64 bits. */
SASS_INLINE void finish_logic(struct warp *warp, const struct sass_insn *own,
                              const uint32_t *result)
{
    const uint8_t *m = own->modifier;
    sass_write(warp, own->rd, result);
    if (!m[SASS_CC] && own->pd.index == SASS_PT)
        return;
    struct sass_lanes flag;
    SASS_EACH_LANE(lane, warp)
        flag.lane[lane] = result[lane] == 0;
    uint64_t zero = sass_gather(warp, flag.lane);
    if (m[SASS_X])
        zero &= sass_state(warp)->zero;
    const uint64_t tested[] = {[TEST_FALSE] = 0, [TEST_TRUE] = ~0ull, [TEST_ZERO] = zero,
                               [TEST_NONZERO] = ~zero};
    sass_predicate_put(warp, own->pd, tested[m[SASS_TEST] & 3]);
    if (!m[SASS_CC])
        return;
    sass_put_zero_sign(warp, result);
    sass_put(warp, &sass_state(warp)->zero, zero);
    sass_put_carry_overflow(warp, 0, 0);
}

/* Any function of three bits: the OR of the rows of its truth table that are 1. */
SASS_INLINE uint32_t lut(uint32_t a, uint32_t b, uint32_t c, const uint32_t row[8])
{
    uint32_t with_a = (b & ((c & row[7]) | (~c & row[6]))) | (~b & ((c & row[5]) | (~c & row[4])));
    uint32_t without = (b & ((c & row[3]) | (~c & row[2]))) | (~b & ((c & row[1]) | (~c & row[0])));
    return (a & with_a) | (~a & without);
}

enum { LOP_AND, LOP_OR, LOP_XOR, LOP_PASS_B };

LANEWISE void sass_lop(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const unsigned op = own->modifier[SASS_OP];
    struct sass_lanes sa, sb, result;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t fa = -(uint32_t)own->modifier[SASS_INV_A];
    const uint32_t fb = -(uint32_t)own->modifier[SASS_INV_B];
    /* (a & b) where AND or OR, a ^ b where OR or XOR, b alone */
    const uint32_t both = op == LOP_AND || op == LOP_OR ? ~0u : 0;
    const uint32_t odd = op == LOP_OR || op == LOP_XOR ? ~0u : 0;
    const uint32_t pass = op == LOP_PASS_B ? ~0u : 0;
    SASS_EACH_LANE(lane, warp) {
        uint32_t x = a[lane] ^ fa, y = b[lane] ^ fb;
        result.lane[lane] = (x & y & both) | ((x ^ y) & odd) | (y & pass);
    }
    finish_logic(warp, own, result.lane);
}

LANEWISE void sass_lop3(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct sass_lanes sa, sb, sc, result;
    uint32_t row[8];
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t *c = sass_source(warp, &own->c, &sc, effect);
    for (unsigned i = 0; i < 8; i++)
        row[i] = -(uint32_t)(own->modifier[SASS_LUT] >> i & 1);
    SASS_EACH_LANE(lane, warp)
        result.lane[lane] = lut(a[lane], b[lane], c[lane], row);
    finish_logic(warp, own, result.lane);
}

/* ---- Fields: b holds the position in its lowest byte and the length in the next ---- */

SASS_INLINE uint32_t field(uint32_t a, uint32_t b, uint32_t is_signed)
{
    uint32_t position = b & 0xff, length = b >> 8 & 0xff;
    uint32_t in = position < 31 ? position : 31, cut = length < 32 ? 32 - length : 0;
    uint32_t logical = position < 32 ? a >> in : 0;
    uint32_t moved = sass_blend(is_signed, (uint32_t)((int32_t)a >> in), logical) << (cut & 31);
    uint32_t back = sass_blend(is_signed, (uint32_t)((int32_t)moved >> (cut & 31)),
                               moved >> (cut & 31));
    return length ? back : 0;
}

LANEWISE void sass_bfe(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct sass_lanes sa, sb, mirror, result;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t is_signed = -(uint32_t)own->modifier[SASS_SIGNED_A];
    if (own->modifier[SASS_BREV])
        a = reversed_lanes(warp, a, &mirror);
    SASS_EACH_LANE(lane, warp)
        result.lane[lane] = field(a[lane], b[lane], is_signed);
    finish(warp, own, result.lane);
}

/* c with the low bits of a in the field. */
LANEWISE void sass_bfi(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct sass_lanes sa, sb, sc, result;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t *c = sass_source(warp, &own->c, &sc, effect);
    SASS_EACH_LANE(lane, warp) {
        uint32_t position = b[lane] & 0xff, length = b[lane] >> 8 & 0xff, at = position & 31;
        uint32_t ones = length < 32 ? (1u << (length & 31)) - 1 : ~0u;
        uint32_t mask = position < 32 ? ones << at : 0;
        result.lane[lane] = sass_blend(mask, a[lane] << at, c[lane]);
    }
    finish(warp, own, result.lane);
}

/* ---- Counting ---- */

/* The position of the highest 1, or with .SH its distance from the top; ~0 if there is none. For a
 * negative number, the position of the highest 0. */
LANEWISE void sass_flo(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct sass_lanes sb, result;
    effect->kind = EFFECT_NONE;
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t flip = -(uint32_t)own->modifier[SASS_INV_B];
    const uint32_t is_signed = -(uint32_t)own->modifier[SASS_SIGNED_A];
    const uint32_t from_top = own->modifier[SASS_SH] ? 31 : 0;
    SASS_EACH_LANE(lane, warp) {
        uint32_t v = b[lane] ^ flip;
        v ^= -(v >> 31) & is_signed;
        result.lane[lane] = v ? (uint32_t)(31 - __builtin_clz(v)) ^ from_top : ~0u;
    }
    finish(warp, own, result.lane);
}

LANEWISE void sass_popc(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct sass_lanes sb, result;
    effect->kind = EFFECT_NONE;
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t flip = -(uint32_t)own->modifier[SASS_INV_B];
    SASS_EACH_LANE(lane, warp)
        result.lane[lane] = (uint32_t)__builtin_popcount(b[lane] ^ flip);
    finish(warp, own, result.lane);
}
