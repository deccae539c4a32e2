/* SPDX-License-Identifier: Apache-2.0 */
/* operand.c - operands from the bits of a word, and back (PAS-31).
 *
 * Each kind of operand is a type (what the bits mean) and a place (which member of struct
 * sass_insn, which bits); decoder and encoder read the same table, so they cannot disagree. */
#include "isa/sass/table.h"

enum type {
    TYPE_NOTHING,   /* written only; a field holds the bits */
    TYPE_TARGET_REGISTER,
    TYPE_SECOND_TARGET,
    TYPE_TARGET_AS_SOURCE,
    TYPE_REGISTER,
    TYPE_CONSTANT,
    TYPE_SIGN_APART, /* 19 bits, the sign at bit 56 */
    TYPE_UPPER,     /* the same as the upper 20 bits of a word */
    TYPE_UPPER_BY_SIZE,
    TYPE_HALVES,    /* upper 10 bits of each half */
    TYPE_PLAIN,     /* unsigned, as encoded */
    TYPE_FACTOR,    /* the same, signed if SIGNED_B is set */
    TYPE_EITHER,    /* register or immediate */
    TYPE_PREDICATE_OUT, TYPE_PREDICATE_IN,
    TYPE_PREDICATE_PLAIN, /* a source without negation */
    TYPE_ADDRESS,   /* register and signed offset; RZ and unsigned offset */
    TYPE_TABLE,     /* register and signed offset */
    TYPE_BANK,
    TYPE_SWAP,      /* compare-and-swap: value and the next register */
    TYPE_OFFSET,    /* signed */
    TYPE_COUNT,     /* unsigned, into `offset` */
};

enum place { PLACE_A, PLACE_B, PLACE_C, PLACE_PD, PLACE_PD2, PLACE_P, PLACE_P2, PLACE_P3 };
enum { SIGN_BIT = 56, REGISTER_BITS = 8, PREDICATE_BITS = 3 };

