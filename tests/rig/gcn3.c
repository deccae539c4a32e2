/* SPDX-License-Identifier: Apache-2.0 */
/* gcn3.c - hand-made kernels, and a few instructions by the encoding tables of the ISA manual. */
#include "gcn3.h"

#include <string.h>

struct rig *gcn3_rig(const char *machine, const char *settings)
{
    enum { DISPATCH = 1 << 1, KERNARG = 1 << 3, USERS = 4 << 1, GROUP_ID_X = 1 << 7 };
    struct rig *rig = rig_new(machine, settings);
    rig->own = (struct amdgpu_kernel){.version = 4, .properties = DISPATCH | KERNARG,
                                      .rsrc2 = USERS | GROUP_ID_X, .vgprs = 16, .sgprs = 16,
                                      .wavefront = 64};
    kernel_begin(rig, &(struct image){.format = "AMDGPU code object v4", .isa = "gcn3",
                                      .architecture = 803},
                 &(struct kernel){.registers = 16, .parameter_bytes = 16, .amdgpu = &rig->own});
    return rig;
}

uint32_t gcn3_add(struct rig *rig, struct code code)
{
    uint32_t bytes = code.words * sizeof *code.word;
    memcpy(kernel_extend(rig, bytes), code.word, bytes);
    rig->made.count++;
    return rig->made.added++;
}

void gcn3_add_address(struct rig *rig, uint32_t address, uint32_t index)
{
    gcn3_add(rig, s_load_dwordx2(6, ARGUMENTS, 0));
    gcn3_add(rig, s_waitcnt(15, 0));
    gcn3_add(rig, v_lshlrev_b32(address, 2, index));
    gcn3_add(rig, v_add_u32(address, 6, address)); /* buffers do not cross 4 GiB here */
    gcn3_add(rig, v_mov_b32(address + 1, 7));
}

/* ---- instructions ---- */

struct code any_word(uint32_t word)
{
    return (struct code){{word}, 1};
}

static struct code two(uint32_t first, uint32_t second)
{
    return (struct code){{first, second}, 2};
}

/* ---- SOPP ---- */

static struct code sopp(uint32_t op, uint32_t simm16)
{
    return any_word(0xbf800000u | op << 16 | (simm16 & 0xffff));
}

struct code s_endpgm(void) { return sopp(1, 0); }
struct code s_nop(uint32_t n) { return sopp(0, n); }
struct code s_sleep(uint32_t n) { return sopp(14, n); }
struct code s_barrier(void) { return sopp(10, 0); }
struct code s_branch(int32_t words) { return sopp(2, (uint32_t)words); }
struct code s_cbranch_execz(int32_t words) { return sopp(8, (uint32_t)words); }

struct code s_waitcnt(uint32_t vm, uint32_t lgkm)
{
    return sopp(12, vm | 7 << 4 | lgkm << 8);
}

/* ---- scalar ---- */

static struct code sop1(uint32_t op, uint32_t dst, uint32_t src)
{
    return any_word(0xbe800000u | dst << 16 | op << 8 | src);
}

struct code s_mov_b32(uint32_t dst, uint32_t src) { return sop1(0, dst, src); }
struct code s_mov_b64(uint32_t dst, uint32_t src) { return sop1(1, dst, src); }
struct code s_setpc_b64(uint32_t src) { return sop1(0x1d, 0, src); }
struct code s_and_saveexec_b64(uint32_t dst, uint32_t src) { return sop1(0x20, dst, src); }

struct code s_mov_b32_literal(uint32_t dst, uint32_t value)
{
    return two(0xbe800000u | dst << 16 | 255, value);
}

static struct code smem(uint32_t op, uint32_t dst, uint32_t base, uint32_t offset)
{
    return two(0xc0020000u | op << 18 | dst << 6 | base / 2, offset);
}

struct code s_load_dword(uint32_t dst, uint32_t base, uint32_t offset)
{
    return smem(0, dst, base, offset);
}

struct code s_load_dwordx2(uint32_t dst, uint32_t base, uint32_t offset)
{
    return smem(1, dst, base, offset);
}

/* ---- vector ---- */

static struct code vop1(uint32_t op, uint32_t dst, uint32_t src)
{
    return any_word(0x7e000000u | dst << 17 | op << 9 | src);
}

static struct code vop2(uint32_t op, uint32_t dst, uint32_t src0, uint32_t vgpr)
{
    return any_word(op << 25 | dst << 17 | vgpr << 9 | src0);
}

struct code v_mov_b32(uint32_t dst, uint32_t src) { return vop1(1, dst, src); }
struct code v_rcp_f32(uint32_t dst, uint32_t src) { return vop1(0x22, dst, src); }

struct code v_add_u32(uint32_t dst, uint32_t src0, uint32_t vgpr)
{
    return vop2(0x19, dst, src0, vgpr);
}

struct code v_lshlrev_b32(uint32_t dst, uint32_t amount, uint32_t vgpr)
{
    return vop2(0x12, dst, CONSTANT(amount), vgpr);
}

struct code v_cmp_gt_u32(uint32_t src0, uint32_t vgpr)
{
    return any_word(0x7c000000u | 0xccu << 17 | vgpr << 9 | src0);
}

struct code v_add_f64(uint32_t dst, uint32_t src0, uint32_t src1)
{
    return two(0xd2800000u | dst, src0 | src1 << 9);
}

/* ---- memory ---- */

struct code flat_load_dword(uint32_t dst, uint32_t address)
{
    return two(0xdc500000u, dst << 24 | address);
}

struct code flat_store_dword(uint32_t address, uint32_t data)
{
    return two(0xdc700000u, data << 8 | address);
}

struct code ds_read_b32(uint32_t dst, uint32_t address)
{
    return two(0xd86c0000u, dst << 24 | address);
}

struct code ds_write_b32(uint32_t address, uint32_t data)
{
    return two(0xd81a0000u, data << 8 | address);
}

enum { OFFEN = 1 << 12 };

struct code buffer_load_dword(uint32_t dst, uint32_t address, uint32_t soffset)
{
    return two(0xe0500000u | OFFEN, soffset << 24 | dst << 8 | address);
}

struct code buffer_store_dword(uint32_t data, uint32_t address, uint32_t soffset)
{
    return two(0xe0700000u | OFFEN, soffset << 24 | data << 8 | address);
}
