/* SPDX-License-Identifier: Apache-2.0 */
/* rv32.h - RV32IMF with the Vortex extension: what a machine must know to run it.
 *
 * The register file of a warp has RV32_ROWS rows: x0..x31, f0..f31, and one more row that
 * takes writes to x0, so that no instruction has to test for it. Row 0 stays zero. The machine
 * allocates RV32_ROWS * stride zeroed words (best aligned to 64 bytes), points warp->state to a
 * struct rv32_state, and calls rv32_state_reset() when a warp starts. Every `run` sets
 * effect->kind; the other members only if the kind uses them.
 *
 * Effects, in addition to isa/warp.h:
 *   JAL            EFFECT_BRANCH with all active lanes in `taken`; the place is insn->target.
 *   JALR           EFFECT_JUMP; `target` is the deciding lane's, `lane_target` each lane's.
 *   ECALL, EBREAK  EFFECT_TRAP to mtvec if the program has set a handler, else EFFECT_FAULT of
 *                  FAULT_UNHANDLED_TRAP with the cause in fault.address. Illegal words and unknown
 *                  CSRs likewise, as FAULT_ILLEGAL (address: the bits) and FAULT_CSR (the number).
 *   MRET           EFFECT_JUMP to mepc.
 *   SPLIT          `taken` = lanes whose predicate holds, already inverted for the negated form.
 *   PRED           the same; `value` = the restore mask, limited to the warp's lanes.
 *   WSPAWN         `value` = number of warps, limited to those of the core.
 *   BAR, BAR.ARRIVE, BAR.WAIT  `target` = enum rv32_barrier. After ARRIVE the machine writes the
 *                  phase with warp_write_uniform(warp, insn->rd, phase & 1); for WAIT `count` is
 *                  the phase that must be over.
 *   WSYNC, WFI     EFFECT_NONE: they only wait.
 * A branch whose insn->target is -1 goes to an address without an instruction: pc + imm. */
#ifndef WARPCLOCK_ISA_RV32_RV32_H
#define WARPCLOCK_ISA_RV32_RV32_H

#include "isa/warp.h"

enum { RV32_X0 = 0, RV32_F0 = 32, RV32_REGISTERS = 64, RV32_SINK = 64, RV32_ROWS = 65 };

/* State without a register, as names of isa/dependence.h. Not rows: row 64 is the sink. */
enum rv32_hidden {
    RV32_NAME_FFLAGS = RV32_REGISTERS, RV32_NAME_FRM, RV32_NAME_MSCRATCH, RV32_NAME_MSTATUS,
    RV32_NAME_MTVEC, RV32_NAME_MEPC, RV32_NAME_MCAUSE, RV32_NAME_MTVAL,
    RV32_NAME_RESERVATION, /* of each lane: there or not, its address, what lr.w read */
    RV32_NAMES
};

/* x-registers by their ABI name where a machine sets them up. */
enum { RV32_RA = 1, RV32_SP = 2, RV32_GP = 3, RV32_TP = 4, RV32_A0 = 10, RV32_FA0 = RV32_F0 + 10 };

/* Optional features beyond RV32IMF_Zicsr and the warp control of Vortex 2.1. */
enum rv32_features {
    RV32_A = 1 << 0,      /* lr.w, sc.w, amo*.w; off in every Vortex by default */
    RV32_ZICOND = 1 << 1, /* czero.eqz, czero.nez; Vortex 2.2 */
    RV32_VOTE = 1 << 2,   /* vote and shuffle; Vortex 2.3 */
    RV32_V3 = 1 << 3,     /* bar.arrive, bar.wait, wsync, wgather, packlb.f, packlh.f */
    RV32_ALL = RV32_A | RV32_ZICOND | RV32_VOTE | RV32_V3,
};

