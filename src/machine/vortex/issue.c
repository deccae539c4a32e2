/* SPDX-License-Identifier: Apache-2.0 */
/* issue.c - issuing one instruction: applies its effect and computes its times. */
#include "machine/common/count.h"
#include "machine/common/steps.h"
#include "machine/common/taint.h"
#include "machine/common/tell.h"
#include "machine/vortex/head.h"
#include "machine/vortex/stalls.h"

/* The cycle in which the instruction's result is available; occupies its unit. */
static cycle_t compute(struct vortex_core *core, uint32_t slot, const struct insn *insn,
                       const struct effect *effect, cycle_t now)
{
    struct vortex_pipeline *p = core->pipeline;
    if (effect->kind == EFFECT_MEMORY) {
        cycle_t done = vortex_lsu_access(core, slot, &effect->access, now);
        p->warp[slot].accessed = later(p->warp[slot].accessed, done);
        return done;
    }
    const struct vortex_unit_numbers *unit = &p->numbers->unit[insn->timing];
    const enum vortex_unit port = vortex_unit_of(p->numbers, insn->timing);
    const cycle_t rounds = unit->passes;
    cycle_t done = now + unit->latency + rounds - 1, next = now + unit->interval * rounds;
    if (port == VORTEX_FMA)
        next = later(next, inflight_hold(&p->fpu, done));
    vortex_unit_start(p, port, now, next - now);
    done += p->numbers->overhead;
    return effect->kind == EFFECT_FENCE ? later(p->warp[slot].accessed, done) : done;
}

static void count_memory(struct vortex_core *core, const struct insn *insn, bool in_kernel,
                         cycle_t now, cycle_t done)
{
    struct vortex_pipeline *p = core->pipeline;
    if (!(insn->flags & INSN_LOAD) || insn->flags & INSN_ATOMIC)
        return;
    core->machine->run.load_latency += done - now;
    p->kernel.loads += in_kernel;
    p->kernel.load_latency += in_kernel ? done - now : 0;
}

/* Nothing of the warp issues until the outcome is known (SWAS-13, SWAS-47). */
static void hold_for_outcome(struct vortex_core *core, uint32_t slot, const struct insn *insn,
                             cycle_t now, cycle_t done)
{
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_timing *t = &p->warp[slot];
    bool warp_control = insn->timing == TIMING_WARP_CONTROL || insn->timing == TIMING_BARRIER;
    t->decided = warp_control || insn->timing == TIMING_FENCE ? done
                                                              : now + p->numbers->branch_resolve;
    t->control_reason = warp_control ? STALL_DIVERGENCE
                        : insn->timing == TIMING_FENCE ? STALL_MEMORY
                                                       : STALL_DEPENDENCY;
    t->stopped_fetch = vortex_is_control(insn);
    p->undecided |= 1ull << slot;
    p->decide_first = earlier(p->decide_first, t->decided);
}

static void start_others(struct vortex_core *core, uint64_t started, cycle_t now)
{
    const struct vortex_clock_numbers *numbers = core->pipeline->numbers;
    const bool dispatched = core->machine->dispatch.on;
    const cycle_t gap = dispatched ? numbers->dispatch_gap : numbers->spawn_gap;
    cycle_t start = now + (dispatched ? numbers->dispatch_delay : numbers->spawn_delay);
    if (dispatched)
        start = later(start, core->pipeline->dispatch_free);
    for (; started; started &= started - 1, start += gap)
        vortex_front_start(core, (uint32_t)__builtin_ctzll(started), start);
    if (dispatched)
        core->pipeline->dispatch_free = start;
}

/* Warps of this core that the instruction, of this core or another, has released. */
static void release_others(struct vortex_core *core, const struct warp *by, cycle_t now)
{
    struct vortex_pipeline *p = core->pipeline;
    uint64_t released = p->waiting & ~core->blocked & core->active;
    p->waiting = core->blocked & core->active;
    for (; released; released &= released - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(released);
        p->warp[slot].resume = now + p->numbers->barrier_release;
        wakeup_set(&p->oracle.settled_at, slot, p->warp[slot].resume);
        vortex_front_update(core, slot);
        if (core->machine->run.observed)
            tell_release(&core->machine->run, core->id, slot, by, now,
                         p->warp[slot].resume);
    }
}

/* A barrier across cores also releases warps of other cores. */
static inline void wake_others(struct vortex_core *core, const struct warp *by,
                               const struct insn *insn, cycle_t now)
{
    struct vortex *vortex = core->machine;
    if (core->pipeline->waiting != (core->blocked & core->active))
        release_others(core, by, now);
    for (uint32_t i = 0; insn->timing == TIMING_BARRIER && i < vortex->numbers.cores; i++)
        release_others(&vortex->cores[i], by, now);
}

