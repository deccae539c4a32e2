/* SPDX-License-Identifier: Apache-2.0 */
/* clock.c - the cycle loop of every machine.
 *
 * The first cycle is 0. In each cycle the model takes one step; hardware blocks know when they can
 * act next, so time jumps to the earliest such cycle: nothing changes in between. */
#include "machine/common/checkpoint.h"
#include "machine/common/limits.h"
#include "machine/common/run_state.h"
#include "machine/common/state_dump.h"

/* After the step of cycle *now: the next cycle to simulate. */
static inline enum wc_status advance(struct run_state *run, bool acted, cycle_t *now)
{
    const struct core_ops *core = run_core(run);
    const cycle_t last = *now;
    /* Ended, or a deadlock is reported next. */
    if (acted || run->waiting == run->live || run->stopped) {
        *now = last + 1;
        return WC_OK;
    }
    enum wc_status status = limits_advance(run, core->due(run, last), now);
    if (core->skip && *now > last + 1)
        core->skip(run, last + 1, *now);
    return status;
}

enum wc_status clock_run(struct run_state *run, cycle_t *now)
{
    enum { CHECK_EVERY = 8192 };
    const struct core_ops *core = run_core(run);
    const cycle_t max = run->control->max_cycles ? run->control->max_cycles : NEVER;
    cycle_t check_at = 0;
    bool continued = false;
    enum wc_status begun = WC_OK;
    if (run->control->checkpoint)
        begun = checkpoint_begin(run, now, &continued);
    if (begun != WC_OK)
        return begun;
    if (!continued)
        run_dispatch(run, 0);
    while (run->live && !run->stopped) {
        enum wc_status status = WC_OK;
        if (*now >= check_at || *now >= max) {
            check_at = *now + CHECK_EVERY;
            if (core->poll)
                core->poll(run);
            status = limits_check(run, *now);
            if (run->control->checkpoint)
                status = checkpoint_tell(run, *now, status);
        }
        if (status == WC_OK && run->waiting == run->live)
            status = limits_deadlock(run);
        bool acted = false;
        if (status == WC_OK)
            status = core->step(run, *now, &acted);
        if (status == WC_OK && run->freed)
            run_dispatch(run, *now + run->dispatch_delay);
        if (status == WC_OK)
            status = advance(run, acted, now);
        if (status != WC_OK)
            return status;
        if (run->control->dump && run->live)
            state_dump_until(run->control->dump, &run->machine, *now);
    }
    return run->stopped || run->next_group >= run->group_count ? WC_OK : run_fail_room(run);
}
