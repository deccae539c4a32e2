/* SPDX-License-Identifier: Apache-2.0 */
/* words.c - decodes one or two words into a struct insn: format, row, operands, control flow.
 *
 * An instruction is one word, or two where its format has two or an operand needs a literal, an
 * SDWA or a DPP word. A word that no row matches, or whose operands are not legal, is an
 * instruction of one word. */
#include "isa/gcn3/table.h"

struct format_test {
    uint32_t mask, match;
    uint8_t format;
    uint8_t opcode_shift, opcode_bits;
    bool is_long;
};

/* The first that matches wins (GCN3 ISA manual, chapter 12). */
static const struct format_test tests[] = {
    {0xff800000, 0xbf800000, GCN3_SOPP, 16, 7, false},
    {0xff800000, 0xbf000000, GCN3_SOPC, 16, 7, false},
    {0xff800000, 0xbe800000, GCN3_SOP1, 8, 8, false},
    {0xf0000000, 0xb0000000, GCN3_SOPK, 23, 5, false},
    {0xc0000000, 0x80000000, GCN3_SOP2, 23, 7, false},
    {0xfc000000, 0xc0000000, GCN3_SMEM, 18, 8, true},
    {0xfc000000, 0xc4000000, GCN3_EXP, 0, 0, true},
    {0xfc000000, 0xd0000000, GCN3_VOP3, 16, 10, true},
    {0xfc000000, 0xd4000000, GCN3_VINTRP, 0, 0, false},
    {0xfc000000, 0xd8000000, GCN3_DS, 17, 8, true},
    {0xfc000000, 0xdc000000, GCN3_FLAT, 18, 7, true}, /* also GLOBAL and SCRATCH */
    {0xfc000000, 0xe0000000, GCN3_MUBUF, 18, 7, true},
    {0xfc000000, 0xe8000000, GCN3_MTBUF, 0, 0, true},
    {0xfc000000, 0xf0000000, GCN3_MIMG, 0, 0, true},
    {0xfe000000, 0x7e000000, GCN3_VOP1, 9, 8, false},
    {0xfe000000, 0x7c000000, GCN3_VOPC, 17, 8, false},
    {0x80000000, 0x00000000, GCN3_VOP2, 25, 6, false},
};

static const struct format_test *find_format(uint32_t word)
{
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
        if ((word & tests[i].mask) == tests[i].match)
            return &tests[i];
    return NULL;
}

static uint32_t opcode_of(const struct format_test *test, uint32_t word)
{
    return word >> test->opcode_shift & ((1u << test->opcode_bits) - 1);
}

/* Does this row's short form have a second word? */
static bool is_extended(const struct gcn3_row *row, uint32_t word)
{
    uint32_t src0 = word & 255, src1 = word >> 8 & 255;
    switch (row->format) {
    case GCN3_SOP2:
        return src0 == GCN3_LITERAL_FOLLOWS || src1 == GCN3_LITERAL_FOLLOWS;
    case GCN3_SOPC:
        return src0 == GCN3_LITERAL_FOLLOWS || (row->src[1] && src1 == GCN3_LITERAL_FOLLOWS);
    case GCN3_SOP1:
        return row->src[0] && src0 == GCN3_LITERAL_FOLLOWS;
    case GCN3_SOPK:
        return row->flags & K_FIRST;
    case GCN3_VOP1: case GCN3_VOP2: case GCN3_VOPC:
        src0 = word & 511;
        return row->flags & (K_SECOND | K_THIRD) ||
               (row->src[0] && (src0 == GCN3_SDWA_FOLLOWS || src0 == GCN3_DPP_FOLLOWS ||
                                src0 == GCN3_LITERAL_FOLLOWS));
    }
    return false;
}

/* GCN5: the segment of FLAT. */
static const struct gcn3_row *find_segment(const struct gcn3_lookup *lookup, uint32_t word,
                                           uint32_t opcode)
{
    switch (lookup->version == GCN3_GFX8 ? 0 : gcn3_bits(word, 14, 2)) {
    case 0: return lookup->row[GCN3_FLAT][opcode];
    case 1: return lookup->row[GCN3_SCRATCH][0];
    case 2: return lookup->row[GCN3_GLOBAL][opcode];
    }
    return NULL;
}

static const struct gcn3_row *find_row(const struct gcn3_lookup *lookup,
                                       const struct format_test *test, uint32_t word)
{
    uint32_t opcode = opcode_of(test, word);
    if (test->format == GCN3_FLAT)
        return find_segment(lookup, word, opcode);
    return test->format == GCN3_VOP3 ? lookup->vop3[opcode] : lookup->row[test->format][opcode];
}

unsigned gcn3_insn_bytes(const struct gcn3_lookup *lookup, uint32_t word)
{
    const struct format_test *test = find_format(word);
    const struct gcn3_row *row = test ? find_row(lookup, test, word) : NULL;
    return row && (test->is_long || is_extended(row, word)) ? 8 : 4;
}

static bool decode_operands(const uint32_t *words, struct gcn3_insn *own)
{
    if (own->is_beyond)
        return true;
    switch (own->format) {
    case GCN3_SOP2: case GCN3_SOPK: case GCN3_SOP1: case GCN3_SOPC: case GCN3_SOPP:
        return gcn3_decode_scalar(words, own);
    case GCN3_VOP1: case GCN3_VOP2: case GCN3_VOPC: case GCN3_VOP3:
        return gcn3_decode_vector(words, own);
    case GCN3_SMEM: case GCN3_DS: case GCN3_FLAT: case GCN3_GLOBAL: case GCN3_MUBUF:
        return gcn3_decode_memory(words, own);
    }
    return true; /* graphics: nothing else is decoded */
}

