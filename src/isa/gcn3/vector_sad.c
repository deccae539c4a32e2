/* SPDX-License-Identifier: Apache-2.0 */
/* vector_sad.c - sums of absolute differences of bytes, halves and words, and averages of bytes. */
#include "isa/gcn3/lanes.h"
#include "isa/gcn3/run.h"

GCN3_INLINE uint32_t distance(uint32_t a, uint32_t b) { return a > b ? a - b : b - a; }

/* With `masked`, skips bytes where b is 0. */
GCN3_INLINE uint32_t bytes_apart(uint32_t a, uint32_t b, bool masked)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t x = a >> 8 * i & 255, y = b >> 8 * i & 255;
        sum += masked && y == 0 ? 0 : distance(x, y);
    }
    return sum;
}

GCN3_INLINE uint32_t halves_apart(uint32_t a, uint32_t b)
{
    return distance(a & 0xffff, b & 0xffff) + distance(a >> 16, b >> 16);
}

GCN3_INLINE uint32_t added(uint32_t a, uint32_t b)
{
    return a + b < a ? ~0u : a + b;
}

GCN3_INLINE uint32_t bytes(uint32_t a, uint32_t b, uint32_t c)
{
    return bytes_apart(a, b, false) + c;
}
GCN3_INLINE uint32_t bytes_clamped(uint32_t a, uint32_t b, uint32_t c)
{
    return added(bytes_apart(a, b, false), c);
}
GCN3_INLINE uint32_t bytes_high(uint32_t a, uint32_t b, uint32_t c)
{
    return (bytes_apart(a, b, false) << 16) + c;
}
GCN3_INLINE uint32_t bytes_high_clamped(uint32_t a, uint32_t b, uint32_t c)
{
    return added((bytes_apart(a, b, false) << 16), c);
}
GCN3_INLINE uint32_t bytes_masked(uint32_t a, uint32_t b, uint32_t c)
{
    return bytes_apart(a, b, true) + c;
}
GCN3_INLINE uint32_t bytes_masked_clamped(uint32_t a, uint32_t b, uint32_t c)
{
    return added(bytes_apart(a, b, true), c);
}
GCN3_INLINE uint32_t halves(uint32_t a, uint32_t b, uint32_t c)
{
    return halves_apart(a, b) + c;
}
GCN3_INLINE uint32_t halves_clamped(uint32_t a, uint32_t b, uint32_t c)
{
    return added(halves_apart(a, b), c);
}
GCN3_INLINE uint32_t words(uint32_t a, uint32_t b, uint32_t c)
{
    return distance(a, b) + c;
}
GCN3_INLINE uint32_t words_clamped(uint32_t a, uint32_t b, uint32_t c)
{
    return added(distance(a, b), c);
}

GCN3_INLINE uint32_t averages(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t d = 0;
    for (unsigned i = 0; i < 32; i += 8)
        d |= ((a >> i & 255) + (b >> i & 255) + (c >> i & 1)) >> 1 << i;
    return d;
}

LANEWISE void gcn3_v_sad_u8(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_ternary(warp, insn, effect, bytes_clamped);
    else
        gcn3_ternary(warp, insn, effect, bytes);
}

LANEWISE void gcn3_v_sad_hi_u8(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_ternary(warp, insn, effect, bytes_high_clamped);
    else
        gcn3_ternary(warp, insn, effect, bytes_high);
}

LANEWISE void gcn3_v_msad_u8(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_ternary(warp, insn, effect, bytes_masked_clamped);
    else
        gcn3_ternary(warp, insn, effect, bytes_masked);
}

LANEWISE void gcn3_v_sad_u16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_ternary(warp, insn, effect, halves_clamped);
    else
        gcn3_ternary(warp, insn, effect, halves);
}

LANEWISE void gcn3_v_sad_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_ternary(warp, insn, effect, words_clamped);
    else
        gcn3_ternary(warp, insn, effect, words);
}

LANEWISE void gcn3_v_lerp_u8(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, averages);
}

/* ---- Four sums at once, src0 from its bytes 0, 1, 2 and 3 on ---- */

/* Sums of 16 bits, each with its own part of src2. */
GCN3_INLINE void four_halves(struct warp *warp, const struct insn *insn, struct effect *effect,
                             bool masked)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const bool clamp = own->clamp;
    struct gcn3_lanes sa[2], sb, sc[2], out[2];
    const struct gcn3_wide a = gcn3_source_wide(warp, own, 0, sa);
    const uint32_t *b = gcn3_source_plain(warp, &own->src[1], &sb);
    const struct gcn3_wide c = gcn3_source_wide(warp, own, 2, sc);
    for (size_t lane = 0; lane < GCN3_LANES; lane++) {
        uint64_t bytes = gcn3_wide_lane(&a, lane), start = gcn3_wide_lane(&c, lane), d = 0;
        for (unsigned i = 0; i < 4; i++) {
            uint64_t s = bytes_apart((uint32_t)(bytes >> 8 * i), b[lane], masked) +
                         (start >> 16 * i & 0xffff);
            d |= (clamp && s > 0xffff ? 0xffff : s & 0xffff) << 16 * i;
        }
        out[0].lane[lane] = (uint32_t)d;
        out[1].lane[lane] = (uint32_t)(d >> 32);
    }
    gcn3_write_wide(warp, own, out[0].lane, out[1].lane);
    effect->kind = EFFECT_NONE;
}

LANEWISE void gcn3_v_qsad_pk_u16_u8(struct warp *warp, const struct insn *insn,
                                    struct effect *effect)
{
    four_halves(warp, insn, effect, false);
}

LANEWISE void gcn3_v_mqsad_pk_u16_u8(struct warp *warp, const struct insn *insn,
                                     struct effect *effect)
{
    four_halves(warp, insn, effect, true);
}

/* Sums of 32 bits; src2 is four registers. */
LANEWISE void gcn3_v_mqsad_u32_u8(struct warp *warp, const struct insn *insn,
                                  struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_lanes sa[2], sb, out[4];
    const struct gcn3_wide a = gcn3_source_wide(warp, own, 0, sa);
    const uint32_t *b = gcn3_source_plain(warp, &own->src[1], &sb);
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t *c = gcn3_vgpr(warp, own->src[2].code + i);
        for (size_t lane = 0; lane < GCN3_LANES; lane++) {
            uint32_t x = (uint32_t)(gcn3_wide_lane(&a, lane) >> 8 * i);
            out[i].lane[lane] = own->clamp ? bytes_masked_clamped(x, b[lane], c[lane])
                                           : bytes_masked(x, b[lane], c[lane]);
        }
    }
    for (unsigned i = 0; i < 4; i++)
        gcn3_write_row(warp, own->dst.code + i, out[i].lane);
    effect->kind = EFFECT_NONE;
}
