/* SPDX-License-Identifier: Apache-2.0 */
/* lds.c - the local data share: loads, stores and atomics at one or two places.
 *
 * A place is the address register plus an offset, modulo 2^32. M0 bounds it (GCN3 ISA manual, M0 in
 * LDS instructions): lanes past the bound read 0 and do not write. Compilers set it to all ones;
 * accesses outside of the work-group's memory are then faults, as they always are on GCN5, which
 * has no bound.
 *
 * For an instruction with two places the effect has the addresses of the first one; the second is
 * (offset1 - offset0) * offset_scale bytes further in every lane. The global data share (GDS) and
 * the append and consume counters are not supported. */
#include <string.h>

#include "isa/gcn3/run.h"
#include "isa/gcn3/transfer.h"
#include "memory/combine.h"
#include "memory/shadow.h"

/* The operation at a place, after the bounds check. */
typedef void place_fn(struct warp *warp, struct effect *effect, void *what);

LANEWISE static void set_addresses(const struct warp *warp, const struct gcn3_insn *own,
                                   uint32_t offset, uint64_t *address)
{
    const uint32_t *row = gcn3_vgpr(warp, own->src[0].code);
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        address[lane] = row[lane] + offset;
}

static uint64_t lanes_below(const struct warp *warp, const uint64_t *address, unsigned bytes,
                            uint32_t bound)
{
    uint64_t lanes = 0;
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        lanes |= (uint64_t)(address[lane] + bytes <= bound) << lane;
    return lanes & warp->mask;
}

/* Runs it for the lanes within the bound, and returns the others. */
static uint64_t bounded(struct warp *warp, const struct gcn3_insn *own, struct effect *effect,
                        unsigned bytes, place_fn *f, void *what)
{
    const uint32_t bound = gcn3_state(warp)->scalar[GCN3_M0];
    const uint64_t mask = warp->mask;
    if (bound == ~0u || own->version != GCN3_GFX8) {
        f(warp, effect, what);
        return 0;
    }
    uint64_t inside = lanes_below(warp, effect->access.address, bytes, bound);
    warp_set_mask(warp, inside);
    f(warp, effect, what);
    warp_set_mask(warp, mask);
    return mask & ~inside;
}

/* ---- Loads and stores ---- */

static void move_at(struct warp *warp, struct effect *effect, void *what)
{
    gcn3_move_local(warp, effect, what);
}

static void move(struct warp *warp, const struct gcn3_insn *own, struct effect *effect,
                 struct gcn3_transfer *transfer)
{
    uint64_t outside = bounded(warp, own, effect, transfer->bytes, move_at, transfer);
    if (!transfer->is_store && effect->kind != EFFECT_FAULT)
        gcn3_load_zeros(transfer, outside);
}

static bool is_refused(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->gds)
        gcn3_unsupported(warp, insn, effect);
    return gcn3_of(insn)->gds;
}

static void move_one(struct warp *warp, const struct insn *insn, struct effect *effect,
                     uint32_t vgpr, bool is_store)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_transfer transfer;
    if (is_refused(warp, insn, effect))
        return;
    gcn3_transfer_make(&transfer, warp, own, vgpr, is_store);
    set_addresses(warp, own, own->offset, effect->access.address);
    move(warp, own, effect, &transfer);
}

void gcn3_ds_read(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_one(warp, insn, effect, gcn3_of(insn)->dst.code, false);
}

void gcn3_ds_write(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_one(warp, insn, effect, gcn3_of(insn)->src[1].code, true);
}

static uint32_t first_offset(const struct gcn3_insn *own)
{
    return (uint32_t)own->offset0 * own->offset_scale;
}

static uint32_t second_offset(const struct gcn3_insn *own)
{
    return (uint32_t)own->offset1 * own->offset_scale;
}

LANEWISE static void shift_addresses(uint64_t *address, uint32_t by)
{
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        address[lane] = (uint32_t)address[lane] + by;
}

/* The second place is done first, so that the effect ends with the first one; the register of the
 * addresses may be written, and is not read again. */
void gcn3_ds_read2(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const uint32_t target = own->dst.code, words = own->element_bytes / 4;
    struct gcn3_transfer transfer;
    if (is_refused(warp, insn, effect))
        return;
    set_addresses(warp, own, second_offset(own), effect->access.address);
    gcn3_transfer_make(&transfer, warp, own, target + words, false);
    move(warp, own, effect, &transfer);
    if (effect->kind == EFFECT_FAULT)
        return;
    shift_addresses(effect->access.address, first_offset(own) - second_offset(own));
    gcn3_transfer_make(&transfer, warp, own, target, false);
    move(warp, own, effect, &transfer);
}

/* If both are at the same address, the second one wins. */
void gcn3_ds_write2(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_transfer transfer;
    if (is_refused(warp, insn, effect))
        return;
    set_addresses(warp, own, first_offset(own), effect->access.address);
    gcn3_transfer_make(&transfer, warp, own, own->src[1].code, true);
    move(warp, own, effect, &transfer);
    if (effect->kind == EFFECT_FAULT)
        return;
    set_addresses(warp, own, second_offset(own), effect->access.address);
    gcn3_transfer_make(&transfer, warp, own, own->src[2].code, true);
    move(warp, own, effect, &transfer);
    if (effect->kind != EFFECT_FAULT)
        set_addresses(warp, own, first_offset(own), effect->access.address);
}

