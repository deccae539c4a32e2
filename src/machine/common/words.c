/* SPDX-License-Identifier: Apache-2.0 */
/* words.c - where the warps of a launch are, for messages and logs. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "machine/common/run_state.h"
#include "machine/common/steps.h"

static void find_group(const struct run_state *run, const struct resident *w, uint32_t lane,
                       struct place *place)
{
    const struct core_ops *core = run_core(run);
    if (!w->group) {
        place->has_group = core->find_group && core->find_group(run, w, lane, place->group);
        return;
    }
    place->has_group = true;
    for (unsigned i = 0; i < 3; i++)
        place->group[i] = w->group->index[i];
}

struct place run_place(const struct run_state *run, const struct resident *w,
                       const struct insn *insn)
{
    struct place place = {.machine = &run->machine, .launch = run->launch, .warp = &w->warp,
                          .insn = insn};
    find_group(run, w, warp_deciding_lane(&w->warp), &place);
    return place;
}

enum wc_status run_fail(struct run_state *run, struct resident *w, const struct insn *insn,
                        const char *format, ...)
{
    struct text what = {0};
    va_list args;
    va_start(args, format);
    text_add_list(&what, format, args);
    va_end(args);
    struct place place = run_place(run, w, insn);
    if (run->err->status == WC_OK)
        run->err->fault = WC_FAULT_OTHER;
    enum wc_status status =
        place_fail(run->err, WC_KERNEL_FAULT, &place, "%s", text_string(&what));
    text_free(&what);
    return status;
}

enum wc_status run_fault(struct run_state *run, struct resident *w, const struct insn *insn,
                         const struct fault *fault)
{
    struct place place = run_place(run, w, insn);
    place.has_lane = true;
    place.lane = fault->lane;
    find_group(run, w, fault->lane, &place);
    enum wc_status status = place_fail_fault(run->err, &place, &w->port, fault);
    const struct kernel *kernel = run->launch->kernel;
    if (fault->kind == FAULT_OUT_OF_BOUNDS && kernel && kernel->stack_unknown)
        hint(run->err, "the depth of this kernel's stack is not known to its file; 'stack: BYTES' "
             "of the job gives a thread more");
    return status;
}

static void describe_warp(const struct run_state *run, const struct resident *w, struct text *out)
{
    /* The pc of a waiting warp is after the instruction that made it wait. */
    uint32_t pc = w->waits && w->warp.pc ? w->warp.pc - 1 : w->warp.pc;
    struct place place = run_place(run, w, &run->launch->program->insns[pc]);
    text_add(out, w->waits ? "\n  waits " : "\n  runs");
    if (w->waits)
        run_core(run)->describe_wait(run, w, out);
    text_add(out, ": ");
    place_write(&place, out);
}

uint32_t run_describe_warps(const struct run_state *run, struct text *out)
{
    enum { LISTED_MAX = 8 };
    uint32_t warps = 0;
    for (uint32_t i = 0; i < run->warp_count; i++) {
        if (!run->warps[i]->ended && warps++ < LISTED_MAX)
            describe_warp(run, run->warps[i], out);
    }
    if (warps > LISTED_MAX)
        text_add(out, "\n  and %u more", warps - LISTED_MAX);
    return warps;
}

void run_log_step(const struct run_state *run, const struct resident *w, const struct insn *insn,
                  const struct effect *effect)
{
    const struct core_ops *core = run_core(run);
    struct step_warp who = {.group = {w->warp.core}, .warp = w->warp.slot};
    struct effect logged = *effect;
    if (w->group)
        who = (struct step_warp){.in_group = true, .warp = w->number,
                                 .group = {w->group->index[0], w->group->index[1],
                                           w->group->index[2]}};
    if (core->normalise_access && logged.kind == EFFECT_MEMORY)
        core->normalise_access(w, &logged.access);
    steps_after(run->control->steps, &w->warp, insn, &logged, &who);
}
