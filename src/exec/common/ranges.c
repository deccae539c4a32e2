/* SPDX-License-Identifier: Apache-2.0 */
/* ranges.c - memory of the device, at the machine's own addresses in this process.
 *
 * One mapping covers all addresses that the machine has for buffers, so a device address is an
 * address of the host: managed and mapped memory need no copies, and cycles, which depend on
 * addresses, are the same in every run. If another mapping is in the way (sanitizers), memory
 * is anywhere. A program that knows memory by handles gets it anywhere in any case, and kernels see
 * the machine's addresses. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "exec/common/state.h"

static void *reserve(void *at, uint64_t bytes, int flags)
{
    void *mapped = mmap(at, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
    return mapped == MAP_FAILED ? NULL : mapped;
}

/* Where kernels address it; NULL: that is not free. */
static void *reserve_at(uint64_t base, uint64_t bytes)
{
    void *at = (void *)(uintptr_t)base;
    void *mapped = reserve(at, bytes, MAP_FIXED_NOREPLACE);
    if (mapped && mapped != at) { /* a kernel that ignores the flag */
        munmap(mapped, bytes);
        mapped = NULL;
    }
    return mapped;
}

static void *on_host(uint64_t address)
{
    return (void *)(uintptr_t)(address + exec.ranges.shift);
}

exec_error ranges_open(struct ranges *ranges, const wc_device *device)
{
    uint64_t base, end;
    wc_device_heap(device, &base, &end, &ranges->align);
    if (end <= UINT32_MAX && !exec_interface.has_handles) {
        exec_complain("machine %s has 32-bit addresses and cannot access the program's memory in "
                      "place", wc_device_text(device, "name"));
        return ERROR_NO_DEVICE;
    }
    void *mapped = exec_interface.has_handles ? NULL : reserve_at(base, end - base);
    if (!mapped)
        mapped = reserve(NULL, end - base, 0);
    if (!mapped) {
        exec_complain("cannot reserve %llu bytes of addresses for device memory",
                      (unsigned long long)(end - base));
        return ERROR_OUT_OF_MEMORY;
    }
    ranges->low = exec_interface.has_handles ? base : (uint64_t)(uintptr_t)mapped;
    ranges->high = ranges->low + (end - base);
    ranges->shift = (uint64_t)(uintptr_t)mapped - ranges->low;
    return ERROR_NONE;
}

