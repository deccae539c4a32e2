/* SPDX-License-Identifier: Apache-2.0 */
/* request_index.h - the longest service of an index stream, in DC. */
#ifndef WARPCLOCK_BOUND_SIM_D_REQUEST_INDEX_H
#define WARPCLOCK_BOUND_SIM_D_REQUEST_INDEX_H

#include "bound/sim_d/request_cost.h"
#include "bound/sim_d/request_simulate.h"

/* With any indexes into the buffer and any enabled lanes, or with the known ones. */
struct request_delay request_index_delay(const struct ddr4_numbers *dram,
                                         const struct request_shape *shape);

/* Rows of banks that a buffer covers. */
struct buffer_rows {
    uint64_t rows;
    bool conflict; /* two of them are in the same bank */
};
/* `address`: NULL for any. */
struct buffer_rows request_buffer_rows(const struct ddr4_numbers *dram, const uint32_t *address,
                                       uint64_t words);

#endif
