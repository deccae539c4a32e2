/* SPDX-License-Identifier: Apache-2.0 */
/* print.c - instructions as text, the way `llvm-mc-16 -disassemble -mcpu=gfx803` writes them, or
 * for gfx900 and gfx906.
 *
 * Branches print their 16 bits, as LLVM does without symbols. s_pws_split and s_pws_merge, unknown
 * to LLVM, get the same form. Bits that no row matches print as data (.long), graphics instructions
 * by the name of their format alone, and those of GCN5 that are not modelled by their name. */
#include "isa/gcn3/table.h"

#include <inttypes.h>

/* A blank before the first operand, commas between the others. */
struct list {
    struct text *out;
    unsigned count;
};

static struct text *next_item(struct list *list)
{
    text_add(list->out, list->count++ ? ", " : " ");
    return list->out;
}

static void add_operand(struct list *list, const struct gcn3_operand *operand)
{
    if (operand->kind != GCN3_NONE)
        gcn3_print_operand(operand, next_item(list));
}

static void print_immediate(const struct gcn3_insn *own, enum gcn3_immediate kind, uint32_t value,
                            struct text *out)
{
    gcn3_print_immediate(kind, value, (enum gcn3_version)own->version, out);
}

static void print_flag(bool is_set, const char *name, struct text *out)
{
    if (is_set)
        text_add(out, " %s", name);
}

static const char *suffix(const struct gcn3_insn *own)
{
    bool has_forms = own->row->forms & FORM_E64 && own->row->src[0];
    switch (own->encoding) {
    case GCN3_PLAIN: return has_forms ? "_e32" : "";
    case GCN3_E64: return has_forms ? "_e64" : "";
    case GCN3_SDWA:
        return own->format == GCN3_VOPC && own->version == GCN3_GFX8 ? "" : "_sdwa";
    default: return "_dpp";
    }
}

static void print_scalar(const struct gcn3_insn *own, struct list *list)
{
    enum gcn3_immediate kind = own->row->immediate;
    bool is_first = kind == IMM_HWREG && own->dst.kind == GCN3_NONE;
    bool is_hidden = kind == IMM_NONE ||
                     (kind == IMM_OPTIONAL && own->simm16 == 0);
    if (is_first)
        print_immediate(own, kind, own->simm16, next_item(list));
    add_operand(list, &own->dst);
    add_operand(list, &own->src[0]);
    add_operand(list, &own->src[1]);
    if (!is_first && !is_hidden)
        print_immediate(own, kind, own->simm16, next_item(list));
}

static void print_byte_offset(int64_t offset, struct text *out)
{
    text_add(out, "%s0x%" PRIx64, offset < 0 ? "-" : "", offset < 0 ? -offset : offset);
}

static void print_smem(const struct gcn3_insn *own, struct list *list)
{
    const struct gcn3_operand *offset = &own->src[1];
    if (own->row->immediate == IMM_PROBE)
        print_immediate(own, IMM_PROBE, own->simm16, next_item(list));
    add_operand(list, &own->dst);
    add_operand(list, &own->src[2]);
    add_operand(list, &own->src[0]);
    if (offset->kind == GCN3_CONSTANT)
        print_byte_offset((int64_t)offset->value, next_item(list));
    else
        add_operand(list, offset);
    print_flag(own->glc && own->row->immediate != IMM_PROBE, "glc", list->out);
}

static void print_sdwa(const struct gcn3_insn *own, struct text *out)
{
    static const char *const selects[] = {
        "BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD",
    };
    static const char *const unused[] = {"UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"};
    if (own->format != GCN3_VOPC)
        text_add(out, " dst_sel:%s dst_unused:%s", selects[own->dst_select],
                 unused[own->dst_unused]);
    text_add(out, " src0_sel:%s", selects[own->src[0].select]);
    if (own->row->src[1])
        text_add(out, " src1_sel:%s", selects[own->src[1].select]);
}

static void print_dpp_control(uint32_t control, struct text *out)
{
    static const char *const shifts[] = {"row_shl", "row_shr", "row_ror"};
    static const char *const waves[] = {"wave_shl:1", "wave_rol:1", "wave_shr:1", "wave_ror:1"};
    static const char *const others[] = {
        "row_mirror", "row_half_mirror", "row_bcast:15", "row_bcast:31",
    };
    if (control < 0x100)
        text_add(out, " quad_perm:[%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]", control & 3,
                 control >> 2 & 3, control >> 4 & 3, control >> 6 & 3);
    else if (control < 0x130)
        text_add(out, " %s:%" PRIu32, shifts[(control >> 4) - 0x10], control & 15);
    else if (control < 0x140)
        text_add(out, " %s", waves[control >> 2 & 3]);
    else
        text_add(out, " %s", others[control & 3]);
}

static void print_dpp(const struct gcn3_insn *own, struct text *out)
{
    print_dpp_control(own->dpp_control, out);
    text_add(out, " row_mask:0x%x bank_mask:0x%x", (unsigned)own->dpp_row_mask,
             (unsigned)own->dpp_bank_mask);
    print_flag(own->dpp_bound_control, "bound_ctrl:1", out);
}

