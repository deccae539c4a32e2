/* SPDX-License-Identifier: Apache-2.0 */
/* adder.h - the adder of IADD, IADD3, ISCADD, LEA, XMAD and IMAD: a sum of two rows with carry-in,
 * condition codes and saturation. Subtracting adds the complement and a carry-in of 1; under .X the
 * carry-in is the carry flag instead, and negation is only the complement. */
#ifndef WARPCLOCK_ISA_SASS_ADDER_H
#define WARPCLOCK_ISA_SASS_ADDER_H

#include "isa/sass/lanes.h"

/* How to modify the sources: complemented where the word is ~0; and the carry-in. */
struct sass_sum {
    uint32_t flip_x, flip_y, carry;
};

/* Of two sources with a sign bit each; both set is .PO, which adds 1 and negates nothing. */
SASS_INLINE struct sass_sum sass_sum_of(bool negative_x, bool negative_y)
{
    if (negative_x && negative_y)
        return (struct sass_sum){0, 0, 1};
    return (struct sass_sum){-(uint32_t)negative_x, -(uint32_t)negative_y,
                             (uint32_t)(negative_x || negative_y)};
}

/* The carry-in of each lane: 0 or 1, or 2 after an IADD3. */
SASS_INLINE void sass_carry_in(const struct warp *warp, const struct sass_insn *own,
                               uint32_t otherwise, uint32_t *carry)
{
    const size_t lanes = sass_loop_lanes(warp);
    if (!own->modifier[SASS_X]) {
        SASS_EACH_LANE(lane, warp)
            carry[lane] = otherwise;
        return;
    }
    for (size_t first = 0; first < lanes; first += SASS_LANES) {
        const uint32_t one = (uint32_t)(sass_state(warp)->carry >> first);
        const uint32_t two = (uint32_t)(sass_state(warp)->carry_two >> first);
        for (size_t lane = 0; lane < SASS_LANES; lane++)
            carry[first + lane] = (one >> lane & 1) + 2 * (two >> lane & 1);
    }
}

/* The sum with the carry-in, saturated; returns the lanes with a carry-out. `with_flags` is
 * constant: if false, the compiler drops the code for carries and overflows. */
SASS_INLINE uint64_t sass_add_carried(const struct warp *warp, const struct sass_insn *own,
                                      const uint32_t *xs, const uint32_t *ys, struct sass_sum sum,
                                      bool with_flags)
{
    const size_t lanes = sass_loop_lanes(warp);
    const uint32_t saturate = -(uint32_t)own->modifier[SASS_SAT];
    const uint32_t *active = warp->active;
    uint32_t *d = sass_row(warp, own->rd);
    struct sass_lanes in;
    uint64_t carry = 0, overflow = 0;
    sass_carry_in(warp, own, sum.carry, in.lane);
    for (size_t first = 0; first < lanes; first += SASS_LANES) {
        uint32_t out = 0, over = 0;
        LANE_LOOP
        for (size_t i = 0, lane = first; i < SASS_LANES; i++, lane++) {
            uint32_t x = xs[lane] ^ sum.flip_x, y = ys[lane] ^ sum.flip_y;
            uint32_t part = x + y, s = part + in.lane[lane], beyond = ((s ^ x) & (s ^ y)) >> 31;
            out |= ((uint32_t)(part < x) | (uint32_t)(s < part)) << i;
            over |= beyond << i;
            /* to the limit given by the sign of the sources */
            s = sass_blend(saturate & -beyond, 0x7fffffff + (x >> 31), s);
            d[lane] = sass_blend(active[lane], s, d[lane]);
        }
        carry |= (uint64_t)out << first;
        overflow |= (uint64_t)over << first;
    }
    if (with_flags && own->modifier[SASS_CC]) {
        sass_put_zero_sign(warp, d);
        sass_put_carry_overflow(warp, carry, overflow);
    }
    return carry;
}

/* The complete adder: returns the lanes with a carry-out. */
SASS_INLINE uint64_t sass_add_full(const struct warp *warp, const struct sass_insn *own,
                                   const uint32_t *xs, const uint32_t *ys, struct sass_sum sum)
{
    return sass_add_carried(warp, own, xs, ys, sum, true);
}

/* rd := xs + ys. Almost all additions neither take nor give a flag. */
SASS_INLINE void sass_add(const struct warp *warp, const struct sass_insn *own, const uint32_t *xs,
                          const uint32_t *ys, struct sass_sum sum)
{
    if (own->modifier[SASS_CC]) {
        sass_add_carried(warp, own, xs, ys, sum, true);
        return;
    }
    if (own->modifier[SASS_X] | own->modifier[SASS_SAT]) {
        sass_add_carried(warp, own, xs, ys, sum, false);
        return;
    }
    uint32_t *d = sass_row(warp, own->rd);
    const uint32_t *active = warp->active;
    SASS_EACH_LANE(lane, warp) {
        uint32_t s = (xs[lane] ^ sum.flip_x) + (ys[lane] ^ sum.flip_y) + sum.carry;
        d[lane] = sass_blend(active[lane], s, d[lane]);
    }
}

#endif
