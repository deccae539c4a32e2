/* SPDX-License-Identifier: Apache-2.0 */
/* decode.c - the mnemonics that a compiler prints for RV32IMAF, one row each.
 *
 * Only what the divergence analysis needs is kept: registers read and written, where a value comes
 * from, where control goes. A mnemonic without a row is refused: its effect is unknown. */
#include "pass/diverge/asm.h"

#include <string.h>

/* The operands' layout; most rows share "result, then sources". */
enum shape {
    SHAPE_RESULT,  /* rd, sources... */
    SHAPE_COPY,    /* the same; 0/1 sources give a 0/1 result */
    SHAPE_MASK,    /* rd, rs, immediate of a bitwise operation */
    SHAPE_LI,      /* rd, constant */
    SHAPE_ADDRESS, /* rd, symbol: two instructions once assembled */
    SHAPE_SOURCES, /* sources only */
    SHAPE_CSR,     /* rd, csr [, source] */
    SHAPE_TWO,     /* branch: left, right, label */
    SHAPE_SWAPPED, /* branch: right, left, label */
    SHAPE_ZERO,    /* branch: left, label; right is x0 */
    SHAPE_FROM_ZERO, /* branch: right, label; left is x0 */
    SHAPE_LABEL,   /* label */
    SHAPE_CALL_REGISTER,
    SHAPE_NONE,
};

struct mnemonic {
    const char *name;
    uint8_t shape, kind, condition;
};

