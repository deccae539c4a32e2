/* SPDX-License-Identifier: Apache-2.0 */
/* dependence.c - everything that an instruction reads and writes (isa/dependence.h), from its
 * operands and the flags of its row.
 *
 * EXEC and the split mask guard all vector instructions; scalar ones act whatever EXEC says, so
 * they have all lanes. A mask in a scalar pair is one value: an instruction that writes it writes
 * all its bits, 0 for inactive lanes. */
#include "isa/dependence.h"

#include "isa/gcn3/hardware_register.h"
#include "isa/gcn3/lanes.h"
#include "isa/gcn3/table.h"

static const bool is_scalar[GCN3_FORMATS] = {
    [GCN3_SOP2] = true, [GCN3_SOPK] = true, [GCN3_SOP1] = true, [GCN3_SOPC] = true,
    [GCN3_SOPP] = true, [GCN3_SMEM] = true,
};

/* ---- What sources are for ---- */

/* Instructions whose sources go into the effect. */
static const bool steers[] = {
    [ROLE_JUMP_REGISTER] = true, [ROLE_BRANCH] = true, [ROLE_SPLIT] = true, [ROLE_JOIN] = true,
    [ROLE_BARRIER] = true, [ROLE_END] = true,
};

/* Slots of a memory access: addresses, offsets and resources decide. */
static const uint8_t access_role[GCN3_FORMATS][4] = {
    [GCN3_SMEM] = {READ_DECIDES, READ_DECIDES, READ_DATA},
    [GCN3_DS] = {READ_DECIDES, READ_DATA, READ_DATA},
    [GCN3_FLAT] = {READ_DECIDES, READ_DATA},
    [GCN3_GLOBAL] = {READ_DECIDES, READ_DATA, READ_DECIDES},
    [GCN3_MUBUF] = {READ_DECIDES, READ_DATA, READ_DECIDES, READ_DECIDES},
};

static bool is_steered(const struct insn *insn)
{
    return insn->role < sizeof steers && steers[insn->role];
}

static enum read_role role_of_source(const struct insn *insn, unsigned slot)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    if (insn->role == ROLE_ACCESS)
        return (enum read_role)access_role[own->format][slot];
    if (is_steered(insn) || own->row->flags & SOURCES_FAULT)
        return READ_DECIDES;
    return slot == 1 && own->row->acting == ACT_NAMED ? READ_GUARD : READ_VALUE;
}

/* M0 bounds local memory, and selects registers. */
static enum read_role role_of_implied(const struct insn *insn)
{
    const uint32_t indexed = RELATIVE_SOURCE | RELATIVE_TARGET;
    bool decides = insn->role == ROLE_ACCESS || is_steered(insn) ||
                   gcn3_of(insn)->row->flags & indexed;
    return decides ? READ_DECIDES : READ_VALUE;
}

/* ---- Registers that M0 indexes ---- */

/* Consecutive names; struct regs cannot have all VGPRs. */
struct range {
    uint32_t first, count;
};

static struct range range_of(const struct gcn3_operand *operand)
{
    struct regs regs = gcn3_operand_registers(operand);
    return (struct range){regs.first, regs.count};
}

static struct range whole_bank(const struct gcn3_operand *operand)
{
    return operand->kind == GCN3_VGPR ? (struct range){GCN3_V0, GCN3_VGPRS}
                                      : (struct range){0, GCN3_SGPRS};
}

/* Without a warp any register may be meant. */
static struct range indexed_source(const struct warp *warp, const struct gcn3_operand *operand)
{
    struct gcn3_operand found = *operand;
    if (!warp)
        return whole_bank(operand);
    gcn3_index_by_m0(warp, &found);
    return range_of(&found);
}

static struct range indexed_target(const struct warp *warp, const struct gcn3_operand *operand)
{
    struct gcn3_operand found = *operand;
    if (!warp)
        return whole_bank(operand);
    return gcn3_index_by_m0(warp, &found) ? range_of(&found) : (struct range){0, 0};
}

/* ---- Reads ---- */

/* The lanes that act: EXEC without those that were split off (PWS-6). */
static void read_exec(struct dependence *list, enum read_role role)
{
    dependence_read(list, GCN3_EXEC, 2, role);
    dependence_read(list, GCN3_NAME_SPLIT_MASK, 1, role);
}

