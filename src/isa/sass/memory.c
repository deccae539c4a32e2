/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c - loads and stores: addresses here, bytes in memory/port_wide.c. */
#include "isa/sass/address.h"
#include "isa/sass/run.h"
#include "memory/port_wide.h"
#include "memory/shadow.h"

/* The data of a load or store. */
struct transfer {
    struct wide_rows rows;
    unsigned bytes;
    enum widen widen;
    bool is_store;
};

static const struct {
    uint8_t bytes, widen;
} types[] = {
    {1, WIDEN_ZERO}, {1, WIDEN_SIGN}, {2, WIDEN_ZERO}, {2, WIDEN_SIGN},
    {4, WIDEN_ZERO}, {8, WIDEN_ZERO}, {16, WIDEN_ZERO},
};

/* False when the type does not exist. Words after the first are in the following registers. */
static bool transfer_of(const struct warp *warp, const struct sass_insn *own, bool is_store,
                        struct transfer *out)
{
    const unsigned type = own->modifier[SASS_TYPE];
    if (type >= sizeof types / sizeof *types)
        return false;
    uint32_t row = !is_store ? own->rd : own->b.kind == SASS_REGISTER ? own->b.row : SASS_ZERO;
    out->bytes = types[type].bytes;
    out->widen = (enum widen)types[type].widen;
    out->is_store = is_store;
    for (unsigned i = 0; i < WIDE_WORDS_MAX; i++)
        out->rows.row[i] = sass_row(warp, i < (out->bytes + 3) / 4 ? sass_row_behind(row, i) : row);
    return true;
}

static void move(struct warp *warp, struct effect *effect, const struct allocation *only,
                 const struct transfer *transfer)
{
    if (transfer->is_store)
        memory_wide_store(warp, effect, only, &transfer->rows, transfer->bytes);
    else
        memory_wide_load(warp, effect, only, &transfer->rows, transfer->bytes, transfer->widen);
}

typedef void move_fn(struct warp *warp, struct effect *effect, const struct transfer *transfer);

static void move_global(struct warp *warp, struct effect *effect, const struct transfer *transfer)
{
    effect->access.space = MEMORY_GLOBAL;
    move(warp, effect, NULL, transfer);
}

static void move_shared(struct warp *warp, struct effect *effect, const struct transfer *transfer)
{
    struct allocation shared = sass_shared_memory(sass_state(warp));
    effect->access.space = MEMORY_SHARED;
    move(warp, effect, &shared, transfer);
}

/* Each lane has memory of its own; the first access outside of it becomes the effect's fault. */
static bool check_local(struct warp *warp, struct effect *effect, unsigned bytes)
{
    const uint64_t size = sass_state(warp)->launch->local_bytes;
    for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        uint64_t at = effect->access.address[lane];
        if (at % bytes)
            memory_wide_fault(effect, FAULT_MISALIGNED, lane);
        else if (at >= size || size - at < bytes)
            memory_wide_fault(effect, FAULT_OUT_OF_BOUNDS, lane);
        else
            continue;
        return false;
    }
    return true;
}

/* The labels of a lane's bytes follow the access (memory/shadow.h). */
static void follow_local(const struct warp *warp, const struct access *access, uint64_t at,
                         unsigned lane)
{
    const struct sass_state *state = sass_state(warp);
    const uint64_t size = state->launch->local_bytes;
    uint8_t *labels = state->local_labels ? state->local_labels + lane * size : NULL;
    if (warp->memory->shadow)
        shadow_lane(warp->memory->shadow, access->kind,
                    &(struct allocation){.size = size, .labels = labels,
                                         .first_label = LABEL_MEMORY},
                    at, access->bytes, lane);
}

/* The caches see words interleaved: word w of all lanes side by side, then word w + 1. Each further
 * word of a wide access is one row of all lanes after the previous one. */
