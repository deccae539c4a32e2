/* SPDX-License-Identifier: Apache-2.0 */
/* limits.c - the messages of a launch that was cut short. */
#include "machine/common/limits.h"

#include "hw/cycle.h"

enum wc_status limits_deadlock(const struct limits *limits)
{
    struct text list = {0};
    uint32_t waiting = limits->describe(limits->machine, &list);
    enum wc_status status = fail(limits->err, WC_DEADLOCK,
                                 "deadlock: %u %s%s wait%s, the others have ended, and none can "
                                 "run%s",
                                 waiting, limits->warps, waiting == 1 ? "" : "s",
                                 waiting == 1 ? "s" : "", text_string(&list));
    text_free(&list);
    return status;
}

static enum wc_status cut_short(const struct limits *limits, enum wc_status status,
                                const char *why, uint64_t count, const char *what)
{
    struct text where = {0};
    limits->describe(limits->machine, &where);
    fail(limits->err, status, "%s after %llu %s%s", why, (unsigned long long)count, what,
         text_string(&where));
    text_free(&where);
    return status;
}

enum wc_status limits_check(const struct limits *limits, uint64_t cycles)
{
    const struct run_control *control = limits->control;
    uint64_t done = limits->outcome->statistics.count[STAT_WARP_INSTRUCTIONS];
    if (control->interrupt && *control->interrupt)
        return cut_short(limits, WC_INTERRUPTED, "interrupted", done, "warp-instructions");
    if (control->max_cycles && cycles >= control->max_cycles)
        return cut_short(limits, WC_DEADLOCK, "the limit is reached", cycles,
                         "cycles of this launch");
    if (control->progress)
        control->progress(control->user, done);
    return WC_OK;
}

enum wc_status limits_slice(const struct limits *limits, uint64_t *max)
{
    enum { SLICE = 4096 };
    uint64_t limit = limits->control->max_cycles;
    uint64_t done = limits->outcome->statistics.count[STAT_WARP_INSTRUCTIONS];
    *max = limit && limit - done < SLICE ? limit - done : SLICE;
    return limits_check(limits, done);
}

enum wc_status limits_advance(const struct limits *limits, uint64_t due, uint64_t *now)
{
    const struct run_control *control = limits->control;
    if (due == NEVER)
        return fail(limits->err, WC_INTERNAL, "nothing can happen after cycle %llu",
                    (unsigned long long)*now);
    due = control->step_every_cycle ? *now + 1 : later(due, *now + 1);
    *now = control->max_cycles ? earlier(due, control->max_cycles) : due;
    return WC_OK;
}