static const struct mnemonic mnemonics[] = {
    {"add", SHAPE_RESULT, KIND_OPERATION, 0},    {"addi", SHAPE_RESULT, KIND_OPERATION, 0},
    {"sub", SHAPE_RESULT, KIND_OPERATION, 0},    {"neg", SHAPE_RESULT, KIND_OPERATION, 0},
    {"lui", SHAPE_RESULT, KIND_OPERATION, 0},    {"auipc", SHAPE_RESULT, KIND_OPERATION, 0},
    {"sll", SHAPE_RESULT, KIND_OPERATION, 0},    {"slli", SHAPE_RESULT, KIND_OPERATION, 0},
    {"srl", SHAPE_RESULT, KIND_OPERATION, 0},    {"srli", SHAPE_RESULT, KIND_OPERATION, 0},
    {"sra", SHAPE_RESULT, KIND_OPERATION, 0},    {"srai", SHAPE_RESULT, KIND_OPERATION, 0},
    {"not", SHAPE_RESULT, KIND_OPERATION, 0},    {"mv", SHAPE_COPY, KIND_OPERATION, 0},
    {"and", SHAPE_COPY, KIND_OPERATION, 0},      {"andi", SHAPE_MASK, KIND_OPERATION, 0},
    {"or", SHAPE_COPY, KIND_OPERATION, 0},       {"ori", SHAPE_MASK, KIND_OPERATION, 0},
    {"xor", SHAPE_COPY, KIND_OPERATION, 0},      {"xori", SHAPE_MASK, KIND_OPERATION, 0},
    {"slt", SHAPE_RESULT, KIND_BOOLEAN, 0},      {"slti", SHAPE_RESULT, KIND_BOOLEAN, 0},
    {"sltu", SHAPE_RESULT, KIND_BOOLEAN, 0},     {"sltiu", SHAPE_RESULT, KIND_BOOLEAN, 0},
    {"sgt", SHAPE_RESULT, KIND_BOOLEAN, 0},      {"sgtu", SHAPE_RESULT, KIND_BOOLEAN, 0},
    {"seqz", SHAPE_RESULT, KIND_BOOLEAN, 0},     {"snez", SHAPE_RESULT, KIND_BOOLEAN, 0},
    {"sltz", SHAPE_RESULT, KIND_BOOLEAN, 0},     {"sgtz", SHAPE_RESULT, KIND_BOOLEAN, 0},
    {"zext.b", SHAPE_RESULT, KIND_OPERATION, 0}, {"li", SHAPE_LI, KIND_OPERATION, 0},
    {"la", SHAPE_ADDRESS, KIND_OPERATION, 0},    {"lla", SHAPE_ADDRESS, KIND_OPERATION, 0},
    {"mul", SHAPE_RESULT, KIND_OPERATION, 0},    {"mulh", SHAPE_RESULT, KIND_OPERATION, 0},
    {"mulhsu", SHAPE_RESULT, KIND_OPERATION, 0}, {"mulhu", SHAPE_RESULT, KIND_OPERATION, 0},
    {"div", SHAPE_RESULT, KIND_OPERATION, 0},    {"divu", SHAPE_RESULT, KIND_OPERATION, 0},
    {"rem", SHAPE_RESULT, KIND_OPERATION, 0},    {"remu", SHAPE_RESULT, KIND_OPERATION, 0},

    {"czero.eqz", SHAPE_RESULT, KIND_OPERATION, 0}, {"czero.nez", SHAPE_RESULT, KIND_OPERATION, 0},
    {"fadd.s", SHAPE_RESULT, KIND_OPERATION, 0},    {"fsub.s", SHAPE_RESULT, KIND_OPERATION, 0},
    {"fmul.s", SHAPE_RESULT, KIND_OPERATION, 0},    {"fdiv.s", SHAPE_RESULT, KIND_OPERATION, 0},
    {"fsqrt.s", SHAPE_RESULT, KIND_OPERATION, 0},   {"fmadd.s", SHAPE_RESULT, KIND_OPERATION, 0},
    {"fmsub.s", SHAPE_RESULT, KIND_OPERATION, 0},   {"fnmadd.s", SHAPE_RESULT, KIND_OPERATION, 0},
    {"fnmsub.s", SHAPE_RESULT, KIND_OPERATION, 0},  {"fsgnj.s", SHAPE_RESULT, KIND_OPERATION, 0},
    {"fsgnjn.s", SHAPE_RESULT, KIND_OPERATION, 0},  {"fsgnjx.s", SHAPE_RESULT, KIND_OPERATION, 0},
    {"fmin.s", SHAPE_RESULT, KIND_OPERATION, 0},    {"fmax.s", SHAPE_RESULT, KIND_OPERATION, 0},
    {"fmv.s", SHAPE_RESULT, KIND_OPERATION, 0},     {"fneg.s", SHAPE_RESULT, KIND_OPERATION, 0},
    {"fabs.s", SHAPE_RESULT, KIND_OPERATION, 0},    {"fclass.s", SHAPE_RESULT, KIND_OPERATION, 0},
    {"fmv.x.w", SHAPE_RESULT, KIND_OPERATION, 0},   {"fmv.w.x", SHAPE_RESULT, KIND_OPERATION, 0},
    {"fmv.x.s", SHAPE_RESULT, KIND_OPERATION, 0},   {"fmv.s.x", SHAPE_RESULT, KIND_OPERATION, 0},
    {"fcvt.w.s", SHAPE_RESULT, KIND_OPERATION, 0},  {"fcvt.wu.s", SHAPE_RESULT, KIND_OPERATION, 0},
    {"fcvt.s.w", SHAPE_RESULT, KIND_OPERATION, 0},  {"fcvt.s.wu", SHAPE_RESULT, KIND_OPERATION, 0},
    {"feq.s", SHAPE_RESULT, KIND_BOOLEAN, 0},       {"flt.s", SHAPE_RESULT, KIND_BOOLEAN, 0},
    {"fle.s", SHAPE_RESULT, KIND_BOOLEAN, 0},       {"fgt.s", SHAPE_RESULT, KIND_BOOLEAN, 0},
    {"fge.s", SHAPE_RESULT, KIND_BOOLEAN, 0},

    {"lb", SHAPE_RESULT, KIND_LOAD, 0},   {"lbu", SHAPE_RESULT, KIND_LOAD, 0},
    {"lh", SHAPE_RESULT, KIND_LOAD, 0},   {"lhu", SHAPE_RESULT, KIND_LOAD, 0},
    {"lw", SHAPE_RESULT, KIND_LOAD, 0},   {"flw", SHAPE_RESULT, KIND_LOAD, 0},
    {"sb", SHAPE_SOURCES, KIND_STORE, 0}, {"sh", SHAPE_SOURCES, KIND_STORE, 0},
    {"sw", SHAPE_SOURCES, KIND_STORE, 0}, {"fsw", SHAPE_SOURCES, KIND_STORE, 0},

    {"csrr", SHAPE_CSR, KIND_UNIFORM, 0},   {"csrrw", SHAPE_CSR, KIND_UNIFORM, 0},
    {"csrrs", SHAPE_CSR, KIND_UNIFORM, 0},  {"csrrc", SHAPE_CSR, KIND_UNIFORM, 0},
    {"csrrwi", SHAPE_CSR, KIND_UNIFORM, 0}, {"csrrsi", SHAPE_CSR, KIND_UNIFORM, 0},
    {"csrrci", SHAPE_CSR, KIND_UNIFORM, 0}, {"csrw", SHAPE_SOURCES, KIND_NOTHING, 0},
    {"csrs", SHAPE_SOURCES, KIND_NOTHING, 0},  {"csrc", SHAPE_SOURCES, KIND_NOTHING, 0},
    {"csrwi", SHAPE_SOURCES, KIND_NOTHING, 0}, {"csrsi", SHAPE_SOURCES, KIND_NOTHING, 0},
    {"csrci", SHAPE_SOURCES, KIND_NOTHING, 0}, {"rdcycle", SHAPE_RESULT, KIND_UNIFORM, 0},
    {"frcsr", SHAPE_RESULT, KIND_UNIFORM, 0},  {"frrm", SHAPE_RESULT, KIND_UNIFORM, 0},
    {"frflags", SHAPE_RESULT, KIND_UNIFORM, 0},

    {"nop", SHAPE_NONE, KIND_NOTHING, 0},   {"fence", SHAPE_SOURCES, KIND_NOTHING, 0},
    {"ecall", SHAPE_NONE, KIND_NOTHING, 0}, {"ebreak", SHAPE_NONE, KIND_NOTHING, 0},
    {"unimp", SHAPE_NONE, KIND_LEAVE, 0},   {"ret", SHAPE_NONE, KIND_LEAVE, 0},
    {"tail", SHAPE_LABEL, KIND_LEAVE, 0},   {"j", SHAPE_LABEL, KIND_JUMP, 0},
    {"call", SHAPE_LABEL, KIND_CALL, 0},    {"jalr", SHAPE_CALL_REGISTER, KIND_CALL, 0},

    {"beq", SHAPE_TWO, KIND_BRANCH, EQ},         {"bne", SHAPE_TWO, KIND_BRANCH, NE},
    {"blt", SHAPE_TWO, KIND_BRANCH, LT},         {"bge", SHAPE_TWO, KIND_BRANCH, GE},
    {"bltu", SHAPE_TWO, KIND_BRANCH, LTU},       {"bgeu", SHAPE_TWO, KIND_BRANCH, GEU},
    {"bgt", SHAPE_SWAPPED, KIND_BRANCH, LT},     {"ble", SHAPE_SWAPPED, KIND_BRANCH, GE},
    {"bgtu", SHAPE_SWAPPED, KIND_BRANCH, LTU},   {"bleu", SHAPE_SWAPPED, KIND_BRANCH, GEU},
    {"beqz", SHAPE_ZERO, KIND_BRANCH, EQ},       {"bnez", SHAPE_ZERO, KIND_BRANCH, NE},
    {"bltz", SHAPE_ZERO, KIND_BRANCH, LT},       {"bgez", SHAPE_ZERO, KIND_BRANCH, GE},
    {"bgtz", SHAPE_FROM_ZERO, KIND_BRANCH, LT},  {"blez", SHAPE_FROM_ZERO, KIND_BRANCH, GE},
};