static const struct kind {
    uint8_t type, place, low, width;
    uint8_t chooser;           /* TYPE_EITHER: this bit says immediate */
    uint8_t other_low;         /* TYPE_EITHER: first bit of the immediate */
    uint8_t scale;             /* TYPE_ADDRESS: log2 of the unit */
} kinds[OPERAND_COUNT] = {
    [D] = {TYPE_TARGET_REGISTER, PLACE_A, 0, 8},
    [D_IF_ANY] = {TYPE_TARGET_REGISTER, PLACE_A, 0, 8},
    [D28] = {TYPE_SECOND_TARGET, PLACE_A, 28, 8},
    [B_IF_ANY] = {TYPE_REGISTER, PLACE_B, 20, 8},
    [HANDLE] = {TYPE_PLAIN, PLACE_C, 36, 13},
    [ADDRESS_PLAIN] = {TYPE_REGISTER, PLACE_A, 8, 8},
    [A] = {TYPE_REGISTER, PLACE_A, 8, 8},
    [B] = {TYPE_REGISTER, PLACE_B, 20, 8},
    [C] = {TYPE_REGISTER, PLACE_C, 39, 8},
    [B39] = {TYPE_REGISTER, PLACE_B, 39, 8},
    [DATA] = {TYPE_REGISTER, PLACE_B, 0, 8},
    [C_IS_D] = {TYPE_TARGET_AS_SOURCE, PLACE_C, 0, 8},
    [B_CONST] = {TYPE_CONSTANT, PLACE_B, 20, 19},
    [C_CONST] = {TYPE_CONSTANT, PLACE_C, 20, 19},
    [B_CONST_SPACED] = {TYPE_CONSTANT, PLACE_B, 20, 19},
    [B_CONST_BY_SIZE] = {TYPE_CONSTANT, PLACE_B, 20, 19},
    [B_SIGNED] = {TYPE_SIGN_APART, PLACE_B, 20, 19},
    [B_UNSIGNED] = {TYPE_SIGN_APART, PLACE_B, 20, 19},
    [B_FLOAT] = {TYPE_UPPER, PLACE_B, 20, 19},
    [B_DOUBLE] = {TYPE_UPPER, PLACE_B, 20, 19},
    [B_BY_SIZE] = {TYPE_UPPER_BY_SIZE, PLACE_B, 20, 19},
    [B_HALVES] = {TYPE_HALVES, PLACE_B, 20, 19},
    [B_SIGNED32] = {TYPE_PLAIN, PLACE_B, 20, 32},
    [B_UNSIGNED32] = {TYPE_PLAIN, PLACE_B, 20, 32},
    [B_FLOAT32] = {TYPE_PLAIN, PLACE_B, 20, 32},
    [B_HALVES32] = {TYPE_PLAIN, PLACE_B, 20, 32},
    [B_FACTOR] = {TYPE_FACTOR, PLACE_B, 20, 16},
    [B_AMOUNT] = {TYPE_PLAIN, PLACE_B, 20, 6},
    [B_NUMBER] = {TYPE_PLAIN, PLACE_B, 20, 8},
    [B_NOTE16] = {TYPE_PLAIN, PLACE_B, 20, 16},
    [B_NOTE20] = {TYPE_PLAIN, PLACE_B, 20, 20},
    [B_LANE] = {TYPE_EITHER, PLACE_B, 20, 5, .chooser = 28, .other_low = 20},
    [C_CLAMP] = {TYPE_EITHER, PLACE_C, 39, 13, .chooser = 29, .other_low = 34},
    [A_BARRIER] = {TYPE_EITHER, PLACE_A, 8, 8, .chooser = 44, .other_low = 8},
    [B_THREADS] = {TYPE_EITHER, PLACE_B, 20, 12, .chooser = 43, .other_low = 20},
    [B_THREADS_IF_ANY] = {TYPE_EITHER, PLACE_B, 20, 12, .chooser = 43, .other_low = 20},
    [PD] = {TYPE_PREDICATE_OUT, PLACE_PD, 3, 3},
    [PD2] = {TYPE_PREDICATE_OUT, PLACE_PD2, 0, 3},
    [PD45] = {TYPE_PREDICATE_OUT, PLACE_PD, 45, 3},
    [PD45_IF_ANY] = {TYPE_PREDICATE_OUT, PLACE_PD, 45, 3},
    [PD48] = {TYPE_PREDICATE_OUT, PLACE_PD, 48, 3},
    [PD48_IF_ANY] = {TYPE_PREDICATE_OUT, PLACE_PD, 48, 3},
    [P39] = {TYPE_PREDICATE_IN, PLACE_P, 39, 4},
    [P12] = {TYPE_PREDICATE_IN, PLACE_P, 12, 4},
    [P29] = {TYPE_PREDICATE_IN, PLACE_P2, 29, 4},
    [P39_THIRD] = {TYPE_PREDICATE_IN, PLACE_P3, 39, 4},
    [P58_IF_ANY] = {TYPE_PREDICATE_PLAIN, PLACE_P, 58, 3},
    [ADDRESS24] = {TYPE_ADDRESS, PLACE_A, 20, 24},
    [ADDRESS20] = {TYPE_ADDRESS, PLACE_A, 28, 20},
    [ADDRESS22X4] = {TYPE_ADDRESS, PLACE_A, 30, 22, .scale = 2},
    [ADDRESS32] = {TYPE_ADDRESS, PLACE_A, 20, 32},
    [ADDRESS_BANK] = {TYPE_BANK, PLACE_A, 20, 16},
    [CAS_BOTH] = {TYPE_SWAP, PLACE_B, 20, 8},
    [CAS_ZERO] = {TYPE_SWAP, PLACE_B, 20, 8},
    [CAS_COMPARES_ZERO] = {TYPE_SWAP, PLACE_C, 20, 8},
    [TARGET] = {TYPE_OFFSET, PLACE_A, 20, 24},
    [TARGET_ABSOLUTE] = {TYPE_OFFSET, PLACE_A, 20, 32},
    [TARGET_TABLE] = {TYPE_TABLE, PLACE_A, 20, 24},
    [TARGET_POINTER] = {TYPE_TABLE, PLACE_A, 20, 32},
    [SCOREBOARD] = {TYPE_PLAIN, PLACE_B, 26, 3},
    [B_SCOREBOARDS] = {TYPE_PLAIN, PLACE_B, 0, 6},
    [SCOREBOARD_COUNT] = {TYPE_COUNT, PLACE_A, 20, 6},
};

