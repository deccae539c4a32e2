/* SPDX-License-Identifier: Apache-2.0 */
/* ranges.c - memory of the device, at the machine's own addresses in this process.
 *
 * One mapping covers all addresses that the machine has for buffers, so a device address is an
 * address of the host: managed and mapped memory need no copies, and cycles, which depend on
 * addresses, are the same in every run. If another mapping is in the way (sanitizers), memory
 * is anywhere. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "exec/cuda/state.h"

static void *reserve(void *at, uint64_t bytes, int flags)
{
    void *mapped = mmap(at, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
    return mapped == MAP_FAILED ? NULL : mapped;
}

cudaError_t ranges_open(struct ranges *ranges, const wc_device *device)
{
    uint64_t base, end;
    wc_device_heap(device, &base, &end, &ranges->align);
    void *at = (void *)(uintptr_t)base; /* kernels address it */
    void *mapped = reserve(at, end - base, MAP_FIXED_NOREPLACE);
    if (mapped && mapped != at) { /* a kernel that ignores the flag */
        munmap(mapped, end - base);
        mapped = NULL;
    }
    if (!mapped)
        mapped = reserve(NULL, end - base, 0);
    if (!mapped) {
        cuda_complain("cannot reserve %llu bytes of addresses for device memory",
                      (unsigned long long)(end - base));
        return cudaErrorMemoryAllocation;
    }
    ranges->low = (uint64_t)(uintptr_t)mapped;
    ranges->high = ranges->low + (end - base);
    return cudaSuccess;
}

/* Number of ranges that start at or below the address. */
static size_t position(uint64_t address)
{
    size_t low = 0, high = cuda.ranges.count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (cuda.ranges.list[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct range *ranges_find(uint64_t address)
{
    const size_t at = position(address);
    const struct range *range = at ? &cuda.ranges.list[at - 1] : NULL;
    return range && address - range->base < range->bytes ? range : NULL;
}

static bool takes_memory(const struct range *range)
{
    return range->kind != RANGE_HOST && !range->registered;
}

static cudaError_t insert(struct range range)
{
    struct ranges *all = &cuda.ranges;
    const char *const names[] = {[RANGE_HOST] = "pinned memory", [RANGE_DEVICE] = "device memory",
                                 [RANGE_MANAGED] = "managed memory"};
    struct range *grown = reallocarray(all->list, all->count + 1, sizeof *grown);
    if (!grown)
        return cudaErrorMemoryAllocation;
    all->list = grown;
    if (wc_device_map(cuda.device, names[range.kind], (void *)(uintptr_t)range.base,
                      range.bytes) != WC_OK) {
        cuda_complain_library("memory");
        return cudaErrorInvalidValue;
    }
    const size_t at = position(range.base);
    memmove(grown + at + 1, grown + at, (all->count - at) * sizeof *grown);
    grown[at] = range;
    all->count++;
    all->used += takes_memory(&range) ? range.bytes : 0;
    return cudaSuccess;
}

static void remove_at(size_t at)
{
    struct ranges *all = &cuda.ranges;
    const struct range range = all->list[at];
    wc_device_unmap(cuda.device, (void *)(uintptr_t)range.base);
    all->used -= takes_memory(&range) ? range.bytes : 0;
    memmove(all->list + at, all->list + at + 1, (all->count - at - 1) * sizeof *all->list);
    all->count--;
}

static uint64_t align_up(uint64_t value)
{
    return (value + cuda.ranges.align - 1) / cuda.ranges.align * cuda.ranges.align;
}

/* The first gap that leaves free bytes on both sides: an access past the end must not hit the next
 * range. 0: none. */
static uint64_t find_gap(uint64_t bytes)
{
    const struct ranges *all = &cuda.ranges;
    uint64_t base = align_up(all->low);
    for (size_t i = 0; i < all->count; i++) {
        const struct range *next = &all->list[i];
        if (next->base >= all->high ||
            (next->base >= base && next->base - base >= bytes + all->align))
            break;
        if (next->base + next->bytes + all->align > base)
            base = align_up(next->base + next->bytes + all->align);
    }
    return bytes <= all->high - all->low && base <= all->high - bytes ? base : 0;
}

cudaError_t ranges_take(uint64_t bytes, enum range_kind kind, void **out)
{
    if (!out)
        return cudaErrorInvalidValue;
    *out = NULL;
    if (!bytes)
        return cudaSuccess;
    const uint64_t base = bytes < cuda.ranges.high ? find_gap(bytes) : 0;
    if (!base)
        return cudaErrorMemoryAllocation;
    cudaError_t error = insert((struct range){.base = base, .bytes = bytes, .kind = kind});
    if (error == cudaSuccess)
        *out = (void *)(uintptr_t)base;
    return error;
}

static size_t index_of(const void *pointer, bool registered)
{
    const uint64_t base = (uint64_t)(uintptr_t)pointer;
    const size_t at = position(base);
    const struct range *range = at ? &cuda.ranges.list[at - 1] : NULL;
    return range && range->base == base && range->registered == registered ? at - 1 : SIZE_MAX;
}

cudaError_t ranges_give_back(void *pointer)
{
    if (!pointer)
        return cudaSuccess;
    const size_t at = index_of(pointer, false);
    if (at == SIZE_MAX)
        return cudaErrorInvalidValue;
    const uint64_t page = 4096, base = cuda.ranges.list[at].base;
    const uint64_t first = (base + page - 1) / page * page;
    const uint64_t last = (base + cuda.ranges.list[at].bytes) / page * page;
    remove_at(at);
    if (last > first) /* host memory is used for what the program holds */
        madvise((void *)(uintptr_t)first, last - first, MADV_DONTNEED);
    return cudaSuccess;
}

cudaError_t ranges_register(void *pointer, uint64_t bytes, enum range_kind kind)
{
    const uint64_t base = (uint64_t)(uintptr_t)pointer;
    if (!pointer || !bytes || base + bytes < base)
        return cudaErrorInvalidValue;
    const size_t at = position(base + bytes - 1);
    if (at && base - cuda.ranges.list[at - 1].base < cuda.ranges.list[at - 1].bytes)
        return cudaErrorHostMemoryAlreadyRegistered;
    return insert((struct range){.base = base, .bytes = bytes, .kind = kind,
                                 .registered = true});
}

cudaError_t ranges_unregister(void *pointer)
{
    const size_t at = index_of(pointer, true);
    if (at == SIZE_MAX)
        return cudaErrorHostMemoryNotRegistered;
    remove_at(at);
    return cudaSuccess;
}

void ranges_drop_all(void)
{
    while (cuda.ranges.count)
        remove_at(cuda.ranges.count - 1);
}

void *ranges_device_bytes(const void *pointer, uint64_t bytes)
{
    const uint64_t address = (uint64_t)(uintptr_t)pointer;
    const struct range *range = ranges_find(address);
    if (range)
        return bytes <= range->bytes - (address - range->base) ? (void *)(uintptr_t)address : NULL;
    return wc_device_bytes(cuda.device, address, bytes); /* a variable of a module */
}
