/* SPDX-License-Identifier: Apache-2.0 */
/* csr.h - numbers of the control and status registers used by the instruction set itself. */
#ifndef WARPCLOCK_ISA_RV32_CSR_H
#define WARPCLOCK_ISA_RV32_CSR_H

#include <stdbool.h>
#include <stdint.h>

enum rv32_csr {
    CSR_FFLAGS = 0x001, CSR_FRM = 0x002, CSR_FCSR = 0x003,
    CSR_SATP = 0x180,
    CSR_MSTATUS = 0x300, CSR_MISA = 0x301, CSR_MIE = 0x304, CSR_MTVEC = 0x305,
    CSR_MSCRATCH = 0x340, CSR_MEPC = 0x341, CSR_MCAUSE = 0x342, CSR_MTVAL = 0x343,
    CSR_PMPCFG0 = 0x3A0, CSR_PMPADDR0 = 0x3B0, CSR_MNSTATUS = 0x744,
    CSR_MCYCLE = 0xB00, CSR_MINSTRET = 0xB02,
    CSR_MPM_FIRST = 0xB03, CSR_MPM_LAST = 0xB1F,
    CSR_HIGH_HALF = 0x080, /* added to a counter's number */
    CSR_THREAD_ID = 0xCC0, CSR_WARP_ID = 0xCC1, CSR_CORE_ID = 0xCC2,
    CSR_ACTIVE_WARPS = 0xCC3, CSR_ACTIVE_THREADS = 0xCC4,
    CSR_GROUP_SLOT = 0xCD0, CSR_GROUP_RANK = 0xCD1, CSR_GROUP_WARPS = 0xCD2,
    CSR_THREAD_X = 0xCD3, CSR_BLOCK_X = 0xCD6, CSR_BLOCK_SIZE_X = 0xCD9, CSR_GRID_SIZE_X = 0xCDC,
    CSR_LOCAL_ADDRESS = 0xCDF, CSR_CLUSTER_SIZE = 0xCE0, CSR_KERNEL_ENTRY = 0xCE1,
    CSR_MVENDORID = 0xF11, CSR_MARCHID = 0xF12, CSR_MIMPID = 0xF13, CSR_MHARTID = 0xF14,
    CSR_NUM_THREADS = 0xFC0, CSR_NUM_WARPS = 0xFC1, CSR_NUM_CORES = 0xFC2,
    CSR_FC3 = 0xFC3, CSR_FC4 = 0xFC4,
};

/* Does reading it give each lane its own value, or one that changes as lanes diverge? */
static inline bool rv32_csr_is_lane_source(uint32_t number)
{
    return number == CSR_THREAD_ID || number == CSR_MHARTID || number == CSR_ACTIVE_THREADS ||
           (number >= CSR_THREAD_X && number < CSR_THREAD_X + 3);
}

#endif
