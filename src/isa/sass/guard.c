/* SPDX-License-Identifier: Apache-2.0 */
/* guard.c - the predicate of an instruction, and the faults of instructions. */
#include "isa/sass/lanes.h"
#include "isa/sass/run.h"

const size_t sass_state_pointers[SASS_STATE_POINTERS] = {
    offsetof(struct sass_state, launch),    offsetof(struct sass_state, block),
    offsetof(struct sass_state, local),     offsetof(struct sass_state, thread[0]),
    offsetof(struct sass_state, thread[1]), offsetof(struct sass_state, thread[2]),
};

void sass_state_reset(struct sass_state *state)
{
    memset(state->predicate, 0, sizeof state->predicate);
    state->predicate[SASS_PT] = ~0ull;
    state->zero = state->sign = state->carry = state->overflow = state->carry_two = 0;
    state->reduced = 0;
}

LANEWISE static void set_mask(struct warp *warp, uint64_t mask)
{
    warp->mask = mask;
    warp->active_count = (uint32_t)__builtin_popcountll(mask);
    sass_spread(warp, mask, warp->active);
}

void sass_guarded(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const uint64_t mask = warp->mask, lanes = mask & sass_predicate(warp, own->guard);
    if (!lanes) {
        effect->kind = EFFECT_NONE;
    } else if (lanes == mask) {
        own->run(warp, insn, effect);
    } else {
        set_mask(warp, lanes);
        own->run(warp, insn, effect);
        set_mask(warp, mask);
    }
}

uint64_t sass_acting(const struct warp *warp, const struct insn *insn)
{
    const bool guarded = insn->run == sass_guarded;
    return guarded ? warp->mask & sass_predicate(warp, sass_of(insn)->guard) : warp->mask;
}

void sass_illegal(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    effect->kind = EFFECT_FAULT;
    effect->fault = (struct fault){.kind = FAULT_ILLEGAL, .bytes = SASS_INSN_BYTES,
                                   .lane = warp_deciding_lane(warp), .address = insn->bits};
}

void sass_constant_fault(struct effect *effect, uint32_t offset)
{
    effect->kind = EFFECT_FAULT;
    effect->fault = (struct fault){.kind = FAULT_OUT_OF_BOUNDS, .access = ACCESS_LOAD,
                                   .space = MEMORY_CONSTANT, .bytes = 4, .address = offset};
}
