/* SPDX-License-Identifier: Apache-2.0 */
/* permute.c - PRMT: selects four of the eight bytes of {c, a}. */
#include "isa/sass/lanes.h"
#include "isa/sass/run.h"

enum { PRMT_INDEX, PRMT_MODES = 7 };

/* The selectors that the modes make from the two low bits of b: one nibble per byte, in the form
 * that index mode takes from b itself. PTX ISA 8.0, prmt. */
static const uint16_t mode_selector[PRMT_MODES][4] = {
    [1] = {0x3210, 0x4321, 0x5432, 0x6543}, /* F4E: forward four */
    [2] = {0x5670, 0x6701, 0x7012, 0x0123}, /* B4E: backward four */
    [3] = {0x0000, 0x1111, 0x2222, 0x3333}, /* RC8: one byte everywhere */
    [4] = {0x3210, 0x3211, 0x3222, 0x3333}, /* ECL: edge clamp left */
    [5] = {0x0000, 0x1110, 0x2210, 0x3210}, /* ECR: edge clamp right */
    [6] = {0x1010, 0x3232, 0x1010, 0x3232}, /* RC16: one half everywhere */
};

/* Bit 3 of a nibble replicates the sign of the byte instead. */
SASS_INLINE uint32_t pick(uint64_t bytes, uint32_t nibble)
{
    uint32_t byte = (uint32_t)(bytes >> (nibble & 7) * 8) & 0xff;
    return nibble & 8 ? -(byte >> 7) & 0xff : byte;
}

LANEWISE void sass_prmt(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const unsigned mode = own->modifier[SASS_MODE];
    struct sass_lanes sa, sb, sc, result;
    if (mode >= PRMT_MODES) {
        sass_illegal(warp, insn, effect);
        return;
    }
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t *c = sass_source(warp, &own->c, &sc, effect);
    SASS_EACH_LANE(lane, warp) {
        uint64_t bytes = (uint64_t)c[lane] << 32 | a[lane];
        uint32_t selector = mode == PRMT_INDEX ? b[lane] : mode_selector[mode][b[lane] & 3];
        result.lane[lane] = pick(bytes, selector) | pick(bytes, selector >> 4) << 8 |
                            pick(bytes, selector >> 8) << 16 | pick(bytes, selector >> 12) << 24;
    }
    sass_write(warp, own->rd, result.lane);
}
