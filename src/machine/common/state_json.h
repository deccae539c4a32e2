/* SPDX-License-Identifier: Apache-2.0 */
/* state_json.h - parts of a machine's state as JSON, for --dump (PAS-97).
 *
 * Past times are left out and future ones are cycles of the launch, so a state depends only on the
 * cycle, not on which cycles the loop has simulated. */
#ifndef WARPCLOCK_MACHINE_COMMON_STATE_JSON_H
#define WARPCLOCK_MACHINE_COMMON_STATE_JSON_H

#include "base/json.h"
#include "hw/cache.h"
#include "isa/insn.h"
#include "isa/warp.h"

json_t *state_number(uint64_t value);
json_t *state_hex(uint64_t value);
/* A member that is present only while its time is in the future. */
void state_add_ahead(json_t **object, const char *name, cycle_t at, cycle_t now);
/* The lines of a cache. */
json_t *state_cache(const struct cache *cache, cycle_t now);
/* The numbers of a register, lane by lane. */
void state_add_register(json_t **object, const struct isa *isa, const struct warp *warp,
                        uint32_t reg);

#endif
