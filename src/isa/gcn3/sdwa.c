/* SPDX-License-Identifier: Apache-2.0 */
/* sdwa.c - sub-dword addressing: a byte or a half of a register as source, and as target. */
#include "isa/gcn3/lanes.h"

struct part {
    unsigned shift, bits;
};

static struct part part_of(unsigned select)
{
    if (select == GCN3_DWORD)
        return (struct part){0, 32};
    if (select >= GCN3_WORD_0)
        return (struct part){16 * (select - GCN3_WORD_0), 16};
    return (struct part){8 * select, 8};
}

LANEWISE void gcn3_sdwa_source(const struct warp *warp, const struct gcn3_operand *operand,
                               struct gcn3_lanes *out)
{
    struct gcn3_lanes scratch;
    const uint32_t *row = gcn3_source_plain(warp, operand, &scratch);
    const struct part part = part_of(operand->select);
    const unsigned left = 32 - part.bits - part.shift, right = 32 - part.bits;
    for (size_t lane = 0; lane < GCN3_LANES; lane++) {
        uint32_t top = row[lane] << left;
        out->lane[lane] = operand->sign_extend ? (uint32_t)((int32_t)top >> right) : top >> right;
    }
}

/* The bits around the written part: zeros, its sign above it, or the old value. */
static uint32_t merged(uint32_t fresh, uint32_t old, struct part part, unsigned unused)
{
    uint32_t mask = (part.bits == 32 ? ~0u : (1u << part.bits) - 1) << part.shift;
    uint32_t placed = fresh << part.shift & mask;
    uint32_t above = mask ? ~(mask | (mask - 1)) : 0;
    if (unused == GCN3_UNUSED_PRESERVE)
        return placed | (old & ~mask);
    if (unused == GCN3_UNUSED_SEXT && fresh >> (part.bits - 1) & 1)
        return placed | above;
    return placed;
}

LANEWISE void gcn3_sdwa_write(const struct warp *warp, const struct gcn3_insn *own,
                              const uint32_t *fresh)
{
    uint32_t *d = gcn3_vgpr(warp, own->dst.code);
    const struct part part = part_of(own->dst_select);
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        d[lane] = gcn3_blend(warp->active[lane],
                             merged(fresh[lane], d[lane], part, own->dst_unused), d[lane]);
}
