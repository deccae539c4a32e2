/* SPDX-License-Identifier: Apache-2.0 */
/* rv32.h - kernels of plain RV32 instructions, written one by one, for machines that dispatch
 * threads themselves. */
#ifndef WARPCLOCK_TESTS_RIG_RV32_H
#define WARPCLOCK_TESTS_RIG_RV32_H

#include "events.h"
#include "kernel.h"

/* Registers by their ABI names. Kernels start with the address of `out` in a0, the number in a1. */
enum { ZERO = 0, RA = 1, T0 = 5, T1 = 6, T2 = 7, S0 = 8, A0 = 10, A1 = 11, A2 = 12, A3 = 13,
       A4 = 14, A5 = 15, A6 = 16, A7 = 17, S2 = 18, T3 = 28, T4 = 29, T5 = 30, T6 = 31 };

enum { CSR_LOCAL_X = 0xCD3, CSR_GROUP_X = 0xCD6 };

/* A machine with an empty kernel. */
struct rig *rv_rig(const char *machine, const char *settings);
/* Appends an instruction; returns its number. */
uint32_t rv_put(struct rig *rig, uint32_t word);
/* A branch or jump that was added before goes to the next instruction to be added. */
void rv_land(struct rig *rig, uint32_t branch);

uint32_t rv_addi(uint32_t rd, uint32_t rs1, int32_t imm);
uint32_t rv_andi(uint32_t rd, uint32_t rs1, int32_t imm);
uint32_t rv_slli(uint32_t rd, uint32_t rs1, uint32_t amount);
uint32_t rv_add(uint32_t rd, uint32_t rs1, uint32_t rs2);
uint32_t rv_div(uint32_t rd, uint32_t rs1, uint32_t rs2);
uint32_t rv_lw(uint32_t rd, uint32_t rs1, int32_t offset);
uint32_t rv_sw(uint32_t rs2, uint32_t rs1, int32_t offset);
uint32_t rv_csrr(uint32_t rd, uint32_t csr);
/* `to`: an instruction by its number, relative to the next one to be added. */
uint32_t rv_beq(uint32_t rs1, uint32_t rs2, int32_t to);
uint32_t rv_bne(uint32_t rs1, uint32_t rs2, int32_t to);
uint32_t rv_blt(uint32_t rs1, uint32_t rs2, int32_t to);
uint32_t rv_j(int32_t to);
uint32_t rv_ret(void);
uint32_t rv_barrier(void);

#endif
