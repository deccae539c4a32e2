/* SPDX-License-Identifier: Apache-2.0 */
/* frontend_cost.c - sizes of the tables of a front end. */
#include "hw/frontend_cost.h"

enum {
    ISSUE_WIDTH = 2,
    /* what an entry has besides two registers. The paper gives the sum, 24 bits; a 2x3 matrix
     * and two valid bits explain it. */
    MATRIX_BITS = 2 * 3 + 2,
};

static uint32_t bits_to_number(uint32_t things)
{
    uint32_t bits = 0;
    while (bits < 32 && 1ull << bits < things)
        bits++;
    return bits;
}

static uint32_t context_bits(const struct frontend_design *design)
{
    return design->pc_bits + design->lanes;
}

/* With a stack or one hot context a scheduler has its own copy; two read copies of matrices are
 * side by side (SWI-12, SWI-23). */
struct frontend_table frontend_scoreboard(const struct frontend_design *design)
{
    uint32_t entry = design->matrix ? ISSUE_WIDTH * design->register_bits + MATRIX_BITS
                                    : design->register_bits;
    uint32_t bits = design->entries * entry;
    if (design->matrix)
        return (struct frontend_table){.copies = 1, .rows = design->warps,
                                       .bits = design->lookup ? 2 * bits : bits};
    return (struct frontend_table){.copies = design->lookup ? 2 : design->pools,
                                   .rows = design->warps, .bits = bits};
}

struct frontend_table frontend_contexts(const struct frontend_design *design)
{
    if (!design->hot)
        return (struct frontend_table){.copies = design->pools, .rows = design->warps,
                                       .bits = context_bits(design)};
    return (struct frontend_table){
        .copies = 1, .rows = design->warps,
        .bits = design->hot * (context_bits(design) + 1) + bits_to_number(design->cold),
        .banked = design->lookup && design->hot > 1};
}

struct frontend_table frontend_waiting(const struct frontend_design *design)
{
    if (!design->hot)
        return (struct frontend_table){
            .copies = 1, .rows = design->pools * design->warps * design->stack_blocks,
            .bits = design->stack_entries * context_bits(design)};
    return (struct frontend_table){.copies = 1, .rows = design->cold,
                                   .bits = context_bits(design) + 1 + bits_to_number(design->cold)};
}

struct frontend_table frontend_buffer(const struct frontend_design *design)
{
    uint32_t per_warp = design->hot ? design->hot : 1;
    return (struct frontend_table){.copies = 1, .rows = design->pools * design->warps * per_warp,
                                   .bits = design->instruction_bits,
                                   .dual_ported = design->lookup};
}
