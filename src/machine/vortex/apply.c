/* SPDX-License-Identifier: Apache-2.0 */
/* apply.c - what an effect does to the warps of a core (Vortex, warp-control extension).
 *
 * Shared by every way of running: nothing here costs time or knows a cycle. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/common/place.h"
#include "machine/vortex/model.h"
#include "kernels/runtime/launch.h"

static void count(struct vortex_core *core, enum statistic_id id)
{
    core->machine->outcome->statistics.count[id]++;
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
        memset(w->warp.reg, 0, (size_t)RV32_ROWS * w->warp.stride * sizeof *w->warp.reg);
        rv32_state_reset(&w->state);
    }
    if (core->port.local.bytes)
        memset(core->port.local.bytes, 0, core->port.local.size);
}

/* A started warp keeps the registers of whoever used its slot before (facts of the hardware). */
void vortex_warp_start(struct vortex_core *core, uint32_t slot, uint32_t pc, uint32_t mscratch)
{
    struct vortex_warp *w = &core->warps[slot];
    core->active |= 1ull << slot;
    core->blocked &= ~(1ull << slot);
    w->wait = WAIT_NONE;
    w->state.mscratch = mscratch;
    w->warp.pc = pc;
    w->warp.depth = 0;
    ipdom_reset(&w->ipdom);
    warp_set_mask(&w->warp, 1);
    count(core, STAT_WARPS_STARTED);
}

static bool read_group(const struct vortex_core *core, const struct vortex_warp *w, uint32_t lane,
                       uint32_t group[3])
{
    uint64_t tp = warp_row(&w->warp, RV32_TP)[lane];
    const struct allocation *local = &core->port.local;
    if (!core->machine->launch->kernel || tp < local->base + GROUP_BLOCK_BYTES ||
        tp - local->base > local->size)
        return false;
    memcpy(group, local->bytes + (tp - GROUP_BLOCK_BYTES - local->base), 3 * sizeof *group);
    return true;
}

struct place vortex_place(const struct vortex_core *core, const struct vortex_warp *w,
                          const struct insn *insn)
{
    struct place place = {.launch = core->machine->launch, .warp = &w->warp, .insn = insn};
    place.has_group = read_group(core, w, warp_deciding_lane(&w->warp), place.group);
    return place;
}

