/* SPDX-License-Identifier: Apache-2.0 */
/* words.h - aligned words of all active lanes from or to one allocation, without further checks.
 *
 * `base` is where the host has the word at address `min`. */
#ifndef WARPCLOCK_MEMORY_WORDS_H
#define WARPCLOCK_MEMORY_WORDS_H

#include "isa/warp.h"

/* All lanes read the same word. */
void words_broadcast(const struct warp *warp, const uint8_t *base, uint32_t *row);
/* Lane i reads the word i after `base`; as many as the warp's stride are in the allocation. */
void words_copy(const struct warp *warp, const uint8_t *base, uint32_t *row);
/* Each lane has its own address. */
void words_gather(const struct warp *warp, const uint8_t *base, uint64_t min,
                  const uint64_t *address, uint32_t *row);
/* Lanes store in order: the highest one wins. */
void words_scatter(const struct warp *warp, uint8_t *base, uint64_t min, const uint64_t *address,
                   const uint32_t *row);

#endif
