/* SPDX-License-Identifier: Apache-2.0 */
/* lanes.h - operands of SASS as rows of lanes, predicates and condition codes as masks.
 *
 * A warp has SASS_LANES lanes or a multiple, and rows of exactly that stride (a block's last warp
 * starts with fewer active lanes), so every loop becomes a few vector instructions. Loops that
 * gather or spread a mask take SASS_LANES lanes at a time: shifts of 32 bits are cheap. All of it
 * is inlined into functions marked LANEWISE. Such a function first sets effect->kind = EFFECT_NONE
 * and then reads its sources: a constant outside of its bank reads as zero and turns the effect
 * into a fault, so no function has to check. */
#ifndef WARPCLOCK_ISA_SASS_LANES_H
#define WARPCLOCK_ISA_SASS_LANES_H

#include <string.h>

#include "base/lanewise.h"
#include "isa/sass/sass.h"

#define SASS_INLINE static inline __attribute__((always_inline))

/* One word per lane. */
struct sass_lanes {
    alignas(64) uint32_t lane[LANES_MAX];
};

SASS_INLINE struct sass_state *sass_state(const struct warp *warp) { return warp->state; }

/* The lanes of a loop. Read them before the loop: its stores might alias the warp. */
SASS_INLINE size_t sass_loop_lanes(const struct warp *warp)
{
    const size_t lanes = warp->stride;
    if (lanes == 0 || lanes > LANES_MAX || lanes % SASS_LANES)
        __builtin_unreachable();
    return lanes;
}

/* Counts `lane` through all lanes of a warp, as LANE_LOOP does. The inner count is constant, so the
 * compiler makes straight vector code of it. */
#define SASS_EACH_LANE(lane, warp)                                                               \
    for (size_t first_ = 0, end_ = sass_loop_lanes(warp); first_ < end_; first_ += SASS_LANES)   \
        LANE_LOOP for (size_t lane = first_, i_ = 0; i_ < SASS_LANES; i_++, lane++)

SASS_INLINE uint32_t *sass_row(const struct warp *warp, uint32_t row)
{
    return warp_row(warp, row);
}

/* The next row of a pair or a quad. After RZ comes RZ again. */
SASS_INLINE uint32_t sass_row_behind(uint32_t row, uint32_t steps)
{
    return row < SASS_R0 ? row : row + steps;
}

SASS_INLINE uint32_t sass_blend(uint32_t active, uint32_t fresh, uint32_t old)
{
    return (fresh & active) | (old & ~active);
}

/* ---- Sources ---- */

/* Not inlined, since it is rare: the effect becomes a fault at that offset of the bank. */
void sass_constant_fault(struct effect *effect, uint32_t offset);

SASS_INLINE uint32_t sass_constant_word(const struct warp *warp, uint32_t bank, uint32_t offset,
                                        struct effect *effect)
{
    uint32_t word = 0;
    const struct sass_bank *b = &sass_state(warp)->launch->bank[bank < SASS_BANKS ? bank : 0];
    if (bank < SASS_BANKS && offset < b->size && b->size - offset >= sizeof word)
        memcpy(&word, b->bytes + offset, sizeof word);
    else
        sass_constant_fault(effect, offset);
    return word;
}

SASS_INLINE const uint32_t *sass_broadcast(const struct warp *warp, struct sass_lanes *scratch,
                                           uint32_t word)
{
    SASS_EACH_LANE(lane, warp)
        scratch->lane[lane] = word;
    return scratch->lane;
}

/* The lanes of a source: its register, its immediate, or its constant spread over `scratch`. A
 * missing operand reads as RZ. */
SASS_INLINE const uint32_t *sass_source(const struct warp *warp, const struct sass_source *source,
                                        struct sass_lanes *scratch, struct effect *effect)
{
    if (source->kind == SASS_REGISTER)
        return sass_row(warp, source->row);
    if (source->kind == SASS_IMMEDIATE)
        return source->lanes;
    if (source->kind == SASS_NONE)
        return sass_row(warp, SASS_ZERO);
    return sass_broadcast(warp, scratch,
                          sass_constant_word(warp, source->bank, source->value, effect));
}

/* A source of 64 bits: the rows of the low and of the high words. The value of an immediate is the
 * high word, the low word is zero. */
struct sass_wide {
    const uint32_t *low, *high;
};

SASS_INLINE struct sass_wide sass_source_wide(const struct warp *warp,
                                              const struct sass_source *source,
                                              struct sass_lanes scratch[2], struct effect *effect)
{
    if (source->kind == SASS_REGISTER)
        return (struct sass_wide){sass_row(warp, source->row),
                                  sass_row(warp, sass_row_behind(source->row, 1))};
    if (source->kind == SASS_IMMEDIATE)
        return (struct sass_wide){sass_row(warp, SASS_ZERO), source->lanes};
    if (source->kind == SASS_NONE)
        return (struct sass_wide){sass_row(warp, SASS_ZERO), sass_row(warp, SASS_ZERO)};
    uint32_t low = sass_constant_word(warp, source->bank, source->value, effect);
    uint32_t high = sass_constant_word(warp, source->bank, source->value + 4, effect);
    return (struct sass_wide){sass_broadcast(warp, &scratch[0], low),
                              sass_broadcast(warp, &scratch[1], high)};
}

