/* SPDX-License-Identifier: Apache-2.0 */
/* half.c - two half-precision numbers per register: HADD2 HMUL2 HFMA2 HSET2 HSETP2.
 *
 * A source is two halves in order (swizzle 0), one binary32 for both (1), its low half twice (2) or
 * its high half twice (3); a constant is always one binary32 (assumed: its encoding has no swizzle,
 * and emulators of the same code read it this way). The result is both halves (merge 0), the lower
 * one as binary32 (1), or one half, the low (2) or the high one (3), with the other half kept.
 * Every operation rounds once, to the format of its result (PAS-30, PAS-34); .FTZ, .FMZ as in
 * float.c. */
#include "isa/ieee/binary16.h"
#include "isa/ieee/format.h"
#include "isa/ieee/host_rounding.h"
#include "isa/sass/floating.h"
#include "isa/sass/run.h"

enum swizzle { SWIZZLE_BOTH, SWIZZLE_SINGLE, SWIZZLE_LOW, SWIZZLE_HIGH };
enum merge { MERGE_BOTH, MERGE_SINGLE, MERGE_LOW, MERGE_HIGH };
enum { HALF_ONE = 0x3c00, HALF_SIGN = 0x8000 };

/* How one source is read. */
struct half_operand {
    const uint32_t *row;
    enum swizzle swizzle;
    bool absolute, negative, flush;
};

struct half_sources {
    struct half_operand a, b, c;
    struct sass_lanes scratch[3];
};

typedef double half_fn(double a, double b, double c, bool zero_wins);

static struct half_operand operand(const struct warp *warp, const struct sass_insn *own,
                                   const struct sass_source *source, enum sass_modifier swizzle,
                                   struct sass_lanes *scratch, struct effect *effect)
{
    bool constant = source->kind == SASS_CONSTANT;
    return (struct half_operand){
        .row = sass_source(warp, source, scratch, effect),
        .swizzle = constant ? SWIZZLE_SINGLE : (enum swizzle)(own->modifier[swizzle] & 3),
        .flush = own->modifier[SASS_FTZ] != 0,
    };
}

static void take_sources(const struct warp *warp, const struct sass_insn *own,
                         struct half_sources *s, struct effect *effect)
{
    const uint8_t *m = own->modifier;
    effect->kind = EFFECT_NONE;
    s->a = operand(warp, own, &own->a, SASS_HALF_A, &s->scratch[0], effect);
    s->b = operand(warp, own, &own->b, SASS_HALF_B, &s->scratch[1], effect);
    s->c = operand(warp, own, &own->c, SASS_HALF_C, &s->scratch[2], effect);
    s->a.absolute = m[SASS_ABS_A];
    s->b.absolute = m[SASS_ABS_B];
    s->a.negative = m[SASS_NEG_A];
    s->b.negative = m[SASS_NEG_B];
    s->c.negative = m[SASS_NEG_C];
}

/* The operand for half 0 or 1 of a lane. */
static double value(const struct half_operand *o, size_t lane, unsigned half)
{
    bool single = o->swizzle == SWIZZLE_SINGLE;
    bool high = o->swizzle == SWIZZLE_HIGH || (o->swizzle == SWIZZLE_BOTH && half == 1);
    uint32_t sign = single ? BINARY32_SIGN : HALF_SIGN;
    uint32_t word = single ? o->row[lane] : o->row[lane] >> (high ? 16 : 0) & 0xffff;
    if (o->absolute)
        word &= ~sign;
    if (o->negative)
        word ^= sign;
    if (o->flush)
        word = (uint32_t)ieee_flushed(single ? ieee_binary32 : ieee_binary16, word);
    return single ? binary32_value(word) : binary16_value(word);
}

static double add(double a, double b, double c, bool zero_wins)
{
    (void)c, (void)zero_wins;
    return binary64_add_to_odd(a, b);
}

static double multiply(double a, double b, double c, bool zero_wins)
{
    (void)c;
    return zero_wins && (a == 0 || b == 0) ? 0 : a * b;
}

static double multiply_add(double a, double b, double c, bool zero_wins)
{
    return binary64_add_to_odd(multiply(a, b, 0, zero_wins), c);
}