enum { BANK_LOW = 36, BANK_BITS = 5, CONSTANT_WORDS = 14, ADDRESS_REGISTER = 8 };

static struct sass_source *source_at(struct sass_insn *own, uint8_t place)
{
    return place == PLACE_A ? &own->a : place == PLACE_B ? &own->b : &own->c;
}

static const struct sass_source *source_of(const struct sass_insn *own, uint8_t place)
{
    return place == PLACE_A ? &own->a : place == PLACE_B ? &own->b : &own->c;
}

static struct sass_predicate *predicate_at(struct sass_insn *own, uint8_t place)
{
    switch (place) {
    case PLACE_PD: return &own->pd;
    case PLACE_PD2: return &own->pd2;
    case PLACE_P2: return &own->p2;
    case PLACE_P3: return &own->p3;
    default: return &own->p;
    }
}

static const struct sass_predicate *predicate_of(const struct sass_insn *own, uint8_t place)
{
    return predicate_at((struct sass_insn *)own, place);
}

static uint16_t source_row(uint64_t reg)
{
    return (uint16_t)(reg == SASS_RZ ? SASS_ZERO : SASS_R0 + reg);
}

static uint64_t register_of(uint16_t row)
{
    return row < SASS_R0 ? SASS_RZ : row - SASS_R0;
}

static struct sass_source register_source(uint64_t reg)
{
    return (struct sass_source){.kind = SASS_REGISTER, .row = source_row(reg)};
}

static struct sass_source immediate(uint64_t value)
{
    return (struct sass_source){.kind = SASS_IMMEDIATE, .value = (uint32_t)value};
}

static int32_t sign_extend(uint64_t value, unsigned bits)
{
    return (int32_t)((uint32_t)value << (32 - bits)) >> (32 - bits);
}

static bool is_half(const struct sass_insn *own)
{
    return own->modifier[SASS_SIZE_A] == 1;
}

/* 19 bits and the sign, in the form of the type. */
static uint32_t decode_short(uint8_t type, uint64_t bits, const struct sass_insn *own)
{
    uint32_t value = (uint32_t)sass_bits(bits, 20, 19), sign = bits >> SIGN_BIT & 1;
    switch (type) {
    case TYPE_SIGN_APART:
        return value - (sign << 19);
    case TYPE_HALVES:
        return (value & 0x1ff) << 6 | (value >> 9 & 1) << 15 | (value >> 10) << 22 | sign << 31;
    case TYPE_UPPER_BY_SIZE:
        if (is_half(own))
            return value | sign << 19;
        return value << 12 | sign << 31;
    default:
        return value << 12 | sign << 31;
    }
}

static uint64_t encode_short(uint8_t type, uint32_t value, const struct sass_insn *own)
{
    uint64_t low = value >> 12 & 0x7ffff, sign = value >> 31;
    if (type == TYPE_HALVES)
        low = (value >> 6 & 0x1ff) | (value >> 15 & 1) << 9 | (value >> 22 & 0x1ff) << 10;
    else if (type == TYPE_SIGN_APART)
        low = value & 0x7ffff;
    else if (type == TYPE_UPPER_BY_SIZE && is_half(own))
        low = value & 0x7ffff, sign = value >> 19 & 1;
    return low << 20 | sign << SIGN_BIT;
}

static void decode_swap(enum sass_operand operand, uint64_t reg, struct sass_insn *own)
{
    uint32_t words = own->modifier[SASS_TYPE] ? 2 : 1;
    own->b = register_source(operand == CAS_COMPARES_ZERO ? SASS_RZ : reg);
    own->c = register_source(operand == CAS_ZERO ? SASS_RZ : reg);
    if (operand == CAS_BOTH && reg != SASS_RZ)
        own->c.row = (uint16_t)(own->c.row + words);
}

