/* SPDX-License-Identifier: Apache-2.0 */
/* transfer.h - what goes between VGPRs and the three memories that lanes reach: device memory, the
 * work-group's local data share and the wavefront's scratch. */
#ifndef WARPCLOCK_ISA_GCN3_TRANSFER_H
#define WARPCLOCK_ISA_GCN3_TRANSFER_H

#include "isa/gcn3/lanes.h"
#include "memory/port_wide.h"

/* A load or a store of `bytes` (1, 2, 4, 8, 12, 16) a lane. */
struct gcn3_transfer {
    struct wide_rows rows;
    unsigned bytes;
    enum widen widen;
    bool is_store;
};

/* Between memory and VGPR `vgpr` and those behind it; size and sign as the instruction has them. */
static inline struct gcn3_transfer gcn3_transfer_of(const struct warp *warp,
                                                    const struct gcn3_insn *own, uint32_t vgpr,
                                                    bool is_store)
{
    struct gcn3_transfer move = {.bytes = own->element_bytes, .is_store = is_store,
                                 .widen = own->element_signed ? WIDEN_SIGN : WIDEN_ZERO};
    for (unsigned i = 0; i < WIDE_WORDS_MAX && 4 * i < move.bytes; i++)
        move.rows.row[i] = gcn3_vgpr(warp, vgpr + i);
    return move;
}

/* The addresses of the lanes stand in effect->access.address. In local memory an element is aligned
 * to its size (12 bytes to a word); in device memory a word or more to a word. */
void gcn3_move_global(struct warp *warp, struct effect *effect, const struct gcn3_transfer *move);
void gcn3_move_local(struct warp *warp, struct effect *effect, const struct gcn3_transfer *move);
/* Addresses are bytes of the lane's own; the effect then has those that the caches see. Words
 * behind the first of a wide access lie GCN3_LANES words further each. */
void gcn3_move_scratch(struct warp *warp, struct effect *effect, const struct gcn3_transfer *move);
/* The same for lanes whose addresses are already those that the caches see. */
void gcn3_move_interleaved(struct warp *warp, struct effect *effect,
                           const struct gcn3_transfer *move);

/* Zeros instead of what lanes behind a bound would load. */
void gcn3_load_zeros(const struct gcn3_transfer *move, uint64_t lanes);

/* Read-modify-write of 4 or 8 bytes. */
struct gcn3_exchange {
    combine_wide_fn *combine;
    unsigned bytes;
    alignas(64) uint64_t value[GCN3_LANES], other[GCN3_LANES], old[GCN3_LANES];
};

/* What the instruction's operation does, in the wavefront's mode; NULL where there is no such. */
combine_wide_fn *gcn3_combine(const struct gcn3_state *state, const struct gcn3_insn *own);
/* The registers from `vgpr` on, an element a lane, and back. */
void gcn3_read_elements(const struct warp *warp, uint32_t vgpr, unsigned bytes, uint64_t *out);
void gcn3_write_elements(const struct warp *warp, uint32_t vgpr, unsigned bytes,
                         const uint64_t *value);

void gcn3_exchange_global(struct warp *warp, struct effect *effect,
                          struct gcn3_exchange *exchange);
void gcn3_exchange_local(struct warp *warp, struct effect *effect, struct gcn3_exchange *exchange);

/* The memories as the port takes them. */
struct allocation gcn3_local_memory(const struct gcn3_state *state);
struct allocation gcn3_scratch_memory(const struct gcn3_state *state);

#endif
