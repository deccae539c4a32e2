/* SPDX-License-Identifier: Apache-2.0 */
/* dependence.c - everything that an instruction of RV32 reads and writes (isa/dependence.h).
 *
 * Clean, and therefore in no list: thread, warp and core numbers, counters, the active mask, the
 * depth of the reconvergence stack and the phase of a barrier. The job fixes them, or they are the
 * same in all runs as long as nothing was decided otherwise. */
#include "isa/dependence.h"

#include <string.h>

#include "isa/rv32/csr.h"
#include "isa/rv32/table.h"

enum { ROUNDING_DYNAMIC = 7 };

/* CSRs with contents that programs write. All others are clean. */
static const struct kept_csr {
    uint16_t number, first, count;
    uint8_t extent; /* trap registers ignore writes on machines without traps */
} kept_csrs[] = {
    {CSR_FFLAGS, RV32_NAME_FFLAGS, 1, WRITE_WHOLE},
    {CSR_FRM, RV32_NAME_FRM, 1, WRITE_WHOLE},
    {CSR_FCSR, RV32_NAME_FFLAGS, 2, WRITE_WHOLE},
    {CSR_MSCRATCH, RV32_NAME_MSCRATCH, 1, WRITE_WHOLE},
    {CSR_MSTATUS, RV32_NAME_MSTATUS, 1, WRITE_PART},
    {CSR_MTVEC, RV32_NAME_MTVEC, 1, WRITE_PART},
    {CSR_MEPC, RV32_NAME_MEPC, 1, WRITE_PART},
    {CSR_MCAUSE, RV32_NAME_MCAUSE, 1, WRITE_PART},
    {CSR_MTVAL, RV32_NAME_MTVAL, 1, WRITE_PART},
};

const char *rv32_hidden_name(uint32_t name)
{
    static const char *const names[] = {"fflags", "frm", "mscratch", "mstatus", "mtvec", "mepc",
                                        "mcause", "mtval", "reservation"};
    return name < RV32_NAMES ? names[name - RV32_REGISTERS] : "?";
}

enum name_kind rv32_name_kind(uint32_t name)
{
    if (name == RV32_X0)
        return NAME_FIXED;
    return name < RV32_REGISTERS || name == RV32_NAME_RESERVATION ? NAME_LANES : NAME_UNIFORM;
}

uint64_t rv32_acting(const struct warp *warp, const struct insn *insn)
{
    (void)insn;
    return warp->mask;
}

static void read_row(struct dependence *list, uint16_t row, enum read_role role)
{
    dependence_read(list, row, row != RV32_X0, role);
}

/* Vote and shuffle too: which lane's value it is, is part of the value. Everything else that reads
 * registers does so to decide something. */
static bool computes(const struct insn *insn)
{
    return insn->role == ROLE_COMPUTE || insn->role == ROLE_CROSS || insn->role == ROLE_STATUS;
}

static void list_operands(const struct insn *insn, struct dependence *list)
{
    const enum read_role role = computes(insn) ? READ_VALUE : READ_DECIDES;
    read_row(list, insn->rs1, role);
    read_row(list, insn->rs2, insn->flags & INSN_STORE ? READ_DATA : role);
    read_row(list, insn->rs3, role);
    dependence_write(list, insn->dst[0].first, insn->dst[0].count,
                     rv32_row_of(insn->op)->hidden & KEEPS_A_LANE ? WRITE_PART : WRITE_WHOLE);
    if (insn->role == ROLE_CROSS)
        list->flow = insn->flags & INSN_UNIFORM ? LANES_ACTIVE : LANES_ALL;
}

/* rd := csr; csr := its operand, or the two combined. Set and clear with x0 or 0 do not write. */
static void list_csr(const struct insn *insn, struct dependence *list)
{
    const bool replaces = insn->value == VALUE_MOVE;
    const bool writes = replaces || insn->rs1 != RV32_X0 || insn->aux;
    for (size_t i = 0; i < sizeof kept_csrs / sizeof kept_csrs[0]; i++) {
        const struct kept_csr *csr = &kept_csrs[i];
        if (csr->number != insn->imm)
            continue;
        if (!replaces || insn->dst[0].count)
            dependence_read(list, csr->first, csr->count, READ_VALUE);
        if (writes)
            dependence_write(list, csr->first, csr->count, csr->extent);
    }
}

/* A trap is taken instead of the instruction: mepc, mcause and mtval get its place, the cause and
 * the bits. */
static void list_trap(struct dependence *list)
{
    dependence_read(list, RV32_NAME_MTVEC, 1, READ_DECIDES);
    dependence_write(list, RV32_NAME_MEPC, 1, WRITE_FIXED);
    dependence_write(list, RV32_NAME_MCAUSE, 1, WRITE_FIXED);
    dependence_write(list, RV32_NAME_MTVAL, 1, WRITE_FIXED);
}

/* An invalid mode in frm traps, so frm decides. */
static void list_rounding(const struct insn *insn, struct dependence *list)
{
    dependence_write(list, RV32_NAME_FFLAGS, 1, WRITE_PART);
    if (insn->aux != ROUNDING_DYNAMIC)
        return;
    dependence_read(list, RV32_NAME_FRM, 1, READ_DECIDES);
    list_trap(list);
}

/* sc.w compares memory with what lr.w read, and the comparison is visible in the access. */
static void list_reservation(const struct rv32_row *row, struct dependence *list)
{
    if (row->hidden & RESERVES)
        dependence_write(list, RV32_NAME_RESERVATION, 1, WRITE_WHOLE);
    if (!(row->hidden & NEEDS_RESERVATION))
        return;
    dependence_read(list, RV32_NAME_RESERVATION, 1, READ_DECIDES);
    dependence_write(list, RV32_NAME_RESERVATION, 1, WRITE_PART);
    list->loaded_decides = true;
}

static void list_hidden(const struct insn *insn, struct dependence *list)
{
    const struct rv32_row *row = rv32_row_of(insn->op);
    if (insn->role == ROLE_STATUS)
        list_csr(insn, list);
    if (strchr(row->operands, 'm'))
        list_rounding(insn, list);
    if (row->hidden & ADDS_FLAGS)
        dependence_write(list, RV32_NAME_FFLAGS, 1, WRITE_PART);
    if (row->hidden & RETURNS)
        dependence_read(list, RV32_NAME_MEPC, 1, READ_DECIDES);
    if (row->hidden & PASSES_MSCRATCH) /* registers are followed within a warp */
        dependence_read(list, RV32_NAME_MSCRATCH, 1, READ_DECIDES);
    if (row->hidden & TRAPS)
        list_trap(list);
    list_reservation(row, list);
}

void rv32_dependence(const struct insn *insn, const struct warp *warp, struct dependence *out)
{
    (void)warp;
    *out = (struct dependence){0};
    if (!insn->op || insn->run == rv32_missing_feature) {
        list_trap(out);
        return;
    }
    list_operands(insn, out);
    list_hidden(insn, out);
}
