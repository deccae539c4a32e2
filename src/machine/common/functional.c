/* SPDX-License-Identifier: Apache-2.0 */
/* functional.c - runs groups without a clock: results only, as fast as possible.
 *
 * The groups of the grid run one after the other. The warps of a group take turns: each runs a
 * slice of instructions, or until it waits or ends. A group that does not end may wait for others
 * (for a flag in memory, at a barrier of the whole grid): then all groups that fit into the machine
 * are resident, as in a clocked run, and take turns too. The order is fixed, so every run of a job
 * gives the same memory and the same counts. */
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

static enum wc_status run_warp(struct run_state *run, struct resident *w, uint64_t max)
{
    return (run->control->steps ? run_logged : run_silent)(run, w, max);
}

/* A turn of every warp of a group that can run. */
static enum wc_status run_round(struct run_state *run, struct group *group, turn_fn *turn)
{
    bool ran = false;
    for (uint32_t i = 0; i < group->warps; i++) {
        struct resident *w = group->warp[i];
        uint64_t max = 0;
        if (w->waits || w->ended)
            continue;
        ran = true;
        enum wc_status status = limits_slice(run, &max);
        if (status == WC_OK)
            status = turn(run, w, max);
        if (status != WC_OK)
            return status;
    }
    return ran ? WC_OK : limits_deadlock(run); /* nothing outside a group releases its warps */
}

/* Groups that take turns, in the order in which they will run. */
struct queue {
    struct group *first, *last;
};

static void append(struct queue *queue, struct group *group)
{
    group->after = NULL;
    *(queue->first ? &queue->last->after : &queue->first) = group;
    queue->last = group;
}

static struct group *remove_first(struct queue *queue)
{
    struct group *group = queue->first;
    queue->first = group->after;
    return group;
}

static void fill_machine(struct run_state *run, struct queue *queue)
{
    struct group *group;
    while ((group = run_start_next(run)))
        append(queue, group);
}

/* `group` and the rest of the grid, a round each. */
static enum wc_status share_machine(struct run_state *run, struct group *group, turn_fn *turn)
{
    struct queue queue = {0};
    enum wc_status status = WC_OK;
    append(&queue, group);
    for (fill_machine(run, &queue); status == WC_OK && queue.first; ) {
        group = remove_first(&queue);
        status = run_round(run, group, turn);
        if (group->live) {
            append(&queue, group);
        } else {
            run_end_group(run, group);
            fill_machine(run, &queue);
        }
    }
    return status;
}

static enum wc_status run_group(struct run_state *run, turn_fn *turn)
{
    enum { ROUNDS_ALONE = 64 }; /* more than nearly all groups need: a quarter million of
                                   instructions per warp */
    struct group *group = run_start_next(run);
    enum wc_status status = group ? WC_OK : run_fail_room(run);
    for (unsigned i = 0; status == WC_OK && group->live && i < ROUNDS_ALONE; i++)
        status = run_round(run, group, turn);
    if (status == WC_OK && group->live)
        return share_machine(run, group, turn);
    if (status == WC_OK)
        run_end_group(run, group);
    return status;
}

enum wc_status functional_turns(struct run_state *run, turn_fn *turn)
{
    enum wc_status status = WC_OK;
    while (status == WC_OK && run->next_group < run->group_count)
        status = run_group(run, turn);
    return status;
}

enum wc_status functional_groups(struct run_state *run)
{
    return functional_turns(run, run_warp);
}
