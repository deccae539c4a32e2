/* SPDX-License-Identifier: Apache-2.0 */
/* run.h - the semantic functions of the instruction table, one per mnemonic. An instruction and its
 * VOP3 twin share a function: the decoder puts operands and modifiers into struct gcn3_insn.
 * Families that differ only in other fields of it (the condition of a comparison, the size of a
 * load, the operation of an atomic) also share one. */
#ifndef WARPCLOCK_ISA_GCN3_RUN_H
#define WARPCLOCK_ISA_GCN3_RUN_H

#include "isa/gcn3/gcn3.h"

/* Scalar arithmetic (SOP2). */
run_fn gcn3_s_add_u32, gcn3_s_sub_u32, gcn3_s_add_i32, gcn3_s_sub_i32, gcn3_s_addc_u32,
    gcn3_s_subb_u32, gcn3_s_min_i32, gcn3_s_min_u32, gcn3_s_max_i32, gcn3_s_max_u32,
    gcn3_s_cselect_b32, gcn3_s_cselect_b64, gcn3_s_and_b32, gcn3_s_and_b64, gcn3_s_or_b32,
    gcn3_s_or_b64, gcn3_s_xor_b32, gcn3_s_xor_b64, gcn3_s_andn2_b32, gcn3_s_andn2_b64,
    gcn3_s_orn2_b32, gcn3_s_orn2_b64, gcn3_s_nand_b32, gcn3_s_nand_b64, gcn3_s_nor_b32,
    gcn3_s_nor_b64, gcn3_s_xnor_b32, gcn3_s_xnor_b64, gcn3_s_lshl_b32, gcn3_s_lshl_b64,
    gcn3_s_lshr_b32, gcn3_s_lshr_b64, gcn3_s_ashr_i32, gcn3_s_ashr_i64, gcn3_s_bfm_b32,
    gcn3_s_bfm_b64, gcn3_s_mul_i32, gcn3_s_bfe_u32, gcn3_s_bfe_i32, gcn3_s_bfe_u64, gcn3_s_bfe_i64,
    gcn3_s_absdiff_i32;

/* Scalar with a 16-bit constant (SOPK). */
run_fn gcn3_s_movk_i32, gcn3_s_cmovk_i32, gcn3_s_cmpk_eq_i32, gcn3_s_cmpk_lg_i32,
    gcn3_s_cmpk_gt_i32, gcn3_s_cmpk_ge_i32, gcn3_s_cmpk_lt_i32, gcn3_s_cmpk_le_i32,
    gcn3_s_cmpk_eq_u32, gcn3_s_cmpk_lg_u32, gcn3_s_cmpk_gt_u32, gcn3_s_cmpk_ge_u32,
    gcn3_s_cmpk_lt_u32, gcn3_s_cmpk_le_u32, gcn3_s_addk_i32, gcn3_s_mulk_i32, gcn3_s_getreg_b32,
    gcn3_s_setreg_b32, gcn3_s_setreg_imm32_b32;

/* Scalar with one source (SOP1). */
run_fn gcn3_s_mov_b32, gcn3_s_mov_b64, gcn3_s_cmov_b32, gcn3_s_cmov_b64, gcn3_s_not_b32,
    gcn3_s_not_b64, gcn3_s_wqm_b32, gcn3_s_wqm_b64, gcn3_s_brev_b32, gcn3_s_brev_b64,
    gcn3_s_bcnt0_i32_b32, gcn3_s_bcnt0_i32_b64, gcn3_s_bcnt1_i32_b32, gcn3_s_bcnt1_i32_b64,
    gcn3_s_ff0_i32_b32, gcn3_s_ff0_i32_b64, gcn3_s_ff1_i32_b32, gcn3_s_ff1_i32_b64,
    gcn3_s_flbit_i32_b32, gcn3_s_flbit_i32_b64, gcn3_s_flbit_i32, gcn3_s_flbit_i32_i64,
    gcn3_s_sext_i32_i8, gcn3_s_sext_i32_i16, gcn3_s_bitset0_b32, gcn3_s_bitset0_b64,
    gcn3_s_bitset1_b32, gcn3_s_bitset1_b64, gcn3_s_getpc_b64, gcn3_s_setpc_b64, gcn3_s_swappc_b64,
    gcn3_s_and_saveexec_b64, gcn3_s_or_saveexec_b64, gcn3_s_xor_saveexec_b64,
    gcn3_s_andn2_saveexec_b64, gcn3_s_orn2_saveexec_b64, gcn3_s_nand_saveexec_b64,
    gcn3_s_nor_saveexec_b64, gcn3_s_xnor_saveexec_b64, gcn3_s_quadmask_b32, gcn3_s_quadmask_b64,
    gcn3_s_movrels_b32, gcn3_s_movrels_b64, gcn3_s_movreld_b32, gcn3_s_movreld_b64, gcn3_s_abs_i32,
    gcn3_s_set_gpr_idx_idx;

