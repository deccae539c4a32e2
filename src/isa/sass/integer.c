/* SPDX-License-Identifier: Apache-2.0 */
/* integer.c - sums of 32 bits: IADD, IADD3, ISCADD, LEA. */
#include "isa/sass/adder.h"
#include "isa/sass/run.h"

LANEWISE void sass_iadd(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct sass_lanes sa, sb;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    sass_add(warp, own, a, b,
             sass_sum_of(own->modifier[SASS_NEG_A], own->modifier[SASS_NEG_B]));
}

/* A source of IADD3: all of it, its low or its high half, complemented or not. */
SASS_INLINE uint32_t addend(uint32_t word, unsigned half, uint32_t flip)
{
    uint32_t part = half == 2 ? word >> 16 : half == 1 ? word & 0xffff : word;
    return part ^ flip;
}

enum { IADD3_PLAIN, IADD3_RIGHT, IADD3_LEFT };

/* a + b, including bit 33, goes through the shifter of .RS and .LS. */
SASS_INLINE uint32_t iadd3_shifted(uint64_t sum, unsigned mode)
{
    sum &= 0x1ffffffffull;
    return (uint32_t)(mode == IADD3_RIGHT ? sum >> 16 : mode == IADD3_LEFT ? sum << 16 : sum);
}

/* Three sources in halves, shifted, with flags. The carry-out has two bits, 33 and 34 of the sum:
 * compilers make a 64-bit a + b - c from IADD3.CC and IADD3.X with three full words each. assumed:
 * flag C is the lower bit, and overflow is from the last addition. */
LANEWISE static void iadd3_full(struct warp *warp, const struct sass_insn *own, const uint32_t *a,
                                const uint32_t *b, const uint32_t *c)
{
    const uint8_t *m = own->modifier;
    const uint32_t na = m[SASS_NEG_A], nb = m[SASS_NEG_B], nc = m[SASS_NEG_C];
    struct sass_lanes in, result, out, two, over;
    sass_carry_in(warp, own, 0, in.lane);
    SASS_EACH_LANE(lane, warp) {
        uint64_t ab = (uint64_t)addend(a[lane], m[SASS_HALF_A], -na) +
                      addend(b[lane], m[SASS_HALF_B], -nb) + (m[SASS_X] ? 0 : na + nb);
        uint32_t x = iadd3_shifted(ab, m[SASS_MODE]);
        uint32_t y = addend(c[lane], m[SASS_HALF_C], -nc);
        uint64_t wide = (m[SASS_MODE] == IADD3_PLAIN ? ab : x) + (uint64_t)y + in.lane[lane] +
                        (m[SASS_X] ? 0 : nc);
        uint32_t s = (uint32_t)wide;
        result.lane[lane] = s;
        out.lane[lane] = wide >> 32 & 1;
        two.lane[lane] = wide >> 33 & 1;
        over.lane[lane] = ((s ^ x) & (s ^ y)) >> 31;
    }
    sass_write(warp, own->rd, result.lane);
    if (m[SASS_CC]) {
        sass_put_zero_sign(warp, result.lane);
        sass_put_carry_overflow(warp, sass_gather(warp, out.lane),
                                sass_gather(warp, over.lane));
        sass_put(warp, &sass_state(warp)->carry_two, sass_gather(warp, two.lane));
    }
}

LANEWISE void sass_iadd3(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const uint8_t *m = own->modifier;
    struct sass_lanes sa, sb, sc;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t *c = sass_source(warp, &own->c, &sc, effect);
    if (m[SASS_CC] | m[SASS_X] | m[SASS_MODE] | m[SASS_HALF_A] | m[SASS_HALF_B] | m[SASS_HALF_C]) {
        iadd3_full(warp, own, a, b, c);
        return;
    }
    const uint32_t fa = -(uint32_t)m[SASS_NEG_A], fb = -(uint32_t)m[SASS_NEG_B],
                   fc = -(uint32_t)m[SASS_NEG_C], ones = -(fa + fb + fc);
    uint32_t *d = sass_row(warp, own->rd);
    const uint32_t *active = warp->active;
    SASS_EACH_LANE(lane, warp) {
        uint32_t s = (a[lane] ^ fa) + (b[lane] ^ fb) + (c[lane] ^ fc) + ones;
        d[lane] = sass_blend(active[lane], s, d[lane]);
    }
}

SASS_INLINE const uint32_t *shifted(const struct warp *warp, const uint32_t *a, unsigned shift,
                                    struct sass_lanes *scratch)
{
    SASS_EACH_LANE(lane, warp)
        scratch->lane[lane] = a[lane] << (shift & 31);
    return scratch->lane;
}

/* (a << shift) + b */
LANEWISE void sass_iscadd(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct sass_lanes sa, sb, x;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    sass_add(warp, own, shifted(warp, a, own->modifier[SASS_SHIFT], &x), b,
             sass_sum_of(own->modifier[SASS_NEG_A], own->modifier[SASS_NEG_B]));
}

/* (a << shift) + b. assumed: its target predicate is the carry-out; no known code has one. */
LANEWISE void sass_lea(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const struct sass_sum sum = sass_sum_of(own->modifier[SASS_NEG_A], false);
    struct sass_lanes sa, sb, x;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t *scaled = shifted(warp, a, own->modifier[SASS_SHIFT], &x);
    if (own->pd.index == SASS_PT)
        sass_add(warp, own, scaled, b, sum);
    else
        sass_predicate_put(warp, own->pd, sass_add_full(warp, own, scaled, b, sum));
}

/* The lanes whose address {high, low} is not in the window of shared memory. */
SASS_INLINE uint64_t outside_shared(const struct warp *warp, const uint32_t *low,
                                    const uint32_t *high)
{
    const uint64_t window = sass_state(warp)->launch->shared_window;
    struct sass_lanes outside;
    SASS_EACH_LANE(lane, warp) {
        uint64_t address = (uint64_t)high[lane] << 32 | low[lane];
        outside.lane[lane] = address - window >= SASS_WINDOW_BYTES;
    }
    return sass_gather(warp, outside.lane);
}

/* The high word of {c, a} << shift, and b. Its predicate is true for an address that ATOM may take:
 * compilers put `LEA RZ.CC, a, RZ; LEA.HI.X P, RZ, a, RZ, c` before an atomic on a generic address,
 * and if P is false they branch to ATOMS with the low 24 bits. */
LANEWISE void sass_lea_hi(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const unsigned shift = own->modifier[SASS_SHIFT] & 31;
    struct sass_lanes sa, sb, sc, x, low, high;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t *c = sass_source(warp, &own->c, &sc, effect);
    SASS_EACH_LANE(lane, warp) {
        low.lane[lane] = a[lane] << shift;
        x.lane[lane] = c[lane] << shift | a[lane] >> 1 >> (31 - shift);
        high.lane[lane] = x.lane[lane] + b[lane];
    }
    sass_add(warp, own, x.lane, b, sass_sum_of(own->modifier[SASS_NEG_A], false));
    if (own->pd.index != SASS_PT)
        sass_predicate_put(warp, own->pd, outside_shared(warp, low.lane, high.lane));
}
