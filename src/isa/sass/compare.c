/* SPDX-License-Identifier: Apache-2.0 */
/* compare.c - integer comparisons, and selection between two sources.
 *
 * A comparison code is a set of outcomes, 1 less, 2 equal, 4 greater: the masks of lanes that are
 * less and that are equal are computed once, and every code is a combination of the two. */
#include "isa/sass/lanes.h"
#include "isa/sass/run.h"

enum { COMPARE_LESS = 1, COMPARE_EQUAL = 2, COMPARE_GREATER = 4 };

struct order {
    uint64_t less, equal;
};

SASS_INLINE uint64_t holds(struct order order, unsigned code)
{
    return (code & COMPARE_LESS ? order.less : 0) | (code & COMPARE_EQUAL ? order.equal : 0) |
           (code & COMPARE_GREATER ? ~(order.less | order.equal) : 0);
}

/* Inverting the top bit turns signed into unsigned order. */
SASS_INLINE uint32_t bias_of(bool is_signed) { return is_signed ? 0x80000000 : 0; }

SASS_INLINE struct order compare(const struct warp *warp, const uint32_t *a, const uint32_t *b,
                                 bool is_signed)
{
    const size_t lanes = sass_loop_lanes(warp);
    const uint32_t bias = bias_of(is_signed);
    struct order order = {0, 0};
    for (size_t first = 0; first < lanes; first += SASS_LANES) {
        uint32_t less = 0, equal = 0;
        for (size_t lane = 0; lane < SASS_LANES; lane++) {
            uint32_t x = a[first + lane], y = b[first + lane];
            less |= (uint32_t)((x ^ bias) < (y ^ bias)) << lane;
            equal |= (uint32_t)(x == y) << lane;
        }
        order.less |= (uint64_t)less << first;
        order.equal |= (uint64_t)equal << first;
    }
    return order;
}

/* .X: the high words of a subtraction whose low words left a borrow (no carry) and zero or not. */
SASS_INLINE struct order compare_extended(const struct warp *warp, const uint32_t *a,
                                          const uint32_t *b, bool is_signed)
{
    const uint32_t bias = bias_of(is_signed);
    const struct sass_state *state = sass_state(warp);
    struct sass_lanes less, equal;
    SASS_EACH_LANE(lane, warp) {
        uint32_t borrow = ~(uint32_t)(state->carry >> lane) & 1;
        uint32_t difference = a[lane] - b[lane] - borrow;
        uint32_t x = a[lane] ^ bias, y = b[lane] ^ bias;
        less.lane[lane] = (uint32_t)(x < y) | ((uint32_t)(x == y) & borrow);
        equal.lane[lane] = difference == 0;
    }
    return (struct order){.less = sass_gather(warp, less.lane),
                          .equal = sass_gather(warp, equal.lane) & state->zero};
}

/* The lanes for which the comparison of a and b holds. */
SASS_INLINE uint64_t compared(const struct warp *warp, const struct sass_insn *own,
                              struct effect *effect)
{
    const uint8_t *m = own->modifier;
    struct sass_lanes sa, sb;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    struct order order = m[SASS_X] ? compare_extended(warp, a, b, m[SASS_SIGNED_A])
                                   : compare(warp, a, b, m[SASS_SIGNED_A]);
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
    uint64_t yes = sass_combine(own->modifier[SASS_COMBINE], compared(warp, own, effect),
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
    struct order order =
        compare(warp, c, sass_row(warp, SASS_ZERO), own->modifier[SASS_SIGNED_A]);
    sass_spread(warp, holds(order, own->modifier[SASS_COMPARE]), choice.lane);
    SASS_EACH_LANE(lane, warp)
        choice.lane[lane] = sass_blend(choice.lane[lane], a[lane], b[lane]);
    sass_write(warp, own->rd, choice.lane);
}

/* Parts of IMNMX for longer numbers, from the highest word down. */
enum { MINMAX_WHOLE, MINMAX_XLO, MINMAX_XMED, MINMAX_XHI };

bool sass_minmax_continues(const struct sass_insn *own)
{
    return own->modifier[SASS_MODE] == MINMAX_XLO || own->modifier[SASS_MODE] == MINMAX_XMED;
}

/* An earlier decision stays: Z means "equal so far", S "a is less". Compilers make a 64-bit minimum
 * from XHI.CC on the high words and XLO on the low ones; which flags the hardware passes between
 * them cannot be seen from outside. */
static struct order order_so_far(const struct warp *warp, struct order here)
{
    const struct sass_state *state = sass_state(warp);
    uint64_t open = state->zero, less = state->sign;
    return (struct order){.less = (open & here.less) | (~open & less), .equal = open & here.equal};
}

/* The smaller where p holds, else the greater. */
LANEWISE void sass_imnmx(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const unsigned part = own->modifier[SASS_MODE];
    struct sass_lanes sa, sb, result;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    struct order order = compare(warp, a, b, own->modifier[SASS_SIGNED_A]);
    if (sass_minmax_continues(own))
        order = order_so_far(warp, order);
    sass_spread(warp, ~(order.less ^ sass_predicate(warp, own->p)), result.lane);
    SASS_EACH_LANE(lane, warp)
        result.lane[lane] = sass_blend(result.lane[lane], a[lane], b[lane]);
    sass_write(warp, own->rd, result.lane);
    if (!own->modifier[SASS_CC])
        return;
    if (part == MINMAX_WHOLE) {
        sass_put_zero_sign(warp, result.lane);
    } else {
        sass_put(warp, &sass_state(warp)->zero, order.equal);
        sass_put(warp, &sass_state(warp)->sign, order.less);
    }
}

/* p ? a : b */
LANEWISE void sass_sel(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct sass_lanes sa, sb, choice;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    sass_spread(warp, sass_predicate(warp, own->p), choice.lane);
    SASS_EACH_LANE(lane, warp)
        choice.lane[lane] = sass_blend(choice.lane[lane], a[lane], b[lane]);
    sass_write(warp, own->rd, choice.lane);
}

/* The mask of MOV has a bit for each lane of a quad. assumed from its name; known code sets them
 * all. */
LANEWISE static void move_some(struct warp *warp, const struct sass_insn *own, const uint32_t *b)
{
    uint32_t *d = sass_row(warp, own->rd);
    const uint64_t quad = own->modifier[SASS_MASK] & 15, some = quad * 0x1111111111111111u;
    struct sass_lanes on;
    sass_spread(warp, some, on.lane);
    SASS_EACH_LANE(lane, warp)
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
