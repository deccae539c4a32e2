/* SPDX-License-Identifier: Apache-2.0 */
/* sequencer.c - walks over tiles and index streams. */
#include "machine/sim_d/sequencer.h"

#include "machine/sim_d/memory.h"

uint64_t sim_d_tile_end(const struct sim_d_tile *tile)
{
    if (tile->count == 0)
        return tile->address;
    uint64_t words = (uint64_t)(tile->count - 1) * tile->period + tile->words;
    return tile->address + words * SIM_D_WORD_BYTES;
}

/* Periods that overlap or touch are one run of words. */
static struct sim_d_tile merged(const struct sim_d_tile *tile)
{
    if (tile->words < tile->period || tile->count == 0)
        return *tile;
    uint32_t words = (uint32_t)((sim_d_tile_end(tile) - tile->address) / SIM_D_WORD_BYTES);
    return (struct sim_d_tile){tile->address, words, words, 1};
}

static void start(struct stride_sequencer *sequencer, const struct sim_d_tile *tile,
                  uint64_t origin, uint32_t words)
{
    *sequencer = (struct stride_sequencer){.tile = merged(tile), .origin = origin,
                                           .bytes = words * SIM_D_WORD_BYTES};
    if (tile->words == 0)
        sequencer->tile.count = 0;
}

void stride_bursts(struct stride_sequencer *sequencer, const struct sim_d_tile *tile)
{
    start(sequencer, tile, 0, SIM_D_BURST_WORDS);
}

void stride_lines(struct stride_sequencer *sequencer, const struct sim_d_tile *tile, uint32_t words)
{
    start(sequencer, tile, tile->address, words);
}

static uint64_t word_address(const struct stride_sequencer *sequencer)
{
    const struct sim_d_tile *tile = &sequencer->tile;
    return tile->address +
           ((uint64_t)sequencer->line * tile->period + sequencer->word) * SIM_D_WORD_BYTES;
}

/* Takes the words of the current line that are before `end`. */
static uint32_t take_words(struct stride_sequencer *sequencer, uint64_t base)
{
    const struct sim_d_tile *tile = &sequencer->tile;
    uint32_t first = (uint32_t)(word_address(sequencer) - base) / SIM_D_WORD_BYTES;
    uint32_t room = sequencer->bytes / SIM_D_WORD_BYTES - first;
    uint32_t left = tile->words - sequencer->word, taken = left < room ? left : room;
    sequencer->word += taken;
    if (sequencer->word == tile->words) {
        sequencer->word = 0;
        sequencer->line++;
    }
    return (uint32_t)(((UINT64_C(1) << taken) - 1) << first);
}

bool stride_next(struct stride_sequencer *sequencer, struct sim_d_access *access)
{
    if (sequencer->line == sequencer->tile.count)
        return false;
    uint64_t offset = word_address(sequencer) - sequencer->origin;
    uint64_t base = sequencer->origin + offset / sequencer->bytes * sequencer->bytes;
    *access = (struct sim_d_access){.address = (uint32_t)base};
    while (sequencer->line != sequencer->tile.count &&
           word_address(sequencer) < base + sequencer->bytes)
        access->wanted |= take_words(sequencer, base);
    return true;
}

void index_start(struct index_iterator *iterator, const struct sim_d_request *request)
{
    *iterator = (struct index_iterator){.address = request->tile.address, .index = request->index,
                                        .enabled = request->enabled};
}

bool index_next(struct index_iterator *iterator, struct sim_d_access *access)
{
    uint32_t lane = iterator->lane++;
    if ((iterator->enabled[lane / 64] >> lane % 64 & 1) == 0)
        return false;
    uint32_t word = iterator->address / SIM_D_WORD_BYTES + iterator->index[lane];
    *access = (struct sim_d_access){
        .address = word / SIM_D_BURST_WORDS * SIM_D_BURST_WORDS * SIM_D_WORD_BYTES,
        .wanted = 1u << word % SIM_D_BURST_WORDS,
    };
    return true;
}
