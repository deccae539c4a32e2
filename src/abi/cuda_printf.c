/* SPDX-License-Identifier: Apache-2.0 */
/* cuda_printf.c - vprintf() of device code: the format is in device memory, the arguments are in a
 * structure, each aligned to its size (CUDA C++ Programming Guide, "Formatted Output"). */
#include <string.h>

#include "abi/cuda_host.h"
#include "abi/print_format.h"

enum { STRING_BYTES_MAX = 1 << 16 };

static bool in_window(uint64_t address, uint64_t window, uint64_t size, uint64_t bytes)
{
    return address >= window && address - window <= size && bytes <= size - (address - window);
}

const uint8_t *cuda_host_bytes(const struct cuda_host *host, const struct warp *warp,
                               unsigned lane, uint64_t address, uint64_t bytes)
{
    const struct sass_state *state = warp->state;
    const struct sass_launch *launch = state->launch;
    if (in_window(address, launch->local_window, launch->local_bytes, bytes))
        return state->local + (uint64_t)lane * launch->local_bytes +
               (address - launch->local_window);
    if (in_window(address, launch->shared_window, launch->shared_bytes, bytes))
        return state->block->shared + (address - launch->shared_window);
    return memory_bytes(host->memory, address, bytes);
}

bool cuda_host_string(const struct cuda_host *host, const struct warp *warp, unsigned lane,
                      uint64_t address, struct text *out)
{
    for (uint64_t i = 0; i < STRING_BYTES_MAX; i++) {
        const uint8_t *byte = cuda_host_bytes(host, warp, lane, address + i, 1);
        if (!byte)
            return false;
        if (!*byte)
            return true;
        text_add_bytes(out, (const char *)byte, 1);
    }
    return true;
}

/* A call of one lane. */
struct printing {
    struct print_source source; /* first */
    const struct cuda_host *host;
    const struct warp *warp;
    unsigned lane;
    uint64_t next; /* argument */
};

static const uint8_t *take(struct print_source *source, unsigned bytes, unsigned *got)
{
    struct printing *printing = (struct printing *)source;
    const uint64_t at = (printing->next + bytes - 1) / bytes * bytes;
    printing->next = at + bytes;
    *got = bytes;
    return cuda_host_bytes(printing->host, printing->warp, printing->lane, at, bytes);
}

static bool take_string(struct print_source *source, struct text *out)
{
    const struct printing *printing = (const struct printing *)source;
    unsigned got;
    uint64_t address = 0;
    const uint8_t *from = take(source, sizeof address, &got);
    if (!from)
        return false;
    memcpy(&address, from, sizeof address);
    return cuda_host_string(printing->host, printing->warp, printing->lane, address, out);
}

int32_t cuda_host_printf(const struct cuda_host *host, const struct warp *warp, unsigned lane,
                         uint64_t format, uint64_t arguments, struct text *out)
{
    struct text text = {0};
    struct printing printing = {.source = {.take = take, .string = take_string}, .host = host,
                                .warp = warp, .lane = lane, .next = arguments};
    int32_t count = -1;
    if (cuda_host_string(host, warp, lane, format, &text))
        count = print_format(&printing.source, text_string(&text), out);
    text_free(&text);
    return count;
}