/* Rounded, flushed and saturated. */
static uint32_t result_word(const struct sass_insn *own, double exact)
{
    bool single = own->modifier[SASS_MERGE] == MERGE_SINGLE;
    uint32_t one = single ? BINARY32_ONE : HALF_ONE, sign = single ? BINARY32_SIGN : HALF_SIGN;
    uint32_t word = single ? binary32_from_value(exact) : binary16_from_value(exact);
    if (own->modifier[SASS_FTZ])
        word = (uint32_t)ieee_flushed(single ? ieee_binary32 : ieee_binary16, word);
    if (!own->modifier[SASS_SAT])
        return word;
    return exact != exact || word & sign ? 0 : word > one ? one : word;
}

static uint32_t merged(const struct sass_insn *own, uint32_t low, uint32_t high, uint32_t before)
{
    switch ((enum merge)(own->modifier[SASS_MERGE] & 3)) {
    case MERGE_SINGLE:
        return low;
    case MERGE_LOW:
        return (before & 0xffff0000) | low;
    case MERGE_HIGH:
        return high << 16 | (before & 0xffff);
    case MERGE_BOTH:
        break;
    }
    return high << 16 | low;
}

static __attribute__((noinline)) void run_lanes(const struct warp *warp,
                                                const struct sass_insn *own,
                                                const struct half_sources *s, half_fn *f)
{
    bool zero_wins = own->modifier[SASS_FTZ] == 2;
    uint32_t *d = sass_row(warp, own->rd);
    SASS_EACH_LANE(lane, warp) {
        uint32_t half[2];
        if (!warp->active[lane])
            continue;
        for (unsigned i = 0; i < 2; i++)
            half[i] = result_word(own, f(value(&s->a, lane, i), value(&s->b, lane, i),
                                         value(&s->c, lane, i), zero_wins));
        d[lane] = merged(own, half[0], half[1], d[lane]);
    }
}

static void arithmetic(struct warp *warp, const struct insn *insn, struct effect *effect,
                       half_fn *f)
{
    const struct sass_insn *own = sass_of(insn);
    struct half_sources sources;
    take_sources(warp, own, &sources, effect);
    struct host_rounding host = host_rounding_enter(IEEE_NEAREST_EVEN);
    run_lanes(warp, own, &sources, f);
    host_rounding_leave(host);
}

void sass_hadd2(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    arithmetic(warp, insn, effect, add);
}

void sass_hmul2(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    arithmetic(warp, insn, effect, multiply);
}

void sass_hfma2(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    arithmetic(warp, insn, effect, multiply_add);
}

static unsigned relation_of(double a, double b)
{
    return a < b ? IEEE_LESS : a == b ? IEEE_EQUAL : a > b ? IEEE_GREATER : IEEE_UNORDERED;
}

/* The lanes whose low and high halves compare as asked, combined with the source predicate. */
struct half_masks {
    uint64_t low, high;
};

static struct half_masks compare(struct warp *warp, const struct sass_insn *own,
                                 struct effect *effect)
{
    struct half_sources s;
    struct half_masks holds = {0, 0};
    take_sources(warp, own, &s, effect);
    SASS_EACH_LANE(lane, warp) {
        unsigned low = relation_of(value(&s.a, lane, 0), value(&s.b, lane, 0));
        unsigned high = relation_of(value(&s.a, lane, 1), value(&s.b, lane, 1));
        holds.low |= (uint64_t)((low & sass_relations(own)) != 0) << lane;
        holds.high |= (uint64_t)((high & sass_relations(own)) != 0) << lane;
    }
    uint64_t with = sass_predicate(warp, own->p);
    unsigned how = own->modifier[SASS_COMBINE];
    return (struct half_masks){sass_combine(how, holds.low, with),
                               sass_combine(how, holds.high, with)};
}

/* Each half: all ones, or 1.0 with .BF. */
void sass_hset2(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct half_masks holds = compare(warp, own, effect);
    uint32_t truth = own->modifier[SASS_BOOL_FLOAT] ? HALF_ONE : 0xffff;
    struct sass_lanes result;
    SASS_EACH_LANE(lane, warp) {
        uint32_t low = holds.low >> lane & 1, high = holds.high >> lane & 1;
        result.lane[lane] = low * truth | high * truth << 16;
    }
    sass_write(warp, own->rd, result.lane);
}

/* Two predicates, one per half; with .H_AND (SASS_MODE) the AND of both halves and its
 * complement. */
void sass_hsetp2(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct half_masks holds = compare(warp, own, effect);
    if (own->modifier[SASS_MODE]) {
        holds.low &= holds.high;
        holds.high = ~holds.low;
    }
    sass_predicate_put(warp, own->pd, holds.low);
    sass_predicate_put(warp, own->pd2, holds.high);
}
