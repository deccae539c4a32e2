/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_code.c - random operations from the table of the instruction set. */
#include "vortex_code.h"

#include <stdio.h>
#include <stdlib.h>

#include "isa/rv32/table.h"

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