static void decode_address(const struct kind *kind, uint64_t bits, struct sass_insn *own)
{
    uint64_t field = sass_bits(bits, kind->low, kind->width);
    own->a = register_source(sass_bits(bits, ADDRESS_REGISTER, REGISTER_BITS));
    own->offset = sign_extend(field, kind->width);
    if (kind->type == TYPE_ADDRESS && own->a.row < SASS_R0)
        own->offset = (int32_t)field;
    own->offset *= 1 << kind->scale;
}

static void decode_constant(const struct kind *kind, uint64_t bits, struct sass_source *out)
{
    uint64_t field = sass_bits(bits, kind->low, kind->width);
    *out = (struct sass_source){.kind = SASS_CONSTANT,
                                .bank = (uint8_t)(field >> CONSTANT_WORDS),
                                .value = (uint32_t)sass_bits(field, 0, CONSTANT_WORDS) * 4};
}

static void decode_either(const struct kind *kind, uint64_t bits, struct sass_source *out)
{
    if (bits >> kind->chooser & 1)
        *out = immediate(sass_bits(bits, kind->other_low, kind->width));
    else
        *out = register_source(sass_bits(bits, kind->low, REGISTER_BITS));
}

void sass_operand_decode(enum sass_operand operand, uint64_t bits, struct sass_insn *own)
{
    const struct kind *kind = &kinds[operand];
    uint64_t field = sass_bits(bits, kind->low, kind->width);
    switch (kind->type) {
    case TYPE_TARGET_REGISTER:
        own->rd = (uint16_t)(field == SASS_RZ ? SASS_SINK : SASS_R0 + field);
        break;
    case TYPE_SECOND_TARGET:
        own->rd2 = (uint16_t)(field == SASS_RZ ? SASS_SINK : SASS_R0 + field);
        break;
    case TYPE_TARGET_AS_SOURCE: case TYPE_REGISTER:
        *source_at(own, kind->place) = register_source(field);
        break;
    case TYPE_CONSTANT:
        decode_constant(kind, bits, source_at(own, kind->place));
        break;
    case TYPE_SIGN_APART: case TYPE_UPPER: case TYPE_UPPER_BY_SIZE: case TYPE_HALVES:
        *source_at(own, kind->place) = immediate(decode_short(kind->type, bits, own));
        break;
    case TYPE_PLAIN:
        *source_at(own, kind->place) = immediate(field);
        break;
    case TYPE_FACTOR:
        if (own->modifier[SASS_SIGNED_B])
            field = (uint32_t)sign_extend(field, kind->width);
        *source_at(own, kind->place) = immediate(field);
        break;
    case TYPE_EITHER:
        decode_either(kind, bits, source_at(own, kind->place));
        break;
    case TYPE_PREDICATE_OUT: case TYPE_PREDICATE_IN: case TYPE_PREDICATE_PLAIN:
        *predicate_at(own, kind->place) =
            (struct sass_predicate){.index = field & 7, .negated = field >> PREDICATE_BITS};
        break;
    case TYPE_ADDRESS: case TYPE_TABLE:
        decode_address(kind, bits, own);
        break;
    case TYPE_BANK:
        decode_address(kind, bits, own);
        own->b = (struct sass_source){.kind = SASS_CONSTANT,
                                      .bank = (uint8_t)sass_bits(bits, BANK_LOW, BANK_BITS)};
        break;
    case TYPE_SWAP:
        decode_swap(operand, field, own);
        break;
    case TYPE_OFFSET:
        own->offset = sign_extend(field, kind->width);
        break;
    case TYPE_COUNT:
        own->offset = (int32_t)field;
        break;
    }
}

