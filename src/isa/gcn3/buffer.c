/* SPDX-License-Identifier: Apache-2.0 */
/* buffer.c - buffers (MUBUF): addresses through a resource of four scalars.
 *
 * Two kinds of resource are supported. A linear one is a range of device memory: lanes past its end
 * read 0 and do not write. One that interleaves lanes by words, with the lane's number added to the
 * index, is the wavefront's scratch, and accesses outside of that are faults; the address is base +
 * soffset + the lane's byte in the interleaved order, so a stack pointer in soffset counts the
 * bytes of all lanes (GCN3 ISA manual, swizzled buffer addressing). Other resources, transfers to
 * local memory and status returns (tfe) are refused. */
#include <string.h>

#include "isa/gcn3/run.h"
#include "isa/gcn3/transfer.h"

struct resource {
    uint64_t base;
    uint32_t stride, records;
    unsigned element_bytes, index_stride;
    bool swizzle, add_lane;
};

static struct resource resource_of(const struct warp *warp, const struct gcn3_insn *own)
{
    const uint32_t *word = &gcn3_state(warp)->scalar[own->src[2].code];
    return (struct resource){
        .base = word[0] | (uint64_t)(word[1] & 0xffff) << 32,
        .stride = word[1] >> 16 & 0x3fff,
        .swizzle = word[1] >> 31,
        .records = word[2],
        .element_bytes = 2u << (word[3] >> 19 & 3),
        .index_stride = 8u << (word[3] >> 21 & 3),
        .add_lane = word[3] >> 23 & 1,
    };
}

static bool is_scratch(const struct resource *resource)
{
    return resource->swizzle && resource->add_lane && resource->element_bytes == 4 &&
           resource->index_stride == GCN3_LANES;
}

/* Index and offset from registers; either may be missing. */
struct place {
    const uint32_t *index, *offset;
};

static struct place place_of(const struct warp *warp, const struct gcn3_insn *own,
                             struct gcn3_lanes *zeros)
{
    const uint32_t *none = gcn3_broadcast(zeros, 0);
    const uint32_t vgpr = own->src[0].code;
    return (struct place){own->idxen ? gcn3_vgpr(warp, vgpr) : none,
                          own->offen ? gcn3_vgpr(warp, vgpr + own->idxen) : none};
}

/* The wavefront's lanes are one group of the interleaving. */
static void set_scratch_addresses(const struct resource *resource, const struct gcn3_insn *own,
                                  const struct place *place, uint64_t base, uint64_t *address)
{
    for (uint32_t lane = 0; lane < GCN3_LANES; lane++) {
        uint64_t offset = (uint64_t)place->offset[lane] + own->offset;
        uint64_t index = (uint64_t)place->index[lane] + lane;
        uint64_t group = index / GCN3_LANES * resource->stride + offset / 4 * 4;
        address[lane] = base + group * GCN3_LANES + index % GCN3_LANES * 4 + offset % 4;
    }
}

/* Returns the active lanes within the range. */
static uint64_t set_linear_addresses(const struct warp *warp, const struct resource *resource,
                                     const struct gcn3_insn *own, const struct place *place,
                                     uint32_t soffset, uint64_t *address)
{
    uint64_t inside = 0;
    for (uint32_t lane = 0; lane < GCN3_LANES; lane++) {
        uint64_t index = (uint64_t)place->index[lane] + (resource->add_lane ? lane : 0);
        uint64_t at = (uint64_t)place->offset[lane] + own->offset + index * resource->stride;
        address[lane] = resource->base + soffset + at;
        inside |= (uint64_t)(at + soffset + own->element_bytes <= resource->records) << lane;
    }
    return inside & warp->mask;
}

/* The bytes that a buffer instruction accesses. */
struct target {
    bool is_scratch;
    uint64_t inside; /* active lanes within a linear resource's range */
};

/* False: the instruction is not supported. */
static bool find_target(struct warp *warp, const struct insn *insn, struct effect *effect,
                        struct target *target)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const struct resource resource = resource_of(warp, own);
    const uint32_t soffset = gcn3_scalar(warp, &own->src[3]);
    struct gcn3_lanes zeros;
    struct place place = place_of(warp, own, &zeros);
    target->is_scratch = is_scratch(&resource);
    if (own->lds || own->tfe || (resource.swizzle && !target->is_scratch)) {
        gcn3_unsupported(warp, insn, effect);
        return false;
    }
    target->inside = warp->mask;
    if (target->is_scratch)
        set_scratch_addresses(&resource, own, &place, resource.base + soffset,
                              effect->access.address);
    else
        target->inside = set_linear_addresses(warp, &resource, own, &place, soffset,
                                              effect->access.address);
    return true;
}

/* ---- Loads and stores ---- */

static void move(struct warp *warp, const struct insn *insn, struct effect *effect, uint32_t vgpr,
                 bool is_store)
{
    const uint64_t mask = warp->mask;
    struct gcn3_transfer transfer;
    struct target target;
    if (!find_target(warp, insn, effect, &target))
        return;
    gcn3_transfer_make(&transfer, warp, gcn3_of(insn), vgpr, is_store);
    if (target.is_scratch) {
        gcn3_move_interleaved(warp, effect, &transfer);
        return;
    }
    warp_set_mask(warp, target.inside);
    gcn3_move_global(warp, effect, &transfer);
    warp_set_mask(warp, mask);
    if (!is_store && effect->kind != EFFECT_FAULT)
        gcn3_load_zeros(&transfer, mask & ~target.inside);
}

void gcn3_buffer_load(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move(warp, insn, effect, gcn3_of(insn)->dst.code, false);
}

void gcn3_buffer_store(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move(warp, insn, effect, gcn3_of(insn)->src[1].code, true);
}

/* ---- Atomics ---- */

/* Data of compare-and-swap: the new value, then the value to compare. */
void gcn3_buffer_atomic(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const unsigned bytes = own->element_bytes;
    const uint32_t data = own->src[1].code;
    const uint64_t mask = warp->mask;
    struct gcn3_exchange exchange = {.combine = gcn3_combine(gcn3_state(warp), own),
                                     .bytes = bytes};
    struct target target;
    if (!find_target(warp, insn, effect, &target))
        return;
    if (target.is_scratch || !exchange.combine) {
        gcn3_unsupported(warp, insn, effect);
        return;
    }
    gcn3_read_elements(warp, own->atomic == GCN3_COMPARE_SWAP ? data + bytes / 4 : data, bytes,
                       exchange.value);
    gcn3_read_elements(warp, data, bytes, exchange.other);
    warp_set_mask(warp, target.inside);
    gcn3_exchange_global(warp, effect, &exchange);
    warp_set_mask(warp, mask);
    if (effect->kind != EFFECT_FAULT && own->dst.kind)
        gcn3_write_elements(warp, own->dst.code, bytes, exchange.old);
}