/* lr.w, sc.w and amo*.w with any ordering suffix: each lane gets its own value. */
static const struct mnemonic atomic = {"amo", SHAPE_RESULT, KIND_LANE, 0};

static const struct mnemonic *find_mnemonic(struct slice name)
{
    for (size_t i = 0; i < sizeof mnemonics / sizeof *mnemonics; i++) {
        if (slice_is(name, mnemonics[i].name))
            return &mnemonics[i];
    }
    if (slice_starts(name, "amo") || slice_starts(name, "lr.w") || slice_starts(name, "sc.w"))
        return &atomic;
    return NULL;
}

/* Splits "offset(base)"; false if it does not have that form. */
static bool memory_operand(struct slice operand, struct slice *offset, uint32_t *base)
{
    if (operand.length < 4 || operand.at[operand.length - 1] != ')')
        return false;
    uint32_t open = operand.length - 1;
    while (open && operand.at[open] != '(')
        open--;
    struct slice inside = {operand.at + open + 1, operand.length - open - 2};
    *offset = (struct slice){operand.at, open};
    *base = register_number(slice_trim(inside));
    return *base != REG_NONE;
}

static uint32_t operand_register(const struct statement *statement, uint32_t i)
{
    struct slice offset;
    uint32_t reg = register_number(statement->operands[i]);
    if (reg == REG_NONE)
        memory_operand(statement->operands[i], &offset, &reg);
    return reg;
}

