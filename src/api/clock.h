/* SPDX-License-Identifier: Apache-2.0 */
/* clock.h - the frequency of a machine's clock. */
#ifndef WARPCLOCK_API_CLOCK_H
#define WARPCLOCK_API_CLOCK_H

#include "load/parameters.h"

/* 0: the machine file has none. */
enum wc_status machine_clock_mhz(struct error *err, struct parameters *parameters, uint32_t *mhz);

#endif
