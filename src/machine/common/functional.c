/* SPDX-License-Identifier: Apache-2.0 */
/* functional.c - runs groups without a clock: results only, as fast as possible.
 *
 * The groups of the grid run one after the other in the first core. The warps of a group take
 * turns: each runs a slice of instructions, or until it waits or ends. The order is fixed, so every
 * run of a job gives the same memory and the same counts. */
#include "machine/common/limits.h"
#include "machine/common/slice.h"

static inline void tick(struct run_state *run, struct resident *w, const struct insn *insn)
{
    (void)w;
    (void)insn;
    run->cycle++;
}

static enum wc_status run_silent(struct run_state *run, struct resident *w, uint64_t max)
{
    return slice_run(run, w, max, false, (struct slice_ops){.tick = tick});
}

static enum wc_status run_logged(struct run_state *run, struct resident *w, uint64_t max)
{
    return slice_run(run, w, max, true, (struct slice_ops){.tick = tick});
}

static enum wc_status take_turn(struct run_state *run, struct resident *w)
{
    uint64_t max = 0;
    enum wc_status status = limits_slice(run, &max);
    if (status != WC_OK)
        return status;
    return (run->control->steps ? run_logged : run_silent)(run, w, max);
}

static enum wc_status run_group(struct run_state *run)
{
    struct group *group = run_start_group(run, 0);
    while (group->live) {
        bool ran = false;
        for (uint32_t i = 0; i < group->warps; i++) {
            struct resident *w = group->warp[i];
            if (w->waits || w->ended)
                continue;
            ran = true;
            enum wc_status status = take_turn(run, w);
            if (status != WC_OK)
                return status;
        }
        if (!ran)
            return limits_deadlock(run);
    }
    run_end_group(run, group);
    return WC_OK;
}

enum wc_status functional_groups(struct run_state *run)
{
    enum wc_status status = WC_OK;
    while (status == WC_OK && run->next_group < run->group_count)
        status = run_group(run);
    return status;
}
