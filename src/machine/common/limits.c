/* SPDX-License-Identifier: Apache-2.0 */
/* limits.c - the messages of a launch that was stopped. */
#include "machine/common/limits.h"

#include "hw/cycle.h"
#include "machine/common/topology.h"

enum wc_status limits_deadlock(const struct run_state *run)
{
    struct text list = {0};
    struct topology topology;
    run->machine.ops->topology(&run->machine, &topology);
    uint32_t waiting = run_describe_warps(run, &list);
    enum wc_status status = fail(run->err, WC_DEADLOCK,
                                 "deadlock: %u %s%s wait%s, the others have ended and none can "
                                 "run%s",
                                 waiting, topology.warp, waiting == 1 ? "" : "s",
                                 waiting == 1 ? "s" : "", text_string(&list));
    text_free(&list);
    return status;
}

static enum wc_status cut_short(const struct run_state *run, enum wc_status status,
                                const char *why, uint64_t count, const char *what)
{
    struct text where = {0};
    /* The cycles of the summary. */
    if (status == WC_DEADLOCK && run->clocked && run->drained > count)
        text_add(&where, "; what was under way ends after %llu",
                 (unsigned long long)run->drained);
    run_describe_warps(run, &where);
    fail(run->err, status, "%s after %llu %s of this launch%s", why, (unsigned long long)count,
         what, text_string(&where));
    text_free(&where);
    return status;
}

static double share_done(const struct run_state *run)
{
    if (run->group_count)
        return (double)(run->next_group - run->groups) / (double)run->group_count;
    return run->clocked && run_core(run)->share ? run_core(run)->share(run) : 0;
}

static void tell_progress(const struct run_state *run, uint64_t cycles)
{
    const struct launch_progress progress = {
        .instructions = run->outcome->statistics.count[STAT_WARP_INSTRUCTIONS],
        .cycles = run->clocked ? cycles : 0,
        .share = share_done(run)};
    run->control->progress(run->control->user, &progress);
}

enum wc_status limits_check(const struct run_state *run, uint64_t cycles)
{
    const struct run_control *control = run->control;
    uint64_t done = run->outcome->statistics.count[STAT_WARP_INSTRUCTIONS];
    if (memory_is_short())
        return memory_check(run->err);
    if (control->interrupt && atomic_load(control->interrupt))
        return cut_short(run, WC_INTERRUPTED, "interrupted", done, "warp-instructions");
    if (control->max_cycles && cycles >= control->max_cycles)
        return cut_short(run, WC_DEADLOCK, "cycle limit reached", cycles,
                         run->clocked ? "cycles" : "warp-instructions");
    if (control->progress)
        tell_progress(run, cycles);
    return WC_OK;
}

enum wc_status limits_slice(const struct run_state *run, uint64_t *max)
{
    enum { SLICE = 4096 };
    uint64_t limit = run->control->max_cycles;
    uint64_t done = run->outcome->statistics.count[STAT_WARP_INSTRUCTIONS];
    *max = limit && limit - done < SLICE ? limit - done : SLICE;
    return limits_check(run, done);
}

enum wc_status limits_advance(const struct run_state *run, uint64_t due, uint64_t *now)
{
    const struct run_control *control = run->control;
    if (due == NEVER)
        return fail(run->err, WC_INTERNAL, "no event is scheduled after cycle %llu",
                    (unsigned long long)*now);
    due = control->step_every_cycle ? *now + 1 : later(due, *now + 1);
    *now = control->max_cycles ? earlier(due, control->max_cycles) : due;
    return WC_OK;
}
