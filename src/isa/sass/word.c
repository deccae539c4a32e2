/* SPDX-License-Identifier: Apache-2.0 */
/* word.c - decodes the bits of one word into a struct insn.
 *
 * The first form whose fixed bits match decodes the word. Its fields fill the modifiers, then its
 * operands are read, since some depend on modifiers; a field with an undefined value makes the word
 * invalid. Properties that depend on operands and not on the row (a branch without a guard is a
 * jump) are set at the end. */
#include "isa/sass/run.h"
#include "isa/sass/table.h"

enum { TEST_TRUE = 15, GUARD_LOW = 16 };

static const struct sass_lookup_entry *find_form(const struct sass_lookup *lookup, uint64_t bits)
{
    for (uint32_t i = 0; i < lookup->count; i++)
        if ((bits & lookup->entry[i].form->mask) == lookup->entry[i].form->match)
            return &lookup->entry[i];
    return NULL;
}

static void decode_fields(const struct sass_form *form, uint64_t bits, struct sass_insn *own)
{
    for (const struct sass_field *field = form->fields; field->modifier != SASS_MODIFIERS;
         field++) {
        uint8_t value = (uint8_t)sass_bits(bits, field->low, field->width);
        if (field->width)
            own->modifier[field->modifier] = field->values ? field->values[value] : value;
    }
}

static bool fields_exist(const struct sass_form *form, const struct sass_insn *own)
{
    for (const struct sass_field *field = form->fields; field->modifier != SASS_MODIFIERS; field++)
        if (!sass_field_suffix(field, own))
            return false;
    return true;
}

static void fill_lanes(struct sass_source *source, struct arena *arena)
{
    if (source->kind != SASS_IMMEDIATE)
        return;
    uint32_t *lanes = arena_array(arena, LANES_MAX, sizeof *lanes);
    for (unsigned i = 0; i < LANES_MAX; i++)
        lanes[i] = source->value;
    source->lanes = lanes;
}

static bool is_always(struct sass_predicate guard)
{
    return guard.index == SASS_PT && !guard.negated;
}

/* A test of condition codes in control flow is one more guard. */
static bool has_test(const struct sass_insn *own)
{
    return sass_has_operand(own, CC_TEST) && own->modifier[SASS_TEST] != TEST_TRUE;
}

/* Whether the row's rule for the value holds with these modifiers. */
static bool value_is_plain(const struct sass_insn *own)
{
    static const uint8_t spoilers[] = {SASS_NEG_A, SASS_NEG_B, SASS_ABS_A, SASS_ABS_B, SASS_INV_A,
                                       SASS_INV_B, SASS_X, SASS_SAT, SASS_HIGH};
    for (size_t i = 0; i < sizeof spoilers; i++)
        if (own->modifier[spoilers[i]])
            return false;
    return !sass_keeps_part(own);
}

/* Special registers that differ from lane to lane: LANEID, TID, and the lane masks. */
static bool differs_by_lane(uint32_t number)
{
    return number == 0 || (number >= 0x20 && number <= 0x23) ||
           (number >= 0x38 && number <= 0x3c);
}

static void settle(struct insn *insn, struct sass_insn *own)
{
    bool guarded = !is_always(own->guard);
    if (guarded)
        insn->run = sass_guarded;
    if (guarded || (insn->flow != FLOW_NEXT && has_test(own)))
        insn->flags |= INSN_GUARDED;
    if (insn->flow == FLOW_BRANCH && !(insn->flags & INSN_GUARDED)) {
        insn->flow = FLOW_JUMP;
        insn->role = ROLE_JUMP;
    }
    if (!value_is_plain(own))
        insn->value = VALUE_OTHER;
    if (sass_has_operand(own, B_NUMBER)) {
        insn->imm = (int32_t)own->b.value;
        insn->flags |= differs_by_lane(own->b.value) ? INSN_LANE_SOURCE : INSN_UNIFORM;
    }
}

static void fill_insn(const struct sass_row *row, struct sass_insn *own, struct insn *insn)
{
    insn_take_op(insn, &row->op);
    if (row->plain && sass_is_plain(own))
        insn->run = row->plain;
    own->run = insn->run;
    insn->rd = own->rd;
    insn->rs1 = own->a.row;
    insn->rs2 = own->b.row;
    insn->rs3 = own->c.row;
    insn->imm = own->offset;
    settle(insn, own);
    sass_name_registers(insn);
}

static void set_illegal(struct insn *insn, struct sass_insn *own)
{
    *insn = (struct insn){.run = sass_illegal, .next = -1, .target = -1, .flow = FLOW_TRAP,
                          .role = ROLE_END, .own = own, .pc = insn->pc, .bits = insn->bits};
    own->run = sass_illegal;
    own->form = NULL;
}

/* False when one of them does not exist. */
static bool decode_operands(const struct sass_row *row, uint64_t bits, struct sass_insn *own)
{
    bool exist = true;
    if (!(row->row_flags & ROW_NO_GUARD))
        own->guard = (struct sass_predicate){.index = sass_bits(bits, GUARD_LOW, 3),
                                             .negated = bits >> (GUARD_LOW + 3) & 1};
    for (const uint8_t *operand = own->form->operands; *operand; operand++) {
        sass_operand_decode(*operand, bits, own);
        exist &= sass_operand_exists(*operand, own);
    }
    return exist;
}

void sass_decode_word(const struct sass_lookup *lookup, uint64_t bits, uint32_t control,
                      uint64_t pc, uint64_t features, struct arena *arena, struct insn *insn,
                      struct sass_insn *own)
{
    const struct sass_predicate none = {.index = SASS_PT};
    const struct sass_lookup_entry *entry = find_form(lookup, bits);
    *insn = (struct insn){.next = -1, .target = -1, .pc = pc, .bits = bits, .own = own};
    *own = (struct sass_insn){.guard = none, .pd = none, .pd2 = none, .p = none, .p2 = none,
                              .p3 = none, .rd = SASS_SINK, .rd2 = SASS_SINK,
                              .control = sass_control_unpack(control)};
    if (entry) {
        own->form = entry->form;
        decode_fields(entry->form, bits, own);
    }
    if (!entry || !fields_exist(entry->form, own) || !decode_operands(entry->row, bits, own)) {
        set_illegal(insn, own);
        return;
    }
    fill_lanes(&own->a, arena);
    fill_lanes(&own->b, arena);
    fill_lanes(&own->c, arena);
    fill_insn(entry->row, own, insn);
    if (!insn->op) {
        set_illegal(insn, own);
        return;
    }
    if (entry->row->row_flags & ROW_DOT_PRODUCT && !(features & SASS_DOT_PRODUCT))
        own->run = insn->run = sass_illegal;
}
