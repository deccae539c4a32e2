/* SPDX-License-Identifier: Apache-2.0 */
/* pascal_run.c - the beginning, the limits and the end of a launch, clocked or not. */
#include <stdlib.h>

#include "machine/pascal.h"
#include "machine/place.h"
#include "machine/steps.h"

enum wc_status pascal_begin(struct pascal *pascal, struct error *err, struct memory *memory,
                            const struct launch *launch, const struct run_control *control,
                            struct outcome *outcome)
{
    pascal->err = err;
    pascal->memory = memory;
    pascal->launch = launch;
    pascal->control = control;
    pascal->outcome = outcome;
    pascal->cycle = 0;
    pascal->next_block = 0;
    pascal->block_count = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
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

/* A line for each warp that has not ended, the first few of them. */
static uint32_t describe_warps(const struct pascal *pascal, struct text *out)
{
    enum { LISTED_MOST = 8 };
    uint32_t warps = 0;
    for (uint32_t i = 0; i < pascal->numbers.sms; i++) {
        const struct pascal_sm *sm = &pascal->sms[i];
        for (uint64_t taken = ~sm->free_warps & lanes_all(pascal->numbers.warps); taken;
             taken &= taken - 1) {
            const struct pascal_warp *w = &sm->warps[__builtin_ctzll(taken)];
            if (!w->ended && warps++ < LISTED_MOST)
                describe_warp(pascal, w, out);
        }
    }
    if (warps > LISTED_MOST)
        text_add(out, "\n  and %u more", warps - LISTED_MOST);
    return warps;
}

enum wc_status pascal_deadlock(struct pascal *pascal)
{
    struct text list = {0};
    uint32_t waiting = describe_warps(pascal, &list);
    enum wc_status status = fail(pascal->err, WC_DEADLOCK,
                                 "deadlock: %u warp%s wait%s, the others have ended, and none "
                                 "can run%s",
                                 waiting, waiting == 1 ? "" : "s", waiting == 1 ? "s" : "",
                                 text_string(&list));
    text_free(&list);
    return status;
}

static enum wc_status cut_short(struct pascal *pascal, enum wc_status status, const char *why,
                                uint64_t count)
{
    struct text where = {0};
    describe_warps(pascal, &where);
    fail(pascal->err, status, why, (unsigned long long)count, text_string(&where));
    text_free(&where);
    return status;
}

enum wc_status pascal_check_limits(struct pascal *pascal, uint64_t cycles)
{
    const struct run_control *control = pascal->control;
    uint64_t done = pascal->outcome->statistics.count[STAT_WARP_INSTRUCTIONS];
    if (control->interrupt && *control->interrupt)
        return cut_short(pascal, WC_INTERRUPTED, "interrupted after %llu warp-instructions%s",
                         done);
    if (control->most_cycles && cycles >= control->most_cycles)
        return cut_short(pascal, WC_DEADLOCK,
                         "the limit is reached after %llu cycles of this launch%s", cycles);
    if (control->progress)
        control->progress(control->user, done);
    return WC_OK;
}
