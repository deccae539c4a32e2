/* SPDX-License-Identifier: Apache-2.0 */
/* names.c - which registers an instruction reads and writes, in the flat name space of sass.h. */
#include "isa/sass/table.h"

#include <string.h>

#include "isa/sass/run.h"
#include "isa/sass/texture.h"

enum { TEST_TRUE = 15, ALL_LANES = 15, WRITABLE_PREDICATES = 7, MERGES = 2 };

/* Registers after the last one do not exist. */
static uint32_t fitting(uint32_t reg, uint32_t count)
{
    return reg + count > SASS_RZ ? SASS_RZ - reg : count;
}

static void add_register_source(struct insn *insn, const struct sass_source *source, uint32_t count)
{
    if (source->kind == SASS_REGISTER && source->row >= SASS_R0)
        insn_add_source(insn, source->row - SASS_R0, fitting(source->row - SASS_R0, count));
}

static uint32_t data_words(const struct sass_row *row, const struct sass_insn *own)
{
    static const uint8_t loads[] = {1, 1, 1, 1, 1, 2, 4, 4}, atomics[] = {1, 1, 2, 1, 1, 2, 2, 2};
    uint8_t type = own->modifier[SASS_TYPE] & 7;
    return row->row_flags & ROW_ATOMIC_TYPES ? atomics[type] : loads[type];
}

/* TEXS and TLDS have two components in a pair, the others in a second one. */
static uint32_t target_words(const struct sass_insn *own)
{
    const uint32_t count = (uint32_t)__builtin_popcount(sass_components(own));
    return sass_has_operand(own, D28) && count > 2 ? 2 : count;
}

static void add_second_target(struct insn *insn, const struct sass_insn *own)
{
    const uint32_t count = (uint32_t)__builtin_popcount(sass_components(own));
    if (sass_has_operand(own, D28) && own->rd2 >= SASS_R0 && count > 2)
        insn_add_target(insn, own->rd2 - SASS_R0, fitting(own->rd2 - SASS_R0, count - 2));
}

uint32_t sass_operand_words(const struct sass_row *row, const struct sass_insn *own,
                            uint8_t operand)
{
    if (row->wide & WIDE_TEXTURE && operand == WIDE_A)
        return sass_coordinate_words(own);
    if (row->wide & WIDE_TEXTURE && (operand == WIDE_C || !(row->wide & WIDE_BY_TYPE)))
        return operand == WIDE_D ? target_words(own) : 1;
    bool is_data = operand == WIDE_D || operand == WIDE_B || operand == WIDE_C;
    if (row->wide & WIDE_BY_TYPE && is_data)
        return data_words(row, own);
    if (row->wide & WIDE_BY_SIZE && operand == WIDE_D)
        return own->modifier[SASS_SIZE_D] == 3 ? 2 : 1;
    if (row->wide & WIDE_BY_SIZE && operand == WIDE_B)
        return own->modifier[SASS_SIZE_A] == 3 ? 2 : 1;
    if (row->wide & WIDE_ADDRESS && operand == WIDE_A)
        return own->modifier[SASS_WIDE] ? 2 : 1;
    return row->wide & operand ? 2 : 1;
}

static void add_predicate_source(struct insn *insn, struct sass_predicate predicate)
{
    if (predicate.index != SASS_PT)
        insn_add_source(insn, SASS_NAME_P0 + predicate.index, 1);
}

static void add_predicate_target(struct insn *insn, struct sass_predicate predicate)
{
    if (predicate.index != SASS_PT)
        insn_add_target(insn, SASS_NAME_P0 + predicate.index, 1);
}

bool sass_keeps_part(const struct sass_insn *own)
{
    return (sass_has_operand(own, LANES_IF_NOT_ALL) && own->modifier[SASS_MASK] != ALL_LANES) ||
           own->modifier[SASS_MERGE] >= MERGES;
}

bool sass_has_operand(const struct sass_insn *own, enum sass_operand wanted)
{
    for (const uint8_t *operand = own->form->operands; *operand; operand++)
        if (*operand == wanted)
            return true;
    return false;
}

