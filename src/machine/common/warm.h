/* SPDX-License-Identifier: Apache-2.0 */
/* warm.h - the state of a cache before the first cycle of a launch: data that the host copied to
 * the device has passed through it (PAS-73). */
#ifndef WARPCLOCK_MACHINE_COMMON_WARM_H
#define WARPCLOCK_MACHINE_COMMON_WARM_H

#include "hw/cache.h"
#include "machine/machine.h"

/* The buffers among the launch's arguments. */
void warm_inputs(struct cache *cache, const struct memory *memory, const struct launch *launch);
void warm_code(struct cache *cache, const struct launch *launch);

#endif
