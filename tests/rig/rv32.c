/* SPDX-License-Identifier: Apache-2.0 */
/* rv32.c - a few RV32 instructions by their bits. */
#include "rv32.h"

#include <string.h>

struct rig *rv_rig(const char *machine, const char *settings)
{
    struct rig *rig = rig_new(machine, settings);
    kernel_begin(rig, &(struct image){.format = "RISC-V ELF", .isa = "rv32"}, &(struct kernel){0});
    return rig;
}

uint32_t rv_put(struct rig *rig, uint32_t word)
{
    memcpy(kernel_extend(rig, sizeof word), &word, sizeof word);
    rig->made.count++;
    return rig->made.added++;
}

/* ---- formats ---- */

enum { OP = 0x33, OP_IMM = 0x13, LOAD = 0x03, STORE = 0x23, BRANCH = 0x63, JAL = 0x6f, JALR = 0x67,
       SYSTEM = 0x73, CUSTOM_0 = 0x0b };

static uint32_t r_type(uint32_t opcode, uint32_t f3, uint32_t f7, uint32_t rd, uint32_t rs1,
                       uint32_t rs2)
{
    return opcode | rd << 7 | f3 << 12 | rs1 << 15 | rs2 << 20 | f7 << 25;
}

static uint32_t i_type(uint32_t opcode, uint32_t f3, uint32_t rd, uint32_t rs1, int32_t imm)
{
    return opcode | rd << 7 | f3 << 12 | rs1 << 15 | (uint32_t)imm << 20;
}

static uint32_t b_offset(int32_t bytes)
{
    uint32_t b = (uint32_t)bytes;
    return (b >> 11 & 1) << 7 | (b >> 1 & 15) << 8 | (b >> 5 & 63) << 25 | (b >> 12 & 1) << 31;
}

static uint32_t j_offset(int32_t bytes)
{
    uint32_t b = (uint32_t)bytes;
    return (b >> 12 & 255) << 12 | (b >> 11 & 1) << 20 | (b >> 1 & 1023) << 21 |
           (b >> 20 & 1) << 31;
}

static uint32_t branch(uint32_t f3, uint32_t rs1, uint32_t rs2, int32_t to)
{
    return r_type(BRANCH, f3, 0, 0, rs1, rs2) | b_offset(4 * to);
}

void rv_land(struct rig *rig, uint32_t number)
{
    uint32_t word;
    int32_t bytes = 4 * (int32_t)(rig->made.added - number);
    memcpy(&word, rig->made.code + (size_t)number * 4, sizeof word);
    if ((word & 0x7f) == JAL)
        word = (word & 0xfff) | j_offset(bytes);
    else
        word = (word & ~b_offset(-2)) | b_offset(bytes);
    memcpy(rig->made.code + (size_t)number * 4, &word, sizeof word);
}

/* ---- instructions ---- */

uint32_t rv_addi(uint32_t rd, uint32_t rs1, int32_t imm) { return i_type(OP_IMM, 0, rd, rs1, imm); }
uint32_t rv_andi(uint32_t rd, uint32_t rs1, int32_t imm) { return i_type(OP_IMM, 7, rd, rs1, imm); }
uint32_t rv_csrr(uint32_t rd, uint32_t csr) { return i_type(SYSTEM, 2, rd, 0, (int32_t)csr); }
uint32_t rv_ret(void) { return i_type(JALR, 0, 0, RA, 0); }
uint32_t rv_barrier(void) { return r_type(CUSTOM_0, 4, 0, 0, 0, 0); }
uint32_t rv_j(int32_t to) { return JAL | j_offset(4 * to); }
uint32_t rv_beq(uint32_t rs1, uint32_t rs2, int32_t to) { return branch(0, rs1, rs2, to); }
uint32_t rv_bne(uint32_t rs1, uint32_t rs2, int32_t to) { return branch(1, rs1, rs2, to); }
uint32_t rv_blt(uint32_t rs1, uint32_t rs2, int32_t to) { return branch(4, rs1, rs2, to); }

uint32_t rv_lw(uint32_t rd, uint32_t rs1, int32_t offset)
{
    return i_type(LOAD, 2, rd, rs1, offset);
}

uint32_t rv_slli(uint32_t rd, uint32_t rs1, uint32_t amount)
{
    return i_type(OP_IMM, 1, rd, rs1, (int32_t)amount);
}

uint32_t rv_add(uint32_t rd, uint32_t rs1, uint32_t rs2)
{
    return r_type(OP, 0, 0, rd, rs1, rs2);
}

uint32_t rv_div(uint32_t rd, uint32_t rs1, uint32_t rs2)
{
    return r_type(OP, 4, 1, rd, rs1, rs2);
}

uint32_t rv_sw(uint32_t rs2, uint32_t rs1, int32_t offset)
{
    uint32_t b = (uint32_t)offset;
    return r_type(STORE, 2, b >> 5 & 127, b & 31, rs1, rs2);
}
