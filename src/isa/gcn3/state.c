/* SPDX-License-Identifier: Apache-2.0 */
/* state.c - the initial state of a wavefront, and instructions that always fault. */
#include "isa/gcn3/gcn3.h"

#include <string.h>

void gcn3_state_reset(struct gcn3_state *state)
{
    memset(state->scalar, 0, sizeof state->scalar);
    state->mode = state->status = state->trap_status = state->hardware_id = 0;
    state->scc = false;
    state->split_mask = ~0ull;
}

static void fault(const struct insn *insn, struct effect *effect)
{
    effect->kind = EFFECT_FAULT;
    effect->fault = (struct fault){.kind = FAULT_ILLEGAL, .address = insn->bits};
}

void gcn3_illegal(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp;
    fault(insn, effect);
}

void gcn3_missing_feature(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp;
    fault(insn, effect);
}

void gcn3_unsupported(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp;
    fault(insn, effect);
}