SASS_INLINE uint64_t sass_wide_lane(const struct sass_wide *wide, size_t lane)
{
    return (uint64_t)wide->high[lane] << 32 | wide->low[lane];
}

/* ---- Targets ---- */

/* Row `row` takes `fresh` in the active lanes. */
SASS_INLINE void sass_write(const struct warp *warp, uint32_t row, const uint32_t *fresh)
{
    uint32_t *d = sass_row(warp, row);
    const uint32_t *active = warp->active;
    SASS_EACH_LANE(lane, warp)
        d[lane] = sass_blend(active[lane], fresh[lane], d[lane]);
}

/* ---- Masks ---- */

/* Gathers 0 or 1 per lane into a mask, active or not. */
SASS_INLINE uint64_t sass_gather(const struct warp *warp, const uint32_t *flags)
{
    const size_t lanes = sass_loop_lanes(warp);
    uint64_t mask = 0;
    for (size_t first = 0; first < lanes; first += SASS_LANES) {
        uint32_t part = 0;
        for (size_t lane = 0; lane < SASS_LANES; lane++)
            part |= flags[first + lane] << lane;
        mask |= (uint64_t)part << first;
    }
    return mask;
}

/* The inverse: 0 or ~0 per lane. */
SASS_INLINE void sass_spread(const struct warp *warp, uint64_t mask, uint32_t *row)
{
    const size_t lanes = sass_loop_lanes(warp);
    for (size_t first = 0; first < lanes; first += SASS_LANES) {
        const uint32_t part = (uint32_t)(mask >> first);
        for (size_t lane = 0; lane < SASS_LANES; lane++)
            row[first + lane] = -(part >> lane & 1);
    }
}

SASS_INLINE uint64_t sass_predicate(const struct warp *warp, struct sass_predicate p)
{
    uint64_t lanes = p.index == SASS_PT ? ~0ull : sass_state(warp)->predicate[p.index & 7];
    return p.negated ? ~lanes : lanes;
}

SASS_INLINE void sass_put(const struct warp *warp, uint64_t *mask, uint64_t fresh)
{
    *mask = (*mask & ~warp->mask) | (fresh & warp->mask);
}

/* A target predicate; writes to PT are ignored. */
SASS_INLINE void sass_predicate_put(const struct warp *warp, struct sass_predicate p,
                                    uint64_t fresh)
{
    if (p.index != SASS_PT)
        sass_put(warp, &sass_state(warp)->predicate[p.index & 7], fresh);
}

/* AND, OR, XOR of two masks of lanes, as SASS_COMBINE numbers them. */
SASS_INLINE uint64_t sass_combine(unsigned how, uint64_t a, uint64_t b)
{
    return how == 0 ? a & b : how == 1 ? a | b : a ^ b;
}

/* The two targets of a comparison: its result and the complement, each combined with the predicate
 * p. */
SASS_INLINE void sass_compare_put(const struct warp *warp, const struct sass_insn *own,
                                  uint64_t holds)
{
    uint64_t with = sass_predicate(warp, own->p);
    unsigned how = own->modifier[SASS_COMBINE];
    sass_predicate_put(warp, own->pd, sass_combine(how, holds, with));
    sass_predicate_put(warp, own->pd2, sass_combine(how, ~holds, with));
}

/* ---- Condition codes ---- */

/* Z and S of the results in a row. */
SASS_INLINE void sass_put_zero_sign(const struct warp *warp, const uint32_t *result)
{
    const size_t lanes = sass_loop_lanes(warp);
    uint64_t zero = 0, sign = 0;
    for (size_t first = 0; first < lanes; first += SASS_LANES) {
        uint32_t is_zero = 0, is_negative = 0;
        for (size_t lane = 0; lane < SASS_LANES; lane++) {
            is_zero |= (uint32_t)(result[first + lane] == 0) << lane;
            is_negative |= result[first + lane] >> 31 << lane;
        }
        zero |= (uint64_t)is_zero << first;
        sign |= (uint64_t)is_negative << first;
    }
    sass_put(warp, &sass_state(warp)->zero, zero);
    sass_put(warp, &sass_state(warp)->sign, sign);
}

SASS_INLINE void sass_put_carry_overflow(const struct warp *warp, uint64_t carry,
                                         uint64_t overflow)
{
    sass_put(warp, &sass_state(warp)->carry, carry);
    sass_put(warp, &sass_state(warp)->carry_two, 0);
    sass_put(warp, &sass_state(warp)->overflow, overflow);
}

/* The result of xSET: ~0, or 1.0 with .BF, if true, else 0. */
SASS_INLINE void sass_write_truth(const struct warp *warp, const struct sass_insn *own,
                                  uint64_t holds)
{
    struct sass_lanes result;
    const uint32_t yes = own->modifier[SASS_BOOL_FLOAT] ? 0x3f800000 : ~0u;
    sass_spread(warp, holds, result.lane);
    SASS_EACH_LANE(lane, warp)
        result.lane[lane] &= yes;
    sass_write(warp, own->rd, result.lane);
    if (!own->modifier[SASS_CC])
        return;
    sass_put_zero_sign(warp, result.lane);
    sass_put_carry_overflow(warp, 0, 0);
}

#endif
