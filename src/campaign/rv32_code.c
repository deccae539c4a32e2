/* SPDX-License-Identifier: Apache-2.0 */
/* rv32_code.c - formats of machine words, places that are patched. */
#include "campaign/rv32_code.h"

static void fail_code(struct code *code, const char *why)
{
    if (!code->wrong)
        code->wrong = why;
}

void code_word(struct code *code, uint32_t word)
{
    if (code->count == CODE_WORDS_MAX)
        fail_code(code, "the program is too long");
    else
        code->words[code->count++] = word;
}

void code_r(struct code *code, uint32_t match, uint32_t rd, uint32_t rs1, uint32_t rs2)
{
    code_word(code, match | rd << 7 | rs1 << 15 | rs2 << 20);
}

void code_i(struct code *code, uint32_t match, uint32_t rd, uint32_t rs1, int32_t imm)
{
    if (imm < -2048 || imm > 2047)
        fail_code(code, "an immediate of more than 12 bits");
    code_word(code, match | rd << 7 | rs1 << 15 | (uint32_t)imm << 20);
}

void code_s(struct code *code, uint32_t match, uint32_t value, uint32_t base, int32_t imm)
{
    if (imm < -2048 || imm > 2047)
        fail_code(code, "an offset of more than 12 bits");
    code_word(code, match | ((uint32_t)imm & 31) << 7 | base << 15 | value << 20 |
                        ((uint32_t)imm >> 5 & 127) << 25);
}

void code_csr(struct code *code, uint32_t rd, enum code_csr csr)
{
    code_word(code, OP_CSRRS | rd << 7 | (uint32_t)csr << 20);
}

void code_constant(struct code *code, uint32_t rd, uint32_t value)
{
    uint32_t upper = value + 0x800;
    int32_t low = (int32_t)(value << 20) >> 20;
    if (upper >> 12)
        code_word(code, OP_LUI | rd << 7 | (upper & 0xfffff000));
    if (low || !(upper >> 12))
        code_i(code, OP_ADDI, rd, upper >> 12 ? rd : 0, low);
}

uint32_t code_place(const struct code *code, uint32_t word)
{
    return (uint32_t)CODE_BASE + 4 * word + (word >= code->split ? code->gap : 0);
}

void code_atomic(struct code *code, uint32_t which, uint32_t rd, uint32_t base, uint32_t value)
{
    /* AMOADD, XOR, AND, OR, MIN, MAX, MINU, MAXU; SWAP. */
    static const uint32_t functions[CODE_ATOMICS + 1] = {0x00, 0x04, 0x0c, 0x08, 0x10,
                                                         0x14, 0x18, 0x1c, 0x01};
    code_r(code, 0x202f | functions[which] << 27, rd, base, value);
}

void code_address(struct code *code, uint32_t rd, uint32_t target)
{
    uint32_t distance = code_place(code, target) - code_place(code, code->count);
    code_word(code, OP_AUIPC | rd << 7 | ((distance + 0x800) & 0xfffff000));
    code_i(code, OP_ADDI, rd, rd, (int32_t)(distance << 20) >> 20);
}

uint32_t code_branch(struct code *code, uint32_t match, uint32_t rs1, uint32_t rs2)
{
    code_r(code, match, 0, rs1, rs2);
    return code->count - 1;
}

uint32_t code_jump(struct code *code, uint32_t link)
{
    code_word(code, OP_JAL | link << 7);
    return code->count - 1;
}

static uint32_t branch_bits(uint32_t to)
{
    return (to >> 12 & 1) << 31 | (to >> 5 & 63) << 25 | (to >> 1 & 15) << 8 | (to >> 11 & 1) << 7;
}

static uint32_t jump_bits(uint32_t to)
{
    return (to >> 20 & 1) << 31 | (to >> 1 & 1023) << 21 | (to >> 11 & 1) << 20 |
           (to >> 12 & 255) << 12;
}

void code_target(struct code *code, uint32_t at, uint32_t target)
{
    int32_t distance = (int32_t)(code_place(code, target) - code_place(code, at));
    bool jump = (code->words[at] & 127) == OP_JAL;
    if (!jump && (distance < -4096 || distance > 4094))
        fail_code(code, "a branch too far");
    code->words[at] |= jump ? jump_bits((uint32_t)distance) : branch_bits((uint32_t)distance);
}
