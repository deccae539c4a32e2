/* SPDX-License-Identifier: Apache-2.0 */
/* port_wide.c - the same two paths as in port.c: all active lanes in one allocation, with one base
 * pointer and vector code; or each lane separately. Both give the same bytes. */
#include "memory/port_wide.h"

#include <string.h>

#include "base/lanewise.h"
#include "memory/outside.h"
#include "memory/shadow.h"
#include "memory/words.h"

/* What the fast path needs to know about a warp's addresses. */
struct shape {
    uint64_t min, max; /* over the active lanes */
    uint64_t low_bits;    /* or of all active addresses */
    bool consecutive;     /* lane i accesses min + i * bytes */
};

LANEWISE static struct shape measure(const struct warp *warp, const uint64_t *address,
                                     unsigned bytes)
{
    uint64_t min = ~0ull, max = 0, low_bits = 0, gaps = 0;
    const uint64_t first = address[0];
    const size_t lanes = lane_count(warp->stride);
    for (size_t lane = 0; lane < lanes; lane++) {
        uint64_t on = (uint64_t)(int64_t)(int32_t)warp->active[lane], a = address[lane];
        uint64_t low = a | ~on, high = a & on;
        min = low < min ? low : min;
        max = high > max ? high : max;
        low_bits |= high;
        gaps |= (a - first - lane * bytes) & on;
    }
    return (struct shape){min, max, low_bits, gaps == 0 && (warp->mask & 1)};
}

static bool holds(const struct allocation *a, uint64_t address, uint64_t bytes)
{
    uint64_t offset = address - a->base;
    return offset < a->size && bytes <= a->size - offset;
}

/* Consoles are for machines that store bytes one by one: see port.h. */
static const struct allocation *find(struct warp *warp, const struct allocation *only,
                                     uint64_t address, uint64_t bytes)
{
    if (only)
        return holds(only, address, bytes) ? only : NULL;
    const struct allocation *a = memory_port_find(warp->memory, address, bytes);
    return a && a->kind != ALLOCATION_CONSOLE ? a : NULL;
}

static unsigned first_lane(uint64_t mask)
{
    return (unsigned)__builtin_ctzll(mask);
}

void memory_wide_fault(struct effect *effect, enum fault_kind kind, unsigned lane)
{
    const struct access *access = &effect->access;
    effect->kind = EFFECT_FAULT;
    effect->fault = (struct fault){.kind = (uint8_t)kind, .access = access->kind,
                                   .space = access->space, .bytes = access->bytes, .lane = lane,
                                   .address = access->address[lane]};
}

/* The first lane whose access is not allowed becomes the effect's fault. */
static bool check_lanes(struct warp *warp, struct effect *effect, const struct allocation *only,
                        unsigned align)
{
    const struct access *access = &effect->access;
    for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
        unsigned lane = first_lane(rest);
        const struct allocation *a = find(warp, only, access->address[lane], access->bytes);
        const bool may_write = access->kind == ACCESS_LOAD || (a && a->writable);
        if (access->address[lane] % align)
            memory_wide_fault(effect, FAULT_MISALIGNED, lane);
        else if (a && !may_write)
            memory_wide_fault(effect, FAULT_READ_ONLY, lane);
        else if (!a && only)
            memory_wide_fault(effect, FAULT_OUT_OF_BOUNDS, lane);
        else if (a || outside_tell(warp, effect, lane))
            continue;
        return false;
    }
    return true;
}

/* Of a lane that was checked. */
static const struct allocation *lane_memory(struct warp *warp, const struct allocation *only,
                                            uint64_t address, uint64_t bytes)
{
    const struct allocation *a = find(warp, only, address, bytes);
    return a ? a : outside_at(warp->memory->memory->outside, address);
}

/* The one allocation for the whole warp's access without fault, or NULL. */
static const struct allocation *whole_warp(struct warp *warp, const struct allocation *only,
                                           const struct shape *shape, enum access_kind kind,
                                           unsigned bytes, unsigned align)
{
    uint64_t span = shape->max - shape->min + bytes;
    if (shape->low_bits % align || !warp->mask || span > UINT32_MAX)
        return NULL;
    const struct allocation *a = find(warp, only, shape->min, span);
    return a && (kind == ACCESS_LOAD || a->writable) ? a : NULL;
}

static void begin(struct warp *warp, struct effect *effect, enum access_kind kind, unsigned bytes)
{
    effect->kind = EFFECT_MEMORY;
    effect->access.kind = (uint8_t)kind;
    effect->access.bytes = (uint8_t)bytes;
    effect->access.mask = warp->mask;
}

static void follow(struct warp *warp, const struct effect *effect, const struct allocation *only)
{
    if (warp->memory->shadow)
        shadow_access(warp, effect, only);
}

/* ---- Loads ---- */

static uint32_t extended(uint32_t word, unsigned bits, enum widen widen)
{
    unsigned unused = 32 - bits;
    return widen == WIDEN_SIGN ? (uint32_t)((int32_t)(word << unused) >> unused) : word;
}

void memory_wide_load_lane(const uint8_t *from, const struct wide_rows *rows, unsigned lane,
                           unsigned bytes, enum widen widen)
{
    uint16_t half;
    if (bytes == 1) {
        rows->row[0][lane] = extended(*from, 8, widen);
    } else if (bytes == 2) {
        memcpy(&half, from, 2);
        rows->row[0][lane] = extended(half, 16, widen);
    }
    for (unsigned i = 0; i < bytes / 4; i++)
        memcpy(&rows->row[i][lane], from + 4 * i, 4);
}