static void read_operand(struct dependence *list, const struct gcn3_operand *operand,
                         enum read_role role)
{
    const struct range range = range_of(operand);
    if (operand->kind == GCN3_SPECIAL && operand->code == GCN3_EXECZ)
        read_exec(list, role);
    else
        dependence_read(list, range.first, range.count, role);
}

static void read_sources(const struct insn *insn, const struct warp *warp,
                         struct dependence *list)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const bool is_indexed = own->row->flags & RELATIVE_SOURCE;
    for (unsigned slot = is_indexed; slot < 4; slot++)
        read_operand(list, &own->src[slot], role_of_source(insn, slot));
    if (is_indexed) {
        const struct range range = indexed_source(warp, &own->src[0]);
        dependence_read(list, range.first, range.count, READ_VALUE);
    }
    if (own->row->flags & READS_DST && own->row->acting != ACT_NAMED)
        read_operand(list, &own->dst, READ_VALUE);
}

static void read_implied(const struct insn *insn, struct dependence *list)
{
    const enum read_role role = role_of_implied(insn);
    const uint32_t flags = gcn3_of(insn)->row->flags;
    for (unsigned i = 0; i < GCN3_IMPLIED; i++)
        if (flags & gcn3_implied[i].reads)
            dependence_read(list, gcn3_implied[i].regs.first, gcn3_implied[i].regs.count, role);
    if (flags & READS_EXEC)
        dependence_read(list, GCN3_NAME_SPLIT_MASK, 1, role);
}

static bool has_float(const struct gcn3_insn *own)
{
    const struct gcn3_row *row = own->row;
    return gcn3_type_is_float(row->dst) || gcn3_type_is_float(row->src[0]) ||
           gcn3_type_is_float(row->src[1]) || gcn3_type_is_float(row->src[2]);
}

/* Rounding, subnormals, clamping; sums in memory keep or flush subnormals. */
static void read_mode(const struct insn *insn, struct dependence *list)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    if (insn->role == ROLE_ACCESS && own->atomic == GCN3_FADD)
        dependence_read(list, GCN3_NAME_MODE, 1, READ_DATA);
    else if (has_float(own))
        dependence_read(list, GCN3_NAME_MODE, 1, READ_VALUE);
}

/* ---- Writes ---- */

/* Lanes that a DPP word masks, and parts that an SDWA word preserves, keep their contents. */
static enum write_extent extent_of(const struct gcn3_insn *own)
{
    const bool all_lanes = own->dpp_bound_control && own->dpp_row_mask == 15 &&
                           own->dpp_bank_mask == 15;
    const bool all_bits = own->dst_unused != GCN3_UNUSED_PRESERVE ||
                          own->dst_select == GCN3_DWORD;
    bool keeps = (own->encoding == GCN3_DPP && !all_lanes) ||
                 (own->encoding == GCN3_SDWA && !all_bits);
    return keeps ? WRITE_PART : WRITE_WHOLE;
}

static void write_targets(const struct gcn3_insn *own, const struct warp *warp,
                          struct dependence *list)
{
    const bool is_indexed = own->row->flags & RELATIVE_TARGET;
    const struct range dst = is_indexed ? indexed_target(warp, &own->dst) : range_of(&own->dst);
    const struct range mask = range_of(&own->sdst);
    dependence_write(list, dst.first, dst.count,
                     is_indexed && !warp ? WRITE_PART : extent_of(own));
    dependence_write(list, mask.first, mask.count, WRITE_WHOLE);
}

static void write_implied(const struct gcn3_insn *own, struct dependence *list)
{
    for (unsigned i = 0; i < GCN3_IMPLIED; i++) {
        const struct gcn3_implied *implied = &gcn3_implied[i];
        if (own->row->flags & implied->writes)
            dependence_write(list, implied->regs.first, implied->regs.count,
                             implied->keeps ? WRITE_PART : WRITE_WHOLE);
    }
}

/* ---- Hardware registers ---- */

