/* SPDX-License-Identifier: Apache-2.0 */
/* double.c - double precision in pairs of registers: DADD DMUL DFMA DMNMX, comparisons. Exact to
 * the bit in every rounding mode (PAS-34); there is neither flushing nor saturation. A NaN operand
 * is passed on, quiet, with its payload (measured on a later GPU of the vendor: sm_90). */
#include "isa/sass/floating.h"
#include "isa/sass/run.h"

#define BINARY64_SIGN 0x8000000000000000u

/* Space for a source whose lanes are not in registers. */
struct scratch {
    struct sass_lanes half[2];
};

static struct binary64_modifiers modifiers_of(const struct sass_insn *own)
{
    const uint8_t *m = own->modifier;
    return (struct binary64_modifiers){
        .keep = {m[SASS_ABS_A] ? ~BINARY64_SIGN : ~0ull, m[SASS_ABS_B] ? ~BINARY64_SIGN : ~0ull,
                 ~0ull},
        .flip = {(uint64_t)m[SASS_NEG_A] << 63, (uint64_t)m[SASS_NEG_B] << 63,
                 (uint64_t)m[SASS_NEG_C] << 63},
        .invalid = SASS_NAN64,
    };
}

static struct wide_source source(const struct warp *warp, const struct sass_source *from,
                                 struct scratch *scratch, struct effect *effect)
{
    struct sass_wide wide = sass_source_wide(warp, from, scratch->half, effect);
    return (struct wide_source){wide.low, wide.high};
}

/* RZ has only one row for a result; a result that sets condition codes needs both. */
static struct wide_row target(const struct warp *warp, const struct sass_insn *own,
                              struct scratch *scratch)
{
    if (own->rd != SASS_SINK)
        return (struct wide_row){sass_row(warp, own->rd), sass_row(warp, own->rd + 1u)};
    memset(scratch, 0, sizeof *scratch);
    return (struct wide_row){scratch->half[0].lane, scratch->half[1].lane};
}

/* Z and S of a number; both set: NaN. */
static void put_condition(const struct warp *warp, const struct sass_insn *own, struct wide_row d)
{
    struct sass_lanes zero, sign;
    if (!own->modifier[SASS_CC])
        return;
    SASS_EACH_LANE(lane, warp) {
        uint64_t word = (uint64_t)d.high[lane] << 32 | d.low[lane];
        uint32_t nan = (word & ~BINARY64_SIGN) > 0x7ff0000000000000u;
        zero.lane[lane] = nan | ((word & ~BINARY64_SIGN) == 0);
        sign.lane[lane] = nan | (uint32_t)(word >> 63);
    }
    sass_put(warp, &sass_state(warp)->zero, sass_gather(warp, zero.lane));
    sass_put(warp, &sass_state(warp)->sign, sass_gather(warp, sign.lane));
    sass_put_carry_overflow(warp, 0, 0);
}

void sass_dadd(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct ieee_lanes lanes = sass_ieee_lanes(warp);
    struct binary64_modifiers modifiers = modifiers_of(own);
    struct scratch a, b, spare;
    struct wide_row d = target(warp, own, &spare);
    effect->kind = EFFECT_NONE;
    binary64_modified_add(&lanes, sass_rounding(own), &modifiers, d,
                          source(warp, &own->a, &a, effect), source(warp, &own->b, &b, effect));
    put_condition(warp, own, d);
}

void sass_dmul(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct ieee_lanes lanes = sass_ieee_lanes(warp);
    struct binary64_modifiers modifiers = modifiers_of(own);
    struct scratch a, b, spare;
    struct wide_row d = target(warp, own, &spare);
    effect->kind = EFFECT_NONE;
    binary64_modified_mul(&lanes, sass_rounding(own), &modifiers, d,
                          source(warp, &own->a, &a, effect), source(warp, &own->b, &b, effect));
    put_condition(warp, own, d);
}

void sass_dfma(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct ieee_lanes lanes = sass_ieee_lanes(warp);
    struct binary64_modifiers modifiers = modifiers_of(own);
    struct scratch a, b, c, spare;
    struct wide_row d = target(warp, own, &spare);
    effect->kind = EFFECT_NONE;
    binary64_modified_fma(&lanes, sass_rounding(own), &modifiers, d,
                          source(warp, &own->a, &a, effect), source(warp, &own->b, &b, effect),
                          source(warp, &own->c, &c, effect));
    put_condition(warp, own, d);
}

/* The smaller where the predicate holds, otherwise the larger. */
void sass_dmnmx(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct ieee_lanes lanes = sass_ieee_lanes(warp);
    struct binary64_modifiers modifiers = modifiers_of(own);
    struct scratch a, b, spare;
    struct wide_row d = target(warp, own, &spare);
    struct sass_lanes min;
    effect->kind = EFFECT_NONE;
    sass_spread(warp, sass_predicate(warp, own->p), min.lane);
    binary64_modified_extreme(&lanes, &modifiers, min.lane, d,
                              source(warp, &own->a, &a, effect),
                              source(warp, &own->b, &b, effect));
    put_condition(warp, own, d);
}

static uint64_t compare(struct warp *warp, const struct sass_insn *own, struct effect *effect)
{
    struct ieee_lanes lanes = sass_ieee_lanes(warp);
    struct binary64_modifiers modifiers = modifiers_of(own);
    struct scratch a, b;
    effect->kind = EFFECT_NONE;
    return binary64_modified_compare(&lanes, &modifiers, sass_relations(own),
                                               source(warp, &own->a, &a, effect),
                                               source(warp, &own->b, &b, effect));
}

void sass_dsetp(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    sass_compare_put(warp, own, compare(warp, own, effect));
}

void sass_dset(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    uint64_t holds = compare(warp, own, effect), with = sass_predicate(warp, own->p);
    sass_write_truth(warp, own, sass_combine(own->modifier[SASS_COMBINE], holds, with));
}
