/* SPDX-License-Identifier: Apache-2.0 */
/* operand.c - decodes one operand: registers, constants, and codes that are no operand.
 *
 * Codes of later chips only (null, apertures) are refused. A tuple of scalar registers starts at a
 * multiple of its size, at most 4; the lower bits of its code are ignored. */
#include "isa/gcn3/table.h"

struct type_facts {
    uint8_t words;
    bool is_float;
};
static const struct type_facts types[GCN3_TYPES] = {
    [GCN3_B16] = {1, false}, [GCN3_B32] = {1, false}, [GCN3_B64] = {2, false},
    [GCN3_I64] = {2, false}, [GCN3_B96] = {3, false}, [GCN3_B128] = {4, false},
    [GCN3_B256] = {8, false}, [GCN3_B512] = {16, false},
    [GCN3_F16] = {1, true}, [GCN3_F32] = {1, true}, [GCN3_F64] = {2, true},
    [GCN3_MASK] = {2, false}, [GCN3_V32] = {1, false}, [GCN3_V128] = {4, false},
    [GCN3_S32] = {1, false},
};

unsigned gcn3_type_words(enum gcn3_type type)
{
    return types[type].words;
}

bool gcn3_type_is_float(enum gcn3_type type)
{
    return types[type].is_float;
}

static bool is_sixteen(enum gcn3_type type)
{
    return type == GCN3_B16 || type == GCN3_F16;
}

/* 0.5, -0.5, 1, -1, 2, -2, 4, -4, 1 / (2 pi) in the three precisions. */
uint64_t gcn3_float_constant(enum gcn3_type type, uint32_t code)
{
    static const uint16_t half[] = {
        0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118,
    };
    static const uint32_t single[] = {
        0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0000000, 0x40800000,
        0xc0800000, 0x3e22f983,
    };
    static const uint64_t twice[] = {
        0x3fe0000000000000, 0xbfe0000000000000, 0x3ff0000000000000, 0xbff0000000000000,
        0x4000000000000000, 0xc000000000000000, 0x4010000000000000, 0xc010000000000000,
        0x3fc45f306dc9c882,
    };
    uint32_t i = code - GCN3_FLOATS;
    return is_sixteen(type) ? half[i] : types[type].words == 2 ? twice[i] : single[i];
}

static uint64_t integer_constant(enum gcn3_type type, uint32_t code)
{
    int64_t value = code <= GCN3_SIXTY_FOUR ? (int64_t)code - GCN3_ZERO
                                            : (int64_t)GCN3_SIXTY_FOUR - code;
    if (is_sixteen(type))
        return (uint16_t)value;
    return types[type].words == 2 ? (uint64_t)value : (uint32_t)value;
}

static uint64_t literal_constant(enum gcn3_type type, uint32_t literal)
{
    switch (type) {
    case GCN3_F64: return (uint64_t)literal << 32;
    case GCN3_I64: return (uint64_t)(int64_t)(int32_t)literal;
    default: return literal;
    }
}

static bool set(struct gcn3_operand *operand, enum gcn3_operand_kind kind, enum gcn3_type type,
                uint32_t code)
{
    *operand = (struct gcn3_operand){
        .kind = (uint8_t)kind, .type = (uint8_t)type, .words = types[type].words,
        .select = GCN3_DWORD, .code = (uint16_t)code,
    };
    return true;
}

static bool set_constant(struct gcn3_operand *operand, enum gcn3_type type, uint32_t code,
                         uint64_t value)
{
    set(operand, GCN3_CONSTANT, type, code);
    operand->value = value;
    operand->literal = code == GCN3_LITERAL_FOLLOWS;
    return true;
}

/* VCC, EXEC etc.: pairs whose low word has an even code. */
static bool is_named_pair(uint32_t code)
{
    return code % 2 == 0 &&
           ((code >= GCN3_FLAT_SCRATCH && code < GCN3_TTMP0) || code == GCN3_EXEC);
}

bool gcn3_decode_scalar_register(struct gcn3_operand *operand, enum gcn3_type type, uint32_t code)
{
    uint32_t words = types[type].words, first = code & ~((words < 4 ? words : 4) - 1);
    if (code >= GCN3_SCALARS)
        return false;
    if (words == 1)
        return code != GCN3_M0 + 1 && set(operand, GCN3_SGPR, type, code);
    if (words == 2 && is_named_pair(code))
        return set(operand, GCN3_SGPR, type, code);
    bool is_sgpr = code < GCN3_SGPRS && first + words <= GCN3_SGPRS;
    bool is_trap = code >= GCN3_TTMP0 && first + words <= GCN3_M0;
    return (is_sgpr || is_trap) && set(operand, GCN3_SGPR, type, first);
}

bool gcn3_decode_vgpr(struct gcn3_operand *operand, enum gcn3_type type, uint32_t number)
{
    return number + types[type].words <= GCN3_VGPRS && set(operand, GCN3_VGPR, type, number);
}

/* Neither a register nor a literal. */
static bool decode_constant(struct gcn3_operand *operand, enum gcn3_type type, uint32_t code)
{
    if (code <= GCN3_MINUS_SIXTEEN)
        return set_constant(operand, type, code, integer_constant(type, code));
    if (code >= GCN3_FLOATS && code <= GCN3_FLOATS_LAST)
        return set_constant(operand, type, code, gcn3_float_constant(type, code));
    if (code >= GCN3_VCCZ && code <= GCN3_SCC)
        return set(operand, GCN3_SPECIAL, type, code);
    return code == GCN3_LDS_DIRECT && types[type].words == 1 && type != GCN3_S32 &&
           set(operand, GCN3_SPECIAL, type, code);
}

bool gcn3_decode_base(struct gcn3_operand *operand, enum gcn3_type type, uint32_t code)
{
    return (code == GCN3_SHARED_BASE || code == GCN3_PRIVATE_BASE) && types[type].words == 2 &&
           set(operand, GCN3_SPECIAL, type, code);
}

bool gcn3_decode_source(struct gcn3_operand *operand, enum gcn3_type type, uint32_t code,
                        const uint32_t *literal)
{
    if (code >= GCN3_V0)
        return type != GCN3_S32 && type != GCN3_MASK &&
               gcn3_decode_vgpr(operand, type, code - GCN3_V0);
    if (type == GCN3_V32 || type == GCN3_V128)
        return false;
    if (code < GCN3_SCALARS)
        return gcn3_decode_scalar_register(operand, type, code);
    if (type == GCN3_MASK)
        return false;
    if (code == GCN3_LITERAL_FOLLOWS)
        return literal && set_constant(operand, type, code, literal_constant(type, *literal));
    return decode_constant(operand, type, code);
}
