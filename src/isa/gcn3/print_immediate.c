/* SPDX-License-Identifier: Apache-2.0 */
/* print_immediate.c - 16-bit fields with their own syntax, as LLVM 16 writes them. */
#include "isa/gcn3/table.h"

#include <inttypes.h>

/* Fields at their maximum do not wait and are left out, unless all are. */
static void print_waitcnt(uint32_t value, struct text *out)
{
    uint32_t vm = value & GCN3_VMCNT_MAX, exp = value >> 4 & GCN3_EXPCNT_MAX;
    uint32_t lgkm = value >> 8 & GCN3_LGKMCNT_MAX;
    bool all = vm == GCN3_VMCNT_MAX && exp == GCN3_EXPCNT_MAX && lgkm == GCN3_LGKMCNT_MAX;
    const char *gap = "";
    if (all || vm != GCN3_VMCNT_MAX) {
        text_add(out, "vmcnt(%" PRIu32 ")", vm);
        gap = " ";
    }
    if (all || exp != GCN3_EXPCNT_MAX) {
        text_add(out, "%sexpcnt(%" PRIu32 ")", gap, exp);
        gap = " ";
    }
    if (all || lgkm != GCN3_LGKMCNT_MAX)
        text_add(out, "%slgkmcnt(%" PRIu32 ")", gap, lgkm);
}

/* Hardware registers of gfx8: id, and bits `offset` .. `offset + size - 1` of it. */
static void print_hwreg(uint32_t value, struct text *out)
{
    static const char *const names[] = {
        NULL, "HW_REG_MODE", "HW_REG_STATUS", "HW_REG_TRAPSTS", "HW_REG_HW_ID", "HW_REG_GPR_ALLOC",
        "HW_REG_LDS_ALLOC", "HW_REG_IB_STS",
    };
    uint32_t id = value & 63, offset = value >> 6 & 31, size = (value >> 11) + 1;
    if (id < sizeof names / sizeof names[0] && names[id])
        text_add(out, "hwreg(%s", names[id]);
    else
        text_add(out, "hwreg(%" PRIu32, id);
    if (offset != 0 || size != 32)
        text_add(out, ", %" PRIu32 ", %" PRIu32, offset, size);
    text_add(out, ")");
}

/* Messages of gfx8: id, operation, stream. */
enum { MESSAGE_INTERRUPT = 1, MESSAGE_GS = 2, MESSAGE_GS_DONE = 3, MESSAGE_SAVEWAVE = 4,
       MESSAGE_SYSTEM = 15 };

static bool print_named_message(uint32_t id, uint32_t operation, uint32_t stream, struct text *out)
{
    static const char *const gs[] = {"GS_OP_NOP", "GS_OP_CUT", "GS_OP_EMIT", "GS_OP_EMIT_CUT"};
    static const char *const system[] = {
        "SYSMSG_OP_ECC_ERR_INTERRUPT", "SYSMSG_OP_REG_RD", "SYSMSG_OP_HOST_TRAP_ACK",
        "SYSMSG_OP_TTRACE_PC",
    };
    if ((id == MESSAGE_INTERRUPT || id == MESSAGE_SAVEWAVE) && operation == 0 && stream == 0)
        text_add(out, "sendmsg(%s)", id == MESSAGE_INTERRUPT ? "MSG_INTERRUPT" : "MSG_SAVEWAVE");
    else if (id == MESSAGE_GS_DONE && operation == 0 && stream == 0)
        text_add(out, "sendmsg(MSG_GS_DONE, GS_OP_NOP)");
    else if ((id == MESSAGE_GS || id == MESSAGE_GS_DONE) && operation >= 1 && operation <= 3)
        text_add(out, "sendmsg(%s, %s, %" PRIu32 ")", id == MESSAGE_GS ? "MSG_GS" : "MSG_GS_DONE",
                 gs[operation], stream);
    else if (id == MESSAGE_SYSTEM && operation >= 1 && operation <= 4 && stream == 0)
        text_add(out, "sendmsg(MSG_SYSMSG, %s)", system[operation - 1]);
    else
        return false;
    return true;
}

