/* SPDX-License-Identifier: Apache-2.0 */
/* apply.c - applies an effect to the warps of a core (Vortex, warp-control extension).
 *
 * Shared by clocked and functional runs: nothing here takes time or depends on the cycle. */
#include <inttypes.h>
#include <string.h>

#include "machine/vortex/model.h"
#include "kernels/runtime/launch.h"

static void count(struct vortex_core *core, enum statistic_id id)
{
    core->machine->run.outcome->statistics.count[id]++;
}

void vortex_core_reset(struct vortex_core *core)
{
    const struct vortex *vortex = core->machine;
    core->active = core->blocked = 0;
    core->cycle = core->instret = 0;
    for (uint32_t i = 0; i < vortex->barrier_total; i++)
        barrier_reset(&core->barriers[i]);
    for (uint32_t slot = 0; slot < vortex->numbers.warps; slot++) {
        struct vortex_warp *w = &core->warps[slot];
        struct warp *warp = &w->resident.warp;
        memset(warp->reg, 0, (size_t)RV32_ROWS * warp->stride * sizeof *warp->reg);
        rv32_state_reset(&w->state);
    }
    if (core->port.local.bytes)
        memset(core->port.local.bytes, 0, core->port.local.size);
}

/* A started warp keeps the registers of the previous warp in its slot, as in hardware. */
void vortex_warp_start(struct vortex_core *core, uint32_t slot, uint32_t pc, uint64_t mask,
                       uint32_t mscratch)
{
    struct vortex_warp *w = &core->warps[slot];
    core->active |= 1ull << slot;
    core->blocked &= ~(1ull << slot);
    core->machine->run.live++;
    w->resident.ended = w->resident.waits = false;
    w->wait = WAIT_NONE;
    w->state.mscratch = mscratch;
    w->resident.warp.pc = pc;
    w->resident.warp.depth = 0;
    core->machine->reconverge->reset(&w->ipdom, pc, mask);
    warp_set_mask(&w->resident.warp, mask);
    count(core, STAT_WARPS_STARTED);
}

bool vortex_find_group(const struct run_state *run, const struct resident *w, uint32_t lane,
                       uint32_t index[3])
{
    const struct vortex *vortex = (const struct vortex *)run;
    if (vortex->dispatch.on) {
        memcpy(index, ((const struct vortex_warp *)w)->group.block, 3 * sizeof *index);
        return true;
    }
    uint64_t tp = warp_row(&w->warp, RV32_TP)[lane];
    const struct allocation *local = &vortex->cores[w->warp.core].port.local;
    if (!run->launch->kernel || tp < local->base + GROUP_BLOCK_BYTES ||
        tp - local->base > local->size)
        return false;
    memcpy(index, local->bytes + (tp - GROUP_BLOCK_BYTES - local->base), 3 * sizeof *index);
    return true;
}

/* ---- where control goes ---- */

static enum wc_status go(struct vortex_core *core, struct vortex_warp *w, const struct insn *insn,
                         int32_t index, uint64_t address)
{
    if (index < 0)
        return run_fail(&core->machine->run, &w->resident, insn,
                         "control transfer to 0x%" PRIx64 ", which %s", address,
                         rv32_data(core->machine->run.memory, address, 4)
                             ? "is data: a program cannot run code that it has written"
                             : "has no instruction");
    w->resident.warp.pc = (uint32_t)index;
    return WC_OK;
}

static enum wc_status go_next(struct vortex_core *core, struct vortex_warp *w,
                              const struct insn *insn)
{
    return go(core, w, insn, insn->next, insn->pc + 4);
}

/* The hardware tests one lane and assumes that the others agree. If they do not, the result is not
 * what the source says: stop, or follow that lane and count (parameter `disagreement`). */
