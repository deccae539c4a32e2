/* SPDX-License-Identifier: Apache-2.0 */
/* request_index.c - a closed form for every index stream (docs/sim-d-wcet-requests.md). */
#include "bound/sim_d/request_index.h"

#include <stddef.h>

#include "base/arena.h"
#include "bound/sim_d/request_course.h"
#include "machine/sim_d/sequencer.h"

enum { PAIR_BURSTS = 256 };
/* From the fetch of the request to its first activate, less the two cycles by which its end is
 * announced early. */
enum { FILL = 4 };


/* Rows of a buffer from burst `first` to burst `last`: two per pair, but one where only a single
 * burst of it is covered. Banks repeat after all pairs. */
static struct buffer_rows rows_of(const struct ddr4_numbers *dram, uint64_t first, uint64_t last)
{
    uint64_t pairs = last / PAIR_BURSTS - first / PAIR_BURSTS, banks = dram->banks;
    uint64_t head = PAIR_BURSTS - first % PAIR_BURSTS, tail = last % PAIR_BURSTS + 1;
    if (pairs == 0)
        return (struct buffer_rows){last > first ? 2 : 1, false};
    uint64_t rows = (head > 1 ? 2 : 1) + 2 * (pairs - 1) + (tail > 1 ? 2 : 1);
    /* The last pair is in the banks of the first one: only a head of one burst, in the odd bank,
     * and a tail of one, in the even bank, do not meet. */
    bool meets = 2 * pairs == banks && (head > 1 || tail > 1);
    return (struct buffer_rows){rows, 2 * pairs > banks || meets};
}

/* The max over all alignments: as many whole pairs as possible, and the rest before and after them,
 * where 17 words are in two rows and 16 in one. Equation 16's count of rows leaves out that both
 * ends can be in two rows. */
static struct buffer_rows rows_anywhere(const struct ddr4_numbers *dram, uint64_t words)
{
    enum { PAIR_WORDS = PAIR_BURSTS * SIM_D_BURST_WORDS, TWO = SIM_D_BURST_WORDS + 1 };
    uint64_t whole = words < 2 ? 0 : (words - 2) / PAIR_WORDS, rest = words - whole * PAIR_WORDS;
    uint64_t rows = rest < 2 ? 1 : rest <= TWO ? 2 : rest < 2 * TWO ? 3 : 4;
    /* The first and the last pair are in the same banks when all others are between them. */
    bool meets = 2 * (whole + 1) > dram->banks || (2 * (whole + 1) == dram->banks && rest > TWO);
    return (struct buffer_rows){2 * whole + rows, meets};
}

struct buffer_rows request_buffer_rows(const struct ddr4_numbers *dram, const uint32_t *address,
                                       uint64_t words)
{
    if (address == NULL)
        return rows_anywhere(dram, words);
    uint64_t word = *address / SIM_D_WORD_BYTES;
    return rows_of(dram, word / SIM_D_BURST_WORDS,
                   (word + (words ? words - 1 : 0)) / SIM_D_BURST_WORDS);
}

/* From an access to the first activate after its row is closed. */
static cycle_t closing(const struct ddr4_numbers *n, bool write)
{
    return write ? n->cwl + n->burst + n->wr + n->rp : n->rtp + n->rp;
}

/* Every burst may close a row and open another one of the same bank. */
static cycle_t with_conflicts(const struct ddr4_numbers *n, uint64_t bursts, bool write)
{
    return bursts * later(n->ras + n->rp, n->rcd + closing(n, write));
}

/* Bursts follow each other by nCCD_L. A row after the first one can hold all of them up for nRCD
 * and a cycle in which its activate enters, another one for its precharge; and it can be opened as
 * late as nRCD before the last access. */
static cycle_t without_conflicts(const struct ddr4_numbers *n, uint64_t bursts, uint64_t rows,
                                 bool write)
{
    uint64_t others = (rows < bursts ? rows : bursts) - 1;
    cycle_t delay = n->rcd + (bursts - 1) * n->ccd_l + closing(n, write) + others * (n->rcd + 2);
    if (others != 0)
        delay += n->ras - n->rcd;
    return later(delay, n->ras + n->rp);
}

/* The gates of all cycles in which a refresh can end, since lanes that are off keep the FIFOs from
 * filling. */
static struct request_delay known_stream(const struct ddr4_numbers *dram,
                                         const struct request_shape *shape)
{
    struct sim_d_request request = {
        .server = SIM_D_DRAM_INDEX, .write = shape->write, .index = shape->index,
        .enabled = shape->enabled, .tile = {.address = shape->address}};
    struct arena arena = {0};
    struct course_marks marks = {.arena = &arena};
    struct request_times times;
    uint32_t pair = shape->pair / 2;
    request_simulate(dram, &request, true, &marks, &times);
    arena_free(&arena);
    return request_longest(dram, &times, shape->pair_known ? &pair : NULL);
}

struct request_delay request_index_delay(const struct ddr4_numbers *dram,
                                         const struct request_shape *shape)
{
    uint64_t lanes = shape->lanes ? shape->lanes : SIM_D_LANES;
    struct buffer_rows rows = request_buffer_rows(
        dram, shape->address_known ? &shape->address : NULL, shape->words);
    if (shape->index != NULL)
        return known_stream(dram, shape);
    cycle_t served = rows.conflict ? with_conflicts(dram, lanes, shape->write)
                                   : without_conflicts(dram, lanes, rows.rows, shape->write);
    /* A lane that is off takes a cycle of the front end. */
    served += FILL + (SIM_D_LANES - lanes);
    return (struct request_delay){served, served + dram->rfc};
}
