/* SPDX-License-Identifier: Apache-2.0 */
/* warp_control.c - the Vortex instructions that start, stop, split and join lanes and warps.
 *
 * They change nothing themselves except the depth that SPLIT writes: the machine owns masks,
 * stacks, warps and barriers, and gets a request. Operands that the hardware takes from one lane
 * come from the deciding lane (Vortex: the highest active one). */
#include "isa/rv32/lanes.h"
#include "isa/rv32/run.h"

static uint32_t deciding(const struct warp *warp, uint32_t row)
{
    return warp_row(warp, row)[warp_deciding_lane(warp)];
}

/* The bits in which the active lanes of a row differ from a value. */
LANEWISE static uint32_t differences(const struct warp *warp, const uint32_t *values,
                                     uint32_t value)
{
    const size_t lanes = lane_count(warp->stride);
    uint32_t differ = 0;
    for (size_t lane = 0; lane < lanes; lane++)
        differ |= (values[lane] ^ value) & warp->active[lane];
    return differ;
}

/* Do the active lanes of a row have one value? */
static bool row_agrees(const struct warp *warp, uint32_t row, unsigned *lane)
{
    const uint32_t *values = warp_row(warp, row);
    uint32_t value = deciding(warp, row);
    if (!differences(warp, values, value))
        return true;
    for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
        *lane = (unsigned)__builtin_ctzll(rest);
        if (values[*lane] != value)
            return false;
    }
    return true;
}

bool rv32_operands_agree(const struct warp *warp, const struct insn *insn, unsigned *lane)
{
    if (insn->op->role == ROLE_PREDICATE) /* its predicate may differ */
        return row_agrees(warp, insn->rs2, lane);
    return row_agrees(warp, insn->rs1, lane) && row_agrees(warp, insn->rs2, lane);
}

/* The mask of active lanes becomes rs1; 0 ends the warp. */
void rv32_tmc(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    effect->kind = EFFECT_MASK;
    effect->taken = deciding(warp, insn->rs1) & lanes_all(warp->lanes);
}

/* Warps below rs1, except this one, start at rs2 with lane 0. */
void rv32_wspawn(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    uint32_t wanted = deciding(warp, insn->rs1), max = rv32_state(warp)->environment->warps;
    effect->kind = EFFECT_SPAWN;
    effect->value = wanted < max ? wanted : max;
    effect->target = deciding(warp, insn->rs2);
}

static void split(struct warp *warp, const struct insn *insn, struct effect *effect, bool negated)
{
    uint64_t holds = warp_predicate(warp, warp_row(warp, insn->rs1));
    warp_write_uniform(warp, insn->rd, warp->depth); /* rd may be rs1 */
    effect->kind = EFFECT_SPLIT;
    effect->taken = negated ? warp->mask & ~holds : holds;
    effect->value = negated;
}

void rv32_split(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    split(warp, insn, effect, false);
}

void rv32_split_n(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    split(warp, insn, effect, true);
}

/* rs1: the depth that the matching split wrote. */
void rv32_join(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    effect->kind = EFFECT_JOIN;
    effect->value = deciding(warp, insn->rs1);
}

static void predicate(struct warp *warp, const struct insn *insn, struct effect *effect,
                      bool negated)
{
    uint64_t holds = warp_predicate(warp, warp_row(warp, insn->rs1));
    effect->kind = EFFECT_PREDICATE;
    effect->taken = negated ? warp->mask & ~holds : holds;
    effect->value = deciding(warp, insn->rs2) & (uint32_t)lanes_all(warp->lanes);
}

void rv32_pred(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    predicate(warp, insn, effect, false);
}

void rv32_pred_n(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    predicate(warp, insn, effect, true);
}

static void barrier(struct warp *warp, const struct insn *insn, struct effect *effect,
                    enum rv32_barrier kind)
{
    effect->kind = EFFECT_BARRIER;
    effect->value = deciding(warp, insn->rs1);
    effect->count = deciding(warp, insn->rs2);
    effect->target = kind;
}

/* rs1: which barrier, rs2: how many warps it waits for. */
void rv32_bar(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    barrier(warp, insn, effect, RV32_BARRIER_BLOCKING);
}

void rv32_bar_arrive(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    barrier(warp, insn, effect, RV32_BARRIER_ARRIVE);
}

void rv32_bar_wait(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    barrier(warp, insn, effect, RV32_BARRIER_WAIT);
}