static enum wc_status disagree(struct vortex_core *core, struct vortex_warp *w,
                               const struct insn *insn, uint64_t others, const char *about)
{
    count(core, STAT_LANE_DISAGREEMENTS);
    if (!core->machine->numbers.stop_on_disagreement)
        return WC_OK;
    run_fail(&core->machine->run, &w->resident, insn,
              "lanes disagree about %s that the hardware takes only from lane %u: lane %u and "
              "%d more of mask 0x%" PRIx64,
              about, warp_deciding_lane(&w->resident.warp), (unsigned)__builtin_ctzll(others),
              __builtin_popcountll(others) - 1, w->resident.warp.mask);
    hint(core->machine->run.err,
         "put SPLIT and JOIN around a lane-dependent branch, see 'warpclock diverge'; "
         "--set disagreement=follow continues as the hardware does");
    return WC_KERNEL_FAULT;
}

static enum wc_status apply_branch(struct vortex_core *core, struct vortex_warp *w,
                                   const struct insn *insn, const struct effect *effect)
{
    bool taken = effect->taken >> warp_deciding_lane(&w->resident.warp) & 1;
    uint64_t others = taken ? w->resident.warp.mask & ~effect->taken : effect->taken;
    /* A branch to the next instruction never diverges (llc leaves empty blocks). */
    if (others && insn->target != insn->next) {
        enum wc_status status = disagree(core, w, insn, others, "a branch");
        if (status != WC_OK)
            return status;
    }
    if (!taken)
        return go_next(core, w, insn);
    return go(core, w, insn, insn->target, insn->pc + (uint64_t)(int64_t)insn->imm);
}

static enum wc_status apply_jump(struct vortex_core *core, struct vortex_warp *w,
                                 const struct insn *insn, const struct effect *effect)
{
    uint64_t others = 0;
    for (uint32_t lane = 0; effect->lane_target && lane < w->resident.warp.lanes; lane++)
        others |= (uint64_t)(effect->lane_target[lane] != effect->target) << lane;
    others &= w->resident.warp.mask;
    if (others) {
        enum wc_status status = disagree(core, w, insn, others, "a jump target");
        if (status != WC_OK)
            return status;
    }
    return go(core, w, insn, program_index(core->machine->run.launch->program, effect->target),
              effect->target);
}

/* ---- masks ---- */

static void spawn_if_alone(struct vortex_core *core);

static void end_warp(struct vortex_core *core, struct vortex_warp *w, const struct insn *insn)
{
    core->active &= ~(1ull << w->resident.warp.slot);
    run_end_warp(&core->machine->run, &w->resident);
    if (core->machine->dispatch.on)
        vortex_dispatch_ended(core, w, insn);
    spawn_if_alone(core);
}

static enum wc_status apply_mask(struct vortex_core *core, struct vortex_warp *w,
                                 const struct insn *insn, const struct effect *effect)
{
    if (!effect->taken) {
        end_warp(core, w, insn);
        return WC_OK;
    }
    warp_set_mask(&w->resident.warp, effect->taken);
    return go_next(core, w, insn);
}

static enum wc_status no_lane_active(struct vortex_core *core, struct vortex_warp *w,
                                     const struct insn *insn, const struct effect *effect)
{
    return run_fail(&core->machine->run, &w->resident, insn, "%s",
                    effect->kind == EFFECT_JOIN
                        ? "JOIN leaves no lane active: a TMC after its SPLIT changed the mask"
                        : "PRED leaves no lane active: its restore mask is empty");
}

