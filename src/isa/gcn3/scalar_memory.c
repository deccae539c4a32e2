/* SPDX-License-Identifier: Apache-2.0 */
/* scalar_memory.c - scalar loads and stores (SMEM), and the clock. One access of lane 0, whatever
 * EXEC says; addresses are word addresses: their two low bits are ignored. */
#include <string.h>

#include "isa/gcn3/lanes.h"
#include "isa/gcn3/run.h"
#include "memory/outside.h"
#include "memory/port_wide.h"
#include "memory/shadow.h"

static void begin(struct effect *effect, enum access_kind kind, uint64_t address, unsigned bytes)
{
    effect->kind = EFFECT_MEMORY;
    effect->access.kind = (uint8_t)kind;
    effect->access.space = MEMORY_CONSTANT;
    effect->access.bytes = (uint8_t)bytes;
    effect->access.mask = 1;
    effect->access.address[0] = address;
}

static uint8_t *host_bytes(struct warp *warp, const struct effect *effect,
                           const struct allocation *a)
{
    if (warp->memory->shadow)
        shadow_access(warp, effect, a);
    return a->bytes + (effect->access.address[0] - a->base);
}

/* The host's bytes of an access; NULL: a fault, or zeros. */
static uint8_t *find(struct warp *warp, struct effect *effect, enum access_kind kind,
                     uint64_t address, unsigned bytes)
{
    begin(effect, kind, address, bytes);
    if (bytes == 0)
        return NULL;
    const struct allocation *a = memory_port_find(warp->memory, address, bytes);
    if (!a || a->kind == ALLOCATION_CONSOLE)
        outside_tell(warp, effect, 0); /* if that is tolerated, zeros */
    else if (kind == ACCESS_STORE && !a->writable)
        memory_wide_fault(effect, FAULT_READ_ONLY, 0);
    else
        return host_bytes(warp, effect, a);
    return NULL;
}

static uint64_t flat_address(const struct warp *warp, const struct gcn3_insn *own)
{
    uint64_t base = gcn3_scalar_wide(warp, &own->src[0]) & ~3ull;
    const struct gcn3_operand *offset = &own->src[1];
    return (base + (offset->kind == GCN3_CONSTANT ? offset->value : gcn3_scalar(warp, offset))) &
           ~3ull;
}

/* For a buffer: how many of the `bytes` from the offset on are within it, in words. */
struct buffer_range {
    uint64_t address;
    unsigned bytes;
};

static struct buffer_range buffer_range(const struct warp *warp, const struct gcn3_insn *own,
                                        unsigned bytes)
{
    const uint32_t *word = &gcn3_state(warp)->scalar[own->src[0].code];
    const uint64_t base = word[0] | (uint64_t)(word[1] & 0xffff) << 32;
    const uint32_t stride = word[1] >> 16 & 0x3fff;
    const uint64_t size = (uint64_t)word[2] * (stride ? stride : 1);
    const uint64_t at = gcn3_scalar(warp, &own->src[1]) & ~3u;
    uint64_t left = at < size ? (size - at) & ~3ull : 0;
    return (struct buffer_range){(base & ~3ull) + at, left < bytes ? (unsigned)left : bytes};
}

/* dst := `bytes` of memory, followed by zeros. */
static void load(struct warp *warp, const struct gcn3_insn *own, struct effect *effect,
                 uint64_t address, unsigned bytes)
{
    uint32_t words[16] = {0};
    const uint8_t *from = find(warp, effect, ACCESS_LOAD, address, bytes);
    if (effect->kind == EFFECT_FAULT)
        return;
    if (from)
        memcpy(words, from, bytes);
    memcpy(&gcn3_state(warp)->scalar[own->dst.code], words, 4u * own->dst.words);
}

static void store(struct warp *warp, const struct gcn3_insn *own, struct effect *effect,
                  uint64_t address, unsigned bytes)
{
    uint8_t *to = find(warp, effect, ACCESS_STORE, address, bytes);
    if (to)
        memcpy(to, &gcn3_state(warp)->scalar[own->src[2].code], bytes);
}

void gcn3_s_load(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    load(warp, own, effect, flat_address(warp, own), 4u * own->dst.words);
}

void gcn3_s_buffer_load(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct buffer_range range = buffer_range(warp, own, 4u * own->dst.words);
    load(warp, own, effect, range.address, range.bytes);
}

void gcn3_s_store(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    store(warp, own, effect, flat_address(warp, own), 4u * own->src[2].words);
}

void gcn3_s_buffer_store(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct buffer_range range = buffer_range(warp, own, 4u * own->src[2].words);
    store(warp, own, effect, range.address, range.bytes);
}

/* ---- The clock ---- */

void gcn3_s_memtime(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const uint64_t *cycle = gcn3_state(warp)->launch->cycle;
    gcn3_scalar_put_wide(warp, &gcn3_of(insn)->dst, cycle ? *cycle : 0);
    effect->kind = EFFECT_NONE;
}

/* assumed: the constant clock is the machine's */
void gcn3_s_memrealtime(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_s_memtime(warp, insn, effect);
}
