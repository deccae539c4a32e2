/* SPDX-License-Identifier: Apache-2.0 */
/* port.c - lane-wise loads, stores and atomics with a check of every lane.
 *
 * Two paths: if all active lanes are in one allocation (a range test of the warp's smallest and
 * largest address), the lanes use one base pointer, and a warp that reads or writes consecutive
 * words copies them as a block. Otherwise every lane finds its own allocation. Both give the same
 * bytes. */
#include "memory/port.h"

#include <string.h>

#include "base/lanewise.h"
#include "memory/outside.h"
#include "memory/shadow.h"
#include "memory/words.h"

void memory_port_reset(struct memory_port *port, struct memory *memory)
{
    port->memory = memory;
    port->recent = NULL;
}

static bool holds(const struct allocation *a, uint64_t address, uint64_t bytes)
{
    uint64_t offset = address - a->base;
    return offset < a->size && bytes <= a->size - offset;
}

/* Whether [address, address+bytes) of local memory is in one part that the access may use. */
static bool in_part(const struct memory_port *port, uint64_t address, uint64_t bytes)
{
    const uint64_t offset = address - port->local.base;
    for (uint32_t i = 0; i < port->part_count; i++) {
        const struct memory_part *part = &port->parts[i];
        const uint64_t into = offset - part->offset;
        if (into < part->size && bytes <= part->size - into)
            return !part->through || part->through == port->through;
    }
    return false;
}

/* The table only reserves the addresses of local memory: outside its own part a port has none. */
static bool is_reserved(const struct memory_port *port, const struct allocation *a)
{
    return a->kind == ALLOCATION_LOCAL && a != &port->local;
}

/* With parts, local memory is never `recent`: every access has to be in one of them. */
struct allocation *memory_port_find(struct memory_port *port, uint64_t address, uint64_t bytes)
{
    if (port->recent && holds(port->recent, address, bytes))
        return port->recent;
    const bool local = holds(&port->local, address, bytes);
    if (local && port->parts)
        return in_part(port, address, bytes) ? &port->local : NULL;
    struct allocation *found = local ? &port->local : memory_find(port->memory, address, bytes);
    if (found && is_reserved(port, found))
        return NULL;
    if (found)
        port->recent = found;
    return found;
}

static uint64_t distance(const struct allocation *a, uint64_t address)
{
    if (address < a->base)
        return a->base - address;
    return address - a->base < a->size ? 0 : address - (a->base + a->size) + 1;
}

/* The part as an allocation. */
static struct allocation part_allocation(const struct memory_port *port,
                                         const struct memory_part *part)
{
    struct allocation a = port->local;
    a.base += part->offset;
    a.size = part->size;
    a.name = part->name;
    return a;
}

static struct allocation nearest_local(const struct memory_port *port, uint64_t address)
{
    struct allocation nearest = port->local;
    for (uint32_t i = 0; i < port->part_count; i++) {
        const struct allocation part = part_allocation(port, &port->parts[i]);
        if (!port->parts[i].through && (nearest.name == port->local.name ||
                                        distance(&part, address) < distance(&nearest, address)))
            nearest = part;
    }
    return nearest;
}

bool memory_port_nearest(const struct memory_port *port, uint64_t address, struct allocation *out)
{
    const struct allocation *shared = memory_nearest(port->memory, address);
    if (!port->local.size) {
        if (shared)
            *out = *shared;
        return shared != NULL;
    }
    *out = nearest_local(port, address);
    if (shared && !is_reserved(port, shared) &&
        distance(shared, address) <= distance(out, address))
        *out = *shared;
    return true;
}

/* What the fast path needs to know about a warp's addresses. */
struct shape {
    uint32_t min, max; /* over the active lanes */
    uint32_t low_bits;    /* or of all active addresses */
    bool consecutive;     /* lane i accesses min + i * bytes */
};

