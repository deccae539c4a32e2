/* SPDX-License-Identifier: Apache-2.0 */
/* print.c - instructions as text, the way `llvm-objdump-16 -d -M no-aliases` writes them.
 *
 * A tab behind the mnemonic, ABI names for registers, branch targets as addresses. What LLVM does
 * not know gets the same form: the Vortex instructions by the names of the table (vx_split t0, a0).
 * A word that no row matches prints as <unknown>. */
#include "isa/rv32/table.h"

#include <string.h>

static const char *const register_names[RV32_REGISTERS] = {
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4",
    "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
    "t5", "t6",
    "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0", "fa1", "fa2",
    "fa3", "fa4", "fa5", "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9",
    "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
};

/* Of a row of the register file: the sink is the target of writes to x0. */
static const char *row_name(uint32_t row)
{
    return row < RV32_REGISTERS ? register_names[row] : register_names[RV32_X0];
}

static const char *register_name(uint32_t name)
{
    return name < RV32_REGISTERS ? register_names[name] : rv32_hidden_name(name);
}

static const char *rounding_name(uint8_t mode)
{
    static const char *const names[8] = {"rne", "rtz", "rdn", "rup", "rmm", "?", "?", "dyn"};
    return names[mode & 7];
}

/* The letters of one set of a fence: i, o, r, w from the highest bit down; 0 for none. */
static void print_fence_set(uint32_t set, struct text *out)
{
    if (set == 0)
        text_add(out, "0");
    for (unsigned i = 0; i < 4; i++)
        if (set & 8u >> i)
            text_add(out, "%c", "iorw"[i]);
}

static void print_number(const struct insn *insn, char letter, struct text *out)
{
    switch (letter) {
    case 'i': case 'h':
        text_add(out, "%d", (int)insn->imm);
        break;
    case 'u':
        text_add(out, "%u", (unsigned)insn->imm >> 12);
        break;
    case 'b': case 'j':
        text_add(out, "0x%x", (unsigned)insn->pc + (unsigned)insn->imm);
        break;
    case 'c':
        rv32_print_csr((uint32_t)insn->imm, out);
        break;
    case 'z': case 'q':
        text_add(out, "%u", (unsigned)insn->aux);
        break;
    case 'm':
        text_add(out, "%s", rounding_name(insn->aux));
        break;
    case 'f':
        print_fence_set((uint32_t)insn->imm >> 4 & 15, out);
        text_add(out, ", ");
        print_fence_set((uint32_t)insn->imm & 15, out);
        break;
    }
}

static void print_operand(const struct insn *insn, char letter, struct text *out)
{
    switch (letter) {
    case 'd': case 'D':
        text_add(out, "%s", row_name(insn->rd));
        break;
    case 's': case 'S':
        text_add(out, "%s", row_name(insn->rs1));
        break;
    case 't': case 'T':
        text_add(out, "%s", row_name(insn->rs2));
        break;
    case 'r': case 'R':
        text_add(out, "%s", row_name(insn->rs3));
        break;
    case 'l': case 'w':
        text_add(out, "%d(%s)", (int)insn->imm, row_name(insn->rs1));
        break;
    case 'a':
        text_add(out, "(%s)", row_name(insn->rs1));
        break;
    default:
        print_number(insn, letter, out);
    }
}

void rv32_print(const struct program *program, const struct insn *insn, struct text *out)
{
    static const char *const orders[4] = {"", ".rl", ".aq", ".aqrl"};
    (void)program;
    if (!insn->op) {
        text_add(out, "<unknown>");
        return;
    }
    const char *letters = rv32_row_of(insn->op)->operands;
    text_add(out, "%s", insn->op->name);
    if (*letters == 'o') {
        text_add(out, "%s", orders[insn->aux]);
        letters++;
    }
    for (const char *letter = letters; *letter; letter++) {
        text_add(out, letter == letters ? "\t" : ", ");
        print_operand(insn, *letter, out);
    }
}

static const struct op *row(size_t i)
{
    return i < rv32_row_count ? &rv32_rows[i].op : NULL;
}

static const char *row_feature(size_t i)
{
    const struct rv32_feature *feature = rv32_op_feature(&rv32_rows[i].op);
    return feature ? feature->name : NULL;
}

static bool lacks(const struct insn *insn, struct text *out)
{
    if (insn->run != rv32_missing_feature)
        return false;
    const struct rv32_feature *feature = rv32_op_feature(insn->op);
    text_add(out, "the %s (--set %s=true)", feature->name, feature->parameter);
    return true;
}

static void read_register(const struct warp *warp, uint32_t reg, uint32_t *lanes)
{
    memcpy(lanes, warp_row(warp, reg), warp->lanes * sizeof *lanes);
}

static struct regs stored(const struct insn *insn)
{
    return (struct regs){.first = insn->rs2, .count = 1};
}

static const struct convention convention = {
    .by_lane = (const char *const[]){"sp", "gp", NULL},
    .fixed = (const char *const[]){"zero", "x0", "tp", NULL},
    .kept = (const char *const[]){"zero", "sp", "gp", "tp", "s", "fs", NULL},
};

const struct isa isa_rv32 = {
    .lacks = lacks,
    .name = "rv32",
    .register_count = RV32_REGISTERS,
    .insn_bytes_min = 4,
    .default_features = RV32_ALL,
    .decode = rv32_decode,
    .print = rv32_print,
    .convention = &convention,
    .register_name = register_name,
    .read_register = read_register,
    .dependence = rv32_dependence,
    .acting = rv32_acting,
    .name_count = RV32_NAMES,
    .name_kind = rv32_name_kind,
    .stored = stored,
    .row = row,
    .row_feature = row_feature,
};
