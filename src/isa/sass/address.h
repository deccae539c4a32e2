/* SPDX-License-Identifier: Apache-2.0 */
/* address.h - the addresses of memory instructions, and the memories that are not device memory. */
#ifndef WARPCLOCK_ISA_SASS_ADDRESS_H
#define WARPCLOCK_ISA_SASS_ADDRESS_H

#include "isa/sass/lanes.h"

/* a + offset into the access: 64 bits of a pair of registers with .E, else 32 bits. */
void sass_addresses(const struct warp *warp, const struct sass_insn *own, struct effect *effect);

/* A block's shared memory: addresses start at 0, and a block without any has size 0. */
struct allocation sass_shared_memory(const struct sass_state *state);

#endif
