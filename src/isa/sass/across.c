/* SPDX-License-Identifier: Apache-2.0 */
/* across.c - lanes that look at each other: VOTE and SHFL. PTX ISA 8.0, vote and shfl. */
#include "isa/sass/lanes.h"
#include "isa/sass/run.h"

enum { VOTE_ALL, VOTE_ANY, VOTE_EQUAL };

LANEWISE static void write_uniform(struct warp *warp, uint32_t row, uint32_t word)
{
    struct sass_lanes all;
    sass_write(warp, row, sass_broadcast(&all, word));
}

/* rd takes the ballot of the active lanes, pd what they agreed upon. */
void sass_vote(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const uint32_t mask = (uint32_t)warp->mask, yes = sass_predicate(warp, own->p) & mask;
    const bool agreed[] = {[VOTE_ALL] = yes == mask, [VOTE_ANY] = yes != 0,
                           [VOTE_EQUAL] = yes == 0 || yes == mask};
    if (own->modifier[SASS_MODE] > VOTE_EQUAL) {
        sass_illegal(warp, insn, effect);
        return;
    }
    effect->kind = EFFECT_NONE;
    if (own->rd != SASS_SINK)
        write_uniform(warp, own->rd, yes);
    sass_predicate_put(warp, own->pd, agreed[own->modifier[SASS_MODE]] ? ~0u : 0);
}

enum { SHFL_INDEX, SHFL_UP, SHFL_DOWN, SHFL_BUTTERFLY };

/* Lane `from`, and whether it is one that may be read. Segments are the lanes that agree in the
 * bits of c[8:12]; c[0:4] bounds them upwards, and downwards for UP. */
struct shuffle {
    int32_t from;
    bool in_range;
};

SASS_INLINE struct shuffle shuffle_of(unsigned mode, int32_t lane, uint32_t b, uint32_t c)
{
    int32_t by = b & 31, segment = c >> 8 & 31, min = lane & segment;
    int32_t bound = min | (int32_t)(c & 31 & (uint32_t)~segment);
    int32_t from = mode == SHFL_UP     ? lane - by
                   : mode == SHFL_DOWN ? lane + by
                   : mode == SHFL_BUTTERFLY ? lane ^ by : min | (by & ~segment);
    bool in_range = mode == SHFL_UP ? from >= bound : from <= bound;
    return (struct shuffle){in_range ? from : lane, in_range};
}

/* Lanes out of range keep their own value. What an inactive lane gives is undefined in CUDA; here
 * it is what its register holds. */
LANEWISE void sass_shfl(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const unsigned mode = own->modifier[SASS_MODE];
    struct sass_lanes sa, sb, sc, result;
    uint32_t in_range = 0;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t *c = sass_source(warp, &own->c, &sc, effect);
    for (int32_t lane = 0; lane < SASS_LANES; lane++) {
        struct shuffle s = shuffle_of(mode, lane, b[lane], c[lane]);
        result.lane[lane] = a[s.from & (SASS_LANES - 1)];
        in_range |= (uint32_t)s.in_range << lane;
    }
    sass_write(warp, own->rd, result.lane);
    sass_predicate_put(warp, own->pd, in_range);
}
