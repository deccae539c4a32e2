/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_functional.c - running Vortex without a clock: results only, as fast as they come.
 *
 * Cores take turns; in each turn a core's scheduler picks a warp that can run (parameter
 * functional.order), which then runs a slice of instructions or until it waits or ends. The order
 * is fixed, so the same job gives the same memory and the same counts every time. */
#include <string.h>

#include "machine/place.h"
#include "machine/vortex.h"

enum { SLICE = 4096 };

static void count_instruction(struct statistics *s, const struct warp *warp,
                              const struct insn *insn)
{
    s->count[STAT_WARP_INSTRUCTIONS]++;
    s->count[STAT_THREAD_INSTRUCTIONS] += warp->active_count;
    s->count[STAT_LOADS] += insn->flags & INSN_LOAD ? 1 : 0;
    s->count[STAT_STORES] += insn->flags & INSN_STORE ? 1 : 0;
    s->count[STAT_ATOMICS] += insn->flags & INSN_ATOMIC ? 1 : 0;
    s->count[STAT_BRANCHES] += insn->flow == FLOW_BRANCH;
}

/* An ELF with a `tohost` symbol ends at the first non-zero value there: value >> 1 is its verdict. */
static bool has_verdict(struct vortex *vortex)
{
    uint64_t value = 0;
    memcpy(&value, vortex->tohost, sizeof value);
    if (!value)
        return false;
    vortex->outcome->has_verdict = true;
    vortex->outcome->verdict = (uint32_t)(value >> 1);
    vortex->stopped = true;
    return true;
}

/* Runs one warp until it waits, ends, or its slice is over. */
static enum wc_status run_slice(struct vortex_core *core, struct vortex_warp *w, uint64_t most,
                                struct effect *effect)
{
    struct vortex *vortex = core->machine;
    struct statistics *statistics = &vortex->outcome->statistics;
    const struct insn *insns = vortex->launch->program->insns;
    const uint64_t bit = 1ull << w->warp.slot;
    for (uint64_t i = 0; i < most; i++) {
        const struct insn *insn = &insns[w->warp.pc];
        effect->kind = EFFECT_NONE;
        count_instruction(statistics, &w->warp, insn);
        core->cycle++;
        core->instret += vortex->numbers.instret_counts_warps ? 1 : w->warp.active_count;
        insn->run(&w->warp, insn, effect);
        if (effect->kind <= EFFECT_FENCE && insn->next >= 0) {
            w->warp.pc = (uint32_t)insn->next;
            if (vortex->tohost && insn->flags & INSN_STORE && has_verdict(vortex))
                return WC_OK;
            continue;
        }
        enum wc_status status = vortex_apply(core, w, insn, effect);
        if (status != WC_OK)
            return status;
        if (!(core->active & ~core->blocked & bit))
            break;
    }
    return WC_OK;
}

/* May another slice run, and how many instructions of it? The limit is kept to the instruction, so
 * that a launch which ends exactly there has ended. */
static enum wc_status check_limits(struct vortex *vortex, uint64_t *slice)
{
    const struct run_control *control = vortex->control;
    uint64_t done = vortex->outcome->statistics.count[STAT_WARP_INSTRUCTIONS];
    if (control->interrupt && *control->interrupt)
        return fail(vortex->err, WC_INTERRUPTED, "interrupted after %llu warp-instructions",
                    (unsigned long long)done);
    if (control->most_cycles && done >= control->most_cycles)
        return fail(vortex->err, WC_DEADLOCK,
                    "the limit of %llu cycles is reached (a functional run counts a "
                    "warp-instruction as one)",
                    (unsigned long long)control->most_cycles);
    if (control->progress)
        control->progress(control->user, done);
    uint64_t left = control->most_cycles ? control->most_cycles - done : SLICE;
    *slice = left < SLICE ? left : SLICE;
    return WC_OK;
}

/* One slice for a warp of every core that has one to run; *ran tells whether there was one. */
static enum wc_status run_round(struct vortex *vortex, struct effect *effect, bool *ran)
{
    for (uint32_t i = 0; i < vortex->numbers.cores && !vortex->stopped; i++) {
        struct vortex_core *core = &vortex->cores[i];
        int slot = scheduler_turn(&core->scheduler, core->active & ~core->blocked);
        if (slot < 0)
            continue;
        *ran = true;
        uint64_t slice = 0;
        enum wc_status status = check_limits(vortex, &slice);
        if (status == WC_OK)
            status = run_slice(core, &core->warps[slot], slice, effect);
        if (status != WC_OK)
            return status;
    }
    vortex_console_drain(vortex);
    return WC_OK;
}

static bool any_active(const struct vortex *vortex)
{
    for (uint32_t i = 0; i < vortex->numbers.cores; i++) {
        if (vortex->cores[i].active)
            return true;
    }
    return false;
}

static enum wc_status run_to_end(struct vortex *vortex)
{
    static const struct effect nothing;
    struct effect effect = nothing;
    while (any_active(vortex) && !vortex->stopped) {
        bool ran = false;
        enum wc_status status = run_round(vortex, &effect, &ran);
        if (status != WC_OK)
            return status;
        if (!ran)
            return vortex_deadlock(vortex);
    }
    return WC_OK;
}

enum wc_status vortex_run_functional(struct error *err, struct machine *machine,
                                     struct memory *memory, const struct launch *launch,
                                     const struct run_control *control, struct outcome *outcome)
{
    struct vortex *vortex = (struct vortex *)machine;
    uint32_t entry;
    vortex->err = err;
    vortex->memory = memory;
    vortex->launch = launch;
    vortex->control = control;
    vortex->outcome = outcome;
    vortex->stopped = false;
    enum wc_status status = vortex_prepare(vortex, &entry);
    if (status != WC_OK)
        return status;
    for (uint32_t i = 0; i < vortex->numbers.cores; i++) {
        struct vortex_core *core = &vortex->cores[i];
        memory_port_reset(&core->port, memory);
        vortex_core_reset(core);
        scheduler_reset(&core->scheduler, vortex->numbers.functional_order, vortex->numbers.warps);
        vortex_warp_start(core, 0, entry, vortex->mscratch); /* every core starts on its own */
    }
    for (uint32_t i = 0; i < vortex->barrier_total; i++)
        barrier_reset(&vortex->global_barriers[i]);
    status = run_to_end(vortex);
    vortex_console_flush(vortex);
    if (status == WC_OK)
        vortex_exit_code(vortex);
    return status;
}
