/* SPDX-License-Identifier: Apache-2.0 */
/* vote.c - lanes that read each other: vote, shuffle, gather. Vortex 2.3 and later, as in hw/rtl of
 * 3.0. */
#include "isa/rv32/lanes.h"
#include "isa/rv32/run.h"

#include <string.h>

/* Bit 0 of rs1, active lanes only. */
static uint64_t votes(const struct warp *warp, const struct insn *insn)
{
    return warp_predicate(warp, warp_row(warp, insn->rs1));
}

static void answer(struct warp *warp, const struct insn *insn, struct effect *effect,
                   uint32_t value)
{
    warp_write_uniform(warp, insn->rd, value);
    effect->kind = EFFECT_NONE;
}

void rv32_vote_all(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    answer(warp, insn, effect, votes(warp, insn) == warp->mask);
}

void rv32_vote_any(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    answer(warp, insn, effect, votes(warp, insn) != 0);
}

/* Do all active lanes vote the same? */
void rv32_vote_uni(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    uint64_t yes = votes(warp, insn);
    answer(warp, insn, effect, yes == 0 || yes == warp->mask);
}

void rv32_vote_ballot(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    answer(warp, insn, effect, (uint32_t)votes(warp, insn));
}

/* The control word of a shuffle: distance or lane b, clamp c, and the mask m of lane bits that
 * stay, which cuts the warp into segments lo..hi. */
struct shuffle {
    int lane, b, lo, hi, m;
};

/* The lane to read; one outside lo..hi means: keep your own value. */
typedef int source_fn(const struct shuffle *s);

static int from_up(const struct shuffle *s)
{
    int source = s->lane - s->b;
    return source >= s->lo ? source : s->lane;
}

static int from_down(const struct shuffle *s)
{
    int source = s->lane + s->b;
    return source <= s->hi ? source : s->lane;
}

static int from_butterfly(const struct shuffle *s)
{
    int source = s->lane ^ s->b;
    return source <= s->hi ? source : s->lane;
}

static int from_index(const struct shuffle *s)
{
    int source = s->lo | (s->b & ~s->m);
    return source <= s->hi ? source : s->lane;
}

static struct shuffle shuffle_of(unsigned lane, uint32_t control)
{
    int b = control & 63, c = control >> 6 & 63, m = control >> 12 & 63;
    int lo = (int)lane & m;
    return (struct shuffle){.lane = (int)lane, .b = b, .lo = lo, .hi = lo | (c & ~m), .m = m};
}

/* Reads inactive lanes too; lanes that the hardware does not have give the lane's own value. */
static void shuffle(struct warp *warp, const struct insn *insn, struct effect *effect,
                    source_fn *source)
{
    uint32_t value[LANES_MAX], *d = warp_row(warp, insn->rd);
    const uint32_t *control = warp_row(warp, insn->rs2);
    memcpy(value, warp_row(warp, insn->rs1), warp->stride * sizeof value[0]);
    for (unsigned lane = 0; lane < warp->lanes; lane++) {
        struct shuffle s = shuffle_of(lane, control[lane]);
        unsigned from = (unsigned)source(&s);
        d[lane] = blend(warp->active[lane], value[from < warp->lanes ? from : lane], d[lane]);
    }
    effect->kind = EFFECT_NONE;
}

void rv32_shfl_up(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    shuffle(warp, insn, effect, from_up);
}

void rv32_shfl_down(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    shuffle(warp, insn, effect, from_down);
}

void rv32_shfl_bfly(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    shuffle(warp, insn, effect, from_butterfly);
}

void rv32_shfl_idx(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    shuffle(warp, insn, effect, from_index);
}

/* In each group of four lanes, lane q passes its rs1, rs2, rs3 to the three following lanes. */
void rv32_wgather(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    uint32_t *d = warp_row(warp, insn->rd);
    const uint32_t *source[3] = {warp_row(warp, insn->rs1), warp_row(warp, insn->rs2),
                                 warp_row(warp, insn->rs3)};
    unsigned q = insn->aux;
    for (unsigned group = 0; group < warp->lanes; group += 4) {
        uint32_t given[3] = {source[0][group + q], source[1][group + q], source[2][group + q]};
        for (unsigned k = 0; k < 3; k++) {
            unsigned lane = group + (q + 1 + k) % 4;
            d[lane] = blend(warp->active[lane], given[k], d[lane]);
        }
    }
    effect->kind = EFFECT_NONE;
}