static enum wc_status fail_here(struct vortex_core *core, struct vortex_warp *w,
                                const struct insn *insn, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static enum wc_status fail_here(struct vortex_core *core, struct vortex_warp *w,
                                const struct insn *insn, const char *format, ...)
{
    char *what = NULL;
    va_list args;
    va_start(args, format);
    if (vasprintf(&what, format, args) < 0)
        what = NULL;
    va_end(args);
    struct place place = vortex_place(core, w, insn);
    enum wc_status status = place_fail(core->machine->err, WC_KERNEL_FAULT, &place, "%s",
                                       what ? what : "out of memory");
    free(what);
    return status;
}

/* ---- where control goes ---- */

static enum wc_status go(struct vortex_core *core, struct vortex_warp *w, const struct insn *insn,
                         int32_t index, uint64_t address)
{
    if (index < 0)
        return fail_here(core, w, insn,
                         "control goes to 0x%" PRIx64 ", where the program has no instruction",
                         address);
    w->warp.pc = (uint32_t)index;
    return WC_OK;
}

static enum wc_status go_next(struct vortex_core *core, struct vortex_warp *w,
                              const struct insn *insn)
{
    return go(core, w, insn, insn->next, insn->pc + 4);
}

/* The hardware asks one lane and believes the others agree. When they do not, the result is not
 * what the source says: stop, or follow that lane and count (parameter `disagreement`). */
static enum wc_status disagree(struct vortex_core *core, struct vortex_warp *w,
                               const struct insn *insn, uint64_t others, const char *about)
{
    count(core, STAT_LANE_DISAGREEMENTS);
    if (!core->machine->numbers.stop_on_disagreement)
        return WC_OK;
    fail_here(core, w, insn,
              "lanes disagree about %s that the hardware takes from lane %u alone: lane %u and "
              "%d more of mask 0x%" PRIx64,
              about, warp_deciding_lane(&w->warp), (unsigned)__builtin_ctzll(others),
              __builtin_popcountll(others) - 1, w->warp.mask);
    hint(core->machine->err,
         "a lane-dependent branch needs SPLIT and JOIN around it: see 'warpclock diverge'; "
         "--set disagreement=follow goes on as the hardware would");
    return WC_KERNEL_FAULT;
}

static enum wc_status apply_branch(struct vortex_core *core, struct vortex_warp *w,
                                   const struct insn *insn, const struct effect *effect)
{
    bool taken = effect->taken >> warp_deciding_lane(&w->warp) & 1;
    uint64_t others = taken ? w->warp.mask & ~effect->taken : effect->taken;
    /* A branch to the next instruction goes there either way (llc leaves empty blocks). */
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
    for (uint32_t lane = 0; effect->lane_target && lane < w->warp.lanes; lane++)
        others |= (uint64_t)(effect->lane_target[lane] != effect->target) << lane;
    others &= w->warp.mask;
    if (others) {
        enum wc_status status = disagree(core, w, insn, others, "a jump target");
        if (status != WC_OK)
            return status;
    }
    return go(core, w, insn, program_index(core->machine->launch->program, effect->target),
              effect->target);
}

/* ---- masks ---- */

static void spawn_if_alone(struct vortex_core *core);

static void end_warp(struct vortex_core *core, struct vortex_warp *w)
{
    core->active &= ~(1ull << w->warp.slot);
    spawn_if_alone(core);
}

static enum wc_status apply_mask(struct vortex_core *core, struct vortex_warp *w,
                                 const struct insn *insn, const struct effect *effect)
{
    warp_set_mask(&w->warp, effect->taken);
    if (!effect->taken) {
        end_warp(core, w);
        return WC_OK;
    }
    return go_next(core, w, insn);
}

static enum wc_status apply_split(struct vortex_core *core, struct vortex_warp *w,
                                  const struct insn *insn, const struct effect *effect)
{
    uint64_t mask = w->warp.mask;
    switch (ipdom_split(&w->ipdom, core->machine->numbers.split_order, effect->taken,
                        (uint32_t)insn->next, &mask)) {
    case IPDOM_OVERFLOW:
        return fail_here(core, w, insn, "the reconvergence stack of %u entries is full",
                         w->ipdom.size);
    case IPDOM_PARTED:
        count(core, STAT_DIVERGENT_SPLITS);
        warp_set_mask(&w->warp, mask);
        break;
    default:
        break;
    }
    w->warp.depth = w->ipdom.depth;
    return go_next(core, w, insn);
}

static enum wc_status apply_join(struct vortex_core *core, struct vortex_warp *w,
                                 const struct insn *insn, const struct effect *effect)
{
    uint64_t mask = w->warp.mask;
    uint32_t place = 0;
    enum ipdom_outcome outcome = ipdom_join(&w->ipdom, effect->value, &mask, &place);
    if (outcome == IPDOM_UNPAIRED)
        return fail_here(core, w, insn,
                         "JOIN of the split at depth %u, but %u splits are open: SPLIT and JOIN do "
                         "not pair",
                         effect->value, w->ipdom.depth);
    if (!mask)
        return fail_here(core, w, insn,
                         "JOIN leaves no lane active: a TMC behind its SPLIT changed the mask");
    if (mask != w->warp.mask)
        warp_set_mask(&w->warp, mask);
    w->warp.depth = w->ipdom.depth;
    if (outcome == IPDOM_OTHER) {
        w->warp.pc = place;
        return WC_OK;
    }
    return go_next(core, w, insn);
}

static enum wc_status apply_predicate(struct vortex_core *core, struct vortex_warp *w,
                                      const struct insn *insn, const struct effect *effect)
{
    uint64_t mask = effect->taken ? effect->taken : effect->value;
    if (!mask)
        return fail_here(core, w, insn, "PRED leaves no lane active: its restore mask is empty");
    warp_set_mask(&w->warp, mask);
    return go_next(core, w, insn);
}

/* ---- warps that wait for each other ---- */

static void hold(struct vortex_core *core, struct vortex_warp *w, enum vortex_wait wait,
                 uint32_t value)
{
    core->blocked |= 1ull << w->warp.slot;
    w->wait = wait;
    w->wait_value = value;
}

static void release(struct vortex_core *core, uint64_t warps)
{
    core->blocked &= ~warps;
    for (; warps; warps &= warps - 1)
        core->warps[__builtin_ctzll(warps)].wait = WAIT_NONE;
}

/* A spawn takes effect in the first moment in which its warp is the only active one. */
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
    uint32_t self = w->warp.slot;
    for (uint32_t slot = 0; slot < w->wait_value; slot++) {
        if (slot != self)
            vortex_warp_start(core, slot, w->wait_target, mscratch);
    }
}

