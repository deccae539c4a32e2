/* SPDX-License-Identifier: Apache-2.0 */
/* dpp.c - data-parallel primitives: the first source comes from another lane of the wavefront.
 *
 * Rows have 16 lanes, banks 4. A lane whose source is outside of the row or the wavefront, or
 * inactive, has no source: it reads 0 with bound_ctrl, else it keeps its target (GCN3 ISA manual,
 * DPP). Rows and banks disabled by the two masks also keep their target. */
#include "isa/gcn3/lanes.h"

enum {
    ROW = 16, BANK = 4,
    ROW_SHL = 0x100, ROW_SHR = 0x110, ROW_ROR = 0x120,
    WAVE_SHL = 0x130, WAVE_ROL = 0x134, WAVE_SHR = 0x138, WAVE_ROR = 0x13c,
    ROW_MIRROR = 0x140, ROW_HALF_MIRROR = 0x141, ROW_BCAST15 = 0x142, ROW_BCAST31 = 0x143,
    NO_LANE = -1,
};

/* Lane `at` of the 16 of a row, counted from its first lane. */
static int in_row(int lane, int at)
{
    return at >= 0 && at < ROW ? lane / ROW * ROW + at : NO_LANE;
}

static int from_row(unsigned control, int lane)
{
    const int amount = (int)(control & 15), at = lane % ROW;
    switch (control & ~15u) {
    case ROW_SHL: return in_row(lane, at + amount);
    case ROW_SHR: return in_row(lane, at - amount);
    default: return in_row(lane, (at + ROW - amount) % ROW);
    }
}

/* assumed: lanes before those that a broadcast reaches have no source, as with shifts; the manual
 * does not say */
static int from_wave(unsigned control, int lane)
{
    switch (control) {
    case WAVE_SHL: return lane == GCN3_LANES - 1 ? NO_LANE : lane + 1;
    case WAVE_ROL: return (lane + 1) % GCN3_LANES;
    case WAVE_SHR: return lane - 1;
    case WAVE_ROR: return (lane + GCN3_LANES - 1) % GCN3_LANES;
    case ROW_MIRROR: return in_row(lane, ROW - 1 - lane % ROW);
    case ROW_HALF_MIRROR: return lane / 8 * 8 + 7 - lane % 8;
    case ROW_BCAST15: return lane < ROW ? NO_LANE : lane / ROW * ROW - 1;
    default: return lane < 2 * ROW ? NO_LANE : 2 * ROW - 1;
    }
}

/* The lane that `lane` reads, or NO_LANE. */
static int source_lane(const struct warp *warp, const struct gcn3_insn *own, int lane)
{
    const unsigned control = own->dpp_control;
    int from;
    if (control < ROW_SHL)
        from = lane / 4 * 4 + (int)(control >> 2 * (lane % 4) & 3);
    else
        from = control < WAVE_SHL ? from_row(control, lane) : from_wave(control, lane);
    return from != NO_LANE && warp->mask >> from & 1 ? from : NO_LANE;
}

void gcn3_dpp_source(const struct warp *warp, const struct gcn3_insn *own, struct gcn3_lanes *out)
{
    const uint32_t *row = gcn3_vgpr(warp, own->src[0].code);
    for (int lane = 0; lane < GCN3_LANES; lane++) {
        int from = source_lane(warp, own, lane);
        out->lane[lane] = from == NO_LANE ? 0 : row[from];
    }
}

uint64_t gcn3_dpp_writes(const struct warp *warp, const struct gcn3_insn *own)
{
    uint64_t lanes = 0;
    for (int lane = 0; lane < GCN3_LANES; lane++) {
        bool in_masks = own->dpp_row_mask >> lane / ROW & 1 &&
                        own->dpp_bank_mask >> lane % ROW / BANK & 1;
        if (in_masks && (own->dpp_bound_control || source_lane(warp, own, lane) != NO_LANE))
            lanes |= 1ull << lane;
    }
    return lanes & warp->mask;
}

void gcn3_dpp_write(const struct warp *warp, const struct gcn3_insn *own, const uint32_t *fresh)
{
    uint32_t *d = gcn3_vgpr(warp, own->dst.code);
    for (uint64_t rest = gcn3_dpp_writes(warp, own); rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        d[lane] = fresh[lane];
    }
}