static void print_vector_source(const struct gcn3_insn *own, unsigned slot, struct list *list)
{
    uint32_t always = slot == 1 ? K_SECOND : slot == 2 ? K_THIRD : 0;
    if (own->row->flags & always)
        text_add(next_item(list), "0x%" PRIx32, (uint32_t)own->src[slot].value);
    else
        add_operand(list, &own->src[slot]);
}

static void print_vector(const struct gcn3_insn *own, struct list *list)
{
    static const char *const omods[] = {"", " mul:2", " mul:4", " div:2"};
    add_operand(list, &own->dst);
    add_operand(list, &own->sdst);
    for (unsigned i = 0; i < 3; i++)
        print_vector_source(own, i, list);
    print_flag(own->clamp, "clamp", list->out);
    text_add(list->out, "%s", omods[own->omod]);
    if (own->encoding == GCN3_SDWA)
        print_sdwa(own, list->out);
    if (own->encoding == GCN3_DPP)
        print_dpp(own, list->out);
}

static void print_ds_offset(const struct gcn3_insn *own, struct text *out)
{
    if (own->offset) {
        bool is_plain = own->row->immediate == IMM_NONE;
        text_add(out, " offset:");
        print_immediate(own, is_plain ? IMM_DECIMAL : own->row->immediate, own->offset, out);
    }
    if (own->offset_scale && own->offset0)
        text_add(out, " offset0:%u", (unsigned)own->offset0);
    if (own->offset_scale && own->offset1)
        text_add(out, " offset1:%u", (unsigned)own->offset1);
}

static void print_ds(const struct gcn3_insn *own, struct list *list)
{
    add_operand(list, &own->dst);
    for (unsigned i = 0; i < 3; i++)
        add_operand(list, &own->src[i]);
    print_ds_offset(own, list->out);
    print_flag(own->gds, "gds", list->out);
}

/* "off": no scalar pair has the address. */
static void print_flat(const struct gcn3_insn *own, struct list *list)
{
    add_operand(list, &own->dst);
    add_operand(list, &own->src[0]);
    add_operand(list, &own->src[1]);
    if (own->src[2].kind)
        add_operand(list, &own->src[2]);
    else if (own->format == GCN3_GLOBAL)
        text_add(next_item(list), "off");
    if (own->displacement)
        text_add(list->out, " offset:%d", own->displacement);
    print_flag(own->glc, "glc", list->out);
    print_flag(own->slc, "slc", list->out);
}

/* "off": no VGPR is added to the address. */
static void print_mubuf_operands(const struct gcn3_insn *own, struct list *list)
{
    bool is_lds_store = own->row->flags & LDS_ALWAYS;
    add_operand(list, own->src[1].kind ? &own->src[1] : &own->dst);
    if (own->src[0].kind)
        add_operand(list, &own->src[0]);
    else if (!is_lds_store)
        text_add(next_item(list), "off");
    add_operand(list, &own->src[2]);
    add_operand(list, &own->src[3]);
}

static void print_mubuf(const struct gcn3_insn *own, struct list *list)
{
    struct text *out = list->out;
    bool is_lds_store = own->row->flags & LDS_ALWAYS;
    if (own->row->op.timing == TIMING_FENCE)
        return;
    print_mubuf_operands(own, list);
    print_flag(own->idxen, "idxen", out);
    print_flag(own->offen, "offen", out);
    if (own->offset)
        text_add(out, " offset:%u", (unsigned)own->offset);
    print_flag(is_lds_store, "lds", out);
    print_flag(own->glc, "glc", out);
    print_flag(own->slc, "slc", out);
    print_flag(own->tfe && own->row->op.timing != TIMING_ATOMIC && !is_lds_store, "tfe", out);
    print_flag(own->lds && !is_lds_store, "lds", out);
}

static void print_operands(const struct gcn3_insn *own, struct list *list)
{
    switch (own->format) {
    case GCN3_SOP2: case GCN3_SOPK: case GCN3_SOP1: case GCN3_SOPC: case GCN3_SOPP:
        print_scalar(own, list);
        break;
    case GCN3_SMEM: print_smem(own, list); break;
    case GCN3_VOP1: case GCN3_VOP2: case GCN3_VOPC: case GCN3_VOP3:
        print_vector(own, list);
        break;
    case GCN3_DS: print_ds(own, list); break;
    case GCN3_FLAT: case GCN3_GLOBAL: print_flat(own, list); break;
    case GCN3_MUBUF: print_mubuf(own, list); break;
    }
}

void gcn3_print(const struct program *program, const struct insn *insn, struct text *out)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct list list = {.out = out};
    (void)program;
    if (!insn->op) {
        text_add(out, ".long 0x%" PRIx32, (uint32_t)insn->bits);
        return;
    }
    text_add(out, "%s%s", insn->op->name, own->is_beyond ? "" : suffix(own));
    if (!own->is_beyond)
        print_operands(own, &list);
}
