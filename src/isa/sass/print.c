/* SPDX-License-Identifier: Apache-2.0 */
/* print.c - the text of an instruction, as nvdisasm writes it (PAS-20): guard, mnemonic with
 * suffixes in the order of the row's fields, operands, " ;". Branch targets are relative to the
 * section that holds the branch. */
#include "isa/sass/table.h"

#include <inttypes.h>
#include <string.h>

#include "isa/sass/run.h"
#include "isa/sass/spell.h"

enum { TEST_TRUE = 15, ALL_LANES = 15, SIGN_BIT = 19, SCOREBOARD_COUNT_MAX = 6 };

static void print_register(uint16_t row, struct text *out)
{
    if (row < SASS_R0)
        text_add(out, "RZ");
    else
        text_add(out, "R%u", row - SASS_R0 + 0u);
}

static void print_predicate(struct sass_predicate predicate, struct text *out)
{
    text_add(out, "%s", predicate.negated ? "!" : "");
    if (predicate.index == SASS_PT)
        text_add(out, "PT");
    else
        text_add(out, "P%u", (unsigned)predicate.index);
}

static void print_signed(int64_t value, struct text *out)
{
    uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
    text_add(out, "%s0x%" PRIx64, value < 0 ? "-" : "", magnitude);
}

/* ---- Sources with their signs and parts ---- */

struct source_look {
    bool negated, magnitude, inverted;
};

/* If both sources are negated, a suffix of the mnemonic says so instead. */
static bool is_plus_one(const struct sass_insn *own)
{
    for (const struct sass_field *field = own->form->fields; field->modifier != SASS_MODIFIERS;
         field++)
        if (field->spell && !strcmp(field->spell(own), "PO"))
            return true;
    return false;
}

static struct source_look look_of(const struct sass_insn *own, unsigned on)
{
    static const uint8_t negated[] = {[ON_A] = SASS_NEG_A, [ON_B] = SASS_NEG_B,
                                      [ON_C] = SASS_NEG_C};
    const uint8_t *modifier = own->modifier;
    return (struct source_look){
        .negated = modifier[negated[on]] && !is_plus_one(own),
        .magnitude = (on == ON_A && modifier[SASS_ABS_A]) || (on == ON_B && modifier[SASS_ABS_B]),
        .inverted = (on == ON_A && modifier[SASS_INV_A]) || (on == ON_B && modifier[SASS_INV_B]),
    };
}

static void print_part(const struct sass_insn *own, unsigned on, struct text *out)
{
    for (const struct sass_field *field = own->form->fields; field->modifier != SASS_MODIFIERS;
         field++) {
        const char *suffix = field->on == on ? sass_field_suffix(field, own) : "";
        if (*suffix)
            text_add(out, ".%s", suffix);
    }
}

static void print_before(struct source_look look, struct text *out)
{
    text_add(out, "%s%s%s", look.negated ? "-" : "", look.inverted ? "~" : "",
             look.magnitude ? "|" : "");
}

/* Those run on the double-precision unit, which has a reuse cache. */
static bool is_double_conversion(const struct insn *insn)
{
    const uint8_t *modifier = sass_of(insn)->modifier;
    const struct sass_row *row = sass_row_of(insn->op);
    bool from_half = modifier[SASS_SIZE_A] == 1 && !(row->row_flags & ROW_REUSES_HALF);
    return row->wide & WIDE_BY_SIZE && !from_half &&
           (modifier[SASS_SIZE_D] == 3 || modifier[SASS_SIZE_A] == 3);
}

static bool is_reused(const struct insn *insn, unsigned on)
{
    unsigned slot = on - ON_A;
    uint8_t flags = sass_row_of(insn->op)->row_flags;
    if (on == ON_B && flags & ROW_B_IS_ADDEND)
        slot = ON_C - ON_A;
    if (flags & ROW_NO_REUSE && !is_double_conversion(insn))
        return false;
    return sass_of(insn)->control.reuse >> slot & 1;
}