/* SPLIT, JOIN and PRED. */
static enum wc_status apply_divergence(struct vortex_core *core, struct vortex_warp *w,
                                       const struct insn *insn, const struct effect *effect)
{
    struct run_state *run = &core->machine->run;
    struct warp *warp = &w->resident.warp;
    struct reconverge now = {.active = warp->mask};
    switch (core->machine->reconverge->read(&w->ipdom, insn, effect, &now)) {
    case RECONVERGE_OVERFLOW:
        return run_fail(run, &w->resident, insn, "the reconvergence stack of %u entries is full",
                        w->ipdom.size);
    case RECONVERGE_UNPAIRED:
        return run_fail(run, &w->resident, insn,
                        "JOIN of the split at depth %u, but %u splits are open: SPLIT and JOIN do "
                        "not match",
                        effect->value, w->ipdom.depth);
    case RECONVERGE_EMPTY:
        return no_lane_active(core, w, insn, effect);
    case RECONVERGE_PARTED:
        count(core, STAT_DIVERGENT_SPLITS);
        break;
    default:
        break;
    }
    if (now.active != warp->mask)
        warp_set_mask(warp, now.active);
    warp->depth = w->ipdom.depth;
    return go(core, w, insn, (int32_t)now.pc, insn->pc + 4);
}

/* ---- warps that wait for each other ---- */

static void hold(struct vortex_core *core, struct vortex_warp *w, enum vortex_wait wait,
                 uint32_t value)
{
    core->blocked |= 1ull << w->resident.warp.slot;
    run_wait(&core->machine->run, &w->resident);
    w->wait = wait;
    w->wait_value = value;
}

static void release(struct vortex_core *core, uint64_t warps)
{
    core->blocked &= ~warps;
    for (; warps; warps &= warps - 1) {
        struct vortex_warp *w = &core->warps[__builtin_ctzll(warps)];
        run_release(&core->machine->run, &w->resident);
        w->wait = WAIT_NONE;
    }
}

/* A spawn takes effect as soon as its warp is the only active one. */
static void spawn_if_alone(struct vortex_core *core)
{
    if (!core->active || core->active & (core->active - 1))
        return;
    struct vortex_warp *w = &core->warps[__builtin_ctzll(core->active)];
    if (w->wait != WAIT_SPAWN)
        return;
    release(core, core->active);
    const struct vortex *vortex = core->machine;
    uint32_t mscratch =
        vortex->numbers.spawn_copies_mscratch ? w->state.mscratch : vortex->mscratch;
    uint32_t self = w->resident.warp.slot;
    for (uint32_t slot = 0; slot < w->wait_value; slot++) {
        if (slot != self)
            vortex_warp_start(core, slot, w->wait_target, 1, mscratch);
    }
}

static enum wc_status apply_spawn(struct vortex_core *core, struct vortex_warp *w,
                                  const struct insn *insn, const struct effect *effect)
{
    int32_t index = program_index(core->machine->run.launch->program, effect->target);
    if (index < 0 && vortex_spawn_starts(w->resident.warp.slot, effect->value))
        return run_fail(&core->machine->run, &w->resident, insn,
                         "WSPAWN to 0x%" PRIx64 ", which has no instruction",
                         effect->target);
    w->wait_target = index < 0 ? 0 : (uint32_t)index;
    hold(core, w, WAIT_SPAWN, effect->value);
    enum wc_status status = go_next(core, w, insn);
    spawn_if_alone(core);
    return status;
}

/* Vortex 2.x: low bits of the id; 3.0: group number in the low bits, barrier of the group above. */
uint32_t vortex_barrier_index(const struct vortex *vortex, uint32_t id)
{
    const struct vortex_numbers *n = &vortex->numbers;
    if (n->barrier_by_group)
        return ((id & 0xff) * n->barrier_count + (id >> 8 & 0x7fffff)) % vortex->barrier_total;
    return (id & 0x7fffffff) % vortex->barrier_total;
}

