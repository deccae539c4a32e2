/* SPDX-License-Identifier: Apache-2.0 */
/* run.h - the semantic functions, one per table row, by source file. */
#ifndef WARPCLOCK_ISA_RV32_RUN_H
#define WARPCLOCK_ISA_RV32_RUN_H

#include "isa/rv32/rv32.h"

/* integer.c */
run_fn rv32_lui, rv32_auipc;
run_fn rv32_addi, rv32_slti, rv32_sltiu, rv32_xori, rv32_ori, rv32_andi;
run_fn rv32_slli, rv32_srli, rv32_srai;
run_fn rv32_add, rv32_sub, rv32_sll, rv32_slt, rv32_sltu, rv32_xor, rv32_srl, rv32_sra, rv32_or,
    rv32_and;
run_fn rv32_czero_eqz, rv32_czero_nez;

/* muldiv.c */
run_fn rv32_mul, rv32_mulh, rv32_mulhsu, rv32_mulhu, rv32_div, rv32_divu, rv32_rem, rv32_remu;

/* control.c */
run_fn rv32_jal, rv32_jalr;
run_fn rv32_beq, rv32_bne, rv32_blt, rv32_bge, rv32_bltu, rv32_bgeu;
run_fn rv32_nothing;
run_fn rv32_fence;

/* memory.c */
run_fn rv32_lb, rv32_lh, rv32_lw, rv32_lbu, rv32_lhu;
run_fn rv32_sb, rv32_sh, rv32_sw;
run_fn rv32_packlb, rv32_packlh;

/* atomic.c */
run_fn rv32_lr, rv32_sc;
run_fn rv32_amoswap, rv32_amoadd, rv32_amoxor, rv32_amoand, rv32_amoor, rv32_amomin, rv32_amomax,
    rv32_amominu, rv32_amomaxu;

/* csr.c */
run_fn rv32_csrrw, rv32_csrrs, rv32_csrrc, rv32_csrrwi, rv32_csrrsi, rv32_csrrci;

/* float.c */
run_fn rv32_fmadd, rv32_fmsub, rv32_fnmsub, rv32_fnmadd;
run_fn rv32_fadd, rv32_fsub, rv32_fmul, rv32_fdiv, rv32_fsqrt;
run_fn rv32_fsgnj, rv32_fsgnjn, rv32_fsgnjx, rv32_fmin, rv32_fmax;
run_fn rv32_fcvt_w_s, rv32_fcvt_wu_s, rv32_fcvt_s_w, rv32_fcvt_s_wu;
run_fn rv32_feq, rv32_flt, rv32_fle, rv32_fclass, rv32_fmv;

/* warp_control.c */
run_fn rv32_tmc, rv32_wspawn, rv32_split, rv32_split_n, rv32_join, rv32_pred, rv32_pred_n;
run_fn rv32_bar, rv32_bar_arrive, rv32_bar_wait;

/* vote.c */
run_fn rv32_vote_all, rv32_vote_any, rv32_vote_uni, rv32_vote_ballot;
run_fn rv32_shfl_up, rv32_shfl_down, rv32_shfl_bfly, rv32_shfl_idx;
run_fn rv32_wgather;

/* trap.c */
run_fn rv32_ecall, rv32_ebreak, rv32_mret;
/* To the program's handler if it set one, otherwise a fault of the kernel. */
void rv32_raise(struct warp *warp, const struct insn *insn, struct effect *effect,
                enum rv32_cause cause, uint32_t value, const struct fault *fault);
void rv32_raise_illegal(struct warp *warp, const struct insn *insn, struct effect *effect);

static inline struct rv32_state *rv32_state(const struct warp *warp)
{
    return warp->state;
}

#endif