/* Number of ranges that start at or below the address. */
static size_t position(uint64_t address)
{
    size_t low = 0, high = exec.ranges.count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (exec.ranges.list[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct range *ranges_find(uint64_t address)
{
    const size_t at = position(address);
    const struct range *range = at ? &exec.ranges.list[at - 1] : NULL;
    return range && address - range->base < range->bytes ? range : NULL;
}

static bool takes_memory(const struct range *range)
{
    return range->kind != RANGE_HOST && !range->registered;
}

static exec_error insert(struct range range)
{
    struct ranges *all = &exec.ranges;
    const char *const names[] = {[RANGE_HOST] = "pinned memory", [RANGE_DEVICE] = "device memory",
                                 [RANGE_MANAGED] = "managed memory"};
    struct range *grown = reallocarray(all->list, all->count + 1, sizeof *grown);
    if (!grown)
        return ERROR_OUT_OF_MEMORY;
    all->list = grown;
    if (wc_device_map_at(exec.device, names[range.kind], range.base, on_host(range.base),
                         range.bytes) != WC_OK) {
        exec_complain_library("memory");
        return ERROR_INVALID_VALUE;
    }
    const size_t at = position(range.base);
    memmove(grown + at + 1, grown + at, (all->count - at) * sizeof *grown);
    grown[at] = range;
    all->count++;
    all->used += takes_memory(&range) ? range.bytes : 0;
    return ERROR_NONE;
}

static void remove_at(size_t at)
{
    struct ranges *all = &exec.ranges;
    const struct range range = all->list[at];
    wc_device_unmap_at(exec.device, range.base);
    if (range.pool)
        pool_give_back(range.pool, range.bytes);
    all->used -= takes_memory(&range) ? range.bytes : 0;
    memmove(all->list + at, all->list + at + 1, (all->count - at - 1) * sizeof *all->list);
    all->count--;
}

static uint64_t align_up(uint64_t value)
{
    return (value + exec.ranges.align - 1) / exec.ranges.align * exec.ranges.align;
}

/* The first gap that leaves free bytes on both sides: an access past the end must not hit the next
 * range. 0: none. */
static uint64_t find_gap(uint64_t bytes)
{
    const struct ranges *all = &exec.ranges;
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

static exec_error take(struct exec_pool *pool, uint64_t bytes, enum range_kind kind, void **out)
{
    if (!out)
        return ERROR_INVALID_VALUE;
    *out = NULL;
    if (!bytes)
        return ERROR_NONE;
    const uint64_t base = bytes < exec.ranges.high ? find_gap(bytes) : 0;
    if (!base)
        return ERROR_OUT_OF_MEMORY;
    exec_error error =
        insert((struct range){.base = base, .bytes = bytes, .kind = kind, .pool = pool});
    if (error == ERROR_NONE && pool)
        pool_take(pool, bytes);
    if (error == ERROR_NONE)
        *out = (void *)(uintptr_t)base;
    return error;
}

exec_error ranges_take(uint64_t bytes, enum range_kind kind, void **out)
{
    return take(NULL, bytes, kind, out);
}

exec_error ranges_take_from(struct exec_pool *pool, uint64_t bytes, void **out)
{
    exec_error error = pool_check(pool);
    return error == ERROR_NONE ? take(pool, bytes, RANGE_DEVICE, out) : error;
}

static size_t index_of(const void *pointer, bool registered)
{
    const uint64_t base = (uint64_t)(uintptr_t)pointer;
    const size_t at = position(base);
    const struct range *range = at ? &exec.ranges.list[at - 1] : NULL;
    return range && range->base == base && range->registered == registered ? at - 1 : SIZE_MAX;
}

exec_error ranges_give_back(void *pointer)
{
    if (!pointer)
        return ERROR_NONE;
    const size_t at = index_of(pointer, false);
    if (at == SIZE_MAX)
        return ERROR_INVALID_VALUE;
    const uint64_t page = 4096, base = exec.ranges.list[at].base;
    const uint64_t first = (base + page - 1) / page * page;
    const uint64_t last = (base + exec.ranges.list[at].bytes) / page * page;
    remove_at(at);
    if (last > first) /* host memory is used for what the program holds */
        madvise(on_host(first), last - first, MADV_DONTNEED);
    return ERROR_NONE;
}

exec_error ranges_register(void *pointer, uint64_t bytes, enum range_kind kind)
{
    const uint64_t base = (uint64_t)(uintptr_t)pointer;
    if (!pointer || !bytes || base + bytes < base)
        return ERROR_INVALID_VALUE;
    const size_t at = position(base + bytes - 1);
    if (at && base - exec.ranges.list[at - 1].base < exec.ranges.list[at - 1].bytes)
        return ERROR_ALREADY_REGISTERED;
    return insert((struct range){.base = base, .bytes = bytes, .kind = kind,
                                 .registered = true});
}

exec_error ranges_unregister(void *pointer)
{
    const size_t at = index_of(pointer, true);
    if (at == SIZE_MAX)
        return ERROR_NOT_REGISTERED;
    remove_at(at);
    return ERROR_NONE;
}

void ranges_drop_all(void)
{
    while (exec.ranges.count)
        remove_at(exec.ranges.count - 1);
}

uint64_t exec_total_memory(void)
{
    return exec.ranges.high - exec.ranges.low;
}

void *ranges_device_bytes(const void *pointer, uint64_t bytes)
{
    const uint64_t address = (uint64_t)(uintptr_t)pointer;
    const struct range *range = ranges_find(address);
    if (range)
        return bytes <= range->bytes - (address - range->base) ? on_host(address) : NULL;
    return wc_device_bytes(exec.device, address, bytes); /* a variable of a module */
}
