/* SPDX-License-Identifier: Apache-2.0 */
/* across.c - instructions across lanes: VOTE and SHFL (PTX ISA 8.0, vote and shfl). A program sees
 * warps of SASS_LANES lanes: a wider warp votes and shuffles in groups of that size. */
#include "isa/sass/lanes.h"
#include "isa/sass/run.h"

enum { VOTE_ALL, VOTE_ANY, VOTE_EQUAL };

/* The vote of the active lanes of one logical warp, of which `yes` have the predicate set. */
static bool agreed(unsigned mode, uint32_t mask, uint32_t yes)
{
    return mode == VOTE_ALL ? yes == mask : mode == VOTE_ANY ? yes != 0 : !yes || yes == mask;
}

/* Each lane takes the ballot of its logical warp. */
LANEWISE static void write_ballot(struct warp *warp, uint32_t row, uint64_t yes)
{
    const size_t lanes = sass_loop_lanes(warp);
    struct sass_lanes ballot;
    for (size_t first = 0; first < lanes; first += SASS_LANES)
        for (size_t lane = 0; lane < SASS_LANES; lane++)
            ballot.lane[first + lane] = (uint32_t)(yes >> first);
    sass_write(warp, row, ballot.lane);
}

/* rd takes the ballot of the active lanes, pd the result of the vote. */
void sass_vote(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const unsigned mode = own->modifier[SASS_MODE];
    const uint64_t mask = warp->mask, yes = sass_predicate(warp, own->p) & mask;
    uint64_t agreeing = 0;
    if (mode > VOTE_EQUAL) {
        sass_illegal(warp, insn, effect);
        return;
    }
    effect->kind = EFFECT_NONE;
    for (size_t first = 0; first < warp->stride; first += SASS_LANES)
        if (agreed(mode, (uint32_t)(mask >> first), (uint32_t)(yes >> first)))
            agreeing |= (uint64_t)UINT32_MAX << first;
    if (own->rd != SASS_SINK)
        write_ballot(warp, own->rd, yes);
    sass_predicate_put(warp, own->pd, agreeing);
}

enum { SHFL_INDEX, SHFL_UP, SHFL_DOWN, SHFL_BUTTERFLY };

/* Lane `from`, and whether it may be read. Segments are the lanes that agree in the bits of
 * c[8:12]; c[0:4] bounds them upwards, and downwards for UP. */
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

/* Shuffles one logical warp into `taken`; returns its lanes that are in range. */
SASS_INLINE uint32_t shuffle_group(unsigned mode, const uint32_t *a, const uint32_t *b,
                                   const uint32_t *c, uint32_t *taken)
{
    uint32_t in_range = 0;
    for (int32_t lane = 0; lane < SASS_LANES; lane++) {
        struct shuffle s = shuffle_of(mode, lane, b[lane], c[lane]);
        taken[lane] = a[s.from & (SASS_LANES - 1)];
        in_range |= (uint32_t)s.in_range << lane;
    }
    return in_range;
}

uint64_t sass_shuffled_lanes(const struct warp *warp, const struct insn *insn)
{
    const struct sass_insn *own = sass_of(insn);
    const uint64_t acting = sass_acting(warp, insn);
    struct effect effect = {.kind = EFFECT_NONE};
    struct sass_lanes sb, sc;
    const uint32_t *b = sass_source(warp, &own->b, &sb, &effect);
    const uint32_t *c = sass_source(warp, &own->c, &sc, &effect);
    uint64_t lanes = acting;
    for (uint64_t rest = acting; rest; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(rest), first = lane & ~(SASS_LANES - 1u);
        const struct shuffle s = shuffle_of(own->modifier[SASS_MODE], (int32_t)(lane - first),
                                            b[lane], c[lane]);
        lanes |= 1ull << (first + ((uint32_t)s.from & (SASS_LANES - 1)));
    }
    return lanes;
}

/* Lanes out of range keep their own value. The value of an inactive lane is undefined in CUDA; here
 * it is the contents of its register. */
LANEWISE void sass_shfl(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const size_t lanes = sass_loop_lanes(warp);
    struct sass_lanes sa, sb, sc, taken;
    uint64_t in_range = 0;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t *c = sass_source(warp, &own->c, &sc, effect);
    for (size_t i = 0; i < lanes; i += SASS_LANES)
        in_range |= (uint64_t)shuffle_group(own->modifier[SASS_MODE], a + i, b + i, c + i,
                                            taken.lane + i) << i;
    sass_write(warp, own->rd, taken.lane);
    sass_predicate_put(warp, own->pd, in_range);
}