static void move_local(struct warp *warp, struct effect *effect, const struct transfer *transfer)
{
    const struct sass_state *state = sass_state(warp);
    struct access *access = &effect->access;
    effect->kind = EFFECT_MEMORY;
    access->kind = transfer->is_store ? ACCESS_STORE : ACCESS_LOAD;
    access->space = MEMORY_LOCAL;
    access->bytes = (uint8_t)transfer->bytes;
    access->mask = warp->mask;
    if (!check_local(warp, effect, transfer->bytes))
        return;
    for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        uint64_t at = access->address[lane];
        uint8_t *bytes = state->local + (uint64_t)lane * state->launch->local_bytes + at;
        if (transfer->is_store)
            memory_wide_store_lane(bytes, &transfer->rows, lane, transfer->bytes);
        else
            memory_wide_load_lane(bytes, &transfer->rows, lane, transfer->bytes, transfer->widen);
        follow_local(warp, access, at, lane);
        access->address[lane] =
            state->local_address + (at / 4 * warp->lanes + lane) * 4 + at % 4;
    }
}

static void run(struct warp *warp, const struct insn *insn, struct effect *effect, bool is_store,
                move_fn *to)
{
    const struct sass_insn *own = sass_of(insn);
    struct transfer transfer;
    if (!transfer_of(warp, own, is_store, &transfer)) {
        sass_illegal(warp, insn, effect);
        return;
    }
    sass_addresses(warp, own, effect);
    to(warp, effect, &transfer);
}

void sass_ldg(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, false, move_global);
}

void sass_stg(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, true, move_global);
}

void sass_lds(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, false, move_shared);
}

void sass_sts(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, true, move_shared);
}

void sass_ldl(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, false, move_local);
}

void sass_stl(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, true, move_local);
}

/* .IL, .IS and .ISL, which take part of the bank from the register, appear in no known code and are
 * refused. */
void sass_ldc(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct transfer transfer;
    if (own->modifier[SASS_MODE] || own->b.bank >= SASS_BANKS ||
        !transfer_of(warp, own, false, &transfer)) {
        sass_illegal(warp, insn, effect);
        return;
    }
    const struct sass_bank *bank = &sass_state(warp)->launch->bank[own->b.bank];
    struct allocation constants = {.size = bank->size, .bytes = (uint8_t *)(uintptr_t)bank->bytes,
                                   .name = "constants"};
    effect->access.space = MEMORY_CONSTANT;
    sass_addresses(warp, own, effect);
    move(warp, effect, &constants, &transfer);
}

/* ---- Generic addresses: the address selects the memory of each lane ---- */

static uint64_t lanes_in_window(const struct warp *warp, const uint64_t *address, uint64_t window)
{
    uint64_t inside = 0;
    SASS_EACH_LANE(lane, warp)
        inside |= (uint64_t)(address[lane] - window < SASS_WINDOW_BYTES) << lane;
    return inside & warp->mask;
}

/* The lanes of one memory, whose addresses count from `window`. */
static void move_part(struct warp *warp, struct effect *effect, const struct transfer *transfer,
                      uint64_t mask, const uint64_t *generic, uint64_t window, move_fn *to)
{
    if (!mask || effect->kind == EFFECT_FAULT)
        return;
    SASS_EACH_LANE(lane, warp)
        effect->access.address[lane] = generic[lane] - window;
    warp_set_mask(warp, mask);
    to(warp, effect, transfer);
}

/* Lanes of one instruction may access different memories. The effect holds only the access of the
 * last part: local, then shared, then global memory, which takes longest. On a fault in a later
 * part the earlier ones are done; it ends the kernel in any case. */
static void generic(struct warp *warp, struct effect *effect, const struct transfer *transfer)
{
    const struct sass_launch *launch = sass_state(warp)->launch;
    const uint64_t mask = warp->mask;
    uint64_t address[LANES_MAX];
    memcpy(address, effect->access.address, warp->stride * sizeof *address);
    uint64_t shared = lanes_in_window(warp, address, launch->shared_window);
    uint64_t local = lanes_in_window(warp, address, launch->local_window) & ~shared;
    if (!(shared | local)) {
        move_global(warp, effect, transfer);
        return;
    }
    effect->kind = EFFECT_NONE;
    move_part(warp, effect, transfer, local, address, launch->local_window, move_local);
    move_part(warp, effect, transfer, shared, address, launch->shared_window, move_shared);
    move_part(warp, effect, transfer, mask & ~(shared | local), address, 0, move_global);
    warp_set_mask(warp, mask);
}

void sass_ld(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, false, generic);
}

void sass_st(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, true, generic);
}
