/* SPDX-License-Identifier: Apache-2.0 */
/* words_memory.c - operands of SMEM, DS, FLAT, GLOBAL and MUBUF. */
#include "isa/gcn3/table.h"

/* A VGPR field: the row's operand in that slot, or zeros. */
static bool decode_slot(struct gcn3_operand *operand, enum gcn3_type type, uint32_t number)
{
    return type == GCN3_NOTHING ? number == 0 : gcn3_decode_vgpr(operand, type, number);
}

static void set_number(struct gcn3_operand *operand, uint64_t value)
{
    *operand = (struct gcn3_operand){
        .kind = GCN3_CONSTANT, .type = GCN3_B32, .words = 1, .select = GCN3_DWORD, .value = value,
    };
}

/* The data field is target, source, or the number of s_atc_probe. */
static bool decode_smem_data(uint32_t code, struct gcn3_insn *own)
{
    const struct gcn3_row *row = own->row;
    own->simm16 = (uint16_t)code;
    if (row->immediate == IMM_PROBE)
        return true;
    if ((row->dst || row->src[2]) && code >= GCN3_M0)
        return false; /* neither M0 nor EXEC */
    if (row->dst)
        return gcn3_decode_scalar_register(&own->dst, row->dst, code);
    return !row->src[2] || gcn3_decode_scalar_register(&own->src[2], row->src[2], code);
}

/* GCN5 has a sign. */
static uint64_t smem_offset(const struct gcn3_insn *own, uint32_t word)
{
    if (own->version == GCN3_GFX8)
        return gcn3_bits(word, 0, 20);
    return (uint64_t)(int64_t)((int32_t)(word << 11) >> 11);
}

static bool decode_smem(const uint32_t *words, struct gcn3_insn *own)
{
    const struct gcn3_row *row = own->row;
    bool is_number = gcn3_bits(words[0], 17, 1);
    if (!decode_smem_data(gcn3_bits(words[0], 6, 7), own))
        return false;
    if (!row->src[0])
        return !is_number;
    own->glc = gcn3_bits(words[0], 16, 1);
    own->is_beyond = own->version != GCN3_GFX8 && gcn3_bits(words[0], 14, 2); /* two offsets, nv */
    if (!gcn3_decode_scalar_register(&own->src[0], row->src[0], gcn3_bits(words[0], 0, 6) * 2))
        return false;
    if (!is_number)
        return gcn3_decode_scalar_register(&own->src[1], GCN3_B32, gcn3_bits(words[1], 0, 7));
    set_number(&own->src[1], smem_offset(own, words[1]));
    return true;
}

static bool decode_ds(const uint32_t *words, struct gcn3_insn *own)
{
    const struct gcn3_row *row = own->row;
    own->gds = gcn3_bits(words[0], 16, 1);
    own->offset0 = (uint8_t)gcn3_bits(words[0], 0, 8);
    own->offset1 = (uint8_t)gcn3_bits(words[0], 8, 8);
    if (row->flags & TWO_OFFSETS)
        own->offset_scale = (uint16_t)(row->bytes * (row->flags & STRIDE_64 ? 64 : 1));
    else
        own->offset = (uint16_t)gcn3_bits(words[0], 0, 16);
    bool is_bare = !row->dst && !row->src[0] && !(row->flags & GDS_ONLY); /* ds_nop */
    if (is_bare && (own->gds || own->offset))
        return false;
    if ((own->gds && row->flags & GDS_NEVER) || (!own->gds && row->flags & GDS_ONLY))
        return false;
    return decode_slot(&own->dst, row->dst, gcn3_bits(words[1], 24, 8)) &&
           decode_slot(&own->src[0], row->src[0], gcn3_bits(words[1], 0, 8)) &&
           decode_slot(&own->src[1], row->src[1], gcn3_bits(words[1], 8, 8)) &&
           decode_slot(&own->src[2], row->src[2], gcn3_bits(words[1], 16, 8));
}

/* gfx8 has no offset and no segments: these bits are 0, and tfe among those of the second word.
 * GCN5 has an offset, with a sign in the global segment, which may also have a scalar address. */
enum { NO_SCALAR = 127 };

static bool decode_displacement(const uint32_t *words, struct gcn3_insn *own)
{
    const uint32_t scalar = gcn3_bits(words[1], 16, 7);
    if (own->version == GCN3_GFX8)
        return !gcn3_bits(words[0], 0, 16) && !gcn3_bits(words[1], 16, 8);
    own->is_beyond = gcn3_bits(words[0], 13, 1) || gcn3_bits(words[1], 23, 1); /* lds, nv */
    if (own->format == GCN3_FLAT) {
        own->displacement = (int16_t)gcn3_bits(words[0], 0, 12);
        return !gcn3_bits(words[0], 12, 1) && !scalar;
    }
    own->displacement = (int16_t)((int16_t)(uint16_t)(words[0] << 3) >> 3);
    return scalar == NO_SCALAR ||
           gcn3_decode_scalar_register(&own->src[2], GCN3_B64, scalar);
}