struct hardware {
    uint16_t name;
    bool is_writable;
    bool is_status;   /* also has SCC, EXECZ and VCCZ */
    uint32_t refused; /* bits that fault if they are set */
};
static const struct hardware hardware[GCN3_HW_COUNT] = {
    [GCN3_HW_MODE] = {GCN3_NAME_MODE, true, false, GCN3_MODE_REFUSED},
    [GCN3_HW_STATUS] = {GCN3_NAME_STATUS, false, true, 0},
    [GCN3_HW_TRAP_STATUS] = {GCN3_NAME_TRAP_STATUS, true, false, 0},
    [GCN3_HW_ID] = {GCN3_NAME_HARDWARE_ID, false, false, 0},
};

static void get_hardware(const struct gcn3_insn *own, const struct hardware *found,
                         struct dependence *list)
{
    const struct range dst = range_of(&own->dst);
    dependence_read(list, found->name, 1, READ_VALUE);
    if (found->is_status) {
        dependence_read(list, GCN3_SCC, 1, READ_VALUE);
        dependence_read(list, GCN3_VCC, 2, READ_VALUE);
        read_exec(list, READ_VALUE);
    }
    dependence_write(list, dst.first, dst.count, WRITE_WHOLE);
}

static void set_hardware(const struct gcn3_insn *own, const struct hardware *found,
                         struct dependence *list)
{
    const struct gcn3_hardware_field field = gcn3_hardware_field(own);
    const uint32_t bits = field.mask << field.shift;
    read_operand(list, &own->src[0], bits & found->refused ? READ_DECIDES : READ_VALUE);
    if (found->is_writable)
        dependence_write(list, found->name, 1, bits == ~0u ? WRITE_WHOLE : WRITE_PART);
}

/* An unknown one always faults. */
static void use_hardware(const struct gcn3_insn *own, struct dependence *list)
{
    const unsigned id = gcn3_hardware_field(own).id;
    if (id == GCN3_HW_MEMORY_BASES && own->version != GCN3_GFX8 && own->dst.kind) {
        dependence_write(list, range_of(&own->dst).first, range_of(&own->dst).count, WRITE_WHOLE);
        return;
    }
    if (id >= GCN3_HW_COUNT || !hardware[id].name)
        return;
    if (own->dst.kind)
        get_hardware(own, &hardware[id], list);
    else
        set_hardware(own, &hardware[id], list);
}

/* ---- The list ---- */

static bool is_guarded(const struct gcn3_insn *own)
{
    return !is_scalar[own->format] && own->row->acting != ACT_NAMED;
}

static void use_operands(const struct insn *insn, const struct warp *warp,
                         struct dependence *list)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    if (is_guarded(own))
        read_exec(list, READ_GUARD);
    read_sources(insn, warp, list);
    read_implied(insn, list);
    read_mode(insn, list);
    write_targets(own, warp, list);
    write_implied(own, list);
    list->by_state = own->row->flags & (RELATIVE_SOURCE | RELATIVE_TARGET);
    list->guard_decides = is_guarded(own) && insn->role == ROLE_ACCESS;
    if (own->row->acting == ACT_ACROSS || own->encoding == GCN3_DPP)
        list->flow = LANES_ACTIVE;
}

void gcn3_dependence(const struct insn *insn, const struct warp *warp, struct dependence *out)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    *out = (struct dependence){.flow = LANES_OWN};
    if (!insn->op)
        return; /* it faults */
    if (own->row->immediate == IMM_HWREG)
        use_hardware(own, out);
    else
        use_operands(insn, warp, out);
}

/* ---- Lanes and names ---- */

static uint64_t first_lane(uint64_t mask)
{
    return mask ? mask & -mask : 1;
}

uint64_t gcn3_acting(const struct warp *warp, const struct insn *insn)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    if (!insn->op || is_scalar[own->format])
        return lanes_all(warp->lanes);
    switch (own->row->acting) {
    case ACT_FIRST: return first_lane(warp->mask);
    case ACT_NAMED: return 1ull << gcn3_scalar(warp, &own->src[1]) % GCN3_LANES;
    default: return warp->mask;
    }
}

enum name_kind gcn3_name_kind(uint32_t name)
{
    if (name >= GCN3_V0 && name < GCN3_NAMES)
        return NAME_LANES;
    bool is_register = (name < GCN3_SCALARS && name != GCN3_M0 + 1) || name == GCN3_SCC ||
                       name == GCN3_NAME_MODE;
    return is_register || name >= GCN3_NAMES ? NAME_UNIFORM : NAME_FIXED;
}
