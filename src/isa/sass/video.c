/* SPDX-License-Identifier: Apache-2.0 */
/* video.c - VMNMX and VABSDIFF: a first operation on a and b, a second one on its result and c. */
#include "isa/sass/lanes.h"
#include "isa/sass/run.h"

enum { SECOND_MERGE_16H, SECOND_MERGE_16L, SECOND_MERGE_8B0, SECOND_MERGE_8B2, SECOND_ACCUMULATE,
       SECOND_MIN, SECOND_MAX };

/* Which part of a source: SASS_HALF_A and _B count bytes 0 .. 3, halves 4 and 5, 6 the word. An
 * immediate is taken as it is. */
enum { PART_HALF = 4, PART_WORD = 6 };

typedef int64_t first_fn(int64_t a, int64_t b, bool max);

SASS_INLINE int64_t first_minmax(int64_t a, int64_t b, bool max)
{
    return (a > b) == max ? a : b;
}

SASS_INLINE int64_t first_absolute(int64_t a, int64_t b, bool max)
{
    (void)max;
    return a > b ? a - b : b - a;
}

SASS_INLINE int64_t widened(uint32_t word, bool is_signed)
{
    return is_signed ? (int32_t)word : (int64_t)word;
}

SASS_INLINE int64_t part_of(uint32_t word, unsigned part, bool is_signed)
{
    if (part >= PART_WORD)
        return widened(word, is_signed);
    if (part >= PART_HALF) {
        uint32_t half = word >> 16 * (part - PART_HALF) & 0xffff;
        return is_signed ? (int16_t)half : (int64_t)half;
    }
    uint32_t byte = word >> 8 * part & 0xff;
    return is_signed ? (int8_t)byte : (int64_t)byte;
}

static int64_t clamp(int64_t value, bool is_signed)
{
    int64_t min = is_signed ? INT32_MIN : 0, max = is_signed ? INT32_MAX : UINT32_MAX;
    return value < min ? min : value > max ? max : value;
}

/* The second operation; 7 and unassigned numbers mean none. */
static uint32_t second(unsigned op, uint32_t r, uint32_t c, bool is_signed)
{
    bool less = widened(r, is_signed) < widened(c, is_signed);
    switch (op) {
    case SECOND_MERGE_16H:
        return r << 16 | (c & 0xffff);
    case SECOND_MERGE_16L:
        return (r & 0xffff) | (c & 0xffff0000);
    case SECOND_MERGE_8B0:
        return (r & 0xff) | (c & 0xffffff00);
    case SECOND_MERGE_8B2:
        return (r & 0xff) << 16 | (c & 0xff00ffff);
    case SECOND_ACCUMULATE:
        return r + c;
    case SECOND_MIN:
        return less ? r : c;
    case SECOND_MAX:
        return less ? c : r;
    default:
        return r;
    }
}

SASS_INLINE void video(struct warp *warp, const struct insn *insn, struct effect *effect,
                       first_fn *first)
{
    const struct sass_insn *own = sass_of(insn);
    const uint8_t *m = own->modifier;
    struct sass_lanes sa, sb, sc, result;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t *c = sass_source(warp, &own->c, &sc, effect);
    const unsigned part_b = own->b.kind == SASS_IMMEDIATE ? PART_WORD : m[SASS_HALF_B];
    SASS_EACH_LANE(lane, warp) {
        int64_t r = first(part_of(a[lane], m[SASS_HALF_A], m[SASS_SIGNED_A]),
                          part_of(b[lane], part_b, m[SASS_SIGNED_B]), m[SASS_MAX]);
        if (m[SASS_SAT])
            r = clamp(r, m[SASS_SIGNED_D]);
        result.lane[lane] = second(m[SASS_OP], (uint32_t)r, c[lane], m[SASS_SIGNED_D]);
    }
    sass_write(warp, own->rd, result.lane);
    if (m[SASS_CC])
        sass_put_zero_sign(warp, result.lane);
}

void sass_vmnmx(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    video(warp, insn, effect, first_minmax);
}

void sass_vabsdiff(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    video(warp, insn, effect, first_absolute);
}
