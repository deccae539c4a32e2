/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_code.c - formats of machine words, places that are patched, operations from the table. */
#include "vortex_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/rv32/table.h"
#include "tests/dice.h"

uint64_t dice_next(struct dice *dice) { return dice_roll(&dice->state); }

uint32_t dice_below(struct dice *dice, uint32_t end)
{
    return (uint32_t)(dice_next(dice) % end);
}

bool dice_one_in(struct dice *dice, uint32_t n)
{
    return dice_below(dice, n) == 0;
}

uint32_t dice_register(struct dice *dice, uint32_t set)
{
    for (uint32_t skip = dice_below(dice, (uint32_t)__builtin_popcount(set)); skip; skip--)
        set &= set - 1;
    return (uint32_t)__builtin_ctz(set);
}

/* A defect of the generator, not of what it tests. */
static void generator_fails(const char *why)
{
    fprintf(stderr, "programs: %s\n", why);
    abort();
}

void code_word(struct code *code, uint32_t word)
{
    if (code->count == CODE_WORDS_MAX)
        generator_fails("the program is too long");
    code->words[code->count++] = word;
}

void code_r(struct code *code, uint32_t match, uint32_t rd, uint32_t rs1, uint32_t rs2)
{
    code_word(code, match | rd << 7 | rs1 << 15 | rs2 << 20);
}

void code_i(struct code *code, uint32_t match, uint32_t rd, uint32_t rs1, int32_t imm)
{
    if (imm < -2048 || imm > 2047)
        generator_fails("an immediate of more than 12 bits");
    code_word(code, match | rd << 7 | rs1 << 15 | (uint32_t)imm << 20);
}

void code_s(struct code *code, uint32_t match, uint32_t value, uint32_t base, int32_t imm)
{
    if (imm < -2048 || imm > 2047)
        generator_fails("an offset of more than 12 bits");
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
        generator_fails("a branch too far");
    code->words[at] |= jump ? jump_bits((uint32_t)distance) : branch_bits((uint32_t)distance);
}

static bool is_operation(const struct rv32_row *row)
{
    return !row->feature && row->op.flow == FLOW_NEXT && row->operands[0] &&
           (row->op.unit == UNIT_ALU || row->op.unit == UNIT_FPU);
}

static uint32_t operand(struct dice *dice, char letter, uint32_t targets, uint32_t integers,
                        uint32_t floats)
{
    switch (letter) {
    case 'd': return dice_register(dice, targets) << 7;
    case 'D': return dice_register(dice, floats) << 7;
    case 's': return dice_register(dice, integers) << 15;
    case 'S': return dice_register(dice, floats) << 15;
    case 't': return dice_register(dice, integers) << 20;
    case 'T': return dice_register(dice, floats) << 20;
    case 'R': return dice_register(dice, floats) << 27;
    case 'i': return dice_below(dice, 4096) << 20;
    case 'h': return dice_below(dice, 32) << 20;
    case 'u': return dice_below(dice, 1 << 20) << 12;
    case 'm': return (dice_one_in(dice, 4) ? dice_below(dice, 5) : 7) << 12;
    default: generator_fails("an operand that the generator does not know");
    }
    return 0;
}

void code_operation(struct code *code, struct dice *dice, uint32_t targets, uint32_t integers,
                    uint32_t floats)
{
    const struct rv32_row *row;
    do
        row = &rv32_rows[dice_below(dice, (uint32_t)rv32_row_count)];
    while (!is_operation(row));
    uint32_t word = row->match;
    for (const char *letter = row->operands; *letter; letter++)
        word |= operand(dice, *letter, targets, integers, floats);
    code_word(code, word);
}
