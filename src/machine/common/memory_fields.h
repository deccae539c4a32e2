/* SPDX-License-Identifier: Apache-2.0 */
/* memory_fields.h - the parameters of caches and DRAM in machine files, the same for all models. */
#ifndef WARPCLOCK_MACHINE_COMMON_MEMORY_FIELDS_H
#define WARPCLOCK_MACHINE_COMMON_MEMORY_FIELDS_H

#include "hw/cache.h"
#include "hw/dram.h"
#include "hw/sharedmem.h"
#include "machine/common/fields.h"

enum { CYCLES_MAX = 1 << 20 }; /* no latency of hardware is longer */

/* The parameters `name`.bytes, `name`.line and so on; refuses impossible caches. */
enum wc_status cache_fields_read(struct error *err, struct parameters *parameters,
                                 const char *name, struct cache_numbers *numbers);
enum wc_status dram_fields_read(struct error *err, struct parameters *parameters, const char *name,
                                struct dram_numbers *numbers);

/* The times of shared memory: PREFIX FIXED, PREFIXbase32 and so on. */
enum wc_status sharedmem_fields_read(struct error *err, struct parameters *parameters,
                                     const char *prefix, const char *fixed,
                                     struct sharedmem_times *times);

/* A cache of a machine, and the name of its parameters. */
struct named_cache {
    const char *name;
    struct cache_numbers *numbers;
};
/* Reads them all. The last one serves the others with whole lines, so its own lines may not be
 * shorter. */
enum wc_status caches_read(struct error *err, struct parameters *parameters,
                           const struct named_cache *caches, size_t count);
/* Refuses a number that is not a power of two. */
enum wc_status check_power_of_two(struct error *err, const char *name, uint32_t number);

/* Builds a cache above the level `next`, with its storage in the arena. */
void cache_allocate(struct arena *arena, struct cache *cache, const struct cache_numbers *numbers,
                    struct memory_level *next);

#endif
