/* SPDX-License-Identifier: Apache-2.0 */
/* encode.c - encodes a decoded instruction, with the same table (PAS-31). */
#include "isa/sass/table.h"

enum { GUARD_LOW = 16 };

static uint64_t field_mask(const struct sass_field *field)
{
    return ((1ull << field->width) - 1) << field->low;
}

uint64_t sass_meaning_bits(const struct insn *insn)
{
    const struct sass_insn *own = sass_of(insn);
    uint64_t bits = own->form->mask;
    if (!(sass_row_of(insn->op)->row_flags & ROW_NO_GUARD))
        bits |= 15ull << GUARD_LOW;
    for (const struct sass_field *field = own->form->fields; field->modifier != SASS_MODIFIERS;
         field++)
        bits |= field_mask(field);
    for (const uint8_t *operand = own->form->operands; *operand; operand++)
        bits |= sass_operand_bits(*operand, own);
    return bits;
}

static uint64_t encode_guard(const struct insn *insn)
{
    const struct sass_predicate guard = sass_of(insn)->guard;
    if (sass_row_of(insn->op)->row_flags & ROW_NO_GUARD)
        return 0;
    return ((uint64_t)guard.negated << 3 | guard.index) << GUARD_LOW;
}

uint64_t sass_encode_word(const struct insn *insn)
{
    const struct sass_insn *own = sass_of(insn);
    if (!insn->op)
        return insn->bits;
    uint64_t word = own->form->match | encode_guard(insn) | (insn->bits & ~sass_meaning_bits(insn));
    for (const struct sass_field *field = own->form->fields; field->modifier != SASS_MODIFIERS;
         field++)
        if (field->width)
            word |= sass_field_value(field, own) << field->low;
    for (const uint8_t *operand = own->form->operands; *operand; operand++)
        word |= sass_operand_encode(*operand, own);
    return word;
}
