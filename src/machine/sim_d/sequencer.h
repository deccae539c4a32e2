/* SPDX-License-Identifier: Apache-2.0 */
/* sequencer.h - the front ends that cut a request into accesses.
 *
 * The stride sequencer walks a tile and yields one access per step: an aligned burst of DRAM, or a
 * line of a scratchpad. Accesses without a wanted word are skipped (SIMD-28, SIMD-22). The index
 * iterator yields one burst per enabled lane (SIMD-30). */
#ifndef WARPCLOCK_MACHINE_SIM_D_SEQUENCER_H
#define WARPCLOCK_MACHINE_SIM_D_SEQUENCER_H

#include "machine/sim_d/memory.h"

enum { SIM_D_BURST_WORDS = 16, SIM_D_WORD_BYTES = 4 };

struct sim_d_access {
    uint32_t address; /* of its first word, in bytes */
    uint32_t wanted;  /* bit i: word i is part of the request */
};

struct stride_sequencer {
    struct sim_d_tile tile;
    uint64_t origin; /* accesses start at multiples of `bytes` from here */
    uint32_t bytes;  /* per access */
    uint32_t line, word; /* the first word of the tile that is not sequenced yet */
};

/* Bursts, aligned to their size. */
void stride_bursts(struct stride_sequencer *sequencer, const struct sim_d_tile *tile);
/* Lines of `words`; the first starts at the tile's address. */
void stride_lines(struct stride_sequencer *sequencer, const struct sim_d_tile *tile,
                  uint32_t words);
/* False: the tile is complete. */
bool stride_next(struct stride_sequencer *sequencer, struct sim_d_access *access);
/* The address after the last word of the tile. */
uint64_t sim_d_tile_end(const struct sim_d_tile *tile);

struct index_iterator {
    uint32_t address; /* of the buffer */
    const uint32_t *index;
    const uint64_t *enabled;
    uint32_t lane;
};

void index_start(struct index_iterator *iterator, const struct sim_d_request *request);
/* The next lane, enabled or not. False: its lane needs no access. */
bool index_next(struct index_iterator *iterator, struct sim_d_access *access);

#endif