/* Words of the device that are words of the host. */
static void load_words(struct warp *warp, const struct effect *effect, const struct allocation *a,
                       const struct shape *shape, const struct wide_rows *rows, unsigned bytes)
{
    const uint8_t *base = a->bytes + (shape->min - a->base);
    for (unsigned i = 0; i < bytes / 4; i++, base += 4) {
        if (shape->min == shape->max)
            words_broadcast(warp, base, rows->row[i]);
        else if (bytes == 4 && shape->consecutive &&
                 holds(a, shape->min, 4ull * warp->stride))
            words_copy(warp, base, rows->row[i]);
        else
            words_gather(warp, base, shape->min, effect->access.address, rows->row[i]);
    }
}

static void load(struct warp *warp, struct effect *effect, const struct allocation *only,
                 const struct wide_rows *rows, unsigned bytes, unsigned align, enum widen widen)
{
    const uint64_t *address = effect->access.address;
    struct shape shape = measure(warp, address, bytes);
    begin(warp, effect, ACCESS_LOAD, bytes);
    const struct allocation *a = whole_warp(warp, only, &shape, ACCESS_LOAD, bytes, align);
    if (a && bytes >= 4 && a->base % 4 == 0 && shape.low_bits % 4 == 0) {
        load_words(warp, effect, a, &shape, rows, bytes);
        return;
    }
    if (!a && !check_lanes(warp, effect, only, align))
        return;
    for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
        unsigned lane = first_lane(rest);
        const struct allocation *at =
            a ? a : lane_memory(warp, only, address[lane], bytes);
        memory_wide_load_lane(at->bytes + (address[lane] - at->base), rows, lane, bytes, widen);
    }
}

void memory_wide_load(struct warp *warp, struct effect *effect, const struct allocation *only,
                      const struct wide_rows *rows, unsigned bytes, enum widen widen)
{
    load(warp, effect, only, rows, bytes, bytes, widen);
    follow(warp, effect, only);
}

void memory_wide_load_aligned(struct warp *warp, struct effect *effect,
                              const struct allocation *only, const struct wide_rows *rows,
                              unsigned bytes, unsigned align, enum widen widen)
{
    load(warp, effect, only, rows, bytes, align, widen);
    follow(warp, effect, only);
}

/* ---- Stores ---- */

void memory_wide_store_lane(uint8_t *to, const struct wide_rows *rows, unsigned lane,
                            unsigned bytes)
{
    if (bytes == 1)
        *to = (uint8_t)rows->row[0][lane];
    else if (bytes == 2)
        memcpy(to, &rows->row[0][lane], 2);
    for (unsigned i = 0; i < bytes / 4; i++)
        memcpy(to + 4 * i, &rows->row[i][lane], 4);
}

static void store(struct warp *warp, struct effect *effect, const struct allocation *only,
                  const struct wide_rows *rows, unsigned bytes, unsigned align)
{
    const uint64_t *address = effect->access.address;
    struct shape shape = measure(warp, address, bytes);
    begin(warp, effect, ACCESS_STORE, bytes);
    const struct allocation *a = whole_warp(warp, only, &shape, ACCESS_STORE, bytes, align);
    if (a && bytes == 4 && shape.consecutive && warp->mask == lanes_all(warp->lanes)) {
        memcpy(a->bytes + (shape.min - a->base), rows->row[0], 4ull * warp->lanes);
        return;
    }
    if (a && bytes == 4) {
        words_scatter(warp, a->bytes + (shape.min - a->base), shape.min, address, rows->row[0]);
        return;
    }
    if (!a && !check_lanes(warp, effect, only, align))
        return;
    for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
        unsigned lane = first_lane(rest);
        const struct allocation *at =
            a ? a : lane_memory(warp, only, address[lane], bytes);
        memory_wide_store_lane(at->bytes + (address[lane] - at->base), rows, lane, bytes);
    }
}

void memory_wide_store(struct warp *warp, struct effect *effect, const struct allocation *only,
                       const struct wide_rows *rows, unsigned bytes)
{
    store(warp, effect, only, rows, bytes, bytes);
    follow(warp, effect, only);
}

void memory_wide_store_aligned(struct warp *warp, struct effect *effect,
                               const struct allocation *only, const struct wide_rows *rows,
                               unsigned bytes, unsigned align)
{
    store(warp, effect, only, rows, bytes, align);
    follow(warp, effect, only);
}

/* ---- Atomics ---- */

static void update(uint8_t *at, const struct wide_atomic *atomic, unsigned lane, unsigned bytes)
{
    uint64_t old = 0, other = atomic->other ? atomic->other[lane] : 0;
    if (bytes == 4)
        memcpy(&old, at, 4); /* the low half: hosts are little-endian like the devices */
    else
        memcpy(&old, at, 8);
    uint64_t new = atomic->combine(old, atomic->value[lane], other);
    atomic->old[lane] = old;
    if (bytes == 4)
        memcpy(at, &new, 4);
    else
        memcpy(at, &new, 8);
}

void memory_wide_atomic(struct warp *warp, struct effect *effect, const struct allocation *only,
                        const struct wide_atomic *atomic, unsigned bytes)
{
    const uint64_t *address = effect->access.address;
    struct shape shape = measure(warp, address, bytes);
    begin(warp, effect, ACCESS_ATOMIC, bytes);
    const struct allocation *a = whole_warp(warp, only, &shape, ACCESS_ATOMIC, bytes,
                                            bytes);
    if (!a && !check_lanes(warp, effect, only, bytes))
        return;
    for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
        unsigned lane = first_lane(rest);
        const struct allocation *at =
            a ? a : lane_memory(warp, only, address[lane], bytes);
        update(at->bytes + (address[lane] - at->base), atomic, lane, bytes);
    }
    follow(warp, effect, only);
}
