/* SPDX-License-Identifier: Apache-2.0 */
/* request_search.c - exhaustive search over the states in which a request can start. */
#include "bound/sim_d/request_search.h"

#include <stddef.h>

#include "machine/sim_d/closed_form.h"
#include "machine/sim_d/controller.h"

/* Start addresses repeat after a pair of banks (SIMD-31), in words. */
enum { PAIR_WORDS = 4096 };

/* The state that a request can find: the arbiter's active pair, and the first cycle after its start
 * in which a refresh allows an activate. */
struct start {
    uint32_t pair;
    cycle_t gate;
};

static struct sim_d_request request_of(const struct request_shape *shape, uint32_t address)
{
    uint32_t count = shape->kind == COST_TILE ? shape->count : 1;
    uint32_t period = shape->kind == COST_TILE ? shape->period : shape->words;
    return (struct sim_d_request){
        .server = shape->kind == COST_INDEX ? SIM_D_DRAM_INDEX : SIM_D_DRAM_TILE,
        .write = shape->write, .tile = {address, shape->words, period, count},
        .index = shape->index, .enabled = shape->enabled};
}

static cycle_t serve(const struct ddr4_numbers *dram, const struct sim_d_request *request,
                     struct start start)
{
    struct controller controller;
    cycle_t started;
    controller_build(&controller, dram, 0);
    controller.arbiter.pair = start.pair;
    controller.ddr4.rank.ready[DDR4_ROW] = start.gate;
    return controller_serve(&controller, request, 0, &started);
}

/* A refresh that is sent one cycle before the start delays the first activate by nRFC - 1. Up to
 * 3 DC pass before it is sent. The refresh itself is not part of the delay. */
static cycle_t after_refresh(const struct ddr4_numbers *dram, const struct sim_d_request *request,
                             uint32_t pair)
{
    enum { SENT_LATE = 3 };
    cycle_t delay = serve(dram, request, (struct start){pair, dram->rfc - 1}) + SENT_LATE;
    return delay < dram->rfc ? 0 : delay - dram->rfc;
}

static cycle_t in_all_states(const struct ddr4_numbers *dram, const struct request_shape *shape,
                             uint32_t address)
{
    struct sim_d_request request = request_of(shape, address);
    cycle_t worst = 0;
    for (uint32_t pair = 0; pair < dram->banks; pair += 2) {
        if (shape->pair_known && pair != shape->pair)
            continue;
        worst = later(worst, serve(dram, &request, (struct start){pair, 0}));
        if (!shape->no_refresh)
            worst = later(worst, after_refresh(dram, &request, pair));
    }
    return worst;
}

static bool one_address(const struct request_shape *shape)
{
    return shape->address_known || shape->kind == COST_SCALAR;
}

cycle_t request_search(const struct ddr4_numbers *dram, const struct request_shape *shape)
{
    cycle_t worst = 0;
    if (one_address(shape))
        return in_all_states(dram, shape, shape->address);
    for (uint32_t word = 0; word < PAIR_WORDS; word++)
        worst = later(worst, in_all_states(dram, shape, word * SIM_D_WORD_BYTES));
    return worst;
}

cycle_t request_search_reset(const struct ddr4_numbers *dram, const struct request_shape *shape)
{
    cycle_t worst = 0;
    uint32_t addresses = shape->kind == COST_SCALAR ? 1 : PAIR_WORDS;
    for (uint32_t word = 0; word < addresses; word++) {
        struct sim_d_request request =
            request_of(shape, shape->address + word * SIM_D_WORD_BYTES);
        worst = later(worst, serve(dram, &request, (struct start){0}));
    }
    return worst;
}

cycle_t request_index_delay(const struct ddr4_numbers *dram, const struct request_shape *shape)
{
    enum { FILL = 4 }; /* measured: an index stream's first activate follows the fetch by 6 */
    uint32_t lanes = shape->lanes ? shape->lanes : SIM_D_LANES;
    if (shape->index != NULL)
        return in_all_states(dram, shape, shape->address);
    return sim_d_index_delay(dram, lanes, sim_d_buffer_rows(shape->words), shape->write) +
           (SIM_D_LANES - lanes) + FILL; /* a lane that is off takes a cycle of the front end */
}
