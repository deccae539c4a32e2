/* SPDX-License-Identifier: Apache-2.0 */
/* closed_form.h - the paper's equations for the longest issue delay of a request, in DC.
 *
 * They do not contain the cycles in which the controller's pipeline fills: bounds and the upload of
 * a program add SIM_D_PIPELINE_FILL. */
#ifndef WARPCLOCK_MACHINE_SIM_D_CLOSED_FORM_H
#define WARPCLOCK_MACHINE_SIM_D_CLOSED_FORM_H

#include "hw/ddr4.h"

enum { SIM_D_PIPELINE_FILL = 3 };

/* Equation 15: a contiguous tile of `bursts`, > 0 (SIMD-59). */
cycle_t sim_d_tile_delay(const struct ddr4_numbers *numbers, uint64_t bursts, bool write);
/* The same for the upload of a program, which is aligned to its first burst (SIMD-18). Measured: the
 * original's upload times for 1 to 32 bursts. */
cycle_t sim_d_upload_delay(const struct ddr4_numbers *numbers, uint64_t bursts);
/* Equation 16: `bursts` > 0 single words of a buffer that covers so many rows (SIMD-60). */
cycle_t sim_d_index_delay(const struct ddr4_numbers *numbers, uint64_t bursts, uint64_t rows,
                          bool write);
/* Rows that a buffer of so many words can cover, in any alignment. */
uint64_t sim_d_buffer_rows(uint64_t words);
/* DRAM cycles in compute cycles, rounded up. */
cycle_t sim_d_in_compute_cycles(cycle_t dram_cycles, uint32_t dram_mhz, uint32_t compute_mhz);

#endif
