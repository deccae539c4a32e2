/* SPDX-License-Identifier: Apache-2.0 */
/* words_scalar.c - operands of SOP2, SOPK, SOP1, SOPC and SOPP. */
#include "isa/gcn3/table.h"

static bool decode_source(const uint32_t *words, struct gcn3_insn *own, unsigned slot,
                          uint32_t code)
{
    enum gcn3_type type = own->row->src[slot];
    if (type == GCN3_NOTHING)
        return true;
    /* PWS-4: no literal as the mask of a split. */
    const uint32_t *literal = own->row->flags & NEEDS_PWS ? NULL : &words[1];
    if (code == GCN3_LDS_DIRECT || (own->row->flags & RELATIVE_SOURCE && code >= GCN3_SCALARS))
        return false;
    if (own->version != GCN3_GFX8 && gcn3_decode_base(&own->src[slot], type, code))
        return true;
    return gcn3_decode_source(&own->src[slot], type, code, literal);
}

static bool decode_sources(const uint32_t *words, struct gcn3_insn *own)
{
    return decode_source(words, own, 0, words[0] & 255) &&
           decode_source(words, own, 1, words[0] >> 8 & 255);
}

static bool decode_target(struct gcn3_insn *own, uint32_t code)
{
    enum gcn3_type type = own->row->dst;
    return type == GCN3_NOTHING || gcn3_decode_scalar_register(&own->dst, type, code);
}

static bool decode_sop2(const uint32_t *words, struct gcn3_insn *own)
{
    return decode_sources(words, own) && decode_target(own, words[0] >> 16 & 127);
}

static bool decode_sop1(const uint32_t *words, struct gcn3_insn *own)
{
    return decode_source(words, own, 0, words[0] & 255) &&
           decode_target(own, words[0] >> 16 & 127);
}

/* The second field of s_set_gpr_idx_on is a number, not an operand. */
static bool decode_sopc(const uint32_t *words, struct gcn3_insn *own)
{
    if (own->row->immediate == IMM_GPR_IDX)
        own->simm16 = words[0] >> 8 & 255;
    return decode_sources(words, own);
}

/* One field is source or target, as the row says; the literal of s_setreg_imm32 is a source. */
static bool decode_sopk(const uint32_t *words, struct gcn3_insn *own)
{
    uint32_t code = words[0] >> 16 & 127;
    own->simm16 = (uint16_t)words[0];
    if (own->row->flags & K_FIRST)
        return decode_source(words, own, 0, GCN3_LITERAL_FOLLOWS);
    if (own->row->dst)
        return decode_target(own, code);
    return gcn3_decode_scalar_register(&own->src[0], own->row->src[0], code);
}

/* GCN5 has two more bits at the top. assumed: the counter of the machine stays GCN3's, so higher
 * values do not wait */
static uint8_t vmcnt_of(const struct gcn3_insn *own)
{
    const bool is_high = own->version != GCN3_GFX8 && own->simm16 >> 14;
    return is_high ? GCN3_VMCNT_MAX : own->simm16 & GCN3_VMCNT_MAX;
}

static bool decode_sopp(const uint32_t *words, struct gcn3_insn *own)
{
    own->simm16 = (uint16_t)words[0];
    own->vmcnt = vmcnt_of(own);
    own->expcnt = own->simm16 >> 4 & GCN3_EXPCNT_MAX;
    own->lgkmcnt = own->simm16 >> 8 & GCN3_LGKMCNT_MAX;
    return own->row->immediate != IMM_NONE || own->simm16 == 0;
}

bool gcn3_decode_scalar(const uint32_t *words, struct gcn3_insn *own)
{
    switch (own->format) {
    case GCN3_SOP2: return decode_sop2(words, own);
    case GCN3_SOP1: return decode_sop1(words, own);
    case GCN3_SOPC: return decode_sopc(words, own);
    case GCN3_SOPK: return decode_sopk(words, own);
    default: return decode_sopp(words, own);
    }
}