/* There is no value after the last register or after RZ. */
bool sass_operand_exists(enum sass_operand operand, const struct sass_insn *own)
{
    if (operand == COMPONENTS) /* three or four with two targets: there are five sets of them */
        return own->rd2 < SASS_R0 || own->modifier[SASS_CHANNELS] < 5;
    if (operand == CAS_BOTH)
        return own->b.row >= SASS_R0 && own->c.row - SASS_R0 < SASS_RZ;
    return operand != CAS_COMPARES_ZERO || own->c.row >= SASS_R0;
}

static uint64_t place_bits(uint64_t value, unsigned low, unsigned width)
{
    return (value & ((1ull << width) - 1)) << low;
}

static uint64_t encode_address(const struct kind *kind, const struct sass_insn *own)
{
    return register_of(own->a.row) << ADDRESS_REGISTER |
           place_bits((uint32_t)(own->offset >> kind->scale), kind->low, kind->width);
}

static uint64_t encode_either(const struct kind *kind, const struct sass_source *source)
{
    if (source->kind == SASS_IMMEDIATE)
        return place_bits(source->value, kind->other_low, kind->width) | 1ull << kind->chooser;
    return register_of(source->row) << kind->low;
}

uint64_t sass_operand_encode(enum sass_operand operand, const struct sass_insn *own)
{
    const struct kind *kind = &kinds[operand];
    const struct sass_source *source = source_of(own, kind->place);
    const struct sass_predicate *predicate = predicate_of(own, kind->place);
    switch (kind->type) {
    case TYPE_SECOND_TARGET:
        return place_bits(register_of(own->rd2), kind->low, kind->width);
    case TYPE_TARGET_REGISTER:
        return register_of(own->rd) << kind->low;
    case TYPE_REGISTER: case TYPE_SWAP:
        return register_of(source->row) << kind->low;
    case TYPE_CONSTANT:
        return ((uint64_t)source->bank << CONSTANT_WORDS | source->value / 4) << kind->low;
    case TYPE_SIGN_APART: case TYPE_UPPER: case TYPE_UPPER_BY_SIZE: case TYPE_HALVES:
        return encode_short(kind->type, source->value, own);
    case TYPE_PLAIN: case TYPE_FACTOR:
        return place_bits(source->value, kind->low, kind->width);
    case TYPE_EITHER:
        return encode_either(kind, source);
    case TYPE_PREDICATE_OUT: case TYPE_PREDICATE_IN: case TYPE_PREDICATE_PLAIN:
        return place_bits(predicate->index | (uint64_t)predicate->negated << PREDICATE_BITS,
                          kind->low, kind->width);
    case TYPE_ADDRESS: case TYPE_TABLE:
        return encode_address(kind, own);
    case TYPE_BANK:
        return encode_address(kind, own) | (uint64_t)own->b.bank << BANK_LOW;
    case TYPE_OFFSET: case TYPE_COUNT:
        return place_bits((uint32_t)own->offset, kind->low, kind->width);
    default: /* TYPE_NOTHING; TYPE_TARGET_AS_SOURCE uses the target's bits */
        return 0;
    }
}

uint64_t sass_operand_bits(enum sass_operand operand, const struct sass_insn *own)
{
    const struct kind *kind = &kinds[operand];
    uint64_t field = place_bits(~0ull, kind->low, kind->width);
    switch (kind->type) {
    case TYPE_NOTHING:
        return 0;
    case TYPE_SIGN_APART: case TYPE_UPPER: case TYPE_UPPER_BY_SIZE: case TYPE_HALVES:
        return field | 1ull << SIGN_BIT;
    case TYPE_EITHER:
        if (source_of(own, kind->place)->kind == SASS_IMMEDIATE)
            field = place_bits(~0ull, kind->other_low, kind->width);
        else
            field = place_bits(~0ull, kind->low, REGISTER_BITS);
        return field | 1ull << kind->chooser;
    case TYPE_ADDRESS: case TYPE_TABLE:
        return field | place_bits(~0ull, ADDRESS_REGISTER, REGISTER_BITS);
    case TYPE_BANK:
        return field | place_bits(~0ull, ADDRESS_REGISTER, REGISTER_BITS) |
               place_bits(~0ull, BANK_LOW, BANK_BITS);
    default:
        return field;
    }
}
