/* SPDX-License-Identifier: Apache-2.0 */
/* pack.h - packs the arguments of a launch into the bytes that its kernel reads, and lays out local
 * memory.
 *
 * The binary defines the offset of an argument; without it, natural alignment after the previous
 * one. A group's local memory holds the kernel's own variables, then the local arguments of the
 * job, then the bytes of `shared:`. */
#ifndef WARPCLOCK_ABI_PACK_H
#define WARPCLOCK_ABI_PACK_H

#include "abi/launch.h"

enum { LOCAL_ALIGN = 16 }; /* of a local argument's first byte */

/* One more than the highest register of first .. first+count-1 that any instruction of a program
 * names, counted from `first`: the number of registers that a warp needs. */
uint32_t registers_named(const struct program *program, uint32_t first, uint32_t count);

static inline uint64_t round_up_to(uint64_t value, uint64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* Bytes of a group's local memory. */
uint64_t pack_local_bytes(const struct launch *launch);

/* Writes the arguments to `into`, or with NULL only measures; returns the end of the last one. A
 * local argument is represented by its offset in local memory, in `local_pointer` bytes. */
uint64_t pack_arguments(const struct launch *launch, uint32_t local_pointer, uint8_t *into);

#endif
