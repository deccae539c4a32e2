/* SPDX-License-Identifier: Apache-2.0 */
/* loop_watch.h - an observer that counts how often loops' bodies run, for those whose bound was
 * given.
 *
 * A bound that job or source give is taken on trust: nothing can check it before the run. Beside a
 * run it can be held against what happens, on any machine. Each lane has its own count of a loop's
 * runs, which starts again whenever it enters the loop: lanes that have parted may go round one
 * after the other. A total counts the lanes that run the body, in all warps, over the whole
 * launch. */
#ifndef WARPCLOCK_BOUND_ENGINE_LOOP_WATCH_H
#define WARPCLOCK_BOUND_ENGINE_LOOP_WATCH_H

#include "bound/engine/walk.h"
#include "machine/common/observer.h"

struct loop_watch;

/* For the launches of a job, each with its bounds; all three outlive the watch. NULL: no launch has
 * a bound, so there is nothing to watch. */
struct loop_watch *loop_watch_new(struct arena *arena, const struct launch *launches,
                                  const struct walk_bounds *bounds, size_t count);
struct observer *loop_watch_observer(struct loop_watch *watch);

/* Runs of the body (flow/loop_body.h). */
struct loop_runs {
    uint64_t max;   /* by any lane in one entry of the loop */
    uint64_t total; /* by all lanes in the launch */
};

/* What it has counted so far, for a checkpoint of the launch that runs. */
struct state_io;
void loop_watch_walk(struct loop_watch *watch, size_t launches, struct state_io *io);

/* By bound of that launch. */
const struct loop_runs *loop_watch_runs(const struct loop_watch *watch, size_t launch);

#endif
