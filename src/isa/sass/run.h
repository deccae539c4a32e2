/* SPDX-License-Identifier: Apache-2.0 */
/* run.h - the semantic functions of the instruction table, one per mnemonic. Forms that differ only
 * in the source of an operand share a function: the decoder puts operands into a, b and c. */
#ifndef WARPCLOCK_ISA_SASS_RUN_H
#define WARPCLOCK_ISA_SASS_RUN_H

#include "isa/sass/sass.h"

/* Integer arithmetic. */
run_fn sass_iadd, sass_iadd3, sass_iscadd, sass_xmad, sass_imad, sass_imul, sass_lea,
    sass_lea_hi, sass_idp, sass_vmnmx, sass_vabsdiff;
/* Bits. */
run_fn sass_shl, sass_shr, sass_shf_l, sass_shf_r, sass_lop, sass_lop3, sass_bfe, sass_bfi,
    sass_flo, sass_popc, sass_prmt;
/* Comparison, selection, predicates. */
run_fn sass_isetp, sass_iset, sass_icmp, sass_imnmx, sass_sel, sass_mov, sass_p2r, sass_r2p,
    sass_psetp, sass_pset, sass_csetp;
/* Whether a row of ROW_CHAINED continues from the condition codes of the higher words. */
bool sass_minmax_continues(const struct sass_insn *own);
/* Across lanes, special registers. */
run_fn sass_vote, sass_shfl, sass_s2r, sass_cs2r;
/* The lanes that a shuffle reads: those that act, and the ones they take. */
uint64_t sass_shuffled_lanes(const struct warp *warp, const struct insn *insn);
/* Whether S2R can read that register; if not, it faults. */
bool sass_special_exists(uint32_t number);
/* Single precision. */
run_fn sass_fadd, sass_fmul, sass_ffma, sass_fmnmx, sass_fsetp, sass_fset, sass_fcmp, sass_fchk;
/* ... rounded to nearest, operands at most negated: the common case. */
run_fn sass_fadd_plain, sass_fmul_plain, sass_ffma_plain;
/* Whether that holds for an instruction of single precision. */
bool sass_is_plain(const struct sass_insn *own);
/* Special functions. */
run_fn sass_mufu, sass_rro;
/* Double precision. */
run_fn sass_dadd, sass_dmul, sass_dfma, sass_dmnmx, sass_dsetp, sass_dset;
/* Half precision. */
run_fn sass_hadd2, sass_hmul2, sass_hfma2, sass_hset2, sass_hsetp2;
/* Conversions. */
run_fn sass_f2f, sass_f2i, sass_i2f, sass_i2i;
/* Memory. */
run_fn sass_ldg, sass_stg, sass_lds, sass_sts, sass_ldl, sass_stl, sass_ldc, sass_ld, sass_st,
    sass_atom, sass_atom_cas, sass_red, sass_atoms, sass_atoms_cas, sass_membar;
/* Textures and surfaces. */
run_fn sass_texs, sass_tlds, sass_tex, sass_tld, sass_txq, sass_suld, sass_sust;
/* Control. */
run_fn sass_bra, sass_brx, sass_jmx, sass_ssy, sass_pbk, sass_pcnt, sass_cal, sass_jcal, sass_pret,
    sass_sync, sass_brk, sass_cont, sass_ret, sass_exit, sass_kil, sass_bar, sass_b2r, sass_bpt,
    sass_call_host;
/* Only time: no effect on registers. */
run_fn sass_nop, sass_depbar;

#endif