static enum wc_status apply_spawn(struct vortex_core *core, struct vortex_warp *w,
                                  const struct insn *insn, const struct effect *effect)
{
    int32_t index = program_index(core->machine->launch->program, effect->target);
    if (index < 0 && vortex_spawn_starts(w->warp.slot, effect->value))
        return fail_here(core, w, insn,
                         "WSPAWN at 0x%" PRIx64 ", where the program has no instruction",
                         effect->target);
    w->wait_target = index < 0 ? 0 : (uint32_t)index;
    hold(core, w, WAIT_SPAWN, effect->value);
    enum wc_status status = go_next(core, w, insn);
    spawn_if_alone(core);
    return status;
}

/* Vortex 2.x: low bits of the id; 3.0: group number below, barrier of the group above. */
uint32_t vortex_barrier_index(const struct vortex *vortex, uint32_t id)
{
    const struct vortex_numbers *n = &vortex->numbers;
    if (n->barrier_by_group)
        return ((id & 0xff) * n->barrier_count + (id >> 8 & 0x7fffff)) % vortex->barrier_total;
    return (id & 0x7fffffff) % vortex->barrier_total;
}

/* The warps of a core count as one arrival once all its active ones are there. */
static void arrive_global(struct vortex_core *core, struct vortex_warp *w, uint32_t index,
                          uint32_t expected)
{
    struct vortex *vortex = core->machine;
    uint64_t here = 0;
    hold(core, w, WAIT_GLOBAL_BARRIER, index);
    for (uint64_t rest = core->active & core->blocked; rest; rest &= rest - 1) {
        struct vortex_warp *other = &core->warps[__builtin_ctzll(rest)];
        if (other->wait == WAIT_GLOBAL_BARRIER && other->wait_value == index)
            here |= 1ull << other->warp.slot;
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
    uint32_t index = vortex_barrier_index(vortex, effect->value);
    struct barrier *barrier = &core->barriers[index];
    bool released = false;
    count(core, STAT_BARRIERS);
    if (effect->target == RV32_BARRIER_WAIT) {
        if (!barrier_wait(barrier, w->warp.slot, effect->count))
            hold(core, w, WAIT_PHASE, index);
        return go_next(core, w, insn);
    }
    if (effect->count == 0)
        return fail_here(core, w, insn, "barrier for 0 warps");
    if (effect->target == RV32_BARRIER_ARRIVE) {
        uint32_t phase = barrier->phase;
        release(core, barrier_arrive(barrier, w->warp.slot, effect->count, false, &released));
        warp_write_uniform(&w->warp, insn->rd, phase & 1);
    } else if (effect->value >> 31 && vortex->numbers.barrier_global) {
        arrive_global(core, w, index, effect->count);
    } else if (effect->count > 1 || vortex->numbers.barrier_by_group) {
        hold(core, w, WAIT_BARRIER, index);
        release(core, barrier_arrive(barrier, w->warp.slot, effect->count, true, &released));
    }
    return go_next(core, w, insn);
}

/* ---- all together ---- */

static enum wc_status apply_fault(struct vortex_core *core, struct vortex_warp *w,
                                  const struct insn *insn, const struct effect *effect)
{
    struct place place = vortex_place(core, w, insn);
    place.has_lane = true;
    place.lane = effect->fault.lane;
    place.has_group = read_group(core, w, place.lane, place.group);
    return place_fail_fault(core->machine->err, &place, &w->port, &effect->fault);
}

static enum wc_status check_operands(struct vortex_core *core, struct vortex_warp *w,
                                     const struct insn *insn)
{
    unsigned lane;
    if (!(insn->flags & INSN_TAKES_ONE_LANE) || rv32_operands_agree(&w->warp, insn, &lane))
        return WC_OK;
    return disagree(core, w, insn, 1ull << lane, "an operand");
}

enum wc_status vortex_apply(struct vortex_core *core, struct vortex_warp *w,
                            const struct insn *insn, const struct effect *effect)
{
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
        return go(core, w, insn, program_index(core->machine->launch->program, effect->target),
                  effect->target);
    case EFFECT_FAULT:
        return apply_fault(core, w, insn, effect);
    default:
        break;
    }
    if ((status = check_operands(core, w, insn)) != WC_OK)
        return status;
    switch (effect->kind) {
    case EFFECT_MASK:
        return apply_mask(core, w, insn, effect);
    case EFFECT_SPLIT:
        return apply_split(core, w, insn, effect);
    case EFFECT_JOIN:
        return apply_join(core, w, insn, effect);
    case EFFECT_PREDICATE:
        return apply_predicate(core, w, insn, effect);
    case EFFECT_SPAWN:
        return apply_spawn(core, w, insn, effect);
    default:
        return apply_barrier(core, w, insn, effect);
    }
}
