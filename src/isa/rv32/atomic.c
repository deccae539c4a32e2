/* SPDX-License-Identifier: Apache-2.0 */
/* atomic.c - the A extension. RISC-V unprivileged ISA 20191213, chapter 8.
 *
 * Lanes execute from the lowest to the highest, inside one instruction. A reservation remembers the
 * address and the word that lr.w read; sc.w succeeds if that word is unchanged and no lower lane of
 * the same sc.w stored to it. So a value that changed and changed back is not noticed, unlike in
 * the architecture; no update is ever lost. */
#include "isa/rv32/lanes.h"
#include "isa/rv32/run.h"
#include "memory/port.h"

#include <string.h>

static uint32_t take_new(uint32_t old, uint32_t operand)
{
    (void)old;
    return operand;
}

static uint32_t sum(uint32_t old, uint32_t operand) { return old + operand; }
static uint32_t exclusive_or(uint32_t old, uint32_t operand) { return old ^ operand; }
static uint32_t both(uint32_t old, uint32_t operand) { return old & operand; }
static uint32_t either(uint32_t old, uint32_t operand) { return old | operand; }

static uint32_t signed_min(uint32_t old, uint32_t operand)
{
    return (int32_t)old < (int32_t)operand ? old : operand;
}

static uint32_t signed_greatest(uint32_t old, uint32_t operand)
{
    return (int32_t)old > (int32_t)operand ? old : operand;
}

static uint32_t min(uint32_t old, uint32_t operand) { return old < operand ? old : operand; }
static uint32_t greatest(uint32_t old, uint32_t operand) { return old > operand ? old : operand; }

/* A separate row, since rd may be the row with addresses or operands. */
struct copy {
    alignas(64) uint32_t lane[LANES_MAX];
};

static void copy_row(const struct warp *warp, uint32_t row, struct copy *copy)
{
    memcpy(copy->lane, warp_row(warp, row), warp->stride * sizeof copy->lane[0]);
}

static void copy_address(struct warp *warp, const struct insn *insn, struct copy *copy)
{
    copy_row(warp, insn->rs1, copy);
    warp->memory->through = (uint8_t)insn->rs1;
}

static void atomic(struct warp *warp, const struct insn *insn, struct effect *effect,
                   combine_fn *combine)
{
    struct copy address, operand;
    copy_address(warp, insn, &address);
    copy_row(warp, insn->rs2, &operand);
    memory_port_atomic(warp, effect, warp_row(warp, insn->rd), address.lane, operand.lane, combine);
}

void rv32_amoswap(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    atomic(warp, insn, effect, take_new);
}

void rv32_amoadd(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    atomic(warp, insn, effect, sum);
}

void rv32_amoxor(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    atomic(warp, insn, effect, exclusive_or);
}

void rv32_amoand(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    atomic(warp, insn, effect, both);
}

void rv32_amoor(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    atomic(warp, insn, effect, either);
}

void rv32_amomin(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    atomic(warp, insn, effect, signed_min);
}

void rv32_amomax(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    atomic(warp, insn, effect, signed_greatest);
}

void rv32_amominu(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    atomic(warp, insn, effect, min);
}

void rv32_amomaxu(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    atomic(warp, insn, effect, greatest);
}

/* A load that leaves a reservation in every active lane. */
void rv32_lr(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    struct rv32_state *state = rv32_state(warp);
    struct copy address, value;
    copy_address(warp, insn, &address);
    copy_row(warp, insn->rd, &value);
    memory_port_load(warp, effect, value.lane, address.lane, 4, WIDEN_ZERO);
    if (effect->kind == EFFECT_FAULT)
        return;
    for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        state->reserved_address[lane] = address.lane[lane];
        state->reserved_value[lane] = value.lane[lane];
    }
    state->reserved |= warp->mask;
    memcpy(warp_row(warp, insn->rd), value.lane, warp->stride * sizeof value.lane[0]);
}

/* Does a lower lane of `lanes` have the same address? */
static bool is_taken(uint64_t lanes, unsigned lane, const uint32_t *address)
{
    for (uint64_t rest = lanes & lanes_all(lane); rest; rest &= rest - 1)
        if (address[__builtin_ctzll(rest)] == address[lane])
            return true;
    return false;
}

/* The lanes whose sc.w succeeds, given the current contents of memory. */
static uint64_t winners(const struct rv32_state *state, uint64_t candidates,
                        const uint32_t *address, const uint32_t *now)
{
    uint64_t won = 0;
    for (uint64_t rest = candidates; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        if (state->reserved_address[lane] == address[lane] &&
            state->reserved_value[lane] == now[lane] && !is_taken(won, lane, address))
            won |= 1ull << lane;
    }
    return won;
}

/* 0 in the lanes that stored, 1 in the other active ones. */
static void write_success(struct warp *warp, uint32_t row, uint64_t won)
{
    uint32_t *d = warp_row(warp, row);
    for (unsigned lane = 0; lane < warp->lanes; lane++)
        d[lane] = blend(warp->active[lane], !(won >> lane & 1), d[lane]);
}

/* rd := whether it failed. The reservations of all active lanes end. */
void rv32_sc(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    struct rv32_state *state = rv32_state(warp);
    struct copy address, operand, now;
    copy_address(warp, insn, &address);
    copy_row(warp, insn->rs2, &operand);
    memory_port_load(warp, effect, now.lane, address.lane, 4, WIDEN_ZERO);
    if (effect->kind == EFFECT_FAULT)
        return;
    uint64_t mask = warp->mask;
    uint64_t won = winners(state, mask & state->reserved, address.lane, now.lane);
    if (won) {
        warp_set_mask(warp, won);
        memory_port_store(warp, effect, operand.lane, address.lane, 4);
        warp_set_mask(warp, mask);
    }
    if (effect->kind != EFFECT_FAULT)
        write_success(warp, insn->rd, won);
    state->reserved &= ~mask;
}
