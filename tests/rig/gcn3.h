/* SPDX-License-Identifier: Apache-2.0 */
/* gcn3.h - kernels of GCN3 instructions, written one by one. */
#ifndef WARPCLOCK_TESTS_RIG_GCN3_H
#define WARPCLOCK_TESTS_RIG_GCN3_H

#include "events.h"
#include "kernel.h"

/* One or two words. */
struct code {
    uint32_t word[2];
    uint32_t words;
};

/* Sources: s0 .. are 0 .., constants 0 to 64 and VGPRs as below. */
#define CONSTANT(n) (128u + (n))
#define VGPR(n) (256u + (n))

struct code s_endpgm(void);
struct code s_nop(uint32_t n);
struct code s_sleep(uint32_t n);
struct code s_barrier(void);
struct code s_waitcnt(uint32_t vm, uint32_t lgkm);
struct code s_branch(int32_t words);        /* from the next instruction on */
struct code s_cbranch_execz(int32_t words);
struct code s_mov_b32(uint32_t dst, uint32_t src);
struct code s_mov_b32_literal(uint32_t dst, uint32_t value);
struct code s_mov_b64(uint32_t dst, uint32_t src);
struct code s_setpc_b64(uint32_t src);
struct code s_load_dword(uint32_t dst, uint32_t base, uint32_t offset);
struct code s_load_dwordx2(uint32_t dst, uint32_t base, uint32_t offset);
struct code v_mov_b32(uint32_t dst, uint32_t src);
struct code v_add_u32(uint32_t dst, uint32_t src0, uint32_t vgpr);
struct code v_lshlrev_b32(uint32_t dst, uint32_t amount, uint32_t vgpr);
struct code v_rcp_f32(uint32_t dst, uint32_t src);
struct code v_add_f64(uint32_t dst, uint32_t src0, uint32_t src1);
struct code v_cmp_gt_u32(uint32_t src0, uint32_t vgpr); /* to VCC */
struct code s_and_saveexec_b64(uint32_t dst, uint32_t src);
struct code flat_load_dword(uint32_t dst, uint32_t address);
struct code flat_store_dword(uint32_t address, uint32_t data);
struct code ds_read_b32(uint32_t dst, uint32_t address);
struct code ds_write_b32(uint32_t address, uint32_t data);
/* Through s[0:3] with the wavefront's offset in soffset, at the bytes that a VGPR says. */
struct code buffer_load_dword(uint32_t dst, uint32_t address, uint32_t soffset);
struct code buffer_store_dword(uint32_t data, uint32_t address, uint32_t soffset);
struct code any_word(uint32_t word);

enum { VCC = 106, M0 = 124, EXEC = 126 };

/* Kernels start with: s[0:1] dispatch packet, s[2:3] arguments, s4 the group's x; v0 the
 * work-item's x. */
enum { PACKET = 0, ARGUMENTS = 2, GROUP_X = 4 };

/* A machine with an empty kernel. */
struct rig *gcn3_rig(const char *machine, const char *settings);
/* Appends an instruction; returns its number. */
uint32_t gcn3_add(struct rig *rig, struct code code);
/* Appends: v[address:address+1] := out + 4 * v[index]. Clobbers s[6:7] and VCC. */
void gcn3_add_address(struct rig *rig, uint32_t address, uint32_t index);

#endif