LANEWISE static struct shape measure(const struct warp *warp, const uint32_t *address,
                                     unsigned bytes, uint64_t *wide)
{
    uint32_t min = ~0u, max = 0, low_bits = 0, gaps = 0;
    const uint32_t first = address[0];
    const unsigned stride = warp_loop_lanes(warp);
    for (unsigned lane = 0; lane < stride; lane++) {
        uint32_t on = warp->active[lane], a = address[lane];
        uint32_t low = a | ~on, high = a & on;
        min = low < min ? low : min;
        max = high > max ? high : max;
        low_bits |= high;
        gaps |= (a - first - lane * bytes) & on;
        wide[lane] = a;
    }
    return (struct shape){min, max, low_bits, gaps == 0 && (warp->mask & 1)};
}

static unsigned first_lane(uint64_t mask)
{
    return (unsigned)__builtin_ctzll(mask);
}

static void set_fault(struct effect *effect, enum fault_kind kind, enum access_kind access,
                      unsigned bytes, unsigned lane, uint64_t address)
{
    effect->kind = EFFECT_FAULT;
    effect->fault = (struct fault){.kind = (uint8_t)kind, .access = (uint8_t)access,
                                   .bytes = (uint8_t)bytes, .lane = lane, .address = address};
}

/* The first lane whose access is not allowed becomes the effect's fault. */
static bool check_lanes(struct warp *warp, struct effect *effect, const uint32_t *address,
                        enum access_kind kind, unsigned bytes)
{
    for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
        unsigned lane = first_lane(rest);
        if (address[lane] % bytes) {
            set_fault(effect, FAULT_MISALIGNED, kind, bytes, lane, address[lane]);
            return false;
        }
        struct allocation *a = memory_port_find(warp->memory, address[lane], bytes);
        if (!a && !outside_tell(warp, effect, lane))
            return false;
        if (a && kind != ACCESS_LOAD && !a->writable) {
            set_fault(effect, FAULT_READ_ONLY, kind, bytes, lane, address[lane]);
            return false;
        }
    }
    return true;
}

/* Of a lane that was checked. */
static struct allocation *lane_memory(struct warp *warp, uint64_t address, unsigned bytes)
{
    struct allocation *a = memory_port_find(warp->memory, address, bytes);
    return a ? a : outside_at(warp->memory->memory->outside, address);
}

/* The one allocation for the whole warp's access without fault or side effect, or NULL. */
static struct allocation *whole_warp(struct warp *warp, const struct shape *shape,
                                     enum access_kind kind, unsigned bytes)
{
    if (shape->low_bits % bytes || !warp->mask)
        return NULL;
    uint64_t span = (uint64_t)shape->max - shape->min + bytes;
    struct allocation *a = memory_port_find(warp->memory, shape->min, span);
    if (!a || (kind != ACCESS_LOAD && !a->writable) || a->kind == ALLOCATION_CONSOLE)
        return NULL;
    return a;
}

static void begin(struct warp *warp, struct effect *effect, enum access_kind kind, unsigned bytes)
{
    effect->kind = EFFECT_MEMORY;
    effect->access.kind = (uint8_t)kind;
    effect->access.space = MEMORY_GLOBAL;
    effect->access.bytes = (uint8_t)bytes;
    effect->access.mask = warp->mask;
}

static inline uint32_t read_value(const uint8_t *from, unsigned bytes, enum widen widen)
{
    uint16_t half;
    uint32_t word;
    switch (bytes) {
    case 1:
        return widen == WIDEN_SIGN ? (uint32_t)(int8_t)*from : *from;
    case 2:
        memcpy(&half, from, 2);
        return widen == WIDEN_SIGN ? (uint32_t)(int16_t)half : half;
    default:
        memcpy(&word, from, 4);
        return word;
    }
}