/* ---- Atomics ---- */

static void exchange_at(struct warp *warp, struct effect *effect, void *what)
{
    gcn3_exchange_local(warp, effect, what);
}

/* Writes the old values to VGPR `vgpr`, if the instruction has a target. */
static void exchange(struct warp *warp, const struct gcn3_insn *own, struct effect *effect,
                     struct gcn3_exchange *what, uint32_t vgpr)
{
    memset(what->old, 0, sizeof what->old);
    bounded(warp, own, effect, what->bytes, exchange_at, what);
    if (effect->kind != EFFECT_FAULT && own->dst.kind)
        gcn3_write_elements(warp, vgpr, what->bytes, what->old);
}

static void exchange_one(struct warp *warp, const struct insn *insn, struct effect *effect,
                         combine_wide_fn *combine)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_exchange one;
    if (is_refused(warp, insn, effect))
        return;
    if (!combine) {
        gcn3_unsupported(warp, insn, effect);
        return;
    }
    one.combine = combine;
    one.bytes = own->element_bytes;
    gcn3_read_elements(warp, own->src[1].code, one.bytes, one.value);
    gcn3_read_elements(warp, own->src[own->src[2].kind ? 2 : 1].code, one.bytes, one.other);
    set_addresses(warp, own, own->offset, effect->access.address);
    exchange(warp, own, effect, &one, own->dst.code);
}

void gcn3_ds_atomic(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    exchange_one(warp, insn, effect, gcn3_combine(gcn3_state(warp), gcn3_of(insn)));
}

/* Each word is written if the top bit of its data is set, without that bit. */
static uint64_t exchange_words(uint64_t old, uint64_t value, uint64_t other)
{
    const uint64_t top = 0x8000000080000000ull;
    uint64_t written = ((value & top) >> 31) * 0xffffffffull;
    (void)other;
    return (old & ~written) | (value & written & ~top);
}

void gcn3_ds_condxchg32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    exchange_one(warp, insn, effect, exchange_words);
}

void gcn3_ds_swap2(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_exchange one = {.combine = combine_take, .bytes = own->element_bytes}, two = one;
    uint64_t first[GCN3_LANES], second[GCN3_LANES];
    if (is_refused(warp, insn, effect))
        return;
    set_addresses(warp, own, first_offset(own), first);
    set_addresses(warp, own, second_offset(own), second);
    gcn3_read_elements(warp, own->src[1].code, one.bytes, one.value);
    gcn3_read_elements(warp, own->src[2].code, two.bytes, two.value);
    memcpy(effect->access.address, first, sizeof first);
    exchange(warp, own, effect, &one, own->dst.code);
    if (effect->kind == EFFECT_FAULT)
        return;
    memcpy(effect->access.address, second, sizeof second);
    exchange(warp, own, effect, &two, own->dst.code + one.bytes / 4);
    if (effect->kind != EFFECT_FAULT)
        memcpy(effect->access.address, first, sizeof first);
}

/* ---- A second place as the source ---- */

enum { OFFSET_FROM_ADDRESS = 1 << 15 };

/* What was loaded is stored. */
static void pass_on_labels(struct shadow *shadow)
{
    shadow->stored |= shadow->loaded;
    if (shadow->loaded)
        shadow->stored_label = shadow->loaded_label;
}

/* The data come from another place: the 15 bits of the offset give the distance in words. With its
 * top bit set the distance would be in the address itself, which is not supported. assumed: all
 * lanes read before the first one writes */
void gcn3_ds_source2(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_exchange one = {.combine = gcn3_combine(gcn3_state(warp), own),
                                .bytes = own->element_bytes};
    struct gcn3_lanes word[2];
    struct gcn3_transfer transfer = {.bytes = own->element_bytes,
                                     .local_align = own->element_bytes,
                                     .rows.row = {word[0].lane, word[1].lane}};
    if (is_refused(warp, insn, effect))
        return;
    if (own->offset & OFFSET_FROM_ADDRESS || !one.combine) {
        gcn3_unsupported(warp, insn, effect);
        return;
    }
    memset(word, 0, sizeof word);
    int32_t words_away = (int16_t)(uint16_t)(own->offset << 1) >> 1;
    set_addresses(warp, own, (uint32_t)words_away * 4, effect->access.address);
    move(warp, own, effect, &transfer);
    if (effect->kind == EFFECT_FAULT)
        return;
    if (warp->memory->shadow)
        pass_on_labels(warp->memory->shadow);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        one.value[lane] = word[0].lane[lane] | (uint64_t)word[1].lane[lane] << 32;
    set_addresses(warp, own, 0, effect->access.address);
    exchange(warp, own, effect, &one, 0);
}

void gcn3_ds_consume(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_unsupported(warp, insn, effect);
}

void gcn3_ds_append(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_unsupported(warp, insn, effect);
}
