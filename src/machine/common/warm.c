/* SPDX-License-Identifier: Apache-2.0 */
/* warm.c - preloads caches for a launch. */
#include "machine/common/warm.h"

void warm_inputs(struct cache *cache, const struct memory *memory, const struct launch *launch)
{
    for (size_t i = 0; i < launch->arg_count; i++) {
        const struct allocation *a = launch->args[i].kind == ARGUMENT_BUFFER
                                         ? memory_find(memory, launch->args[i].bits, 1)
                                         : NULL;
        if (a)
            cache_preload(cache, a->base, a->size);
    }
}

void warm_code(struct cache *cache, const struct launch *launch)
{
    const struct program *program = launch->program;
    for (uint32_t i = 0; i < program->range_count; i++)
        cache_preload(cache, program->ranges[i].base, program->ranges[i].bytes);
}