/* Every register from operand `from` on; the offset to sp is kept. */
static void read_sources(const struct statement *statement, uint32_t from, struct asm_insn *insn)
{
    for (uint32_t i = from; i < statement->operand_count; i++) {
        uint32_t reg = operand_register(statement, i), base;
        struct slice offset = statement->operands[i];
        int64_t number;
        if (reg != REG_NONE)
            insn->uses |= REG_BIT(reg);
        memory_operand(statement->operands[i], &offset, &base);
        if (slice_number(offset, &number) && number >= INT32_MIN && number <= INT32_MAX) {
            insn->imm = (int32_t)number;
            insn->has_imm = true;
        }
    }
    insn->uses &= ~REG_BIT(REG_ZERO);
}

static bool read_result(const struct statement *statement, uint32_t i, struct asm_insn *insn)
{
    if (i >= statement->operand_count)
        return false;
    uint32_t reg = register_number(statement->operands[i]);
    insn->def = reg == REG_ZERO ? REG_NONE : (uint8_t)reg;
    return reg != REG_NONE;
}

static bool read_branch(const struct statement *statement, const struct mnemonic *row,
                        struct asm_insn *insn)
{
    bool two = row->shape == SHAPE_TWO || row->shape == SHAPE_SWAPPED;
    if (statement->operand_count != (two ? 3 : 2))
        return false;
    uint32_t first = register_number(statement->operands[0]);
    uint32_t second = two ? register_number(statement->operands[1]) : REG_ZERO;
    if (first >= 32 || second >= 32)
        return false;
    bool swapped = row->shape == SHAPE_SWAPPED || row->shape == SHAPE_FROM_ZERO;
    insn->left = (uint8_t)(swapped ? second : first);
    insn->right = (uint8_t)(swapped ? first : second);
    insn->condition = row->condition;
    insn->uses = (REG_BIT(first) | REG_BIT(second)) & ~REG_BIT(REG_ZERO);
    insn->target = statement->operands[statement->operand_count - 1];
    return insn->target.length > 0;
}

static bool csr_is_uniform(struct slice csr)
{
    static const char *const uniform[] = {
        "cycle", "cycleh", "instret", "instreth", "mcycle", "mcycleh", "minstret", "minstreth",
        "mscratch", "fcsr", "frm", "fflags",
    };
    static const int64_t by_lane[] = {0xCC0, 0xCC4, 0xF14, 0xCD3, 0xCD4, 0xCD5};
    int64_t number;
    if (!slice_number(csr, &number)) {
        for (size_t i = 0; i < sizeof uniform / sizeof *uniform; i++) {
            if (slice_is(csr, uniform[i]))
                return true;
        }
        return false;
    }
    for (size_t i = 0; i < sizeof by_lane / sizeof *by_lane; i++) {
        if (number == by_lane[i])
            return false;
    }
    return true;
}

