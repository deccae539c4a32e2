/* SPDX-License-Identifier: Apache-2.0 */
/* adder.h - the adder behind IADD, IADD3, ISCADD, LEA, XMAD and IMAD: a sum of two rows with
 * carry-in, condition codes and saturation. Subtracting adds the complement and a carry-in of 1;
 * under .X the carry-in is the carry flag instead, and the negation just the complement. */
#ifndef WARPCLOCK_ISA_SASS_ADDER_H
#define WARPCLOCK_ISA_SASS_ADDER_H

#include "isa/sass/lanes.h"

/* How to take the sources: complemented where the word is ~0, and with which carry-in. */
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

/* The carry-in of each lane: 0 or 1, or 2 behind an IADD3. */
SASS_INLINE void sass_carry_in(const struct warp *warp, const struct sass_insn *own,
                               uint32_t otherwise, uint32_t *carry)
{
    if (!own->modifier[SASS_X]) {
        for (size_t lane = 0; lane < SASS_LANES; lane++)
            carry[lane] = otherwise;
        return;
    }
    const uint32_t one = (uint32_t)sass_state(warp)->carry;
    const uint32_t two = (uint32_t)sass_state(warp)->carry_two;
    for (size_t lane = 0; lane < SASS_LANES; lane++)
        carry[lane] = (one >> lane & 1) + 2 * (two >> lane & 1);
}

/* The whole of it: returns the lanes with a carry-out. */
SASS_INLINE uint32_t sass_add_full(const struct warp *warp, const struct sass_insn *own,
                                   const uint32_t *xs, const uint32_t *ys, struct sass_sum sum)
{
    struct sass_lanes in, result, out, over;
    const uint32_t saturate = -(uint32_t)own->modifier[SASS_SAT];
    sass_carry_in(warp, own, sum.carry, in.lane);
    for (size_t lane = 0; lane < SASS_LANES; lane++) {
        uint32_t x = xs[lane] ^ sum.flip_x, y = ys[lane] ^ sum.flip_y;
        uint32_t part = x + y, s = part + in.lane[lane];
        uint32_t overflow = ((s ^ x) & (s ^ y)) >> 31;
        out.lane[lane] = (uint32_t)(part < x) | (uint32_t)(s < part);
        over.lane[lane] = overflow;
        /* beyond the end that the sign of the sources points to */
        result.lane[lane] = sass_blend(saturate & -overflow, 0x7fffffff + (x >> 31), s);
    }
    uint32_t carry = sass_gather(out.lane);
    sass_write(warp, own->rd, result.lane);
    if (own->modifier[SASS_CC]) {
        sass_put_zero_sign(warp, result.lane);
        sass_put_carry_overflow(warp, carry, sass_gather(over.lane));
    }
    return carry;
}

/* rd := xs + ys. Almost all additions neither take nor give a flag. */
SASS_INLINE void sass_add(const struct warp *warp, const struct sass_insn *own, const uint32_t *xs,
                          const uint32_t *ys, struct sass_sum sum)
{
    if (own->modifier[SASS_CC] | own->modifier[SASS_X] | own->modifier[SASS_SAT]) {
        sass_add_full(warp, own, xs, ys, sum);
        return;
    }
    uint32_t *d = sass_row(warp, own->rd);
    const uint32_t *active = warp->active;
    LANE_LOOP
    for (size_t lane = 0; lane < SASS_LANES; lane++) {
        uint32_t s = (xs[lane] ^ sum.flip_x) + (ys[lane] ^ sum.flip_y) + sum.carry;
        d[lane] = sass_blend(active[lane], s, d[lane]);
    }
}

#endif