/* The warps of a core count as one arrival once all active ones have arrived. */
static void arrive_global(struct vortex_core *core, struct vortex_warp *w, uint32_t index,
                          uint32_t expected)
{
    struct vortex *vortex = core->machine;
    uint64_t here = 0;
    hold(core, w, WAIT_GLOBAL_BARRIER, index);
    for (uint64_t rest = core->active & core->blocked; rest; rest &= rest - 1) {
        struct vortex_warp *other = &core->warps[__builtin_ctzll(rest)];
        if (other->wait == WAIT_GLOBAL_BARRIER && other->wait_value == index)
            here |= 1ull << other->resident.warp.slot;
    }
    bool released = false;
    if (here == core->active)
        barrier_arrive(&vortex->global_barriers[index], 0, expected, false, &released);
    for (uint32_t i = 0; released && i < vortex->numbers.cores; i++) {
        struct vortex_core *each = &vortex->cores[i];
        for (uint32_t slot = 0; slot < vortex->numbers.warps; slot++) {
            if (each->warps[slot].wait == WAIT_GLOBAL_BARRIER &&
                each->warps[slot].wait_value == index)
                release(each, 1ull << slot);
        }
    }
}

static enum wc_status apply_barrier(struct vortex_core *core, struct vortex_warp *w,
                                    const struct insn *insn, const struct effect *effect)
{
    struct vortex *vortex = core->machine;
    uint32_t index = vortex_barrier_index(vortex, effect->value), slot = w->resident.warp.slot;
    struct barrier *barrier = &core->barriers[index];
    bool released = false;
    count(core, STAT_BARRIERS);
    if (effect->target == RV32_BARRIER_WAIT) {
        if (!barrier_wait(barrier, slot, effect->count))
            hold(core, w, WAIT_PHASE, index);
        return go_next(core, w, insn);
    }
    if (effect->count == 0)
        return run_fail(&core->machine->run, &w->resident, insn, "barrier for 0 warps");
    if (effect->target == RV32_BARRIER_ARRIVE) {
        uint32_t phase = barrier->phase;
        release(core, barrier_arrive(barrier, slot, effect->count, false, &released));
        warp_write_uniform(&w->resident.warp, insn->rd, phase & 1);
    } else if (effect->value >> 31 && vortex->numbers.barrier_global) {
        arrive_global(core, w, index, effect->count);
    } else if (effect->count > 1 || vortex->numbers.barrier_by_group) {
        hold(core, w, WAIT_BARRIER, index);
        release(core, barrier_arrive(barrier, slot, effect->count, true, &released));
    }
    return go_next(core, w, insn);
}

/* ---- all together ---- */

static enum wc_status check_operands(struct vortex_core *core, struct vortex_warp *w,
                                     const struct insn *insn)
{
    unsigned lane;
    if (!(insn->flags & INSN_TAKES_ONE_LANE) || rv32_operands_agree(&w->resident.warp, insn, &lane))
        return WC_OK;
    return disagree(core, w, insn, 1ull << lane, "an operand");
}

enum wc_status vortex_apply(struct run_state *run, struct resident *resident,
                            const struct insn *insn, const struct effect *effect)
{
    struct vortex_core *core = &((struct vortex *)run)->cores[resident->warp.core];
    struct vortex_warp *w = vortex_warp_of(resident);
    enum wc_status status;
    switch (effect->kind) {
    case EFFECT_NONE:
    case EFFECT_MEMORY:
    case EFFECT_FENCE:
        return go_next(core, w, insn);
    case EFFECT_BRANCH:
        return apply_branch(core, w, insn, effect);
    case EFFECT_JUMP:
        return apply_jump(core, w, insn, effect);
    case EFFECT_TRAP:
        return go(core, w, insn, program_index(run->launch->program, effect->target),
                  effect->target);
    case EFFECT_FAULT:
        return run_fault(run, resident, insn, &effect->fault);
    default:
        break;
    }
    if ((status = check_operands(core, w, insn)) != WC_OK)
        return status;
    switch (effect->kind) {
    case EFFECT_MASK:
        return apply_mask(core, w, insn, effect);
    case EFFECT_SPLIT:
    case EFFECT_JOIN:
    case EFFECT_PREDICATE:
        return apply_divergence(core, w, insn, effect);
    case EFFECT_SPAWN:
        return apply_spawn(core, w, insn, effect);
    default:
        return apply_barrier(core, w, insn, effect);
    }
}
