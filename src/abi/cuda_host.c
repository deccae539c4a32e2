/* SPDX-License-Identifier: Apache-2.0 */
/* cuda_host.c - a call of a host function, lane by lane.
 *
 * Registers of a call, from R4 on: vprintf(format, arguments), malloc(bytes), free(address),
 * __assertfail(expression, file, line, function, size of a character). */
#include "abi/cuda_host.h"

#include <inttypes.h>

static uint64_t pair(const struct warp *warp, unsigned first, unsigned lane)
{
    return warp_row(warp, SASS_R0 + first)[lane] |
           (uint64_t)warp_row(warp, SASS_R0 + first + 1)[lane] << 32;
}

static void put_pair(const struct warp *warp, unsigned lane, uint64_t value)
{
    warp_row(warp, SASS_R4)[lane] = (uint32_t)value;
    warp_row(warp, SASS_R4 + 1)[lane] = (uint32_t)(value >> 32);
}

static void fault(struct cuda_host *host, unsigned lane, struct effect *effect)
{
    effect->kind = EFFECT_FAULT;
    effect->fault = (struct fault){.kind = FAULT_HOST_CALL, .lane = lane,
                                   .text = text_string(&host->message)};
}

static void call_printf(struct cuda_host *host, struct warp *warp, unsigned lane,
                        struct effect *effect)
{
    struct text line = {0};
    const int32_t count =
        cuda_host_printf(host, warp, lane, pair(warp, 4, lane), pair(warp, 6, lane), &line);
    if (count < 0) {
        text_add(&host->message, "printf with a format or an argument outside all allocations");
        fault(host, lane, effect);
    } else if (host->console && line.length) {
        host->console(host->user, text_string(&line), line.length);
    }
    text_free(&line);
    warp_row(warp, SASS_R4)[lane] = (uint32_t)count;
}

static void add_place(struct cuda_host *host, const struct warp *warp, unsigned lane)
{
    const struct sass_state *state = warp->state;
    const uint32_t *block = state->block->index;
    text_add(&host->message, "block (%u, %u, %u), thread (%u, %u, %u): ", block[0], block[1],
             block[2], state->thread[0][lane], state->thread[1][lane], state->thread[2][lane]);
}

static void call_assert(struct cuda_host *host, struct warp *warp, unsigned lane,
                        struct effect *effect)
{
    struct text *message = &host->message;
    add_place(host, warp, lane);
    text_add(message, "assertion '");
    cuda_host_string(host, warp, lane, pair(warp, 4, lane), message);
    text_add(message, "' failed in ");
    cuda_host_string(host, warp, lane, pair(warp, 10, lane), message);
    text_add(message, ", ");
    cuda_host_string(host, warp, lane, pair(warp, 6, lane), message);
    text_add(message, ":%" PRIu32, warp_row(warp, SASS_R0 + 8)[lane]);
    fault(host, lane, effect);
    effect->fault.kind = FAULT_ASSERT;
}

static const struct allocation *heap_of(const struct cuda_host *host)
{
    for (uint32_t i = 0; i < host->memory->count; i++) {
        if (host->memory->table[i].kind == ALLOCATION_HEAP)
            return &host->memory->table[i];
    }
    return NULL;
}

static void call_malloc(struct cuda_host *host, struct warp *warp, unsigned lane,
                        struct effect *effect)
{
    const struct allocation *heap = heap_of(host);
    (void)effect;
    put_pair(warp, lane, heap ? cuda_heap_take(heap, pair(warp, 4, lane)) : 0);
}

static void call_free(struct cuda_host *host, struct warp *warp, unsigned lane,
                      struct effect *effect)
{
    const struct allocation *heap = heap_of(host);
    const uint64_t address = pair(warp, 4, lane);
    if (!address || (heap && cuda_heap_give_back(heap, address)))
        return;
    add_place(host, warp, lane);
    text_add(&host->message, "free of 0x%" PRIx64 ", which malloc did not return, or which was "
             "freed before", address);
    fault(host, lane, effect);
}

static void call(struct sass_host *sass, struct warp *warp, enum host_function function,
                 struct effect *effect)
{
    static void (*const functions[])(struct cuda_host *, struct warp *, unsigned,
                                     struct effect *) = {
        [HOST_FUNCTION_PRINTF] = call_printf, [HOST_FUNCTION_ASSERT] = call_assert,
        [HOST_FUNCTION_MALLOC] = call_malloc, [HOST_FUNCTION_FREE] = call_free,
    };
    struct cuda_host *host = (struct cuda_host *)sass;
    if (function == HOST_FUNCTION_UNKNOWN) {
        text_add(&host->message, "call of a function that the file does not define");
        fault(host, warp_deciding_lane(warp), effect);
        return;
    }
    for (uint64_t rest = warp->mask; rest && effect->kind != EFFECT_FAULT; rest &= rest - 1)
        functions[function](host, warp, (unsigned)__builtin_ctzll(rest), effect);
}

void cuda_host_begin(struct cuda_host *host, const struct memory *memory,
                     void (*console)(void *user, const char *bytes, size_t length), void *user)
{
    *host = (struct cuda_host){.host.call = call, .memory = memory, .console = console,
                               .user = user};
}

void cuda_host_end(struct cuda_host *host)
{
    text_free(&host->message);
    *host = (struct cuda_host){0};
}

bool cuda_needs_heap(const struct image *image)
{
    for (uint32_t i = 0; i < image->segment_count; i++) {
        if (image->segments[i].host_functions)
            return image_symbol(image, "malloc") || image_symbol(image, "free");
    }
    return false;
}