void vortex_issue_nop(struct vortex_core *core, uint32_t slot, cycle_t now)
{
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_timing *t = &p->warp[slot];
    const struct vortex_unit_numbers *alu = &p->numbers->unit[TIMING_ALU];
    enum nop_kind kind = ibuffer_nop_kind(ibuffer_head(&t->ibuffer));
    vortex_stalls_issue(core, slot, now);
    p->nops[kind]++;
    p->kernel.nops += p->in_kernel >> slot & 1;
    if (run_tells(&core->machine->run, EVENT_NOP))
        observers_tell(core->machine->run.control->observers,
                       &(struct event){.kind = EVENT_NOP, .cycle = now, .until = now + 1,
                                       .core = core->id, .warp = slot, .nop = kind});
    ibuffer_pop(&t->ibuffer);
    vortex_unit_start(p, VORTEX_ALU, now, (cycle_t)alu->interval * alu->passes);
    vortex_front_update(core, slot);
}

/* The mask of an ended warp is empty, even if its slot already has a new warp. */
static void report(const struct vortex_core *core, uint32_t slot, const struct insn *insn,
                   uint64_t mask, bool ended, cycle_t now, cycle_t done)
{
    const struct resident *w = &core->warps[slot].resident;
    tell_issue(&core->machine->run, core->id, slot,
               &(struct issued){.insn = insn, .before = mask, .after = ended ? 0 : w->warp.mask,
                                .waits = w->waits, .ended = ended, .now = now, .done = done});
}

/* Runs the instruction; what follows it is not known yet. */
static inline void execute(struct run_state *run, struct resident *w, const struct insn *insn)
{
    const struct run_control *control = run->control;
    if (control->steps)
        steps_before(control->steps, &w->warp, insn);
    if (control->taint)
        taint_before(run, w, insn);
    insn->run(&w->warp, insn, &run->effect);
    if (control->taint)
        taint_after(run, w, insn);
}

static inline enum wc_status apply(struct run_state *run, struct resident *w,
                                   const struct insn *insn, const struct effect *effect)
{
    if (!effect_continues(effect->kind) || insn->next < 0)
        return vortex_apply(run, w, insn, effect);
    w->warp.pc = (uint32_t)insn->next;
    return WC_OK;
}

enum wc_status vortex_issue(struct vortex_core *core, uint32_t slot, cycle_t now)
{
    struct run_state *run = &core->machine->run;
    const struct effect *effect = &run->effect;
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_timing *t = &p->warp[slot];
    struct resident *w = &core->warps[slot].resident;
    const struct insn *insn = run_insn(run, w);
    uint64_t active = core->active, mask = w->warp.mask;

    vortex_stalls_issue(core, slot, now);
    ibuffer_pop(&t->ibuffer);
    count_instruction(&run->outcome->statistics, &w->warp, insn);
    vortex_retire(core, &w->warp);
    uint64_t in_kernel = p->in_kernel >> slot & 1;
    p->kernel.warp_instructions += in_kernel;
    p->kernel.thread_instructions += in_kernel ? w->warp.active_count : 0;
    core->cycle = run->cycle = now;
    execute(run, w, insn);
    cycle_t done =
        effect->kind == EFFECT_FAULT ? now : compute(core, slot, insn, effect, now);
    enum wc_status status = apply(run, w, insn, effect);
    if (run->control->steps)
        run_log_step(run, w, insn, effect);
    bool ended = status == WC_OK && effect->kind == EFFECT_MASK && !effect->taken;
    run->drained = later(run->drained, later(done, now + 1));
    if (run->observed && (tells_issue(run, w, insn, mask) || ended))
        report(core, slot, insn, mask, ended, now, done);
    if (status != WC_OK)
        return status;
    if (ended || insn->flow == FLOW_CALL || insn->flow == FLOW_RETURN)
        vortex_kernel_follow(core, slot, insn, now, ended);
    scoreboard_pend(&t->scoreboard, insn->dst, TARGETS_MAX, done,
                    effect->kind == EFFECT_MEMORY ? PENDING_MEMORY : PENDING_COMPUTE);
    count_memory(core, insn, in_kernel, now, done);
    if (ended) {
        active &= ~(1ull << slot);
        vortex_front_end(core, slot);
    } else {
        t->redirect = (int32_t)w->warp.pc != insn->next; /* any instruction may trap */
        if (vortex_is_control(insn) || insn->timing == TIMING_FENCE || t->redirect)
            hold_for_outcome(core, slot, insn, now, done);
        vortex_head_next(core, slot);
    }
    if (core->active & ~active)
        start_others(core, core->active & ~active, now);
    wake_others(core, &w->warp, insn, now);
    return WC_OK;
}
