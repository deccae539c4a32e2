/* SPDX-License-Identifier: Apache-2.0 */
/* custom.c - Vortex instructions in raw form, ".insn r 0x0B, f3, f7, rd, rs1, rs2".
 *
 * Barriers, votes and shuffles are read; instructions that change the thread mask are refused. */
#include "pass/diverge/asm.h"

/* Warp-control instructions that change the thread mask: only this pass may insert them. */
static enum wc_status refuse_mask_change(struct error *err, const char *file, uint32_t line,
                                         int64_t funct3)
{
    static const char *const name[] = {"TMC", "WSPAWN", "SPLIT", "JOIN", NULL, "PRED"};
    if (funct3 == 2 || funct3 == 3 || funct3 == 5) {
        fail_at(err, WC_BAD_INPUT, file, (int)line + 1, 0,
                "already has %s; expected unmodified compiler output", name[funct3]);
        hint(err, "run diverge only once, on code without its own warp control");
        return WC_BAD_INPUT;
    }
    return fail_at(err, WC_BAD_INPUT, file, (int)line + 1, 0,
                   "%s changes the active threads, which a kernel must not do", name[funct3]);
}

/* The number after "r " or "r4 ": 0x0B, 0x2B, or their names; -1 for another. */
static int64_t custom_opcode(struct slice form)
{
    int64_t opcode;
    uint32_t blank = 0;
    while (blank < form.length && form.at[blank] != ' ' && form.at[blank] != '\t')
        blank++;
    struct slice number = slice_trim((struct slice){form.at + blank, form.length - blank});
    form.length = blank;
    if (!slice_is(form, "r") && !slice_is(form, "r4"))
        return -1;
    if (slice_is(number, "CUSTOM_0"))
        return 0x0B;
    if (slice_is(number, "CUSTOM_1"))
        return 0x2B;
    return slice_number(number, &opcode) && (opcode == 0x0B || opcode == 0x2B) ? opcode : -1;
}

enum wc_status asm_decode_custom(struct error *err, const char *file, uint32_t line,
                                 const struct statement *statement, struct asm_insn *out)
{
    const struct slice *operand = statement->operands;
    bool has_fields = statement->operand_count == 6 || statement->operand_count == 7;
    int64_t opcode = has_fields ? custom_opcode(operand[0]) : -1, funct3, funct7;
    uint32_t rd = has_fields ? register_number(operand[3]) : REG_NONE;
    if (opcode < 0 || rd == REG_NONE || !slice_number(operand[1], &funct3) ||
        !slice_number(operand[2], &funct7) || funct3 < 0 || funct3 > 7)
        return fail_at(err, WC_BAD_INPUT, file, (int)line + 1, 0,
                       "unknown form of .insn; expected '.insn r 0x0B, f3, f7, rd, rs1, "
                       "rs2'");
    *out = (struct asm_insn){.line = line, .kind = KIND_LANE, .bytes = 4, .slot = NO_SLOT,
                             .def = rd == REG_ZERO ? REG_NONE : (uint8_t)rd};
    for (uint32_t i = 4; i < statement->operand_count; i++) {
        uint32_t reg = register_number(operand[i]);
        if (reg != REG_NONE && reg != REG_ZERO)
            out->uses |= REG_BIT(reg);
    }
    if (opcode != 0x0B)
        return WC_OK;
    if (funct7 == 0 && funct3 <= 5 && funct3 != 4)
        return refuse_mask_change(err, file, line, funct3);
    if (funct7 == 0 || (funct7 == 1 && funct3 < 4)) /* barriers and votes: one result per warp */
        out->kind = KIND_UNIFORM;
    return WC_OK;
}
