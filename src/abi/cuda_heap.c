/* SPDX-License-Identifier: Apache-2.0 */
/* cuda_heap.c - the heap of device-side malloc().
 *
 * Blocks fill the heap from its start. Each begins with a header: the bytes of the block, and a
 * mark that says whether it is in use. All of that is in device memory, so the heap keeps its
 * contents from launch to launch. The first block that is large enough is taken. */
#include <string.h>

#include "abi/cuda_host.h"

enum { UNIT = 16 };
static const uint64_t USED = 0x77617270636c6b75, FREE = 0x77617270636c6b66;

struct header {
    uint64_t bytes; /* of the block, with the header */
    uint64_t mark;
};
_Static_assert(sizeof(struct header) == UNIT, "blocks are aligned");

static struct header read_header(const struct allocation *heap, uint64_t at)
{
    struct header header;
    memcpy(&header, heap->bytes + at, sizeof header);
    return header;
}

static void write_header(const struct allocation *heap, uint64_t at, uint64_t bytes, uint64_t mark)
{
    const struct header header = {bytes, mark};
    memcpy(heap->bytes + at, &header, sizeof header);
}

/* A heap that nobody has used is one free block. Damage ends it. */
static struct header block_at(const struct allocation *heap, uint64_t at)
{
    struct header header = read_header(heap, at);
    const uint64_t rest = heap->size - at;
    if (header.bytes == 0 && header.mark == 0)
        header = (struct header){rest, FREE};
    if ((header.mark != USED && header.mark != FREE) || header.bytes < UNIT ||
        header.bytes % UNIT || header.bytes > rest)
        header = (struct header){rest, USED};
    return header;
}

/* The free bytes from `at` on: free blocks that follow each other are one. */
static uint64_t free_bytes(const struct allocation *heap, uint64_t at)
{
    uint64_t bytes = 0;
    while (at + bytes < heap->size) {
        const struct header block = block_at(heap, at + bytes);
        if (block.mark == USED)
            break;
        bytes += block.bytes;
    }
    return bytes;
}

uint64_t cuda_heap_take(const struct allocation *heap, uint64_t bytes)
{
    if (bytes == 0 || bytes > heap->size - UNIT)
        return 0;
    const uint64_t need = (bytes + UNIT - 1) / UNIT * UNIT + UNIT;
    for (uint64_t at = 0; at < heap->size;) {
        const uint64_t room = free_bytes(heap, at);
        if (room >= need) {
            if (room > need)
                write_header(heap, at + need, room - need, FREE);
            write_header(heap, at, need, USED);
            return heap->base + at + UNIT;
        }
        at += room;
        at += at < heap->size ? block_at(heap, at).bytes : 0;
    }
    return 0;
}

bool cuda_heap_give_back(const struct allocation *heap, uint64_t address)
{
    for (uint64_t at = 0; at < heap->size;) {
        const struct header block = block_at(heap, at);
        if (heap->base + at + UNIT == address && block.mark == USED) {
            write_header(heap, at, block.bytes, FREE);
            return true;
        }
        at += block.bytes;
    }
    return false;
}
