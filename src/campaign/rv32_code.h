/* SPDX-License-Identifier: Apache-2.0 */
/* rv32_code.h - RV32 and Vortex machine words, written one behind the other. */
#ifndef WARPCLOCK_CAMPAIGN_RV32_CODE_H
#define WARPCLOCK_CAMPAIGN_RV32_CODE_H

#include <stdbool.h>
#include <stdint.h>

enum { CODE_BASE = (int)0x80000000, CODE_WORDS_MAX = 16384 };

/* Words from `split` on are in a second segment, `gap` bytes after the first one. */
struct code {
    uint32_t words[CODE_WORDS_MAX];
    uint32_t count;
    uint32_t split, gap; /* split UINT32_MAX: one segment */
    const char *wrong;   /* what the first word does not fit; NULL: all is well */
};

uint32_t code_place(const struct code *code, uint32_t word); /* its address */

/* Opcode, funct3 and funct7 of what the generator itself needs; a random operation comes from the
 * table of the instruction set. */
enum code_match {
    OP_LUI = 0x37, OP_AUIPC = 0x17, OP_JAL = 0x6f, OP_JALR = 0x67,
    OP_BEQ = 0x63, OP_BNE = 0x1063, OP_BLT = 0x4063, OP_BGE = 0x5063, OP_BLTU = 0x6063,
    OP_BGEU = 0x7063,
    OP_LB = 0x3, OP_LH = 0x1003, OP_LW = 0x2003, OP_LBU = 0x4003, OP_LHU = 0x5003, OP_FLW = 0x2007,
    OP_SB = 0x23, OP_SH = 0x1023, OP_SW = 0x2023, OP_FSW = 0x2027,
    OP_ADDI = 0x13, OP_SLTIU = 0x3013, OP_ANDI = 0x7013, OP_ORI = 0x6013, OP_SLLI = 0x1013,
    OP_SRLI = 0x5013, OP_ADD = 0x33, OP_SUB = 0x40000033, OP_SLL = 0x1033, OP_SRL = 0x5033,
    OP_AND = 0x7033, OP_OR = 0x6033, OP_XOR = 0x4033, OP_SLT = 0x2033, OP_SLTU = 0x3033,
    OP_MUL = 0x02000033, OP_DIVU = 0x02005033, OP_REMU = 0x02007033, OP_SRAI = 0x40005013,
    OP_FCVT_S_WU = (int)0xd0107053, OP_FCVT_WU_S = (int)0xc0101053, OP_FMUL = 0x10007053,
    OP_FADD = 0x7053,
    OP_LR = 0x1000202f, OP_SC = 0x1800202f,
    OP_FLT = (int)0xa0001053, OP_CSRRS = 0x2073, OP_FENCE = 0x0ff0000f,
    OP_TMC = 0xb, OP_WSPAWN = 0x100b, OP_SPLIT = 0x200b, OP_SPLIT_N = 0x10200b, OP_JOIN = 0x300b,
    OP_BAR = 0x400b, OP_PRED = 0x500b, OP_BAR_WAIT = 0x600b, /* BAR.ARRIVE: rd is not x0 */
};

enum code_csr { CSR_FFLAGS = 0x001, CSR_LANE = 0xcc0, CSR_WARP = 0xcc1, CSR_CORE = 0xcc2,
                CSR_MASK = 0xcc4, CSR_MSCRATCH = 0x340, CSR_HART = 0xf14,
                CSR_THREAD_X = 0xcd3, CSR_GROUP_X = 0xcd6, CSR_BLOCK_X = 0xcd9 };

void code_word(struct code *code, uint32_t word);
void code_r(struct code *code, uint32_t match, uint32_t rd, uint32_t rs1, uint32_t rs2);
void code_i(struct code *code, uint32_t match, uint32_t rd, uint32_t rs1, int32_t imm);
void code_s(struct code *code, uint32_t match, uint32_t value, uint32_t base, int32_t imm);
void code_csr(struct code *code, uint32_t rd, enum code_csr csr); /* reads it */
void code_constant(struct code *code, uint32_t rd, uint32_t value);
/* rd := address of a word of the code */
void code_address(struct code *code, uint32_t rd, uint32_t target);

/* Branches and jumps to a word that is known, or to one that code_target() tells later. */
uint32_t code_branch(struct code *code, uint32_t match, uint32_t rs1, uint32_t rs2);
uint32_t code_jump(struct code *code, uint32_t link);
void code_target(struct code *code, uint32_t at, uint32_t target);

/* rd := what was there; op(it, value). `which` counts the operations that commute. */
enum { CODE_ATOMICS = 8, CODE_SWAP = CODE_ATOMICS };
void code_atomic(struct code *code, uint32_t which, uint32_t rd, uint32_t base, uint32_t value);

#endif