static bool read_li(const struct statement *statement, struct asm_insn *insn)
{
    int64_t number;
    if (statement->operand_count != 2 || !read_result(statement, 0, insn))
        return false;
    if (!slice_number(statement->operands[1], &number) || number < -2048 || number > 2047)
        insn->bytes = 8;
    else if (number == 0 || number == 1)
        insn->kind = KIND_BOOLEAN;
    return true;
}

static bool read_mask(const struct statement *statement, bool is_and, struct asm_insn *insn)
{
    if (!read_result(statement, 0, insn))
        return false;
    read_sources(statement, 1, insn);
    insn->copies = is_and || (insn->has_imm && (insn->imm == 0 || insn->imm == 1));
    if (is_and && insn->has_imm && insn->imm == 1)
        insn->kind = KIND_BOOLEAN;
    return true;
}

/* jalr rs; jalr ra, offset(rs); jalr ra, rs, offset. */
static bool read_indirect_call(const struct statement *statement, struct asm_insn *insn)
{
    uint32_t from = statement->operand_count > 1;
    if (from && register_number(statement->operands[0]) != REG_RA)
        return false;
    read_sources(statement, from, insn);
    insn->has_imm = false;
    return insn->uses != 0;
}

static bool read_operands(const struct statement *statement, const struct mnemonic *row,
                          struct asm_insn *insn)
{
    switch ((enum shape)row->shape) {
    case SHAPE_RESULT:
    case SHAPE_COPY:
        read_sources(statement, 1, insn);
        insn->copies = row->shape == SHAPE_COPY;
        if (row->kind == KIND_LOAD && !insn->uses)
            insn->bytes = 8;
        return statement->operand_count <= 5 && read_result(statement, 0, insn);
    case SHAPE_MASK:
        return read_mask(statement, row->name[0] == 'a', insn);
    case SHAPE_LI:
        return read_li(statement, insn);
    case SHAPE_ADDRESS:
        insn->bytes = 8;
        return statement->operand_count == 2 && read_result(statement, 0, insn);
    case SHAPE_SOURCES:
        read_sources(statement, 0, insn);
        return row->kind != KIND_STORE || statement->operand_count == 2;
    case SHAPE_CSR:
        read_sources(statement, 2, insn);
        if (statement->operand_count >= 2 && !csr_is_uniform(statement->operands[1]))
            insn->kind = KIND_LANE;
        return statement->operand_count >= 2 && read_result(statement, 0, insn);
    case SHAPE_TWO:
    case SHAPE_SWAPPED:
    case SHAPE_ZERO:
    case SHAPE_FROM_ZERO:
        return read_branch(statement, row, insn);
    case SHAPE_LABEL:
        insn->target = statement->operands[0];
        insn->bytes = row->kind == KIND_JUMP ? 4 : 8;
        return statement->operand_count == 1 && insn->target.length;
    case SHAPE_CALL_REGISTER:
        return read_indirect_call(statement, insn);
    case SHAPE_NONE:
        return statement->operand_count == 0;
    }
    return false;
}

enum wc_status asm_decode(struct error *err, const char *file, uint32_t line,
                          const struct statement *statement, struct asm_insn *out)
{
    struct slice name = statement->name;
    int length = name.length < 40 ? (int)name.length : 40;
    *out = (struct asm_insn){.line = line, .def = REG_NONE, .bytes = 4, .slot = NO_SLOT};
    if (slice_is(name, "jr")) {
        fail_at(err, WC_BAD_INPUT, file, (int)line + 1, 0, "indirect jump with unknown targets: "
                "lane-dependent branches around it cannot be paired");
        hint(err, "run opt with lowerswitch to avoid jump tables");
        return WC_BAD_INPUT;
    }
    const struct mnemonic *row = find_mnemonic(name);
    if (!row)
        return fail_at(err, WC_BAD_INPUT, file, (int)line + 1, 0,
                       "unknown instruction '%.*s'; expected RV32IMAF", length, name.at);
    out->kind = row->kind;
    out->adds = slice_is(name, "addi");
    if (statement->operand_count > OPERANDS_MAX || !read_operands(statement, row, out))
        return fail_at(err, WC_BAD_INPUT, file, (int)line + 1, 0,
                       "bad operands for instruction '%s'", row->name);
    return WC_OK;
}