/* Scalar comparison (SOPC). */
run_fn gcn3_s_cmp_eq_i32, gcn3_s_cmp_lg_i32, gcn3_s_cmp_gt_i32, gcn3_s_cmp_ge_i32,
    gcn3_s_cmp_lt_i32, gcn3_s_cmp_le_i32, gcn3_s_cmp_eq_u32, gcn3_s_cmp_lg_u32, gcn3_s_cmp_gt_u32,
    gcn3_s_cmp_ge_u32, gcn3_s_cmp_lt_u32, gcn3_s_cmp_le_u32, gcn3_s_bitcmp0_b32, gcn3_s_bitcmp1_b32,
    gcn3_s_bitcmp0_b64, gcn3_s_bitcmp1_b64, gcn3_s_setvskip, gcn3_s_set_gpr_idx_on,
    gcn3_s_cmp_eq_u64, gcn3_s_cmp_lg_u64, gcn3_s_pws_split;

/* Control (SOPP); gcn3_nothing only takes time. */
run_fn gcn3_nothing, gcn3_s_endpgm, gcn3_s_branch, gcn3_s_cbranch_scc0, gcn3_s_cbranch_scc1,
    gcn3_s_cbranch_vccz, gcn3_s_cbranch_vccnz, gcn3_s_cbranch_execz, gcn3_s_cbranch_execnz,
    gcn3_s_barrier, gcn3_s_trap, gcn3_s_cbranch_cdbg, gcn3_s_set_gpr_idx_off,
    gcn3_s_set_gpr_idx_mode, gcn3_s_pws_merge;

/* Scalar memory: as many words as dst or the data has. */
run_fn gcn3_s_load, gcn3_s_buffer_load, gcn3_s_store, gcn3_s_buffer_store, gcn3_s_memtime,
    gcn3_s_memrealtime;

/* Vector arithmetic (VOP2 and its VOP3 twins). */
run_fn gcn3_v_cndmask_b32, gcn3_v_add_f32, gcn3_v_sub_f32, gcn3_v_subrev_f32, gcn3_v_mul_legacy_f32,
    gcn3_v_mul_f32, gcn3_v_mul_i32_i24, gcn3_v_mul_hi_i32_i24, gcn3_v_mul_u32_u24,
    gcn3_v_mul_hi_u32_u24, gcn3_v_min_f32, gcn3_v_max_f32, gcn3_v_min_i32, gcn3_v_max_i32,
    gcn3_v_min_u32, gcn3_v_max_u32, gcn3_v_lshrrev_b32, gcn3_v_ashrrev_i32, gcn3_v_lshlrev_b32,
    gcn3_v_and_b32, gcn3_v_or_b32, gcn3_v_xor_b32, gcn3_v_mac_f32, gcn3_v_madmk_f32,
    gcn3_v_madak_f32, gcn3_v_add_u32, gcn3_v_sub_u32, gcn3_v_subrev_u32, gcn3_v_addc_u32,
    gcn3_v_subb_u32, gcn3_v_subbrev_u32, gcn3_v_add_f16, gcn3_v_sub_f16, gcn3_v_subrev_f16,
    gcn3_v_mul_f16, gcn3_v_mac_f16, gcn3_v_madmk_f16, gcn3_v_madak_f16, gcn3_v_add_u16,
    gcn3_v_sub_u16, gcn3_v_subrev_u16, gcn3_v_mul_lo_u16, gcn3_v_lshlrev_b16, gcn3_v_lshrrev_b16,
    gcn3_v_ashrrev_i16, gcn3_v_max_f16, gcn3_v_min_f16, gcn3_v_max_u16, gcn3_v_max_i16,
    gcn3_v_min_u16, gcn3_v_min_i16, gcn3_v_ldexp_f16;

