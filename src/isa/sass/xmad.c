/* SPDX-License-Identifier: Apache-2.0 */
/* xmad.c - products: XMAD of halves, the hardware's multiplication, the 32-bit IMAD and IMUL of
 * unoptimised code, and the dot products of IDP. */
#include "isa/sass/adder.h"
#include "isa/sass/run.h"

enum { XMAD_C, XMAD_CLO, XMAD_CHI, XMAD_CSFU, XMAD_CBCC };

/* A half-word factor: its position, and 0x8000 if it is signed. */
struct factor {
    unsigned shift;
    uint32_t sign;
};

SASS_INLINE struct factor factor_of(bool high, bool is_signed)
{
    return (struct factor){high ? 16 : 0, is_signed ? 0x8000 : 0};
}

SASS_INLINE uint32_t factor(uint32_t word, struct factor f)
{
    return ((word >> f.shift & 0xffff) ^ f.sign) - f.sign;
}

/* Makes the addend from the words c and b; only CSFU also depends on the factors. */
struct xmad_addend {
    unsigned shift;
    uint32_t keep, add_b;
};

SASS_INLINE struct xmad_addend addend_of(unsigned mode)
{
    return (struct xmad_addend){
        .shift = mode == XMAD_CHI ? 16 : 0,
        .keep = mode == XMAD_CLO || mode == XMAD_CHI ? 0xffff : ~0u,
        .add_b = mode == XMAD_CBCC ? ~0u : 0,
    };
}

/* CSFU subtracts what a negative factor x, read as unsigned, adds to its product with the low half
 * of the other register. */
SASS_INLINE uint32_t signed_fix(uint32_t x, uint32_t y)
{
    return (x >> 31) & (uint32_t)((y & 0xffff) != 0) ? 1u << 16 : 0;
}

SASS_INLINE uint32_t xmad_c(struct xmad_addend how, uint32_t c, uint32_t b)
{
    return (c >> how.shift & how.keep) + (b << 16 & how.add_b);
}

/* With carry or condition codes, or CSFU: the addends first, then the adder. */
LANEWISE static void xmad_full(struct warp *warp, const struct sass_insn *own, const uint32_t *a,
                               const uint32_t *b, const uint32_t *c)
{
    const uint8_t *m = own->modifier;
    const struct factor fa = factor_of(m[SASS_HALF_A], m[SASS_SIGNED_A]);
    const struct factor fb = factor_of(m[SASS_HALF_B], m[SASS_SIGNED_B]);
    const struct xmad_addend how = addend_of(m[SASS_MODE]);
    const uint32_t fix = m[SASS_MODE] == XMAD_CSFU ? ~0u : 0;
    const unsigned psl = m[SASS_PSL] ? 16 : 0;
    struct sass_lanes x, y, low;
    SASS_EACH_LANE(lane, warp) {
        uint32_t va = factor(a[lane], fa), vb = factor(b[lane], fb);
        x.lane[lane] = va * vb << psl;
        y.lane[lane] = xmad_c(how, c[lane], b[lane]) -
                       ((signed_fix(va, b[lane]) + signed_fix(vb, a[lane])) & fix);
        low.lane[lane] = b[lane] << 16; /* b and rd may be one row */
    }
    sass_add_full(warp, own, x.lane, y.lane, (struct sass_sum){0, 0, 0});
    if (!m[SASS_MRG])
        return;
    uint32_t *d = sass_row(warp, own->rd);
    SASS_EACH_LANE(lane, warp)
        d[lane] = sass_blend(warp->active[lane], (d[lane] & 0xffff) | low.lane[lane], d[lane]);
}

LANEWISE void sass_xmad(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const uint8_t *m = own->modifier;
    struct sass_lanes sa, sb, sc;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t *c = sass_source(warp, &own->c, &sc, effect);
    if (m[SASS_X] | m[SASS_CC] | (m[SASS_MODE] == XMAD_CSFU)) {
        xmad_full(warp, own, a, b, c);
        return;
    }
    const struct factor fa = factor_of(m[SASS_HALF_A], m[SASS_SIGNED_A]);
    const struct factor fb = factor_of(m[SASS_HALF_B], m[SASS_SIGNED_B]);
    const struct xmad_addend how = addend_of(m[SASS_MODE]);
    const unsigned psl = m[SASS_PSL] ? 16 : 0;
    const uint32_t merged = m[SASS_MRG] ? 0xffff0000 : 0;
    uint32_t *d = sass_row(warp, own->rd);
    const uint32_t *active = warp->active;
    SASS_EACH_LANE(lane, warp) {
        uint32_t p = factor(a[lane], fa) * factor(b[lane], fb) << psl;
        uint32_t r = p + xmad_c(how, c[lane], b[lane]);
        r = sass_blend(merged, b[lane] << 16, r);
        d[lane] = sass_blend(active[lane], r, d[lane]);
    }
}

SASS_INLINE int64_t widened(uint32_t word, bool is_signed)
{
    return is_signed ? (int32_t)word : (int64_t)word;
}

/* The low or high words of the products, negated if the modifier is set. */
SASS_INLINE void products(const struct warp *warp, const struct sass_insn *own, const uint32_t *a,
                          const uint32_t *b, uint32_t *out)
{
    const uint8_t *m = own->modifier;
    const unsigned shift = m[SASS_HIGH] ? 32 : 0;
    SASS_EACH_LANE(lane, warp) {
        uint64_t product = (uint64_t)widened(a[lane], m[SASS_SIGNED_A]) *
                           (uint64_t)widened(b[lane], m[SASS_SIGNED_B]);
        out[lane] = (uint32_t)(product >> shift);
    }
}

/* rd := a * b + c, of which either may be negated; the product's high word with .HI. */
LANEWISE void sass_imad(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct sass_lanes sa, sb, sc, x;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t *c = sass_source(warp, &own->c, &sc, effect);
    products(warp, own, a, b, x.lane);
    sass_add(warp, own, x.lane, c,
             sass_sum_of(own->modifier[SASS_NEG_A] ^ own->modifier[SASS_NEG_B],
                         own->modifier[SASS_NEG_C]));
}

LANEWISE void sass_imul(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct sass_lanes sa, sb, x;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    products(warp, own, a, b, x.lane);
    sass_add(warp, own, x.lane, sass_row(warp, SASS_ZERO), (struct sass_sum){0, 0, 0});
}

/* Piece i of a word cut into pieces of `bits`. */
SASS_INLINE uint32_t piece(uint32_t word, unsigned i, unsigned bits, bool is_signed)
{
    uint32_t top = word << (32 - bits - i * bits);
    return is_signed ? (uint32_t)((int32_t)top >> (32 - bits)) : top >> (32 - bits);
}

/* 4A: four bytes times four bytes; 2A: two halves times the low, or with .HI the high, bytes. */
LANEWISE void sass_idp(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const uint8_t *m = own->modifier;
    const unsigned pieces = m[SASS_MODE] ? 2 : 4, bits = 32 / pieces, from = m[SASS_HIGH] ? 2 : 0;
    struct sass_lanes sa, sb, sc, sum;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t *c = sass_source(warp, &own->c, &sc, effect);
    SASS_EACH_LANE(lane, warp)
        sum.lane[lane] = c[lane];
    for (unsigned i = 0; i < pieces; i++) {
        unsigned byte = pieces == 2 ? from + i : i;
        SASS_EACH_LANE(lane, warp)
            sum.lane[lane] += piece(a[lane], i, bits, m[SASS_SIGNED_A]) *
                              piece(b[lane], byte, 8, m[SASS_SIGNED_B]);
    }
    sass_write(warp, own->rd, sum.lane);
}
