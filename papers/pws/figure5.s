// SPDX-License-Identifier: Apache-2.0
// The nested splits of the paper's Fig. 5: four work-items, of which the first split sends the third to a
// child and the second split the fourth. Masks are written as numbers, bit k for work-item k: 0b1011 is the
// paper's 1101. Each side adds its number to the word of its work-items.
.amdgcn_target "amdgcn-amd-amdhsa--gfx803"
.text
.globl figure5
.p2align 8
.type figure5,@function
figure5:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v2, 2, v0
  v_mov_b32 v1, 0
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v3, s5
  v_add_u32 v2, vcc, s4, v2
  v_addc_u32 v3, vcc, 0, v3, vcc
  s_mov_b32 s9, 0
  s_mov_b32 s8, 0xb                  // 1101: stay; 0010 goes
  s_and_saveexec_b64 s[12:13], s[8:9]
  s_xor_b64 s[12:13], exec, s[12:13]
  .long 0xbf600908                   // s_pws_split s8, s9
  s_cbranch_execz else_1
  s_mov_b32 s10, 0x3                 // 1100: stay; 0001 goes
  s_mov_b32 s11, 0
  s_and_saveexec_b64 s[14:15], s[10:11]
  s_xor_b64 s[14:15], exec, s[14:15]
  .long 0xbf600b0a                   // s_pws_split s10, s11
  s_cbranch_execz else_2
  v_add_u32 v1, vcc, 1, v1
else_2:
  s_andn2_saveexec_b64 s[14:15], s[14:15]
  s_cbranch_execz join_2
  v_add_u32 v1, vcc, 2, v1
join_2:
  .long 0xbfe00000                   // s_pws_merge
  s_or_b64 exec, exec, s[14:15]
  v_add_u32 v1, vcc, 4, v1
else_1:
  s_andn2_saveexec_b64 s[12:13], s[12:13]
  s_cbranch_execz join_1
  v_add_u32 v1, vcc, 8, v1
join_1:
  .long 0xbfe00000                   // s_pws_merge
  s_or_b64 exec, exec, s[12:13]
  flat_store_dword v[2:3], v1
  s_endpgm
.Lend:
.size figure5, .Lend-figure5
.rodata
.p2align 6
.amdhsa_kernel figure5
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_kernarg_size 8
  .amdhsa_next_free_vgpr 4
  .amdhsa_next_free_sgpr 16
.end_amdhsa_kernel
.amdgpu_metadata
amdhsa.version: [1, 1]
amdhsa.kernels:
  - .name: figure5
    .symbol: figure5.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .max_flat_workgroup_size: 256
    .sgpr_count: 16
    .vgpr_count: 4
    .args:
      - {.address_space: global, .offset: 0, .size: 8, .value_kind: global_buffer}
.end_amdgpu_metadata