struct rv32_feature {
    uint32_t bit;
    const char *name;      /* "A extension" */
    const char *parameter; /* "isa.a": the parameter in the machine file */
};
/* One feature per call; NULL after the last one. */
const struct rv32_feature *rv32_feature(size_t i);
/* The feature that a row of the table needs, or NULL. */
const struct rv32_feature *rv32_op_feature(const struct op *op);

/* `run` of a word that matches no row, and of one whose row needs a missing feature: compare
 * insn->run with these to list such words before a run. */
run_fn rv32_illegal;
run_fn rv32_missing_feature;

enum rv32_barrier { RV32_BARRIER_BLOCKING, RV32_BARRIER_ARRIVE, RV32_BARRIER_WAIT };

/* RISC-V privileged architecture 1.12, table of mcause. */
enum rv32_cause {
    RV32_CAUSE_FETCH_MISALIGNED = 0,
    RV32_CAUSE_ILLEGAL = 2,
    RV32_CAUSE_BREAKPOINT = 3,
    RV32_CAUSE_LOAD_MISALIGNED = 4,
    RV32_CAUSE_STORE_MISALIGNED = 6,
    RV32_CAUSE_ECALL = 11, /* from machine mode, the only one */
};

/* The meaning of CSR 0xFC3 and 0xFC4 changed twice. */
enum rv32_vortex { RV32_VORTEX_2_1, RV32_VORTEX_2_2, RV32_VORTEX_3_0 };

/* Common to all warps of one core. */
struct rv32_environment {
    uint32_t threads;  /* lanes per warp */
    uint32_t warps;    /* per core */
    uint32_t cores;    /* of the whole machine */
    uint32_t barriers; /* per core */
    uint32_t local_base; /* address of the core's local memory */
    enum rv32_vortex vortex;
    /* mstatus, mtvec, mepc, mcause and mtval are implemented; otherwise they read as 0. */
    bool traps;
    const uint64_t *cycle;        /* mcycle; NULL reads as 0, as do the two below */
    const uint64_t *instret;      /* minstret, in the unit the machine counts in */
    const uint64_t *active_warps; /* mask of the core */
};

/* The work-group a warp belongs to: CSRs 0xCD0-0xCE1 of Vortex 3.0. */
struct rv32_group {
    uint32_t slot;        /* of the core, for this group */
    uint32_t rank, warps; /* this warp in its group; warps of the group */
    uint32_t thread[3];   /* thread index of lane 0; other lanes count up in x, y, z order */
    uint32_t block[3], block_size[3], grid_size[3];
    uint32_t local_address;
    uint32_t cluster_size;
    uint32_t entry; /* address of the kernel */
};

/* State of a warp besides its registers; warp->state points here. */
struct rv32_state {
    const struct rv32_environment *environment;
    const struct rv32_group *group; /* NULL: the CSRs 0xCD0-0xCE1 do not exist */
    uint32_t fflags, frm;
    uint32_t mscratch, mstatus, mtvec, mepc, mcause, mtval;
    uint64_t reserved; /* lanes that hold a reservation of lr.w: its address, and what it read */
    alignas(64) uint32_t reserved_address[LANES_MAX];
    alignas(64) uint32_t reserved_value[LANES_MAX];
    alignas(64) uint32_t lane_target[LANES_MAX]; /* effect->lane_target of the last jump */
};

/* Clears all but environment, group and mscratch, which belong to the launch. */
void rv32_state_reset(struct rv32_state *state);

/* Writes the same value to the active lanes of a row. */
void warp_write_uniform(struct warp *warp, uint32_t row, uint32_t value);

/* For instructions flagged INSN_TAKES_ONE_LANE: do all active lanes have the deciding lane's value?
 * If not, `lane` is the lowest one that differs. */
bool rv32_operands_agree(const struct warp *warp, const struct insn *insn, unsigned *lane);

/* Appends a CSR as LLVM 16 writes it: "mscratch", or the decimal number if it has no name. */
void rv32_print_csr(uint32_t number, struct text *out);

#endif
