/* SPDX-License-Identifier: Apache-2.0 */
/* run.c - the beginning and the end of a launch, clocked or not. */
#include <stdlib.h>

#include "machine/common/grid.h"
#include "machine/pascal/model.h"
#include "machine/common/place.h"
#include "machine/common/steps.h"

/* ---- where the warps are, in words ---- */

static void describe_warp(const struct pascal *pascal, const struct pascal_warp *w,
                          struct text *out)
{
    const struct barrier *barrier = &w->block->barrier[w->barrier];
    /* A waiting warp stands behind the instruction that made it wait. */
    uint32_t pc = w->waits && w->warp.pc ? w->warp.pc - 1 : w->warp.pc;
    struct place place = pascal_place(pascal, w, &pascal->launch->program->insns[pc]);
    if (w->waits)
        text_add(out, "\n  waits at barrier %u, where %u of %u warps have arrived: ", w->barrier,
                 barrier->arrived, barrier->expected);
    else
        text_add(out, "\n  runs: ");
    place_write(&place, out);
}

static uint32_t describe_warps(const struct machine *machine, struct text *out)
{
    enum { LISTED_MAX = 8 };
    const struct pascal *pascal = (const struct pascal *)machine;
    uint32_t warps = 0;
    for (uint32_t i = 0; i < pascal->numbers.sms; i++) {
        const struct pascal_sm *sm = &pascal->sms[i];
        for (uint64_t taken = ~sm->free_warps & lanes_all(pascal->numbers.warps); taken;
             taken &= taken - 1) {
            const struct pascal_warp *w = &sm->warps[__builtin_ctzll(taken)];
            if (!w->ended && warps++ < LISTED_MAX)
                describe_warp(pascal, w, out);
        }
    }
    if (warps > LISTED_MAX)
        text_add(out, "\n  and %u more", warps - LISTED_MAX);
    return warps;
}

/* ---- beginning and end ---- */

enum wc_status pascal_begin(struct pascal *pascal, struct error *err, struct memory *memory,
                            const struct launch *launch, const struct run_control *control,
                            struct outcome *outcome)
{
    pascal->err = err;
    pascal->memory = memory;
    pascal->launch = launch;
    pascal->control = control;
    pascal->outcome = outcome;
    pascal->limits = (struct limits){.err = err, .machine = &pascal->machine, .control = control,
                                     .outcome = outcome, .describe = describe_warps,
                                     .warps = "warp"};
    pascal->cycle = 0;
    pascal->next_block = 0;
    pascal->block_count = grid_count(launch->grid);
    outcome->statistics.systems = SYSTEM_PASTIS;
    if (control->steps)
        steps_launch(control->steps, launch);
    for (uint32_t i = 0; i < pascal->numbers.sms; i++)
        pascal_sm_reset(pascal, i);
    return pascal_prepare(pascal);
}

void pascal_finish(struct pascal *pascal)
{
    free(pascal->local);
    pascal->local = NULL;
}

void pascal_log_step(const struct pascal *pascal, const struct pascal_warp *w,
                     const struct insn *insn, const struct effect *effect)
{
    const uint32_t *index = w->block->sass.index;
    struct step_warp who = {.in_group = true, .group = {index[0], index[1], index[2]},
                            .warp = w->number};
    steps_after(pascal->control->steps, &w->warp, insn, effect, &who);
}