/* Vector with one source (VOP1 and its VOP3 twins). */
run_fn gcn3_v_mov_b32, gcn3_v_readfirstlane_b32, gcn3_v_cvt_i32_f64, gcn3_v_cvt_f64_i32,
    gcn3_v_cvt_f32_i32, gcn3_v_cvt_f32_u32, gcn3_v_cvt_u32_f32, gcn3_v_cvt_i32_f32,
    gcn3_v_cvt_f16_f32, gcn3_v_cvt_f32_f16, gcn3_v_cvt_rpi_i32_f32, gcn3_v_cvt_flr_i32_f32,
    gcn3_v_cvt_off_f32_i4, gcn3_v_cvt_f32_f64, gcn3_v_cvt_f64_f32, gcn3_v_cvt_f32_ubyte0,
    gcn3_v_cvt_f32_ubyte1, gcn3_v_cvt_f32_ubyte2, gcn3_v_cvt_f32_ubyte3, gcn3_v_cvt_u32_f64,
    gcn3_v_cvt_f64_u32, gcn3_v_trunc_f64, gcn3_v_ceil_f64, gcn3_v_rndne_f64, gcn3_v_floor_f64,
    gcn3_v_fract_f32, gcn3_v_trunc_f32, gcn3_v_ceil_f32, gcn3_v_rndne_f32, gcn3_v_floor_f32,
    gcn3_v_exp_f32, gcn3_v_log_f32, gcn3_v_rcp_f32, gcn3_v_rcp_iflag_f32, gcn3_v_rsq_f32,
    gcn3_v_rcp_f64, gcn3_v_rsq_f64, gcn3_v_sqrt_f32, gcn3_v_sqrt_f64, gcn3_v_sin_f32,
    gcn3_v_cos_f32, gcn3_v_not_b32, gcn3_v_bfrev_b32, gcn3_v_ffbh_u32, gcn3_v_ffbl_b32,
    gcn3_v_ffbh_i32, gcn3_v_frexp_exp_i32_f64, gcn3_v_frexp_mant_f64, gcn3_v_fract_f64,
    gcn3_v_frexp_exp_i32_f32, gcn3_v_frexp_mant_f32, gcn3_v_movreld_b32, gcn3_v_movrels_b32,
    gcn3_v_movrelsd_b32, gcn3_v_cvt_f16_u16, gcn3_v_cvt_f16_i16, gcn3_v_cvt_u16_f16,
    gcn3_v_cvt_i16_f16, gcn3_v_rcp_f16, gcn3_v_sqrt_f16, gcn3_v_rsq_f16, gcn3_v_log_f16,
    gcn3_v_exp_f16, gcn3_v_frexp_mant_f16, gcn3_v_frexp_exp_i16_f16, gcn3_v_floor_f16,
    gcn3_v_ceil_f16, gcn3_v_trunc_f16, gcn3_v_rndne_f16, gcn3_v_fract_f16, gcn3_v_sin_f16,
    gcn3_v_cos_f16, gcn3_v_exp_legacy_f32, gcn3_v_log_legacy_f32;

