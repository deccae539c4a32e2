/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c - loads and stores of integer and float registers: addresses here, bytes in the port. */
#include "isa/rv32/lanes.h"
#include "isa/rv32/run.h"
#include "memory/port.h"

/* One address per lane, aligned so that the loop that fills it is plain vector code. */
struct addresses {
    alignas(64) uint32_t lane[LANES_MAX];
};

LANEWISE static void add_offset(const struct warp *warp, const uint32_t *base, uint32_t offset,
                                uint32_t *address)
{
    const size_t lanes = lane_count(warp->stride);
    LANE_LOOP
    for (size_t lane = 0; lane < lanes; lane++)
        address[lane] = base[lane] + offset;
}

static void load(struct warp *warp, const struct insn *insn, struct effect *effect, unsigned bytes,
                 enum widen widen)
{
    struct addresses at;
    add_offset(warp, warp_row(warp, insn->rs1), (uint32_t)insn->imm, at.lane);
    warp->memory->through = (uint8_t)insn->rs1;
    memory_port_load(warp, effect, warp_row(warp, insn->rd), at.lane, bytes, widen);
}

static void store(struct warp *warp, const struct insn *insn, struct effect *effect,
                  unsigned bytes)
{
    struct addresses at;
    add_offset(warp, warp_row(warp, insn->rs1), (uint32_t)insn->imm, at.lane);
    warp->memory->through = (uint8_t)insn->rs1;
    memory_port_store(warp, effect, warp_row(warp, insn->rs2), at.lane, bytes);
}

void rv32_lb(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    load(warp, insn, effect, 1, WIDEN_SIGN);
}

void rv32_lh(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    load(warp, insn, effect, 2, WIDEN_SIGN);
}

/* lw and flw */
void rv32_lw(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    load(warp, insn, effect, 4, WIDEN_ZERO);
}

void rv32_lbu(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    load(warp, insn, effect, 1, WIDEN_ZERO);
}

void rv32_lhu(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    load(warp, insn, effect, 2, WIDEN_ZERO);
}

void rv32_sb(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    store(warp, insn, effect, 1);
}

void rv32_sh(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    store(warp, insn, effect, 2);
}

/* sw and fsw */
void rv32_sw(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    store(warp, insn, effect, 4);
}

/* Vortex 3.0 expands these into one load per piece, at rs1, rs1 + rs2, rs1 + 2*rs2 ...; the effect
 * describes the last one. No lane of rd changes before all pieces are read. */
static void pack(struct warp *warp, const struct insn *insn, struct effect *effect, unsigned bytes)
{
    struct addresses at, piece, packed = {{0}};
    const uint32_t *step = warp_row(warp, insn->rs2);
    add_offset(warp, warp_row(warp, insn->rs1), 0, at.lane);
    warp->memory->through = (uint8_t)insn->rs1;
    for (unsigned i = 0; i < 4 / bytes; i++) {
        memory_port_load(warp, effect, piece.lane, at.lane, bytes, WIDEN_ZERO);
        if (effect->kind == EFFECT_FAULT)
            return;
        for (unsigned lane = 0; lane < warp->lanes; lane++) {
            if (warp->mask >> lane & 1)
                packed.lane[lane] |= piece.lane[lane] << (8 * bytes * i);
            at.lane[lane] += i + 1 < 4 / bytes ? step[lane] : 0;
        }
    }
    uint32_t *d = warp_row(warp, insn->rd);
    for (unsigned lane = 0; lane < warp->lanes; lane++)
        d[lane] = blend(warp->active[lane], packed.lane[lane], d[lane]);
}

/* Four bytes. */
void rv32_packlb(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    pack(warp, insn, effect, 1);
}

/* Two half-words. */
void rv32_packlh(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    pack(warp, insn, effect, 2);
}
