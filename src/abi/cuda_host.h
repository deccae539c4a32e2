/* SPDX-License-Identifier: Apache-2.0 */
/* cuda_host.h - functions that CUDA's driver provides to device code: printf, assert, malloc, free.
 *
 * A call takes the time of the two instructions of its stub and no more: it is for finding errors,
 * not for measuring. Lanes of a warp call in ascending order. */
#ifndef WARPCLOCK_ABI_CUDA_HOST_H
#define WARPCLOCK_ABI_CUDA_HOST_H

#include "base/text.h"
#include "isa/sass/sass.h"
#include "memory/memory.h"

struct cuda_host {
    struct sass_host host; /* first */
    const struct memory *memory;
    void (*console)(void *user, const char *bytes, size_t length); /* or NULL */
    void *user;
    struct text message; /* of a failed assertion */
};

/* While a launch runs. */
void cuda_host_begin(struct cuda_host *host, const struct memory *memory,
                     void (*console)(void *user, const char *bytes, size_t length), void *user);
void cuda_host_end(struct cuda_host *host);

/* Whether code of the image calls malloc or free: it then needs an ALLOCATION_HEAP. */
bool cuda_needs_heap(const struct image *image);

/* cuda_printf.c: bytes of a thread at a generic address, or NULL. */
const uint8_t *cuda_host_bytes(const struct cuda_host *host, const struct warp *warp,
                               unsigned lane, uint64_t address, uint64_t bytes);
/* Adds the string at an address; false if it does not end inside readable memory. */
bool cuda_host_string(const struct cuda_host *host, const struct warp *warp, unsigned lane,
                      uint64_t address, struct text *out);
/* vprintf(): returns the number of arguments, or -1 if format or arguments cannot be read. */
int32_t cuda_host_printf(const struct cuda_host *host, const struct warp *warp, unsigned lane,
                         uint64_t format, uint64_t arguments, struct text *out);

/* cuda_heap.c: memory from a heap; 0 if none is left. */
uint64_t cuda_heap_take(const struct allocation *heap, uint64_t bytes);
/* False: not the start of a block in use. */
bool cuda_heap_give_back(const struct allocation *heap, uint64_t address);

#endif
