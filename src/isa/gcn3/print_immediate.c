/* SPDX-License-Identifier: Apache-2.0 */
/* print_immediate.c - 16-bit fields with their own syntax, as LLVM 16 writes them. */
#include "isa/gcn3/hardware_register.h"
#include "isa/gcn3/table.h"

#include <inttypes.h>

/* Fields at their maximum do not wait and are left out, unless all are. */
static void print_waitcnt(uint32_t value, bool is_gcn5, struct text *out)
{
    const uint32_t vm_max = is_gcn5 ? GCN5_VMCNT_MAX : GCN3_VMCNT_MAX;
    uint32_t vm = (value & GCN3_VMCNT_MAX) | (is_gcn5 ? value >> 14 << 4 : 0);
    uint32_t exp = value >> 4 & GCN3_EXPCNT_MAX;
    uint32_t lgkm = value >> 8 & GCN3_LGKMCNT_MAX;
    bool all = vm == vm_max && exp == GCN3_EXPCNT_MAX && lgkm == GCN3_LGKMCNT_MAX;
    const char *gap = "";
    if (all || vm != vm_max) {
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

/* Hardware registers: id, and bits `offset` .. `offset + size - 1` of it. */
static void print_hwreg(uint32_t value, bool is_gcn5, struct text *out)
{
    static const char *const names[] = {
        NULL, "HW_REG_MODE", "HW_REG_STATUS", "HW_REG_TRAPSTS", "HW_REG_HW_ID", "HW_REG_GPR_ALLOC",
        "HW_REG_LDS_ALLOC", "HW_REG_IB_STS",
    };
    static const char *const bases[] = {
        "HW_REG_SH_MEM_BASES", "HW_REG_TBA_LO", "HW_REG_TBA_HI", "HW_REG_TMA_LO", "HW_REG_TMA_HI",
    };
    uint32_t id = value & 63, offset = value >> 6 & 31, size = (value >> 11) + 1;
    if (is_gcn5 && id - GCN3_HW_MEMORY_BASES < sizeof bases / sizeof bases[0])
        text_add(out, "hwreg(%s", bases[id - GCN3_HW_MEMORY_BASES]);
    else if (id < sizeof names / sizeof names[0] && names[id])
        text_add(out, "hwreg(%s", names[id]);
    else
        text_add(out, "hwreg(%" PRIu32, id);
    if (offset != 0 || size != 32)
        text_add(out, ", %" PRIu32 ", %" PRIu32, offset, size);
    text_add(out, ")");
}

/* Messages: id, operation, stream. */
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

/* Those that GCN5 adds, from MESSAGE_SAVEWAVE on. */
static const char *new_message(uint32_t id)
{
    static const char *const names[] = {
        "MSG_STALL_WAVE_GEN", "MSG_HALT_WAVES", "MSG_ORDERED_PS_DONE", "MSG_EARLY_PRIM_DEALLOC",
        "MSG_GS_ALLOC_REQ", "MSG_GET_DOORBELL",
    };
    id -= MESSAGE_SAVEWAVE + 1;
    return id < sizeof names / sizeof names[0] ? names[id] : NULL;
}

static void print_message(uint32_t value, bool is_gcn5, struct text *out)
{
    uint32_t id = value & 15, operation = value >> 4 & 7, stream = value >> 8 & 3;
    bool is_whole = (value & ~0x37fu) == 0;
    const char *added = is_gcn5 && operation == 0 && stream == 0 ? new_message(id) : NULL;
    if (is_whole && added)
        text_add(out, "sendmsg(%s)", added);
    else if (print_named_message(id, operation, stream, out))
        return;
    else if (!is_whole)
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

void gcn3_print_immediate(enum gcn3_immediate kind, uint32_t value, enum gcn3_version version,
                          struct text *out)
{
    const bool is_gcn5 = version != GCN3_GFX8;
    switch (kind) {
    case IMM_NONE: break;
    case IMM_HEX: text_add(out, "0x%" PRIx32, value); break;
    case IMM_SMALL: case IMM_PROBE: print_small(value, out); break;
    case IMM_DECIMAL: case IMM_BRANCH: case IMM_OPTIONAL: text_add(out, "%" PRIu32, value); break;
    case IMM_WAITCNT: print_waitcnt(value, is_gcn5, out); break;
    case IMM_MESSAGE: print_message(value, is_gcn5, out); break;
    case IMM_HWREG: print_hwreg(value, is_gcn5, out); break;
    case IMM_GPR_IDX: print_gpr_index(value, out); break;
    case IMM_SWIZZLE: print_swizzle(value, out); break;
    }
}