static void print_register_source(const struct insn *insn, const struct sass_source *source,
                                  unsigned on, struct text *out)
{
    const struct sass_insn *own = sass_of(insn);
    struct source_look look = look_of(own, on);
    print_before(look, out);
    print_register(source->row, out);
    print_part(own, on, out);
    text_add(out, "%s", look.magnitude ? "|" : "");
    if (is_reused(insn, on))
        text_add(out, ".reuse");
}

static void print_constant(const struct insn *insn, const struct sass_source *source, unsigned on,
                           bool spaced, struct text *out)
{
    const struct sass_insn *own = sass_of(insn);
    struct source_look look = look_of(own, on);
    print_before(look, out);
    text_add(out, "c[0x%x]%s[", (unsigned)source->bank, spaced ? " " : "");
    print_signed((int16_t)source->value, out);
    text_add(out, "]");
    print_part(own, on, out);
    text_add(out, "%s", look.magnitude ? "|" : "");
}

static void print_immediate_marks(const struct sass_insn *own, unsigned on, struct text *out)
{
    struct source_look look = look_of(own, on);
    if (look.negated)
        text_add(out, ".NEG");
    if (look.magnitude)
        text_add(out, ".ABS");
    if (look.inverted)
        text_add(out, ".INV");
    print_part(own, on, out);
}

static void print_halves(uint32_t value, struct text *out)
{
    sass_print_half_bits(value >> 16, out);
    text_add(out, ", ");
    sass_print_half_bits(value, out);
}

static void print_by_size(const struct sass_insn *own, struct text *out)
{
    if (own->modifier[SASS_SIZE_A] == 3)
        sass_print_double_bits((uint64_t)own->b.value << 32, out);
    else if (own->modifier[SASS_SIZE_A] == 1)
        sass_print_half_bits(own->b.value, out);
    else
        sass_print_float_bits(own->b.value, out);
}

static void print_immediate(enum sass_operand operand, const struct sass_insn *own,
                            struct text *out)
{
    uint32_t value = own->b.value;
    switch (operand) {
    case B_SIGNED: case B_SIGNED32: case B_FACTOR:
        print_signed((int32_t)value, out);
        break;
    case B_UNSIGNED:
        text_add(out, "0x%x", (unsigned)(value & ((2u << SIGN_BIT) - 1)));
        break;
    case B_FLOAT: case B_FLOAT32:
        sass_print_float_bits(value, out);
        break;
    case B_DOUBLE:
        sass_print_double_bits((uint64_t)value << 32, out);
        break;
    case B_BY_SIZE:
        print_by_size(own, out);
        break;
    case B_HALVES: case B_HALVES32:
        print_halves(value, out);
        break;
    default:
        text_add(out, "0x%x", (unsigned)value);
    }
    print_immediate_marks(own, ON_B, out);
}

static void print_either(const struct sass_source *source, struct text *out)
{
    if (source->kind == SASS_IMMEDIATE)
        text_add(out, "0x%x", (unsigned)source->value);
    else
        print_register(source->row, out);
}

/* ---- Places ---- */

/* "[R3+-0x8]"; RZ is written only where nothing else would be. */
static void print_address(const struct sass_insn *own, struct text *out)
{
    bool has_register = own->a.row >= SASS_R0;
    text_add(out, "[");
    if (has_register || own->offset == 0)
        print_register(own->a.row, out);
    if (own->offset) {
        text_add(out, "%s", has_register ? "+" : "");
        print_signed(has_register ? own->offset : (int64_t)(uint32_t)own->offset, out);
    }
    text_add(out, "]");
}

static void print_bank_address(const struct sass_insn *own, struct text *out)
{
    text_add(out, "c[0x%x][", (unsigned)own->b.bank);
    if (own->a.row >= SASS_R0) {
        print_register(own->a.row, out);
        text_add(out, "%s", own->offset ? "+" : "");
    }
    if (own->offset || own->a.row < SASS_R0)
        print_signed(own->offset, out);
    text_add(out, "]");
}

