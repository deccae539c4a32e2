/* SPDX-License-Identifier: Apache-2.0 */
/* predicate.c - logic on predicates, and predicates to and from registers. */
#include "isa/sass/condition.h"
#include "isa/sass/lanes.h"
#include "isa/sass/run.h"

/* (p op p2), and its complement for the second target, op2 p3 */
void sass_psetp(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    uint64_t first = sass_combine(own->modifier[SASS_COMBINE], sass_predicate(warp, own->p),
                                  sass_predicate(warp, own->p2));
    uint64_t with = sass_predicate(warp, own->p3);
    unsigned how = own->modifier[SASS_COMBINE2];
    effect->kind = EFFECT_NONE;
    sass_predicate_put(warp, own->pd, sass_combine(how, first, with));
    sass_predicate_put(warp, own->pd2, sass_combine(how, ~first, with));
}

LANEWISE void sass_pset(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    uint64_t first = sass_combine(own->modifier[SASS_COMBINE], sass_predicate(warp, own->p),
                                  sass_predicate(warp, own->p2));
    effect->kind = EFFECT_NONE;
    sass_write_truth(warp, own, sass_combine(own->modifier[SASS_COMBINE2], first,
                                             sass_predicate(warp, own->p3)));
}

void sass_csetp(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    uint64_t lanes;
    if (!sass_condition(sass_state(warp), own->modifier[SASS_TEST], &lanes)) {
        sass_illegal(warp, insn, effect);
        return;
    }
    effect->kind = EFFECT_NONE;
    sass_compare_put(warp, own, lanes);
}

/* The flags in the order in which P2R and R2P number them: predicates, or Z S C O. */
enum { FLAGS_PREDICATES = 7, FLAGS_CONDITION = 4 };

struct flags {
    uint64_t *flag[FLAGS_PREDICATES];
    unsigned count;
};

static struct flags flags_of(struct sass_state *state, const struct sass_insn *own)
{
    struct flags flags = {{&state->zero, &state->sign, &state->carry, &state->overflow},
                          FLAGS_CONDITION};
    if (own->modifier[SASS_MASK])
        return flags;
    for (unsigned i = 0; i < FLAGS_PREDICATES; i++)
        flags.flag[i] = &state->predicate[i];
    flags.count = FLAGS_PREDICATES;
    return flags;
}

/* rd := a with the flags that the mask names put into one of its bytes */
LANEWISE void sass_p2r(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const struct flags flags = flags_of(sass_state(warp), own);
    const unsigned byte = (own->modifier[SASS_MODE] & 3) * 8;
    struct sass_lanes sa, sb, result;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *mask = sass_source(warp, &own->b, &sb, effect);
    SASS_EACH_LANE(lane, warp) {
        uint32_t bits = 0;
        for (unsigned i = 0; i < flags.count; i++)
            bits |= (uint32_t)(*flags.flag[i] >> lane & 1) << i;
        result.lane[lane] = sass_blend((mask[lane] & 0xff) << byte, bits << byte, a[lane]);
    }
    sass_write(warp, own->rd, result.lane);
}

/* The flags that the mask names := bits of one byte of a. */
LANEWISE void sass_r2p(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const struct flags flags = flags_of(sass_state(warp), own);
    const unsigned byte = (own->modifier[SASS_MODE] & 3) * 8;
    struct sass_lanes sa, sb, bits, names;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *mask = sass_source(warp, &own->b, &sb, effect);
    for (unsigned i = 0; i < flags.count; i++) {
        SASS_EACH_LANE(lane, warp) {
            bits.lane[lane] = a[lane] >> byte >> i & 1;
            names.lane[lane] = mask[lane] >> i & 1;
        }
        uint64_t fresh = sass_gather(warp, bits.lane), named = sass_gather(warp, names.lane);
        sass_put(warp, flags.flag[i], (fresh & named) | (*flags.flag[i] & ~named));
    }
}
