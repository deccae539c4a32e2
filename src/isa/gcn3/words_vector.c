/* SPDX-License-Identifier: Apache-2.0 */
/* words_vector.c - operands of VOP1, VOP2, VOPC and VOP3, and of their SDWA and DPP forms. */
#include "isa/gcn3/table.h"

/* A target field of 8 bits: a VGPR, or a scalar register for v_readlane. */
static bool decode_target(struct gcn3_insn *own, uint32_t code)
{
    enum gcn3_type type = own->row->dst;
    if (type == GCN3_NOTHING)
        return own->format == GCN3_VOPC || code == 0;
    if (type == GCN3_S32)
        return gcn3_decode_scalar_register(&own->dst, type, code);
    return gcn3_decode_vgpr(&own->dst, type, code);
}

/* The implied VCC of short forms: carries, masks, results of comparisons. */
static void imply_vcc(struct gcn3_insn *own)
{
    if (own->row->flags & CARRY_OUT)
        gcn3_decode_scalar_register(&own->sdst, GCN3_MASK, GCN3_VCC);
    for (unsigned i = 0; i < 3; i++)
        if (own->row->src[i] == GCN3_MASK)
            gcn3_decode_scalar_register(&own->src[i], GCN3_MASK, GCN3_VCC);
}

/* Slots of the second source, which is a VGPR, and of the literal of v_madmk and v_madak. */
static bool decode_second(const uint32_t *words, struct gcn3_insn *own)
{
    const struct gcn3_row *row = own->row;
    uint32_t number = gcn3_bits(words[0], 9, 8);
    unsigned slot = row->flags & K_SECOND ? 2 : 1, literal = row->flags & K_SECOND ? 1 : 2;
    if (row->flags & (K_SECOND | K_THIRD))
        gcn3_decode_source(&own->src[literal], row->src[literal], GCN3_LITERAL_FOLLOWS, &words[1]);
    return own->format == GCN3_VOP1 || gcn3_decode_vgpr(&own->src[slot], row->src[slot], number);
}

/* Modifiers of a source in SDWA and DPP words: sign extension for integers, negation and absolute
 * value for floats. */
static bool set_modifiers(struct gcn3_operand *operand, bool sign_extend, bool negate,
                          bool absolute)
{
    bool is_float = gcn3_type_is_float(operand->type);
    operand->sign_extend = sign_extend;
    operand->negate = negate;
    operand->absolute = absolute;
    return is_float ? !sign_extend : !negate && !absolute;
}

/* Both sources of an SDWA word have the same 6 bits: part, sign extension, sign, absolute value. */
static bool select_part(struct gcn3_operand *operand, uint32_t field)
{
    operand->select = (uint8_t)gcn3_bits(field, 0, 3);
    return operand->select <= GCN3_DWORD &&
           set_modifiers(operand, gcn3_bits(field, 3, 1), gcn3_bits(field, 4, 1),
                         gcn3_bits(field, 5, 1));
}

/* Comparisons of gfx8 ignore the target fields and write VCC; those of GCN5 may name a pair. */
static bool decode_sdwa_mask(uint32_t word, struct gcn3_insn *own)
{
    if (own->version == GCN3_GFX8) {
        own->clamp = gcn3_bits(word, 13, 1);
        return true;
    }
    return !gcn3_bits(word, 15, 1) ||
           gcn3_decode_scalar_register(&own->sdst, GCN3_MASK, gcn3_bits(word, 8, 7));
}

static bool decode_sdwa_target(uint32_t word, struct gcn3_insn *own)
{
    if (own->format == GCN3_VOPC)
        return decode_sdwa_mask(word, own);
    own->clamp = gcn3_bits(word, 13, 1);
    if (own->version != GCN3_GFX8)
        own->omod = (uint8_t)gcn3_bits(word, 14, 2);
    own->dst_select = (uint8_t)gcn3_bits(word, 8, 3);
    own->dst_unused = (uint8_t)gcn3_bits(word, 11, 2);
    return own->dst_select <= GCN3_DWORD && own->dst_unused <= GCN3_UNUSED_PRESERVE;
}

/* A source of GCN5 may be a scalar register instead. assumed: constants do not have parts */
static bool decode_sdwa_source(struct gcn3_insn *own, unsigned slot, uint32_t number,
                               bool is_scalar)
{
    const enum gcn3_type type = (enum gcn3_type)own->row->src[slot];
    if (is_scalar && own->version != GCN3_GFX8)
        return number < GCN3_SCALARS &&
               gcn3_decode_scalar_register(&own->src[slot], type, number);
    return gcn3_decode_vgpr(&own->src[slot], type, number);
}

static bool decode_sdwa(const uint32_t *words, struct gcn3_insn *own)
{
    const uint32_t word = words[1], second = gcn3_bits(word, 24, 6);
    own->encoding = GCN3_SDWA;
    if (!decode_sdwa_target(word, own) ||
        !decode_sdwa_source(own, 0, gcn3_bits(word, 0, 8), gcn3_bits(word, 23, 1)) ||
        (own->row->src[1] && gcn3_bits(word, 31, 1) &&
         !decode_sdwa_source(own, 1, gcn3_bits(words[0], 9, 8), true)) ||
        !select_part(&own->src[0], gcn3_bits(word, 16, 6)))
        return false;
    return own->row->src[1] == GCN3_NOTHING ? second == 0 : select_part(&own->src[1], second);
}

