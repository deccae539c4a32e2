/* SPDX-License-Identifier: Apache-2.0 */
/* hardware_register.h - which bits of which hardware register s_getreg and s_setreg access. */
#ifndef WARPCLOCK_ISA_GCN3_HARDWARE_REGISTER_H
#define WARPCLOCK_ISA_GCN3_HARDWARE_REGISTER_H

#include "isa/gcn3/gcn3.h"

enum gcn3_hardware_register {
    GCN3_HW_MODE = 1, GCN3_HW_STATUS, GCN3_HW_TRAP_STATUS, GCN3_HW_ID,
    GCN3_HW_COUNT, /* the others are not supported ... */
    GCN3_HW_MEMORY_BASES = 15, /* ... but for this one, on GCN5 */
};

/* Bits of MODE that must stay 0: index mode, and skipped vector instructions. */
enum { GCN3_MODE_REFUSED = 1 << 27 | 1 << 28 };

struct gcn3_hardware_field {
    unsigned id, shift;
    uint32_t mask; /* before the shift */
};

/* From the 16 bits of the instruction. */
static inline struct gcn3_hardware_field gcn3_hardware_field(const struct gcn3_insn *own)
{
    unsigned bits = (own->simm16 >> 11) + 1u;
    return (struct gcn3_hardware_field){own->simm16 & 63, own->simm16 >> 6 & 31,
                                        bits == 32 ? ~0u : (1u << bits) - 1};
}

#endif
