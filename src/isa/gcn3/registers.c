/* SPDX-License-Identifier: Apache-2.0 */
/* registers.c - which registers an instruction reads and writes, for scoreboards and analyses, and
 * their contents, for logs.
 *
 * In the flat name space of gcn3.h. EXEC is not listed as a source of vector instructions. */
#include <string.h>

#include "isa/gcn3/table.h"

static struct regs special_registers(uint32_t code)
{
    switch (code) {
    case GCN3_VCCZ: return (struct regs){GCN3_VCC, 2};
    case GCN3_EXECZ: return (struct regs){GCN3_EXEC, 2};
    case GCN3_SCC: return (struct regs){GCN3_SCC, 1};
    case GCN3_LDS_DIRECT: return (struct regs){GCN3_M0, 1};
    }
    return (struct regs){0};
}

struct regs gcn3_operand_registers(const struct gcn3_operand *operand)
{
    switch (operand->kind) {
    case GCN3_SGPR: return (struct regs){operand->code, operand->words};
    case GCN3_VGPR: return (struct regs){(uint16_t)(GCN3_V0 + operand->code), operand->words};
    case GCN3_SPECIAL: return special_registers(operand->code);
    }
    return (struct regs){0};
}

static void add_source(struct insn *insn, struct regs regs)
{
    if (regs.count)
        insn_add_source(insn, regs.first, regs.count);
}

static void add_target(struct insn *insn, struct regs regs)
{
    if (regs.count)
        insn_add_target(insn, regs.first, regs.count);
}

const struct gcn3_implied gcn3_implied[GCN3_IMPLIED] = {
    {READS_SCC, WRITES_SCC, {GCN3_SCC, 1}, false},
    {READS_VCC, 0, {GCN3_VCC, 2}, false},
    {READS_EXEC, WRITES_EXEC, {GCN3_EXEC, 2}, false},
    {READS_M0, WRITES_M0, {GCN3_M0, 1}, true},
    {READS_MODE, WRITES_MODE, {GCN3_NAME_MODE, 1}, true},
};

/* Lanes that a DPP word masks, and parts that an SDWA word preserves, keep their old value. */
static bool keeps_old(const struct gcn3_insn *own)
{
    return own->row->flags & READS_DST || own->encoding == GCN3_DPP ||
           (own->encoding == GCN3_SDWA && own->dst_unused == GCN3_UNUSED_PRESERVE);
}

void gcn3_list_registers(const struct gcn3_insn *own, struct insn *insn)
{
    for (unsigned i = 0; i < 4; i++)
        add_source(insn, gcn3_operand_registers(&own->src[i]));
    if (keeps_old(own))
        add_source(insn, gcn3_operand_registers(&own->dst));
    add_target(insn, gcn3_operand_registers(&own->dst));
    add_target(insn, gcn3_operand_registers(&own->sdst));
    for (unsigned i = 0; i < GCN3_IMPLIED; i++) {
        if (own->row->flags & gcn3_implied[i].reads)
            add_source(insn, gcn3_implied[i].regs);
        if (own->row->flags & gcn3_implied[i].writes)
            add_target(insn, gcn3_implied[i].regs);
    }
    if (own->lds)
        insn_add_source(insn, GCN3_M0, 1);
}

/* ---- their contents ---- */

static uint32_t scalar_contents(const struct gcn3_state *state, uint32_t reg)
{
    if (reg < GCN3_SCALARS)
        return state->scalar[reg];
    if (reg == GCN3_SCC)
        return state->scc;
    return reg == GCN3_NAME_MODE ? state->mode : 0;
}

void gcn3_read_register(const struct warp *warp, uint32_t reg, uint32_t *lanes)
{
    if (reg >= GCN3_V0) {
        memcpy(lanes, warp_row(warp, reg - GCN3_V0), GCN3_LANES * sizeof *lanes);
        return;
    }
    const uint32_t value = scalar_contents(warp->state, reg);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        lanes[lane] = value;
}

/* DS has the compare value, or a mask, before the data; elsewhere data come first. */
static const struct gcn3_operand *data_of(const struct insn *insn, const struct gcn3_insn *own)
{
    bool second = insn->flags & INSN_ATOMIC && own->format == GCN3_DS &&
                  !(own->row->flags & TWO_OFFSETS) && own->src[2].kind;
    return &own->src[own->format == GCN3_SMEM || second ? 2 : 1];
}

/* For an instruction with two places, the data of the first, whose address is in the effect. */
struct regs gcn3_stored(const struct insn *insn)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const struct gcn3_operand *data = data_of(insn, own);
    uint32_t words = own->format == GCN3_SMEM ? data->words : (own->element_bytes + 3u) / 4;
    if (data->kind != GCN3_SGPR && data->kind != GCN3_VGPR)
        return (struct regs){0};
    return (struct regs){
        .first = (uint16_t)(data->kind == GCN3_VGPR ? GCN3_V0 + data->code : data->code),
        .count = (uint8_t)(words < data->words ? words : data->words)};
}
