/* SPDX-License-Identifier: Apache-2.0 */
/* compare.c - integer comparisons and what chooses between two sources.
 *
 * A comparison code is a set of outcomes, 1 less, 2 equal, 4 greater: the lanes that are less and
 * those that are equal are found once, and any code is put together from these two masks. */
#include "isa/sass/lanes.h"
#include "isa/sass/run.h"

enum { COMPARE_LESS = 1, COMPARE_EQUAL = 2, COMPARE_GREATER = 4 };

struct order {
    uint32_t less, equal;
};

SASS_INLINE uint32_t holds(struct order order, unsigned code)
{
    return (code & COMPARE_LESS ? order.less : 0) | (code & COMPARE_EQUAL ? order.equal : 0) |
           (code & COMPARE_GREATER ? ~(order.less | order.equal) : 0);
}

/* Turning the top bit makes the signed order the unsigned one. */
SASS_INLINE uint32_t bias_of(bool is_signed) { return is_signed ? 0x80000000 : 0; }

SASS_INLINE struct order compare(const uint32_t *a, const uint32_t *b, bool is_signed)
{
    const uint32_t bias = bias_of(is_signed);
    struct order order = {0, 0};
    for (size_t lane = 0; lane < SASS_LANES; lane++) {
        order.less |= (uint32_t)((a[lane] ^ bias) < (b[lane] ^ bias)) << lane;
        order.equal |= (uint32_t)(a[lane] == b[lane]) << lane;
    }
    return order;
}

/* .X: the high words of a subtraction whose low words left a borrow (no carry) and zero or not. */
SASS_INLINE struct order compare_extended(const struct warp *warp, const uint32_t *a,
                                          const uint32_t *b, bool is_signed)
{
    const uint32_t bias = bias_of(is_signed);
    const struct sass_state *state = sass_state(warp);
    struct order order = {0, 0};
    for (size_t lane = 0; lane < SASS_LANES; lane++) {
        uint32_t borrow = ~(uint32_t)(state->carry >> lane) & 1;
        uint32_t difference = a[lane] - b[lane] - borrow;
        uint32_t x = a[lane] ^ bias, y = b[lane] ^ bias;
        order.less |= ((uint32_t)(x < y) | ((uint32_t)(x == y) & borrow)) << lane;
        order.equal |= (uint32_t)(difference == 0) << lane;
    }
    order.equal &= (uint32_t)state->zero;
    return order;
}

/* The lanes for which the comparison of a and b holds. */
SASS_INLINE uint32_t compared(const struct warp *warp, const struct sass_insn *own,
                              struct effect *effect)
{
    const uint8_t *m = own->modifier;
    struct sass_lanes sa, sb;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    struct order order = m[SASS_X] ? compare_extended(warp, a, b, m[SASS_SIGNED_A])
                                   : compare(a, b, m[SASS_SIGNED_A]);
    return holds(order, m[SASS_COMPARE]);
}

LANEWISE void sass_isetp(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    effect->kind = EFFECT_NONE;
    sass_compare_put(warp, own, compared(warp, own, effect));
}

LANEWISE void sass_iset(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    effect->kind = EFFECT_NONE;
    uint32_t yes = sass_combine(own->modifier[SASS_COMBINE], compared(warp, own, effect),
                                sass_predicate(warp, own->p));
    sass_write_truth(warp, own, yes);
}

LANEWISE void sass_icmp(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct sass_lanes sa, sb, sc, choice;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t *c = sass_source(warp, &own->c, &sc, effect);
    struct order order = compare(c, sass_row(warp, SASS_ZERO), own->modifier[SASS_SIGNED_A]);
    sass_spread(holds(order, own->modifier[SASS_COMPARE]), choice.lane);
    for (size_t lane = 0; lane < SASS_LANES; lane++)
        choice.lane[lane] = sass_blend(choice.lane[lane], a[lane], b[lane]);
    sass_write(warp, own->rd, choice.lane);
}

/* The smaller where p holds, else the greater. XLO, XMED and XHI, the steps of longer numbers, are
 * in no code known and are refused. */
LANEWISE void sass_imnmx(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const uint32_t bias = bias_of(own->modifier[SASS_SIGNED_A]);
    struct sass_lanes sa, sb, least, result;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    if (own->modifier[SASS_MODE]) {
        sass_illegal(warp, insn, effect);
        return;
    }
    sass_spread(sass_predicate(warp, own->p), least.lane);
    for (size_t lane = 0; lane < SASS_LANES; lane++) {
        uint32_t less = -(uint32_t)((a[lane] ^ bias) < (b[lane] ^ bias));
        result.lane[lane] = sass_blend(less ^ ~least.lane[lane], a[lane], b[lane]);
    }
    sass_write(warp, own->rd, result.lane);
    if (own->modifier[SASS_CC])
        sass_put_zero_sign(warp, result.lane);
}

/* p ? a : b */
LANEWISE void sass_sel(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct sass_lanes sa, sb, choice;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    sass_spread(sass_predicate(warp, own->p), choice.lane);
    for (size_t lane = 0; lane < SASS_LANES; lane++)
        choice.lane[lane] = sass_blend(choice.lane[lane], a[lane], b[lane]);
    sass_write(warp, own->rd, choice.lane);
}

/* The mask of MOV has a bit for each lane of a quad. assumed from its name; code sets them all. */
LANEWISE static void move_some(struct warp *warp, const struct sass_insn *own, const uint32_t *b)
{
    uint32_t *d = sass_row(warp, own->rd);
    const uint32_t quad = own->modifier[SASS_MASK] & 15, some = quad * 0x11111111;
    struct sass_lanes on;
    sass_spread(some, on.lane);
    LANE_LOOP
    for (size_t lane = 0; lane < SASS_LANES; lane++)
        d[lane] = sass_blend(warp->active[lane] & on.lane[lane], b[lane], d[lane]);
}

LANEWISE void sass_mov(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct sass_lanes sb;
    effect->kind = EFFECT_NONE;
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    if (own->modifier[SASS_MASK] == 15)
        sass_write(warp, own->rd, b);
    else
        move_some(warp, own, b);
}
