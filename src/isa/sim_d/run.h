/* SPDX-License-Identifier: Apache-2.0 */
/* run.h - the semantic functions, by file. */
#ifndef WARPCLOCK_ISA_SIM_D_RUN_H
#define WARPCLOCK_ISA_SIM_D_RUN_H

#include "isa/insn.h"

/* float.c */
run_fn sim_d_mad, sim_d_mad_neg, sim_d_mul, sim_d_mul_neg, sim_d_add, sim_d_add_neg, sim_d_min,
    sim_d_max, sim_d_abs, sim_d_rcp, sim_d_rsqrt, sim_d_sin, sim_d_cos, sim_d_cvt_i2f,
    sim_d_cvt_i2f_unsigned, sim_d_cvt_f2i, sim_d_scvt_i2f, sim_d_scvt_i2f_unsigned,
    sim_d_scvt_f2i, sim_d_test_ez, sim_d_test_nz, sim_d_test_g, sim_d_test_ge, sim_d_test_l,
    sim_d_test_le;

/* integer.c */
run_fn sim_d_iadd, sim_d_isub, sim_d_imul, sim_d_imad, sim_d_imin, sim_d_imax, sim_d_and,
    sim_d_or, sim_d_xor, sim_d_not, sim_d_shl, sim_d_shr;

/* scalar.c */
run_fn sim_d_nop, sim_d_siadd, sim_d_sisub, sim_d_simul, sim_d_simad, sim_d_simin, sim_d_simax,
    sim_d_sand, sim_d_sor, sim_d_sshl, sim_d_sshr, sim_d_sineg, sim_d_snot, sim_d_sibfind,
    sim_d_sidiv, sim_d_simod;

/* move.c */
run_fn sim_d_mov, sim_d_movvsp, sim_d_smov, sim_d_smovssp, sim_d_bufquery_x, sim_d_bufquery_y;

/* predicate.c */
run_fn sim_d_itest_ez, sim_d_itest_nz, sim_d_itest_g, sim_d_itest_ge, sim_d_itest_l,
    sim_d_itest_le, sim_d_pbool_and, sim_d_pbool_or, sim_d_pbool_nand, sim_d_pbool_nor;

/* control.c */
run_fn sim_d_jump, sim_d_sicj_ez, sim_d_sicj_nz, sim_d_sicj_g, sim_d_sicj_ge, sim_d_sicj_l,
    sim_d_sicj_le, sim_d_cpush, sim_d_predicate_effect, sim_d_cpop;

/* access.c */
run_fn sim_d_sldg, sim_d_sldsp, sim_d_global_custom, sim_d_global_each, sim_d_global_pad,
    sim_d_global_tile, sim_d_global_whole, sim_d_pad_tile, sim_d_pad_whole;

#endif
