/* SPDX-License-Identifier: Apache-2.0 */
/* transfer.c - loads and stores of the three memories through one interface. */
#include "isa/gcn3/transfer.h"

#include "memory/shadow.h"

struct allocation gcn3_local_memory(const struct gcn3_state *state)
{
    return (struct allocation){.size = state->group->lds_bytes, .bytes = state->group->lds,
                               .labels = state->group->lds_labels,
                               .first_label = LABEL_MEMORY, .name = "local memory",
                               .kind = ALLOCATION_LOCAL, .writable = true};
}

struct allocation gcn3_scratch_memory(const struct gcn3_state *state)
{
    return (struct allocation){.base = state->scratch_address, .bytes = state->scratch,
                               .size = (uint64_t)state->launch->private_bytes * GCN3_LANES,
                               .labels = state->scratch_labels,
                               .first_label = LABEL_MEMORY, .name = "scratch",
                               .kind = ALLOCATION_STACK, .writable = true};
}

static void move_in(struct warp *warp, struct effect *effect, const struct allocation *only,
                    const struct gcn3_transfer *move, unsigned align)
{
    if (move->is_store)
        memory_wide_store_aligned(warp, effect, only, &move->rows, move->bytes, align);
    else
        memory_wide_load_aligned(warp, effect, only, &move->rows, move->bytes, align, move->widen);
}

void gcn3_move_global(struct warp *warp, struct effect *effect, const struct gcn3_transfer *move)
{
    effect->access.space = MEMORY_GLOBAL;
    move_in(warp, effect, NULL, move, 1);
}

void gcn3_move_local(struct warp *warp, struct effect *effect, const struct gcn3_transfer *move)
{
    struct allocation local = gcn3_local_memory(gcn3_state(warp));
    effect->access.space = MEMORY_SHARED;
    move_in(warp, effect, &local, move, move->local_align);
}

void gcn3_load_zeros(const struct gcn3_transfer *move, uint64_t lanes)
{
    for (uint64_t rest = lanes; rest; rest &= rest - 1)
        for (unsigned i = 0; 4 * i < move->bytes; i++)
            move->rows.row[i][__builtin_ctzll(rest)] = 0;
}

/* ---- Scratch ---- */

static void shift_addresses(struct access *access, uint64_t bytes)
{
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        access->address[lane] += bytes;
}

/* The last word goes first: if it does not fit, nothing has changed yet. */
void gcn3_move_interleaved(struct warp *warp, struct effect *effect,
                           const struct gcn3_transfer *move)
{
    const uint64_t step = GCN3_LANES * 4;
    struct allocation scratch = gcn3_scratch_memory(gcn3_state(warp));
    unsigned words = (move->bytes + 3) / 4;
    effect->access.space = MEMORY_LOCAL;
    shift_addresses(&effect->access, words * step);
    while (words--) {
        struct gcn3_transfer word = *move;
        word.rows.row[0] = move->rows.row[words];
        word.bytes = move->bytes < 4 ? move->bytes : 4;
        shift_addresses(&effect->access, -step);
        move_in(warp, effect, &scratch, &word, word.bytes);
        if (effect->kind == EFFECT_FAULT)
            return;
    }
    effect->access.bytes = (uint8_t)move->bytes;
}

void gcn3_move_scratch(struct warp *warp, struct effect *effect, const struct gcn3_transfer *move)
{
    const uint64_t base = gcn3_state(warp)->scratch_address;
    for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
        uint64_t at = effect->access.address[lane];
        effect->access.address[lane] = base + (at / 4 * GCN3_LANES + lane) * 4 + at % 4;
    }
    gcn3_move_interleaved(warp, effect, move);
}

/* ---- Read-modify-write ---- */

void gcn3_read_elements(const struct warp *warp, uint32_t vgpr, unsigned bytes, uint64_t *out)
{
    const uint32_t *low = gcn3_vgpr(warp, vgpr), *high = gcn3_vgpr(warp, vgpr + (bytes == 8));
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        out[lane] = low[lane] | (bytes == 8 ? (uint64_t)high[lane] << 32 : 0);
}

void gcn3_write_elements(const struct warp *warp, uint32_t vgpr, unsigned bytes,
                         const uint64_t *value)
{
    struct gcn3_lanes low, high;
    for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
        low.lane[lane] = (uint32_t)value[lane];
        high.lane[lane] = (uint32_t)(value[lane] >> 32);
    }
    gcn3_write_row(warp, vgpr, low.lane);
    if (bytes == 8)
        gcn3_write_row(warp, vgpr + 1, high.lane);
}

static void exchange_in(struct warp *warp, struct effect *effect, const struct allocation *only,
                        struct gcn3_exchange *exchange)
{
    const struct wide_atomic atomic = {exchange->combine, exchange->value, exchange->other,
                                       exchange->old};
    memory_wide_atomic(warp, effect, only, &atomic, exchange->bytes);
}

void gcn3_exchange_global(struct warp *warp, struct effect *effect, struct gcn3_exchange *exchange)
{
    effect->access.space = MEMORY_GLOBAL;
    exchange_in(warp, effect, NULL, exchange);
}

void gcn3_exchange_local(struct warp *warp, struct effect *effect, struct gcn3_exchange *exchange)
{
    struct allocation local = gcn3_local_memory(gcn3_state(warp));
    effect->access.space = MEMORY_SHARED;
    exchange_in(warp, effect, &local, exchange);
}