/* The calling convention returns by s_setpc_b64 s[30:31]. */
enum { RETURN_ADDRESS = 30 };

/* Formats whose instructions write scalar registers. */
static const bool writes_scalars[GCN3_FORMATS] = {
    [GCN3_SOP2] = true, [GCN3_SOPK] = true, [GCN3_SOP1] = true, [GCN3_SOPC] = true,
    [GCN3_SOPP] = true, [GCN3_SMEM] = true, [GCN3_VOPC] = true,
};

/* s_nop counts up to 16 turns, one of which every instruction takes; s_sleep adds cycles. */
static void set_pause(struct gcn3_insn *own)
{
    if (own->row->pause)
        own->pause_cycles = (uint16_t)(own->row->pause * (own->simm16 & 0x7f));
    else
        own->pause_turns = own->simm16 & 0xf;
}

static bool is_modified(const struct gcn3_operand *operand)
{
    return operand->absolute || operand->negate;
}

/* Whether the row's rule for the value holds: the instruction has no modifiers. */
static bool value_is_plain(const struct gcn3_insn *own)
{
    return (own->encoding == GCN3_PLAIN || own->encoding == GCN3_E64) && !own->clamp &&
           !own->omod && !is_modified(&own->src[0]) && !is_modified(&own->src[1]);
}

static void refine_role(struct insn *insn, struct gcn3_insn *own)
{
    if (insn->role == ROLE_PAUSE)
        set_pause(own);
    if (insn->role == ROLE_COMPUTE && own->encoding == GCN3_DPP)
        insn->role = ROLE_CROSS; /* a source comes from another lane */
    if (!value_is_plain(own))
        insn->value = VALUE_OTHER;
}

static void refine(struct insn *insn, struct gcn3_insn *own)
{
    insn->imm = own->row->immediate == IMM_BRANCH ? (int16_t)own->simm16 * 4
                                                  : (int16_t)own->simm16;
    if (insn->flow == FLOW_INDIRECT && own->src[0].code == RETURN_ADDRESS)
        insn->flow = FLOW_RETURN;
    if (writes_scalars[own->format])
        insn->flags |= INSN_UNIFORM;
    if (own->format == GCN3_VOPC)
        insn->aux = own->opcode & (gcn3_type_is_float(own->src[0].type) ? 15 : 7);
}

static uint16_t row_number(const struct gcn3_operand *operand)
{
    return operand->kind == GCN3_VGPR ? operand->code : 0;
}

static void fill(const struct gcn3_row *row, uint64_t features, struct insn *insn,
                 struct gcn3_insn *own)
{
    bool is_there = (gcn3_row_feature(row) & ~features) == 0 && !own->is_beyond;
    insn_take_op(insn, &row->op);
    if (!is_there)
        insn->run = gcn3_missing_feature;
    insn->rd = row_number(&own->dst);
    insn->rs1 = row_number(&own->src[0]);
    insn->rs2 = row_number(&own->src[1]);
    insn->rs3 = row_number(&own->src[2]);
    refine(insn, own);
    refine_role(insn, own);
    gcn3_list_registers(own, insn);
}

static bool decode(const struct gcn3_lookup *lookup, const uint32_t *words, unsigned bytes,
                   struct gcn3_insn *own)
{
    const struct format_test *test = find_format(words[0]);
    const struct gcn3_row *row = test ? find_row(lookup, test, words[0]) : NULL;
    if (!row || bytes < gcn3_insn_bytes(lookup, words[0]))
        return false;
    *own = (struct gcn3_insn){
        .row = row, .format = row->format, .opcode = row->opcode,
        .version = (uint8_t)lookup->version, .is_beyond = row->flags & NOT_MODELLED,
        .bytes = (uint8_t)gcn3_insn_bytes(lookup, words[0]),
        .encoding = test->format == GCN3_VOP3 && row->format != GCN3_VOP3 ? GCN3_E64 : GCN3_PLAIN,
        .element_bytes = row->bytes, .element_signed = row->flags & SIGNED_ELEMENT,
        .atomic = row->atomic, .dst_select = GCN3_DWORD,
        .writes_exec = row->format == GCN3_VOPC && row->flags & WRITES_EXEC,
    };
    return decode_operands(words, own);
}

void gcn3_decode_words(const struct gcn3_lookup *lookup, const uint32_t *words, unsigned bytes,
                       uint64_t pc, uint64_t features, struct insn *insn, struct gcn3_insn *own)
{
    const struct insn illegal = {
        .run = gcn3_illegal, .next = -1, .target = -1, .flow = FLOW_TRAP, .role = ROLE_END,
        .own = own, .pc = pc, .bits = words[0],
    };
    *insn = illegal;
    if (decode(lookup, words, bytes, own)) {
        if (own->bytes == 8)
            insn->bits |= (uint64_t)words[1] << 32;
        fill(own->row, features, insn, own);
    }
    if (!insn->op) {
        *insn = illegal;
        *own = (struct gcn3_insn){.bytes = 4};
    }
}