/* Vector, only VOP3. */
run_fn gcn3_v_mad_legacy_f32, gcn3_v_mad_f32, gcn3_v_mad_i32_i24, gcn3_v_mad_u32_u24,
    gcn3_v_cubeid_f32, gcn3_v_cubesc_f32, gcn3_v_cubetc_f32, gcn3_v_cubema_f32, gcn3_v_bfe_u32,
    gcn3_v_bfe_i32, gcn3_v_bfi_b32, gcn3_v_fma_f32, gcn3_v_fma_f64, gcn3_v_lerp_u8,
    gcn3_v_alignbit_b32, gcn3_v_alignbyte_b32, gcn3_v_min3_f32, gcn3_v_min3_i32, gcn3_v_min3_u32,
    gcn3_v_max3_f32, gcn3_v_max3_i32, gcn3_v_max3_u32, gcn3_v_med3_f32, gcn3_v_med3_i32,
    gcn3_v_med3_u32, gcn3_v_sad_u8, gcn3_v_sad_hi_u8, gcn3_v_sad_u16, gcn3_v_sad_u32,
    gcn3_v_cvt_pk_u8_f32, gcn3_v_div_fixup_f32, gcn3_v_div_fixup_f64, gcn3_v_div_scale_f32,
    gcn3_v_div_scale_f64, gcn3_v_div_fmas_f32, gcn3_v_div_fmas_f64, gcn3_v_msad_u8,
    gcn3_v_qsad_pk_u16_u8, gcn3_v_mqsad_pk_u16_u8, gcn3_v_mqsad_u32_u8, gcn3_v_mad_u64_u32,
    gcn3_v_mad_i64_i32, gcn3_v_mad_f16, gcn3_v_mad_u16, gcn3_v_mad_i16, gcn3_v_perm_b32,
    gcn3_v_fma_f16, gcn3_v_div_fixup_f16, gcn3_v_cvt_pkaccum_u8_f32, gcn3_v_add_f64, gcn3_v_mul_f64,
    gcn3_v_min_f64, gcn3_v_max_f64, gcn3_v_ldexp_f64, gcn3_v_mul_lo_u32, gcn3_v_mul_hi_u32,
    gcn3_v_mul_hi_i32, gcn3_v_ldexp_f32, gcn3_v_readlane_b32, gcn3_v_writelane_b32,
    gcn3_v_bcnt_u32_b32, gcn3_v_mbcnt_lo_u32_b32, gcn3_v_mbcnt_hi_u32_b32, gcn3_v_lshlrev_b64,
    gcn3_v_lshrrev_b64, gcn3_v_ashrrev_i64, gcn3_v_trig_preop_f64, gcn3_v_bfm_b32,
    gcn3_v_cvt_pknorm_i16_f32, gcn3_v_cvt_pknorm_u16_f32, gcn3_v_cvt_pkrtz_f16_f32,
    gcn3_v_cvt_pk_u16_u32, gcn3_v_cvt_pk_i16_i32;

/* Vector comparison: insn->aux is the condition, writes_exec marks v_cmpx. */
run_fn gcn3_v_cmp_class_f32, gcn3_v_cmp_class_f64, gcn3_v_cmp_class_f16, gcn3_v_cmp_f16,
    gcn3_v_cmp_f32, gcn3_v_cmp_f64, gcn3_v_cmp_i16, gcn3_v_cmp_u16, gcn3_v_cmp_i32, gcn3_v_cmp_u32,
    gcn3_v_cmp_i64, gcn3_v_cmp_u64;

/* Local data share: element_bytes, element_signed, atomic and the offsets define the access. */
run_fn gcn3_ds_atomic, gcn3_ds_write, gcn3_ds_write2, gcn3_ds_swap2, gcn3_ds_read, gcn3_ds_read2,
    gcn3_ds_swizzle, gcn3_ds_permute, gcn3_ds_bpermute, gcn3_ds_condxchg32, gcn3_ds_source2,
    gcn3_ds_consume, gcn3_ds_append;

/* What GCN5 adds. */
run_fn gcn5_s_mul_hi_u32, gcn5_s_mul_hi_i32, gcn5_s_lshl1_add_u32, gcn5_s_lshl2_add_u32,
    gcn5_s_lshl3_add_u32, gcn5_s_lshl4_add_u32, gcn5_s_pack_ll_b32_b16, gcn5_s_pack_lh_b32_b16,
    gcn5_s_pack_hh_b32_b16, gcn5_s_andn1_saveexec_b64, gcn5_s_orn1_saveexec_b64, gcn5_v_add_u32,
    gcn5_v_sub_u32, gcn5_v_subrev_u32, gcn5_v_add_i32, gcn5_v_sub_i32, gcn5_v_fmac_f32,
    gcn5_v_xnor_b32, gcn5_v_xad_u32, gcn5_v_lshl_add_u32, gcn5_v_add_lshl_u32, gcn5_v_add3_u32,
    gcn5_v_lshl_or_b32, gcn5_v_and_or_b32, gcn5_v_or3_b32, gcn5_v_mad_u32_u16, gcn5_v_mad_i32_i16;

/* FLAT and GLOBAL. */
run_fn gcn3_flat_load, gcn3_flat_store, gcn3_flat_atomic;

/* Buffers. */
run_fn gcn3_buffer_load, gcn3_buffer_store, gcn3_buffer_atomic;

#endif
