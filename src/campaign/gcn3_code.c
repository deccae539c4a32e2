/* SPDX-License-Identifier: Apache-2.0 */
/* gcn3_code.c - formats of GCN3 machine words (AMD, Graphics Core Next Architecture, Generation 3,
 * chapter 12; "Vega" Instruction Set Architecture, chapter 12). */
#include "campaign/gcn3_code.h"

enum { INLINE_MAX = 64 };

static void word(struct gcn3_code *code, uint32_t bits)
{
    if (code->count == GCN3_WORDS_MAX)
        code->wrong = "the program is too long";
    else
        code->words[code->count++] = bits;
}

struct gcn3_source gcn3_number(uint32_t value)
{
    return value <= INLINE_MAX ? (struct gcn3_source){S_ZERO + value, 0}
                               : (struct gcn3_source){S_LITERAL, value};
}

struct gcn3_source gcn3_scalar(uint32_t number)
{
    return (struct gcn3_source){number, 0};
}

struct gcn3_source gcn3_vector(uint32_t number)
{
    return (struct gcn3_source){S_VECTOR + number, 0};
}

static void literal(struct gcn3_code *code, struct gcn3_source source)
{
    if (source.field == S_LITERAL)
        word(code, source.literal);
}

/* One literal at most. */
static void literals(struct gcn3_code *code, struct gcn3_source a, struct gcn3_source b)
{
    literal(code, a);
    if (a.field != S_LITERAL)
        literal(code, b);
    else if (b.field == S_LITERAL)
        code->wrong = "two literals";
}

void gcn3_sop2(struct gcn3_code *code, enum gcn3_sop2 op, uint32_t dst, struct gcn3_source a,
               struct gcn3_source b)
{
    word(code, 2u << 30 | (uint32_t)op << 23 | dst << 16 | b.field << 8 | a.field);
    literals(code, a, b);
}

void gcn3_sop1(struct gcn3_code *code, enum gcn3_sop1 op, uint32_t dst, struct gcn3_source a)
{
    word(code, 0x17du << 23 | dst << 16 | (uint32_t)op << 8 | a.field);
    literal(code, a);
}

void gcn3_sopc(struct gcn3_code *code, enum gcn3_sopc op, struct gcn3_source a,
               struct gcn3_source b)
{
    word(code, 0x17eu << 23 | (uint32_t)op << 16 | b.field << 8 | a.field);
    literals(code, a, b);
}

void gcn3_sopp(struct gcn3_code *code, enum gcn3_sopp op, uint32_t immediate)
{
    word(code, 0x17fu << 23 | (uint32_t)op << 16 | immediate);
}

void gcn3_load_arguments(struct gcn3_code *code, enum gcn3_smem op, uint32_t dst, uint32_t byte)
{
    enum { IMMEDIATE = 1 << 17 };
    word(code, 0x30u << 26 | (uint32_t)op << 18 | IMMEDIATE | dst << 6);
    word(code, byte);
}

void gcn3_vop2(struct gcn3_code *code, enum gcn3_vop2 op, uint32_t dst, struct gcn3_source a,
               uint32_t b)
{
    word(code, (uint32_t)op << 25 | dst << 17 | b << 9 | a.field);
    literal(code, a);
}

void gcn3_vop1(struct gcn3_code *code, enum gcn3_vop1 op, uint32_t dst, struct gcn3_source a)
{
    word(code, 0x3fu << 25 | dst << 17 | (uint32_t)op << 9 | a.field);
    literal(code, a);
}

void gcn3_vopc(struct gcn3_code *code, enum gcn3_vopc op, struct gcn3_source a, uint32_t b)
{
    word(code, 0x3eu << 25 | (uint32_t)op << 17 | b << 9 | a.field);
    literal(code, a);
}

void gcn3_mul(struct gcn3_code *code, uint32_t dst, uint32_t a, uint32_t b)
{
    enum { V_MUL_LO_U32 = 0x285 };
    word(code, 0x34u << 26 | V_MUL_LO_U32 << 16 | dst);
    word(code, (S_VECTOR + b) << 9 | (S_VECTOR + a));
}

void gcn5_add_lshl(struct gcn3_code *code, uint32_t dst, struct gcn3_source a,
                   struct gcn3_source b, struct gcn3_source c)
{
    enum { V_ADD_LSHL_U32 = 0x1fe };
    word(code, 0x34u << 26 | V_ADD_LSHL_U32 << 16 | dst);
    word(code, c.field << 18 | b.field << 9 | a.field);
    if (a.field == S_LITERAL || b.field == S_LITERAL || c.field == S_LITERAL)
        code->wrong = "a literal in VOP3";
}

void gcn3_flat(struct gcn3_code *code, enum gcn3_flat op, uint32_t dst, uint32_t address,
               uint32_t data)
{
    word(code, 0x37u << 26 | (uint32_t)op << 18);
    word(code, dst << 24 | data << 8 | address);
}

void gcn5_global(struct gcn3_code *code, enum gcn3_flat op, uint32_t dst, uint32_t base,
                 uint32_t offset, uint32_t bytes, uint32_t data)
{
    enum { SEGMENT_GLOBAL = 2 << 14 };
    word(code, 0x37u << 26 | (uint32_t)op << 18 | SEGMENT_GLOBAL | bytes);
    word(code, dst << 24 | base << 16 | data << 8 | offset);
}

void gcn3_ds(struct gcn3_code *code, enum gcn3_ds op, uint32_t dst, uint32_t address,
             uint32_t data)
{
    word(code, 0x36u << 26 | (uint32_t)op << 17);
    word(code, dst << 24 | data << 8 | address);
}

uint32_t gcn3_branch(struct gcn3_code *code, enum gcn3_sopp op)
{
    gcn3_sopp(code, op, 0);
    return code->count - 1;
}

void gcn3_target(struct gcn3_code *code, uint32_t at, uint32_t target)
{
    code->words[at] |= (uint32_t)((int32_t)target - (int32_t)at - 1) & 0xffff;
}

/* As LLVM does it: the distance from the word behind S_GETPC. */
uint32_t gcn3_call(struct gcn3_code *code, uint32_t link, uint32_t by)
{
    gcn3_sop1(code, S_GETPC, by, gcn3_number(0));
    gcn3_sop2(code, S_ADD_U32, by, gcn3_scalar(by), (struct gcn3_source){S_LITERAL, 0});
    gcn3_sop2(code, S_ADDC_U32, by + 1, gcn3_scalar(by + 1), gcn3_number(0));
    gcn3_sop1(code, S_SWAPPC, link, gcn3_scalar(by));
    return code->count - 3; /* the literal */
}

void gcn3_call_target(struct gcn3_code *code, uint32_t at, uint32_t target)
{
    code->words[at] = 4 * (target - (at - 1));
}
