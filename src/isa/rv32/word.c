/* SPDX-License-Identifier: Apache-2.0 */
/* word.c - decodes the bits of one word into a struct insn.
 *
 * Rows are found through buckets of opcode and funct3. Each operand letter of the row then fills
 * its fields; the few properties that depend on operands and not on the row (a jump that links is a
 * call) are set at the end. */
#include "isa/rv32/csr.h"
#include "isa/rv32/run.h"
#include "isa/rv32/table.h"

#include <string.h>

enum { ROUNDING_DYNAMIC = 7, ROUNDING_LAST = 4 };

static uint32_t bucket_of(uint32_t bits)
{
    return (bits >> 2 & 31) << 3 | rv32_funct3(bits);
}

/* Could a word of that bucket match the row? */
static bool belongs(const struct rv32_row *row, uint32_t bucket)
{
    uint32_t bits = (bucket >> 3) << 2 | 3 | (bucket & 7) << 12;
    return ((bits ^ row->match) & row->mask & 0x707f) == 0;
}

void rv32_lookup_build(struct rv32_lookup *lookup)
{
    uint16_t count = 0;
    for (uint32_t bucket = 0; bucket < RV32_BUCKETS; bucket++) {
        lookup->first[bucket] = count;
        for (size_t i = 0; i < rv32_row_count && count < RV32_LOOKUP_MAX; i++)
            if (belongs(&rv32_rows[i], bucket))
                lookup->row[count++] = (uint8_t)i;
    }
    lookup->first[RV32_BUCKETS] = count;
}

static int32_t sign_extend(uint32_t value, unsigned bits)
{
    return (int32_t)(value << (32 - bits)) >> (32 - bits);
}

static int32_t immediate_i(uint32_t bits)
{
    return sign_extend(bits >> 20, 12);
}

static int32_t immediate_s(uint32_t bits)
{
    return sign_extend(bits >> 25 << 5 | rv32_rd(bits), 12);
}

static int32_t immediate_b(uint32_t bits)
{
    return sign_extend((bits >> 31) << 12 | (bits >> 7 & 1) << 11 | (bits >> 25 & 63) << 5 |
                       (bits >> 8 & 15) << 1, 13);
}

static int32_t immediate_j(uint32_t bits)
{
    return sign_extend((bits >> 31) << 20 | (bits >> 12 & 255) << 12 | (bits >> 20 & 1) << 11 |
                       (bits >> 21 & 1023) << 1, 21);
}

static void add_source(struct insn *insn, uint32_t reg)
{
    unsigned i = 0;
    if (reg == RV32_X0)
        return;
    while (insn->src[i].count)
        i++;
    insn->src[i] = (struct regs){.first = (uint16_t)reg, .count = 1};
}

static void set_target(struct insn *insn, uint32_t reg)
{
    insn->rd = (uint16_t)(reg == RV32_X0 ? RV32_SINK : reg);
    if (reg != RV32_X0)
        insn->dst[0] = (struct regs){.first = (uint16_t)reg, .count = 1};
}

/* The registers of a letter; capitals are 32 rows further on. */
static void decode_registers(struct insn *insn, char letter, uint32_t bits)
{
    uint32_t file = letter < 'a' ? RV32_F0 : RV32_X0;
    switch (letter) {
    case 'd': case 'D':
        set_target(insn, file + rv32_rd(bits));
        break;
    case 's': case 'S': case 'l': case 'w': case 'a':
        insn->rs1 = (uint16_t)(file + rv32_rs1(bits));
        add_source(insn, insn->rs1);
        break;
    case 't': case 'T':
        insn->rs2 = (uint16_t)(file + rv32_rs2(bits));
        add_source(insn, insn->rs2);
        break;
    case 'r': case 'R':
        insn->rs3 = (uint16_t)(file + rv32_rs3(bits));
        add_source(insn, insn->rs3);
        break;
    }
}

static void decode_numbers(struct insn *insn, char letter, uint32_t bits)
{
    switch (letter) {
    case 'i': case 'l': insn->imm = immediate_i(bits); break;
    case 'w': insn->imm = immediate_s(bits); break;
    case 'u': insn->imm = (int32_t)(bits & 0xfffff000u); break;
    case 'b': insn->imm = immediate_b(bits); break;
    case 'j': insn->imm = immediate_j(bits); break;
    case 'h': insn->imm = (int32_t)rv32_rs2(bits); break;
    case 'c': case 'f': insn->imm = (int32_t)(bits >> 20); break;
    case 'z': insn->aux = (uint8_t)rv32_rs1(bits); break;
    case 'm': insn->aux = (uint8_t)rv32_funct3(bits); break;
    case 'q': case 'o': insn->aux = (uint8_t)(bits >> 25 & 3); break;
    }
}

static bool has_rounding(const struct rv32_row *row, uint32_t bits)
{
    uint32_t mode = rv32_funct3(bits);
    return !strchr(row->operands, 'm') || mode <= ROUNDING_LAST || mode == ROUNDING_DYNAMIC;
}

static bool matches(const struct rv32_row *row, uint32_t bits)
{
    return (bits & row->mask) == row->match && has_rounding(row, bits);
}

/* Jumps by their link register, as the calling convention uses it (unprivileged ISA, 2.5). */
static void refine_flow(struct insn *insn)
{
    bool links = insn->dst[0].count != 0;
    if ((insn->flow == FLOW_JUMP || insn->flow == FLOW_INDIRECT) && links)
        insn->flow = FLOW_CALL;
    else if (insn->flow == FLOW_INDIRECT && insn->rs1 == RV32_RA && insn->imm == 0)
        insn->flow = FLOW_RETURN;
    else if (insn->op->role == ROLE_MASK && insn->rs1 == RV32_X0)
        insn->flow = FLOW_EXIT;
}

/* Properties that depend on the operands. */
static void refine(struct insn *insn)
{
    refine_flow(insn);
    if (insn->timing == TIMING_CSR) {
        bool parts = rv32_csr_is_lane_source((uint32_t)insn->imm);
        insn->flags |= parts ? INSN_LANE_SOURCE : INSN_UNIFORM;
        if (insn->rs1 == RV32_X0)
            insn->flags &= (uint8_t)~INSN_TAKES_ONE_LANE;
    }
}

static void decode_row(const struct rv32_row *row, uint32_t bits, uint64_t features,
                       struct insn *insn)
{
    bool is_there = (row->feature & ~features) == 0;
    insn_take_op(insn, &row->op);
    if (!is_there)
        insn->run = rv32_missing_feature;
    for (const char *letter = row->operands; *letter; letter++) {
        decode_registers(insn, *letter, bits);
        decode_numbers(insn, *letter, bits);
    }
    refine(insn);
}

void rv32_decode_word(const struct rv32_lookup *lookup, uint32_t bits, uint32_t pc,
                      uint64_t features, struct insn *insn)
{
    *insn = (struct insn){
        .run = rv32_illegal, .next = -1, .target = -1, .rd = RV32_SINK, .flow = FLOW_TRAP,
        .role = ROLE_END, .pc = pc, .bits = bits,
    };
    uint32_t bucket = bucket_of(bits);
    for (uint16_t i = lookup->first[bucket]; i < lookup->first[bucket + 1]; i++)
        if (matches(&rv32_rows[lookup->row[i]], bits)) {
            decode_row(&rv32_rows[lookup->row[i]], bits, features, insn);
            return;
        }
}
