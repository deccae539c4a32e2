/* SPDX-License-Identifier: Apache-2.0 */
/* print_operand.c - one operand as LLVM 16 writes it. */
#include "isa/gcn3/table.h"

#include <inttypes.h>

/* Codes GCN3_FLOATS .. GCN3_FLOATS_LAST. */
static const char *const float_texts[] = {
    "0.5", "-0.5", "1.0", "-1.0", "2.0", "-2.0", "4.0", "-4.0", "0.15915494",
};

static bool is_small(int64_t value)
{
    return value >= -16 && value <= 64;
}

/* The text of a float that has a code, or NULL: literals with the same bits print the same. */
static const char *float_text(enum gcn3_type type, uint32_t bits)
{
    for (uint32_t code = GCN3_FLOATS; code <= GCN3_FLOATS_LAST; code++)
        if (gcn3_float_constant(type, code) == bits)
            return float_texts[code - GCN3_FLOATS];
    return NULL;
}

static void print_hexadecimal(uint32_t value, struct text *out)
{
    text_add(out, "0x%" PRIx32, value);
}

static void print_half(uint32_t value, bool is_float, struct text *out)
{
    const char *text = is_float ? float_text(GCN3_F16, value) : NULL;
    if (is_small((int16_t)value))
        text_add(out, "%d", (int16_t)value);
    else if (text)
        text_add(out, "%s", text);
    else
        print_hexadecimal((uint16_t)value, out);
}

static void print_word(uint32_t value, struct text *out)
{
    const char *text = float_text(GCN3_F32, value);
    if (is_small((int32_t)value))
        text_add(out, "%" PRId32, (int32_t)value);
    else if (text)
        text_add(out, "%s", text);
    else
        print_hexadecimal(value, out);
}

/* Literals print as their 32 bits. */
static void print_wide(const struct gcn3_operand *operand, struct text *out)
{
    bool is_high = operand->type == GCN3_F64;
    uint32_t literal = (uint32_t)(is_high ? operand->value >> 32 : operand->value);
    if (operand->literal && literal > 64)
        print_hexadecimal(literal, out);
    else if (operand->literal)
        text_add(out, "%" PRIu32, literal);
    else if (operand->code == GCN3_FLOATS_LAST)
        text_add(out, "0.15915494309189532");
    else if (operand->code >= GCN3_FLOATS)
        text_add(out, "%s", float_texts[operand->code - GCN3_FLOATS]);
    else
        text_add(out, "%" PRId64, (int64_t)operand->value);
}

static void print_constant(const struct gcn3_operand *operand, struct text *out)
{
    uint32_t value = (uint32_t)operand->value;
    switch (operand->type) {
    case GCN3_F16: print_half(value, true, out); break;
    case GCN3_B16: print_half(value, false, out); break;
    case GCN3_B64: case GCN3_I64: case GCN3_F64: print_wide(operand, out); break;
    default: print_word(value, out);
    }
}

/* Pairs with their own name. */
static const char *pair_name(uint32_t code)
{
    switch (code) {
    case GCN3_FLAT_SCRATCH: return "flat_scratch";
    case GCN3_XNACK_MASK: return "xnack_mask";
    case GCN3_VCC: return "vcc";
    case GCN3_TBA: return "tba";
    case GCN3_TMA: return "tma";
    case GCN3_EXEC: return "exec";
    }
    return NULL;
}

static void print_range(const char *file, uint32_t first, uint32_t words, struct text *out)
{
    if (words == 1)
        text_add(out, "%s%" PRIu32, file, first);
    else
        text_add(out, "%s[%" PRIu32 ":%" PRIu32 "]", file, first, first + words - 1);
}

static void print_scalar(const struct gcn3_operand *operand, struct text *out)
{
    uint32_t code = operand->code;
    if (code < GCN3_SGPRS)
        print_range("s", code, operand->words, out);
    else if (code >= GCN3_TTMP0 && code < GCN3_M0)
        print_range("ttmp", code - GCN3_TTMP0, operand->words, out);
    else
        text_add(out, "%s", operand->words == 2 ? pair_name(code) : gcn3_register_name(code));
}

static const char *special_name(uint32_t code)
{
    switch (code) {
    case GCN3_VCCZ: return "src_vccz";
    case GCN3_EXECZ: return "src_execz";
    case GCN3_SCC: return "src_scc";
    case GCN3_SHARED_BASE: return "src_shared_base";
    case GCN3_PRIVATE_BASE: return "src_private_base";
    }
    return "src_lds_direct";
}

static void print_plain(const struct gcn3_operand *operand, struct text *out)
{
    switch (operand->kind) {
    case GCN3_SGPR: print_scalar(operand, out); break;
    case GCN3_VGPR: print_range("v", operand->code, operand->words, out); break;
    case GCN3_CONSTANT: print_constant(operand, out); break;
    case GCN3_SPECIAL: text_add(out, "%s", special_name(operand->code)); break;
    }
}

/* A sign before a number would read as part of it: neg(1.0) is not -1.0. */
void gcn3_print_operand(const struct gcn3_operand *operand, struct text *out)
{
    bool call = operand->negate && !operand->absolute && operand->kind == GCN3_CONSTANT;
    if (operand->negate)
        text_add(out, call ? "neg(" : "-");
    if (operand->absolute)
        text_add(out, "|");
    if (operand->sign_extend)
        text_add(out, "sext(");
    print_plain(operand, out);
    if (operand->sign_extend || call)
        text_add(out, ")");
    if (operand->absolute)
        text_add(out, "|");
}
