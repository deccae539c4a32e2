/* SPDX-License-Identifier: Apache-2.0 */
/* alignment.h - the two lowest bits of addresses, as far as the code alone tells.
 *
 * Accesses of device memory need no alignment, and one that crosses the end of a line asks for two.
 * What a lane adds to the base of an array is mostly a multiple of the element's size, whatever the
 * data are: an index, shifted. So the low bits of an address are a constant plus those of
 * registers, and a view knows these registers more often than the address. */
#ifndef WARPCLOCK_BOUND_GCN3_ALIGNMENT_H
#define WARPCLOCK_BOUND_GCN3_ALIGNMENT_H

#include "bound/gcn3/view.h"
#include "isa/insn.h"

/* bits 1:0 of a register = those of constant + the sum of the terms, registers as they are now */
struct gcn3_low_bits {
    bool known, is_zero; /* is_zero: of all bits */
    uint8_t constant, terms;
    uint16_t term[2];
};

/* The low bits of the address of each instruction that accesses memory, with its displacement. */
void gcn3_find_low_bits(const struct program *program, struct gcn3_low_bits *out);

/* The lanes whose address is a multiple of `align`, 2 or 4, for certain. */
uint64_t gcn3_aligned_lanes(const struct gcn3_view *view, const struct gcn3_low_bits *bits,
                            unsigned align);

#endif