/* GCN3 ISA manual, table of DPP_CTRL. */
static bool is_dpp_control(uint32_t control)
{
    uint32_t amount = control & 15;
    if (control < 0x100)
        return true;
    if (control < 0x130)
        return amount != 0;
    return control == 0x130 || control == 0x134 || control == 0x138 || control == 0x13c ||
           (control >= 0x140 && control <= 0x143);
}

static bool decode_dpp(uint32_t word, struct gcn3_insn *own)
{
    bool has_second = own->row->src[1] != GCN3_NOTHING;
    own->encoding = GCN3_DPP;
    own->dpp_control = (uint16_t)gcn3_bits(word, 8, 9);
    own->dpp_bound_control = gcn3_bits(word, 19, 1);
    own->dpp_bank_mask = (uint8_t)gcn3_bits(word, 24, 4);
    own->dpp_row_mask = (uint8_t)gcn3_bits(word, 28, 4);
    if (!is_dpp_control(own->dpp_control) ||
        !gcn3_decode_vgpr(&own->src[0], own->row->src[0], gcn3_bits(word, 0, 8)) ||
        !set_modifiers(&own->src[0], false, gcn3_bits(word, 20, 1), gcn3_bits(word, 21, 1)))
        return false;
    if (!has_second)
        return gcn3_bits(word, 22, 2) == 0;
    return set_modifiers(&own->src[1], false, gcn3_bits(word, 22, 1), gcn3_bits(word, 23, 1));
}

/* Of GCN5, sums with the target do not have SDWA. */
static bool is_sum_of_gcn5(const struct gcn3_insn *own)
{
    return own->row->flags & READS_DST && own->version != GCN3_GFX8;
}

static bool decode_short(const uint32_t *words, struct gcn3_insn *own)
{
    uint32_t src0 = words[0] & 511;
    if (!decode_target(own, gcn3_bits(words[0], 17, 8)))
        return false;
    if (own->row->src[0] == GCN3_NOTHING)
        return true;
    imply_vcc(own);
    if (!decode_second(words, own))
        return false;
    if (src0 == GCN3_SDWA_FOLLOWS)
        return own->row->forms & FORM_SDWA && !is_sum_of_gcn5(own) && decode_sdwa(words, own);
    if (src0 == GCN3_DPP_FOLLOWS)
        return own->row->forms & FORM_DPP && decode_dpp(words[1], own);
    return gcn3_decode_source(&own->src[0], own->row->src[0], src0, &words[1]);
}

/* A VOP3 source with its two modifier bits; a missing one is all zeros. */
static bool decode_long_source(const uint32_t *words, struct gcn3_insn *own, unsigned slot)
{
    enum gcn3_type type = own->row->src[slot];
    uint32_t code = gcn3_bits(words[1], 9 * slot, 9), negate = gcn3_bits(words[1], 29 + slot, 1);
    bool has_absolute = !(own->row->flags & CARRY_OUT) || own->format == GCN3_VOPC;
    uint32_t absolute = has_absolute ? gcn3_bits(words[0], 8 + slot, 1) : 0;
    if (type == GCN3_NOTHING)
        return code == 0 && !negate && !absolute;
    return gcn3_decode_source(&own->src[slot], type, code, NULL) &&
           set_modifiers(&own->src[slot], false, negate, absolute);
}

/* Comparisons have their result in the VGPR field of others; carries have their own field. */
static bool decode_long_targets(const uint32_t *words, struct gcn3_insn *own)
{
    uint32_t code = gcn3_bits(words[0], 0, 8);
    if (own->format == GCN3_VOPC)
        return gcn3_decode_scalar_register(&own->sdst, GCN3_MASK, code);
    if (own->row->flags & CARRY_OUT &&
        !gcn3_decode_scalar_register(&own->sdst, GCN3_MASK, gcn3_bits(words[0], 8, 7)))
        return false;
    return decode_target(own, code);
}

static bool decode_long(const uint32_t *words, struct gcn3_insn *own)
{
    own->is_beyond = own->version != GCN3_GFX8 && !(own->row->flags & CARRY_OUT) &&
                     gcn3_bits(words[0], 11, 4); /* op_sel */
    if (own->is_beyond)
        return true;
    own->clamp = gcn3_bits(words[0], 15, 1);
    own->omod = (uint8_t)gcn3_bits(words[1], 27, 2);
    if ((own->clamp && !(own->row->flags & CLAMP)) || (own->omod && !(own->row->flags & OMOD)))
        return false;
    return decode_long_targets(words, own) && decode_long_source(words, own, 0) &&
           decode_long_source(words, own, 1) && decode_long_source(words, own, 2);
}

bool gcn3_decode_vector(const uint32_t *words, struct gcn3_insn *own)
{
    bool is_long = own->format == GCN3_VOP3 || own->encoding == GCN3_E64;
    return is_long ? decode_long(words, own) : decode_short(words, own);
}