bool sass_reads_condition(const struct sass_row *row, const struct sass_insn *own)
{
    return own->modifier[SASS_X] || sass_has_operand(own, CC_NAME) ||
           (row->row_flags & ROW_CHAINED && sass_minmax_continues(own)) ||
           (sass_has_operand(own, CC_TEST) && own->modifier[SASS_TEST] != TEST_TRUE);
}

/* P2R reads and R2P writes all predicates, or the condition codes. */
static void name_predicate_file(struct insn *insn, const struct sass_insn *own)
{
    bool codes = own->modifier[SASS_MASK];
    uint32_t first = codes ? SASS_NAME_CC : SASS_NAME_P0, count = codes ? 1 : WRITABLE_PREDICATES;
    if (!sass_has_operand(own, PR_OR_CC))
        return;
    if (sass_has_operand(own, D))
        insn_add_source(insn, first, count);
    else
        insn_add_target(insn, first, count);
}

void sass_name_registers(struct insn *insn)
{
    const struct sass_insn *own = sass_of(insn);
    const struct sass_row *row = sass_row_of(insn->op);
    uint32_t target = own->rd - SASS_R0, words = sass_operand_words(row, own, WIDE_D);
    add_register_source(insn, &own->a, sass_operand_words(row, own, WIDE_A));
    add_register_source(insn, &own->b, sass_operand_words(row, own, WIDE_B));
    add_register_source(insn, &own->c, sass_operand_words(row, own, WIDE_C));
    add_predicate_source(insn, own->guard);
    add_predicate_source(insn, own->p);
    add_predicate_source(insn, own->p2);
    add_predicate_source(insn, own->p3);
    if (sass_reads_condition(row, own))
        insn_add_source(insn, SASS_NAME_CC, 1);
    if (own->rd >= SASS_R0) {
        insn_add_target(insn, target, fitting(target, words));
        if (sass_keeps_part(own))
            insn_add_source(insn, target, 1);
    }
    add_second_target(insn, own);
    add_predicate_target(insn, own->pd);
    add_predicate_target(insn, own->pd2);
    if (own->modifier[SASS_CC])
        insn_add_target(insn, SASS_NAME_CC, 1);
    name_predicate_file(insn, own);
}

/* ---- their contents ---- */

static uint32_t condition_bits(const struct sass_state *state, unsigned lane)
{
    return (uint32_t)((state->zero >> lane & 1) | (state->sign >> lane & 1) << 1 |
                      (state->carry >> lane & 1) << 2 | (state->overflow >> lane & 1) << 3);
}

void sass_read_register(const struct warp *warp, uint32_t reg, uint32_t *lanes)
{
    const struct sass_state *state = warp->state;
    if (reg < SASS_NAME_P0) {
        uint32_t row = reg == SASS_RZ ? SASS_ZERO : SASS_R0 + reg;
        memcpy(lanes, warp_row(warp, row), warp->lanes * sizeof *lanes);
        return;
    }
    for (unsigned lane = 0; lane < warp->lanes; lane++)
        lanes[lane] = reg < SASS_NAME_CC
                          ? (uint32_t)(state->predicate[reg - SASS_NAME_P0] >> lane & 1)
                          : condition_bits(state, lane);
}

/* For compare-and-swap the new value, which is in c. */
struct regs sass_stored(const struct insn *insn)
{
    const struct sass_insn *own = sass_of(insn);
    const struct sass_row *row = sass_row_of(insn->op);
    const struct sass_source *data =
        insn->flags & INSN_ATOMIC && own->c.kind == SASS_REGISTER ? &own->c : &own->b;
    if (data->kind != SASS_REGISTER)
        return (struct regs){0};
    if (data->row < SASS_R0)
        return (struct regs){.first = SASS_RZ, .count = 1};
    uint32_t first = data->row - SASS_R0;
    return (struct regs){.first = (uint16_t)first,
                         .count = (uint8_t)fitting(first, sass_operand_words(row, own, WIDE_B))};
}