/* Start of the code around an address; 0 for a word outside of any program. */
static uint64_t section_base(const struct program *program, uint64_t pc)
{
    for (uint32_t i = 0; program && i < program->range_count; i++)
        if (pc - program->ranges[i].base < program->ranges[i].bytes)
            return program->ranges[i].base;
    return 0;
}

static void print_target(const struct program *program, const struct insn *insn, struct text *out)
{
    uint64_t target = insn->pc + SASS_INSN_BYTES + (uint64_t)(int64_t)sass_of(insn)->offset -
                      section_base(program, insn->pc);
    print_signed((int64_t)target, out);
}

static void print_table_target(const struct sass_insn *own, struct text *out)
{
    print_register(own->a.row, out);
    if (own->offset) {
        text_add(out, " ");
        print_signed(own->offset, out);
    }
}

/* "{5,3,0}" */
static void print_scoreboards(uint8_t mask, struct text *out)
{
    const char *before = "{";
    for (int i = SCOREBOARD_COUNT_MAX - 1; i >= 0; i--)
        if (mask >> i & 1) {
            text_add(out, "%s%d", before, i);
            before = ",";
        }
    text_add(out, "}");
}

bool sass_operand_shows(enum sass_operand operand, const struct sass_insn *own)
{
    switch (operand) {
    case D_IF_ANY: return own->rd >= SASS_R0;
    case B_IF_ANY: return own->b.row >= SASS_R0;
    case PD45_IF_ANY: case PD48_IF_ANY: return own->pd.index != SASS_PT;
    case P58_IF_ANY: return own->p.index != SASS_PT;
    case SHIFT_IF_ANY: return own->modifier[SASS_SHIFT] != 0;
    case LANES_IF_NOT_ALL: return own->modifier[SASS_MASK] != ALL_LANES;
    case CC_TEST: return own->modifier[SASS_TEST] != TEST_TRUE;
    case B_NOTE16: case B_NOTE20: return own->b.value != 0;
    case B_THREADS_IF_ANY: return own->b.kind == SASS_REGISTER || own->b.value != 0;
    case SCOREBOARDS: case B_SCOREBOARDS: return own->modifier[SASS_MASK] != 0;
    default: return true;
    }
}

static void print_predicate_operand(enum sass_operand operand, const struct sass_insn *own,
                                    struct text *out)
{
    switch (operand) {
    case PD: case PD45: case PD45_IF_ANY: case PD48: case PD48_IF_ANY:
        print_predicate(own->pd, out);
        break;
    case PD2: print_predicate(own->pd2, out); break;
    case P29: print_predicate(own->p2, out); break;
    case P39_THIRD: print_predicate(own->p3, out); break;
    default: print_predicate(own->p, out); break;
    }
}

static void print_modifier_operand(enum sass_operand operand, const struct sass_insn *own,
                                   struct text *out)
{
    const uint8_t *modifier = own->modifier;
    switch (operand) {
    case SHIFT: case SHIFT_IF_ANY: text_add(out, "0x%x", (unsigned)modifier[SASS_SHIFT]); break;
    case LUT: text_add(out, "0x%x", (unsigned)modifier[SASS_LUT]); break;
    case LANES_IF_NOT_ALL: text_add(out, "0x%x", (unsigned)modifier[SASS_MASK]); break;
    case PR_OR_CC: text_add(out, "%s", modifier[SASS_MASK] ? "CC" : "PR"); break;
    case CC_NAME: text_add(out, "CC"); break;
    case CC_TEST: text_add(out, "CC.%s", sass_condition_names[modifier[SASS_TEST] & 31]); break;
    case SCOREBOARD: text_add(out, "SB%u", (unsigned)own->b.value); break;
    case SCOREBOARD_COUNT: text_add(out, "0x%x", (unsigned)own->offset); break;
    default: print_scoreboards(modifier[SASS_MASK], out); break;
    }
}

static void print_swap(const struct sass_insn *own, struct text *out)
{
    print_register(own->b.row, out);
    text_add(out, ", ");
    print_register(own->c.row, out);
}