static void load(struct warp *warp, struct effect *effect, uint32_t *row,
                 const uint32_t *address, unsigned bytes, enum widen widen)
{
    struct shape shape = measure(warp, address, bytes, effect->access.address);
    begin(warp, effect, ACCESS_LOAD, bytes);
    struct allocation *a = whole_warp(warp, &shape, ACCESS_LOAD, bytes);
    if (a && bytes == 4 && a->base % 4 == 0) { /* words of the device are words of the host */
        const uint8_t *base = a->bytes + (shape.min - a->base);
        if (shape.min == shape.max)
            words_broadcast(warp, base, row);
        else if (shape.consecutive && holds(a, shape.min, 4ull * warp->stride))
            words_copy(warp, base, row);
        else
            words_gather(warp, base, shape.min, effect->access.address, row);
        return;
    }
    if (!a && !check_lanes(warp, effect, address, ACCESS_LOAD, bytes))
        return;
    for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
        unsigned lane = first_lane(rest);
        a = lane_memory(warp, address[lane], bytes);
        row[lane] = read_value(a->bytes + (address[lane] - a->base), bytes, widen);
    }
}

static void store_lane(struct memory_port *port, struct allocation *a, uint64_t address,
                       unsigned bytes, uint32_t value)
{
    if (a->kind != ALLOCATION_CONSOLE) {
        memcpy(a->bytes + (address - a->base), &value, bytes);
        return;
    }
    if (port->console)
        port->console(port->user, (uint32_t)(address - a->base), (uint8_t)value);
}

static void store(struct warp *warp, struct effect *effect, const uint32_t *row,
                  const uint32_t *address, unsigned bytes)
{
    struct shape shape = measure(warp, address, bytes, effect->access.address);
    begin(warp, effect, ACCESS_STORE, bytes);
    struct allocation *a = whole_warp(warp, &shape, ACCESS_STORE, bytes);
    if (a && bytes == 4 && shape.consecutive && warp->mask == lanes_all(warp->lanes)) {
        memcpy(a->bytes + (shape.min - a->base), row, 4ull * warp->lanes);
        return;
    }
    if (a) {
        uint8_t *base = a->bytes + (shape.min - a->base);
        for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
            unsigned lane = first_lane(rest);
            memcpy(base + (address[lane] - shape.min), &row[lane], bytes);
        }
        return;
    }
    if (!check_lanes(warp, effect, address, ACCESS_STORE, bytes))
        return;
    for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
        unsigned lane = first_lane(rest);
        a = lane_memory(warp, address[lane], bytes);
        store_lane(warp->memory, a, address[lane], bytes, row[lane]);
    }
}

static void update(struct warp *warp, struct effect *effect, uint32_t *row,
                   const uint32_t *address, const uint32_t *operand, combine_fn *combine)
{
    measure(warp, address, 4, effect->access.address);
    begin(warp, effect, ACCESS_ATOMIC, 4);
    if (!check_lanes(warp, effect, address, ACCESS_ATOMIC, 4))
        return;
    for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
        unsigned lane = first_lane(rest);
        struct allocation *a = lane_memory(warp, address[lane], 4);
        uint8_t *at = a->bytes + (address[lane] - a->base);
        uint32_t old, new;
        memcpy(&old, at, 4);
        new = combine(old, operand[lane]);
        memcpy(at, &new, 4);
        row[lane] = old;
    }
}

/* ---- the same, followed ---- */

static void follow(struct warp *warp, const struct effect *effect)
{
    if (warp->memory->shadow)
        shadow_access(warp, effect, NULL);
}

void memory_port_load(struct warp *warp, struct effect *effect, uint32_t *row,
                      const uint32_t *address, unsigned bytes, enum widen widen)
{
    load(warp, effect, row, address, bytes, widen);
    follow(warp, effect);
}

void memory_port_store(struct warp *warp, struct effect *effect, const uint32_t *row,
                       const uint32_t *address, unsigned bytes)
{
    store(warp, effect, row, address, bytes);
    follow(warp, effect);
}

void memory_port_atomic(struct warp *warp, struct effect *effect, uint32_t *row,
                        const uint32_t *address, const uint32_t *operand, combine_fn *combine)
{
    update(warp, effect, row, address, operand, combine);
    follow(warp, effect);
}
