/* SPDX-License-Identifier: Apache-2.0 */
/* mufu.c - the multi-function unit: MUFU, and RRO before it.
 *
 * The hardware interpolates in tables, with an error of about one unit in the last place; these are
 * the functions of isa/ieee/binary32_special.h, more exact and the same on every host (PAS-34). As
 * on the hardware, subnormal sources and results are zeros: compilers scale around it. On the
 * hardware RRO reduces an argument to the unit's range; here the unit accepts every argument, and
 * RRO only copies it. */
#include "isa/ieee/binary32_special.h"
#include "isa/sass/floating.h"
#include "isa/sass/run.h"

enum mufu_function {
    MUFU_COS, MUFU_SIN, MUFU_EX2, MUFU_LG2, MUFU_RCP, MUFU_RSQ, MUFU_RCP64H, MUFU_RSQ64H, MUFU_SQRT,
    MUFU_FUNCTIONS
};

/* Of a binary64's high word: the smallest normal number. */
#define HIGH_HIDDEN_BIT 0x00100000u
#define HIGH_INFINITY 0x7ff00000u

static uint32_t flushed(uint32_t word, uint32_t smallest_normal)
{
    return binary32_magnitude(word) < smallest_normal ? word & BINARY32_SIGN : word;
}

LANEWISE static void take(const struct warp *warp, const struct sass_insn *own,
                          uint32_t *x, const uint32_t *from, uint32_t smallest_normal)
{
    uint32_t keep = own->modifier[SASS_ABS_A] ? ~BINARY32_SIGN : ~0u;
    uint32_t flip = (uint32_t)own->modifier[SASS_NEG_A] << 31;
    SASS_EACH_LANE(lane, warp)
        x[lane] = flushed((from[lane] & keep) ^ flip, smallest_normal);
}

static uint32_t saturated(uint32_t word)
{
    if (word > BINARY32_INFINITY) /* negative, or NaN */
        return 0;
    return word > BINARY32_ONE ? BINARY32_ONE : word;
}

LANEWISE static void finish(const struct warp *warp, const struct sass_insn *own, uint32_t *x)
{
    const uint32_t saturate = lane_mask(own->modifier[SASS_SAT]);
    SASS_EACH_LANE(lane, warp) {
        uint32_t word = flushed(x[lane], BINARY32_HIDDEN_BIT);
        word = lane_blend(lane_mask(binary32_is_nan(x[lane])), SASS_NAN32, word);
        x[lane] = lane_blend(saturate, saturated(word), word);
    }
}

static void run_single(const struct warp *warp, const struct sass_insn *own, uint32_t *x)
{
    static const uint8_t function[MUFU_FUNCTIONS] = {
        [MUFU_COS] = IEEE_COS, [MUFU_SIN] = IEEE_SIN, [MUFU_EX2] = IEEE_EXP2,
        [MUFU_LG2] = IEEE_LOG2, [MUFU_RCP] = IEEE_RECIPROCAL, [MUFU_RSQ] = IEEE_RECIPROCAL_ROOT,
        [MUFU_SQRT] = IEEE_SQUARE_ROOT,
    };
    struct ieee_lanes lanes = sass_ieee_lanes(warp);
    binary32_special(&lanes, (enum ieee_special)function[own->modifier[SASS_MODE]], x, x);
    finish(warp, own, x);
}

static void run_double(const struct warp *warp, const struct sass_insn *own, uint32_t *x)
{
    bool root = own->modifier[SASS_MODE] == MUFU_RSQ64H;
    SASS_EACH_LANE(lane, warp) {
        if (!warp->active[lane])
            continue;
        uint32_t high = root ? binary64_reciprocal_root_high(x[lane])
                             : binary64_reciprocal_high(x[lane]);
        bool nan = binary32_magnitude(high) > HIGH_INFINITY;
        x[lane] = nan ? SASS_NAN32 : flushed(high, HIGH_HIDDEN_BIT);
    }
}

void sass_mufu(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    unsigned function = own->modifier[SASS_MODE];
    bool wide = function == MUFU_RCP64H || function == MUFU_RSQ64H;
    struct sass_lanes scratch, x;
    if (function >= MUFU_FUNCTIONS) {
        sass_illegal(warp, insn, effect);
        return;
    }
    effect->kind = EFFECT_NONE;
    take(warp, own, x.lane, sass_source(warp, &own->a, &scratch, effect),
         wide ? HIGH_HIDDEN_BIT : BINARY32_HIDDEN_BIT);
    if (wide)
        run_double(warp, own, x.lane);
    else
        run_single(warp, own, x.lane);
    sass_write(warp, own->rd, x.lane);
}

void sass_rro(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    uint32_t keep = own->modifier[SASS_ABS_B] ? ~BINARY32_SIGN : ~0u;
    uint32_t flip = (uint32_t)own->modifier[SASS_NEG_B] << 31;
    struct sass_lanes scratch, x;
    effect->kind = EFFECT_NONE;
    const uint32_t *from = sass_source(warp, &own->b, &scratch, effect);
    SASS_EACH_LANE(lane, warp)
        x.lane[lane] = (from[lane] & keep) ^ flip;
    sass_write(warp, own->rd, x.lane);
}