void sass_operand_print(enum sass_operand operand, const struct program *program,
                        const struct insn *insn, struct text *out)
{
    const struct sass_insn *own = sass_of(insn);
    switch (operand) {
    case D: case D_IF_ANY:
        print_register(own->rd, out);
        text_add(out, "%s", own->modifier[SASS_CC] ? ".CC" : "");
        break;
    case D28: print_register(own->rd2, out); break;
    case HANDLE: text_add(out, "0x%x", (unsigned)own->c.value); break;
    case HANDLE_NONE: text_add(out, "0x0"); break;
    case TEXTURE_SHORT: case TEXTURE_LOAD_SHORT: case TEXTURE_LONG: case COMPONENTS:
    case COMPONENT_MASK: case QUERY:
        sass_print_texture(operand, own, out);
        break;
    case ADDRESS_PLAIN:
        text_add(out, "[");
        print_register(own->a.row, out);
        text_add(out, "]");
        break;
    case A: print_register_source(insn, &own->a, ON_A, out); break;
    case B: case B_IF_ANY: case B39: print_register_source(insn, &own->b, ON_B, out); break;
    case C: case C_IS_D: print_register_source(insn, &own->c, ON_C, out); break;
    case DATA: print_register(own->b.row, out); break;
    case B_CONST: print_constant(insn, &own->b, ON_B, false, out); break;
    case B_CONST_SPACED: print_constant(insn, &own->b, ON_B, true, out); break;
    case B_CONST_BY_SIZE:
        print_constant(insn, &own->b, ON_B, own->modifier[SASS_SIZE_A] == 1, out);
        break;
    case C_CONST: print_constant(insn, &own->c, ON_C, false, out); break;
    case B_NUMBER: sass_print_special_register(own->b.value, out); break;
    case B_LANE: case B_THREADS: case B_THREADS_IF_ANY: print_either(&own->b, out); break;
    case C_CLAMP: print_either(&own->c, out); break;
    case A_BARRIER: print_either(&own->a, out); break;
    case PD: case PD2: case PD45: case PD45_IF_ANY: case PD48: case PD48_IF_ANY: case P39:
    case P12: case P29:
    case P39_THIRD: case P58_IF_ANY:
        print_predicate_operand(operand, own, out);
        break;
    case SHIFT: case SHIFT_IF_ANY: case LUT: case LANES_IF_NOT_ALL: case PR_OR_CC: case CC_NAME:
    case CC_TEST: case SCOREBOARD: case SCOREBOARD_COUNT: case SCOREBOARDS:
    case B_SCOREBOARDS:
        print_modifier_operand(operand, own, out);
        break;
    case ADDRESS24: case ADDRESS20: case ADDRESS22X4: case ADDRESS32:
        print_address(own, out);
        break;
    case ADDRESS_BANK: print_bank_address(own, out); break;
    case CAS_BOTH: case CAS_ZERO: case CAS_COMPARES_ZERO: print_swap(own, out); break;
    case TARGET: print_target(program, insn, out); break;
    case TARGET_ABSOLUTE: text_add(out, "0x%x", (unsigned)own->offset); break;
    case TARGET_TABLE: case TARGET_POINTER: print_table_target(own, out); break;
    default: print_immediate(operand, own, out); break;
    }
}

void sass_print(const struct program *program, const struct insn *insn, struct text *out)
{
    const struct sass_insn *own = sass_of(insn);
    if (!insn->op) {
        text_add(out, "<unknown>");
        return;
    }
    if (own->guard.index != SASS_PT || own->guard.negated) {
        text_add(out, "@");
        print_predicate(own->guard, out);
        text_add(out, " ");
    }
    text_add(out, "%s", insn->op->name);
    print_part(own, ON_MNEMONIC, out);
    const char *before = " ";
    for (const uint8_t *operand = own->form->operands; *operand; operand++)
        if (sass_operand_shows(*operand, own)) {
            text_add(out, "%s", before);
            sass_operand_print(*operand, program, insn, out);
            before = ", ";
        }
    text_add(out, " ;");
}
