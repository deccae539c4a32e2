/* SPDX-License-Identifier: Apache-2.0 */
/* model.c - making and destroying machines. */
#include "machine/common/model.h"

#include <stdlib.h>

enum wc_status model_create(struct error *err, const struct machine_ops *ops, size_t size,
                            struct parameters *parameters, model_build_fn *build,
                            struct machine **out)
{
    struct run_state *run = calloc(1, size);
    if (!run)
        return fail_memory(err);
    run->machine.ops = ops;
    run->bytes = size;
    enum wc_status status = build(err, parameters, run);
    if (status == WC_OK)
        *out = &run->machine;
    else
        ops->destroy(&run->machine);
    return status;
}

enum wc_status model_allocate_warps(struct error *err, struct run_state *run, uint32_t count,
                                    size_t size)
{
    enum { LINE = 64 }; /* of a host's cache */
    run->warp_storage = calloc(1, count * size + LINE);
    if (!run->warp_storage)
        return fail_memory(err);
    run->warp_storage_bytes = count * size;
    uintptr_t first = ((uintptr_t)run->warp_storage + LINE - 1) & ~(uintptr_t)(LINE - 1);
    run->warps = arena_array(&run->arena, count, sizeof *run->warps);
    run->warp_count = count;
    for (uint32_t i = 0; i < count; i++)
        run->warps[i] = (struct resident *)(first + i * size);
    return WC_OK;
}

void model_place_warp(struct resident *w, uint32_t core, uint32_t slot, uint32_t lanes,
                      uint32_t stride, void *state)
{
    w->warp.core = core;
    w->warp.slot = slot;
    w->warp.lanes = lanes;
    w->warp.stride = stride;
    w->warp.memory = &w->port;
    w->warp.state = state;
    w->ended = true;
}

void model_destroy(struct machine *machine)
{
    struct run_state *run = (struct run_state *)machine;
    free(run->warp_storage);
    arena_free(&run->arena);
    free(run);
}

void model_heap(const struct machine *machine, uint64_t *low, uint64_t *high, uint64_t *align)
{
    const struct run_state *run = (const struct run_state *)machine;
    *low = run->heap.base;
    *high = run->heap.end;
    *align = run->heap.align;
}

enum wc_status model_map_nothing(struct error *err, struct machine *machine,
                                 struct memory *memory)
{
    (void)err;
    (void)machine;
    (void)memory;
    return WC_OK;
}
