/* SPDX-License-Identifier: Apache-2.0 */
/* frontend_cost.h - bits of storage in the front end of a core, from its configuration (EVAL-1).
 *
 * Contexts, scoreboard and instruction buffer of machines with a reconvergence stack or with a heap
 * of contexts, with or without interweaving. Every size follows from the numbers below; none
 * depends on a particular machine. */
#ifndef WARPCLOCK_HW_FRONTEND_COST_H
#define WARPCLOCK_HW_FRONTEND_COST_H

#include <stdbool.h>
#include <stdint.h>

struct frontend_design {
    uint32_t pools, warps; /* pools of warps, each with its own tables; warps per pool */
    uint32_t lanes;        /* of a warp */
    uint32_t hot;          /* contexts per warp that can issue; 0: a stack instead of a heap */
    uint32_t cold;         /* nodes of the cold context table, shared by all warps */
    uint32_t stack_blocks, stack_entries; /* of a warp's stack, and entries per block */
    uint32_t entries;      /* of the scoreboard per warp */
    bool matrix;           /* entries have a dependency matrix: with two instructions each */
    bool lookup;           /* a second scheduler reads all tables too: SWI */
    uint32_t pc_bits, register_bits, instruction_bits; /* 32, 8, 64 */
};

/* copies x rows x bits; no rows: there is none. `banked` and `dual_ported` are how two schedulers
 * access it. */
struct frontend_table {
    uint32_t copies, rows, bits;
    bool banked, dual_ported;
};

struct frontend_table frontend_scoreboard(const struct frontend_design *design);
/* The warp pool, or the hot context table: one context, mask and pc, or several with valid bits and
 * the first cold one. */
struct frontend_table frontend_contexts(const struct frontend_design *design);
/* The reconvergence stacks, or the cold context table. */
struct frontend_table frontend_waiting(const struct frontend_design *design);
struct frontend_table frontend_buffer(const struct frontend_design *design);

static inline uint64_t frontend_bits(const struct frontend_table *table)
{
    return (uint64_t)table->copies * table->rows * table->bits;
}

#endif