static void print_message(uint32_t value, struct text *out)
{
    uint32_t id = value & 15, operation = value >> 4 & 7, stream = value >> 8 & 3;
    bool is_whole = (value & ~0x37fu) == 0;
    if (print_named_message(id, operation, stream, out))
        return;
    if (!is_whole)
        text_add(out, "%" PRIu32, value);
    else
        text_add(out, "sendmsg(%" PRIu32 ", %" PRIu32 ", %" PRIu32 ")", id, operation, stream);
}

static void print_gpr_index(uint32_t value, struct text *out)
{
    static const char *const names[] = {"SRC0", "SRC1", "SRC2", "DST"};
    const char *gap = "";
    if (value > 15) {
        text_add(out, "0x%" PRIx32, value);
        return;
    }
    text_add(out, "gpr_idx(");
    for (unsigned i = 0; i < 4; i++)
        if (value >> i & 1) {
            text_add(out, "%s%s", gap, names[i]);
            gap = ",";
        }
    text_add(out, ")");
}

/* One letter per bit of the lane number: kept, inverted, 0 or 1. */
static void print_bitmask(uint32_t and, uint32_t or, uint32_t xor, struct text *out)
{
    text_add(out, "swizzle(BITMASK_PERM,\"");
    for (uint32_t bit = 16; bit; bit >>= 1) {
        bool zero = (or ^ xor) & bit, one = ((and | or) ^ xor) & bit;
        text_add(out, "%c", zero == one ? zero ? '1' : '0' : zero ? 'i' : 'p');
    }
    text_add(out, "\")");
}

static bool is_power(uint32_t value)
{
    return value && !(value & (value - 1));
}

static void print_lane_mask(uint32_t and, uint32_t or, uint32_t xor, struct text *out)
{
    uint32_t group = 32 - and;
    if (and == 31 && or == 0 && is_power(xor))
        text_add(out, "swizzle(SWAP,%" PRIu32 ")", xor);
    else if (and == 31 && or == 0 && xor && is_power(xor + 1))
        text_add(out, "swizzle(REVERSE,%" PRIu32 ")", xor + 1);
    else if (group > 1 && is_power(group) && or < group && xor == 0)
        text_add(out, "swizzle(BROADCAST,%" PRIu32 ",%" PRIu32 ")", group, or);
    else
        print_bitmask(and, or, xor, out);
}

static void print_swizzle(uint32_t offset, struct text *out)
{
    if ((offset & 0xff00) == 0x8000)
        text_add(out, "swizzle(QUAD_PERM,%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")",
                 offset & 3, offset >> 2 & 3, offset >> 4 & 3, offset >> 6 & 3);
    else if (!(offset & 0x8000))
        print_lane_mask(offset & 31, offset >> 5 & 31, offset >> 10 & 31, out);
    else
        text_add(out, "%" PRIu32, offset);
}

static void print_small(uint32_t value, struct text *out)
{
    text_add(out, value <= 64 ? "%" PRIu32 : "0x%" PRIx32, value);
}

void gcn3_print_immediate(enum gcn3_immediate kind, uint32_t value, struct text *out)
{
    switch (kind) {
    case IMM_NONE: break;
    case IMM_HEX: text_add(out, "0x%" PRIx32, value); break;
    case IMM_SMALL: case IMM_PROBE: print_small(value, out); break;
    case IMM_DECIMAL: case IMM_BRANCH: case IMM_OPTIONAL: text_add(out, "%" PRIu32, value); break;
    case IMM_WAITCNT: print_waitcnt(value, out); break;
    case IMM_MESSAGE: print_message(value, out); break;
    case IMM_HWREG: print_hwreg(value, out); break;
    case IMM_GPR_IDX: print_gpr_index(value, out); break;
    case IMM_SWIZZLE: print_swizzle(value, out); break;
    }
}
