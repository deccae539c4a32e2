/* SPDX-License-Identifier: Apache-2.0 */
/* flat.c - FLAT, and GLOBAL of GCN5, which is device memory alone.
 *
 * FLAT: 64-bit addresses, whose high word selects the memory of a lane (gcn3.h, apertures): local
 * memory, the lane's scratch, or device memory. An aperture of 0 means none.
 *
 * Lanes of one instruction may access different memories. The effect holds only the access of the
 * last part: scratch, then local, then device memory, which takes longest. On a fault in a later
 * part the earlier ones are done; it ends the kernel in any case. */
#include <string.h>

#include "isa/gcn3/run.h"
#include "isa/gcn3/transfer.h"

/* Sets the addresses of all lanes, and finds the active ones outside of device memory. */
struct parts {
    uint64_t local, scratch;
};

LANEWISE static struct parts set_addresses(const struct warp *warp, const struct gcn3_insn *own,
                                           uint64_t *address)
{
    const struct gcn3_launch *launch = gcn3_state(warp)->launch;
    const uint32_t *low = gcn3_vgpr(warp, own->src[0].code);
    const uint32_t *high = gcn3_vgpr(warp, own->src[0].code + 1u);
    const uint64_t displacement = (uint64_t)(int64_t)own->displacement;
    const uint32_t in_local = launch->shared_aperture, in_scratch = launch->private_aperture;
    struct gcn3_lanes is_local, is_scratch;
    uint32_t any = 0;
    for (size_t lane = 0; lane < GCN3_LANES; lane++) {
        uint64_t at = ((uint64_t)high[lane] << 32 | low[lane]) + displacement;
        uint32_t h = (uint32_t)(at >> 32);
        address[lane] = at;
        is_local.lane[lane] = h && h == in_local;
        is_scratch.lane[lane] = h && h == in_scratch;
        any |= (is_local.lane[lane] | is_scratch.lane[lane]) & warp->active[lane];
    }
    if (!any)
        return (struct parts){0, 0};
    return (struct parts){gcn3_gather(is_local.lane) & warp->mask,
                          gcn3_gather(is_scratch.lane) & warp->mask};
}

/* GLOBAL: a pair of registers, or an offset from a pair of scalars. */
LANEWISE static void set_global_addresses(const struct warp *warp, const struct gcn3_insn *own,
                                          uint64_t *address)
{
    const bool is_offset = own->src[2].kind == GCN3_SGPR;
    const uint32_t *low = gcn3_vgpr(warp, own->src[0].code);
    const uint32_t *high = gcn3_vgpr(warp, own->src[0].code + !is_offset);
    const uint64_t base = (is_offset ? gcn3_scalar_wide(warp, &own->src[2]) : 0) +
                          (uint64_t)(int64_t)own->displacement;
    const uint32_t keep = is_offset ? 0 : ~0u;
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        address[lane] = base + ((uint64_t)(high[lane] & keep) << 32 | low[lane]);
}

/* One part of the lanes; outside of device memory the low words are the addresses. */
typedef void part_fn(struct warp *warp, struct effect *effect, void *what);

static void do_part(struct warp *warp, struct effect *effect, uint64_t lanes,
                    const uint64_t *address, uint64_t address_mask, part_fn *f, void *what)
{
    if (!lanes || effect->kind == EFFECT_FAULT)
        return;
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        effect->access.address[lane] = address[lane] & address_mask;
    warp_set_mask(warp, lanes);
    f(warp, effect, what);
}

/* The operations for the three memories. */
struct way {
    part_fn *scratch, *local, *global;
};

static void go(struct warp *warp, const struct insn *insn, struct effect *effect,
               const struct way *way, void *what)
{
    const uint64_t mask = warp->mask;
    uint64_t address[GCN3_LANES];
    if (gcn3_of(insn)->format == GCN3_GLOBAL) {
        set_global_addresses(warp, gcn3_of(insn), effect->access.address);
        way->global(warp, effect, what);
        return;
    }
    struct parts parts = set_addresses(warp, gcn3_of(insn), effect->access.address);
    if (!(parts.local | parts.scratch)) {
        way->global(warp, effect, what);
        return;
    }
    effect->kind = EFFECT_NONE;
    memcpy(address, effect->access.address, sizeof address);
    do_part(warp, effect, parts.scratch, address, UINT32_MAX, way->scratch, what);
    do_part(warp, effect, parts.local, address, UINT32_MAX, way->local, what);
    do_part(warp, effect, mask & ~(parts.local | parts.scratch), address, UINT64_MAX, way->global,
            what);
    warp_set_mask(warp, mask);
}

/* ---- Loads and stores ---- */

static void move_scratch(struct warp *warp, struct effect *effect, void *what)
{
    gcn3_move_scratch(warp, effect, what);
}

static void move_local(struct warp *warp, struct effect *effect, void *what)
{
    gcn3_move_local(warp, effect, what);
}

static void move_global(struct warp *warp, struct effect *effect, void *what)
{
    gcn3_move_global(warp, effect, what);
}

static const struct way moves = {move_scratch, move_local, move_global};

void gcn3_flat_load(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_transfer transfer;
    gcn3_transfer_make(&transfer, warp, own, own->dst.code, false);
    go(warp, insn, effect, &moves, &transfer);
}

void gcn3_flat_store(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_transfer transfer;
    gcn3_transfer_make(&transfer, warp, own, own->src[1].code, true);
    go(warp, insn, effect, &moves, &transfer);
}

/* ---- Atomics ---- */

/* A lane's scratch is private: atomics are not allowed there. */
static void exchange_scratch(struct warp *warp, struct effect *effect, void *what)
{
    (void)what;
    effect->access.kind = ACCESS_ATOMIC;
    effect->access.space = MEMORY_LOCAL;
    memory_wide_fault(effect, FAULT_OUT_OF_BOUNDS, (unsigned)__builtin_ctzll(warp->mask));
}

static void exchange_local(struct warp *warp, struct effect *effect, void *what)
{
    gcn3_exchange_local(warp, effect, what);
}

static void exchange_global(struct warp *warp, struct effect *effect, void *what)
{
    gcn3_exchange_global(warp, effect, what);
}

static const struct way exchanges = {exchange_scratch, exchange_local, exchange_global};

/* Data of compare-and-swap: the new value, then the value to compare. */
void gcn3_flat_atomic(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const uint32_t data = own->src[1].code, words = own->element_bytes / 4;
    const uint32_t compared = own->atomic == GCN3_COMPARE_SWAP ? data + words : data;
    struct gcn3_exchange exchange = {.combine = gcn3_combine(gcn3_state(warp), own),
                                     .bytes = own->element_bytes};
    if (!exchange.combine) {
        gcn3_unsupported(warp, insn, effect);
        return;
    }
    gcn3_read_elements(warp, compared, exchange.bytes, exchange.value);
    gcn3_read_elements(warp, data, exchange.bytes, exchange.other);
    go(warp, insn, effect, &exchanges, &exchange);
    if (effect->kind != EFFECT_FAULT && own->dst.kind)
        gcn3_write_elements(warp, own->dst.code, exchange.bytes, exchange.old);
}
