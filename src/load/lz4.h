/* SPDX-License-Identifier: Apache-2.0 */
/* lz4.h - decompresses one block of the LZ4 format (LZ4 Block Format Description). */
#ifndef WARPCLOCK_LOAD_LZ4_H
#define WARPCLOCK_LOAD_LZ4_H

#include <stdbool.h>
#include <stdint.h>

/* False: the block is damaged, or does not have exactly `size` bytes in `out`. */
bool lz4_decompress(const uint8_t *block, uint64_t block_bytes, uint8_t *out, uint64_t size);

#endif