static bool decode_flat(const uint32_t *words, struct gcn3_insn *own)
{
    const struct gcn3_row *row = own->row;
    bool is_atomic = row->op.timing == TIMING_ATOMIC;
    own->glc = gcn3_bits(words[0], 16, 1);
    own->slc = gcn3_bits(words[0], 17, 1);
    if (!decode_displacement(words, own))
        return false;
    if (row->dst && (!is_atomic || own->glc) &&
        !gcn3_decode_vgpr(&own->dst, row->dst, gcn3_bits(words[1], 24, 8)))
        return false;
    const enum gcn3_type address = own->src[2].kind ? GCN3_B32 : (enum gcn3_type)row->src[0];
    return gcn3_decode_vgpr(&own->src[0], address, gcn3_bits(words[1], 0, 8)) &&
           (!row->src[1] || gcn3_decode_vgpr(&own->src[1], row->src[1], gcn3_bits(words[1], 8, 8)));
}

/* tfe: one more register for the status. */
static bool decode_data(struct gcn3_operand *operand, enum gcn3_type type, uint32_t number,
                        bool tfe)
{
    if (!gcn3_decode_vgpr(operand, type, number))
        return false;
    operand->words = (uint8_t)(operand->words + tfe);
    return number + operand->words <= GCN3_VGPRS;
}

/* Index and offset come in this order if both are present. */
static bool decode_buffer_address(uint32_t number, struct gcn3_insn *own)
{
    if (!own->idxen && !own->offen)
        return true;
    return gcn3_decode_vgpr(&own->src[0], own->idxen && own->offen ? GCN3_B64 : GCN3_B32, number);
}

static bool decode_buffer_flags(const uint32_t *words, struct gcn3_insn *own)
{
    const struct gcn3_row *row = own->row;
    own->offset = (uint16_t)gcn3_bits(words[0], 0, 12);
    own->offen = gcn3_bits(words[0], 12, 1);
    own->idxen = gcn3_bits(words[0], 13, 1);
    own->glc = gcn3_bits(words[0], 14, 1);
    own->lds = gcn3_bits(words[0], 16, 1);
    own->slc = gcn3_bits(words[0], 17, 1);
    own->tfe = gcn3_bits(words[1], 23, 1);
    if (row->flags & LDS_ALWAYS)
        return own->lds && !own->idxen && !own->offen;
    return !own->lds || (row->flags & LDS_POSSIBLE && !own->tfe);
}

static bool decode_buffer_data(uint32_t number, struct gcn3_insn *own)
{
    const struct gcn3_row *row = own->row;
    bool is_atomic = row->op.timing == TIMING_ATOMIC;
    if (own->lds)
        return true;
    if (row->dst && (!is_atomic || own->glc) &&
        !decode_data(&own->dst, row->dst, number, own->tfe && !is_atomic))
        return false;
    return !row->src[1] || decode_data(&own->src[1], row->src[1], number, own->tfe && !is_atomic);
}

static bool decode_mubuf(const uint32_t *words, struct gcn3_insn *own)
{
    const struct gcn3_row *row = own->row;
    uint32_t soffset = gcn3_bits(words[1], 24, 8);
    if (!decode_buffer_flags(words, own))
        return false;
    if (row->op.timing == TIMING_FENCE)
        return !own->glc && !own->idxen && !own->offen;
    return decode_buffer_data(gcn3_bits(words[1], 8, 8), own) &&
           decode_buffer_address(gcn3_bits(words[1], 0, 8), own) &&
           gcn3_decode_scalar_register(&own->src[2], GCN3_B128, gcn3_bits(words[1], 16, 5) * 4) &&
           soffset != GCN3_LDS_DIRECT &&
           gcn3_decode_source(&own->src[3], GCN3_B32, soffset, NULL);
}

bool gcn3_decode_memory(const uint32_t *words, struct gcn3_insn *own)
{
    switch (own->format) {
    case GCN3_SMEM: return decode_smem(words, own);
    case GCN3_DS: return decode_ds(words, own);
    case GCN3_FLAT: case GCN3_GLOBAL: return decode_flat(words, own);
    default: return decode_mubuf(words, own);
    }
}
