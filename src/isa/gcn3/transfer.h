/* SPDX-License-Identifier: Apache-2.0 */
/* transfer.h - transfers between VGPRs and the three memories of lanes: device memory, the
 * work-group's local data share and the wavefront's scratch. */
#ifndef WARPCLOCK_ISA_GCN3_TRANSFER_H
#define WARPCLOCK_ISA_GCN3_TRANSFER_H

#include "isa/gcn3/lanes.h"
#include "memory/port_wide.h"

/* A load or a store of `bytes` (1, 2, 4, 8, 12, 16) per lane. */
struct gcn3_transfer {
    struct wide_rows rows;
    unsigned bytes;
    enum widen widen;
    bool is_store;
    uint8_t local_align; /* of addresses in local memory */
};

/* Between memory and the VGPRs from `vgpr` on; size and sign are the instruction's. */
static inline void gcn3_transfer_make(struct gcn3_transfer *move, const struct warp *warp,
                                      const struct gcn3_insn *own, uint32_t vgpr, bool is_store)
{
    const unsigned bytes = own->element_bytes;
    move->bytes = bytes;
    move->is_store = is_store;
    move->widen = own->element_signed ? WIDEN_SIGN : WIDEN_ZERO;
    move->local_align = own->version != GCN3_GFX8 ? 1 : bytes == 12 ? 4 : (uint8_t)bytes;
    for (unsigned i = 0; i < WIDE_WORDS_MAX && 4 * i < bytes; i++)
        move->rows.row[i] = gcn3_vgpr(warp, vgpr + i);
}

/* The addresses of the lanes are in effect->access.address. In device memory they need no
 * alignment: the HSA runtime sets SH_MEM_CONFIG so, and compilers rely on it. In local memory GCN3
 * aligns an element to its size (12 bytes to a word), and GCN5 does not. */
void gcn3_move_global(struct warp *warp, struct effect *effect, const struct gcn3_transfer *move);
void gcn3_move_local(struct warp *warp, struct effect *effect, const struct gcn3_transfer *move);
/* Addresses are offsets in the lane's own memory; the effect then has the addresses that caches
 * see. Each further word of a wide access is GCN3_LANES words after the previous one. */
void gcn3_move_scratch(struct warp *warp, struct effect *effect, const struct gcn3_transfer *move);
/* The same for lanes whose addresses are already those of the caches. */
void gcn3_move_interleaved(struct warp *warp, struct effect *effect,
                           const struct gcn3_transfer *move);

/* Zeros for lanes past a bound. */
void gcn3_load_zeros(const struct gcn3_transfer *move, uint64_t lanes);

/* Read-modify-write of 4 or 8 bytes. */
struct gcn3_exchange {
    combine_wide_fn *combine;
    unsigned bytes;
    alignas(64) uint64_t value[GCN3_LANES], other[GCN3_LANES], old[GCN3_LANES];
};

/* The function of the instruction's operation, in the wavefront's mode; NULL if there is none. */
combine_wide_fn *gcn3_combine(const struct gcn3_state *state, const struct gcn3_insn *own);
/* Copies the registers from `vgpr` on, one element per lane, and back. */
void gcn3_read_elements(const struct warp *warp, uint32_t vgpr, unsigned bytes, uint64_t *out);
void gcn3_write_elements(const struct warp *warp, uint32_t vgpr, unsigned bytes,
                         const uint64_t *value);

void gcn3_exchange_global(struct warp *warp, struct effect *effect,
                          struct gcn3_exchange *exchange);
void gcn3_exchange_local(struct warp *warp, struct effect *effect, struct gcn3_exchange *exchange);

/* The memories in the form that the port takes. */
struct allocation gcn3_local_memory(const struct gcn3_state *state);
struct allocation gcn3_scratch_memory(const struct gcn3_state *state);

#endif
