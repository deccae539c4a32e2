/* SPDX-License-Identifier: Apache-2.0 */
/* launch.c - one launch from its beginning to its end, with a clock or without. */
#include "abi/grid.h"
#include "machine/common/checkpoint.h"
#include "machine/common/run_state.h"
#include "machine/common/state_dump.h"
#include "machine/common/steps.h"
#include "machine/common/taint.h"
#include "machine/common/tolerated.h"
#include "machine/common/topology.h"

enum wc_status run_prepare(struct run_state *run, struct error *err, struct memory *memory,
                           const struct launch *launch, const struct run_control *control,
                           struct outcome *outcome)
{
    run->err = err;
    run->memory = memory;
    run->launch = launch;
    run->control = control;
    run->outcome = outcome;
    run->outside = (struct outside){.tell = tolerated_note, .user = run};
    memory->outside = control->tolerated ? &run->outside : NULL;
    statistics_begin(&outcome->statistics, run->machine.ops->statistics);
    run->observed = (control->observers && control->observers->count) || control->steps ||
                    control->dump;
    run->insns = launch->program->insns;
    run->followed = control->steps || control->taint;
    run->tells = observers_kinds(control->observers);
    run->begins = NULL;
    run->clocked = run->stopped = run->freed = false;
    run->live = run->waiting = run->groups = 0;
    run->next_group = 0;
    run->group_count = run_core(run)->cores ? grid_count(launch->grid) : 0;
    run->cycle = 0;
    run->drained = run->load_latency = 0;
    for (uint32_t i = 0; i < run->warp_count; i++) {
        run->warps[i]->ended = true;
        run->warps[i]->waits = false;
    }
    if (control->steps)
        steps_launch(control->steps, launch);
    return run_core(run)->prepare(run);
}

enum wc_status run_functional(struct error *err, struct machine *machine, struct memory *memory,
                              const struct launch *launch, const struct run_control *control,
                              struct outcome *outcome)
{
    struct run_state *run = (struct run_state *)machine;
    enum wc_status status = run_prepare(run, err, memory, launch, control, outcome);
    if (status == WC_OK)
        status = run_core(run)->run_functional(run);
    return run_core(run)->finish(run, status);
}

/* ---- with a clock ---- */

static void tell_launch(const struct run_state *run, enum event_kind kind, cycle_t at, bool cut)
{
    struct topology topology;
    if (!run->control->observers)
        return;
    run->machine.ops->topology(&run->machine, &topology);
    struct event event = {.kind = kind, .cycle = at, .launch = run->launch, .cut = cut,
                          .core = topology_units(&topology), .warp = topology_issuers(&topology)};
    if (run_core(run)->describe_launch)
        run_core(run)->describe_launch(run, &event);
    observers_tell(run->control->observers, &event);
}

static enum wc_status run_clocked(struct run_state *run)
{
    struct statistics *statistics = &run->outcome->statistics;
    cycle_t now = 0;
    run->clocked = true;
    tell_launch(run, EVENT_LAUNCH, 0, false);
    if (!run->control->steps)
        run->begins = observers_begins(run->control->observers);
    run_core(run)->reset_clock(run);
    enum wc_status status = clock_run(run, &now);
    cycle_t end = later(now, run->drained);
    statistics->count[STAT_CYCLES] = end;
    statistics->count[STAT_LOAD_LATENCY_SUM] = run->load_latency;
    run_core(run)->count(run, now, end);
    if (run->control->dump)
        state_dump_until(run->control->dump, &run->machine, end);
    tell_launch(run, EVENT_FINISH, end, status != WC_OK || run->stopped);
    return status;
}

enum wc_status run_timed(struct error *err, struct machine *machine, struct memory *memory,
                         const struct launch *launch, const struct run_control *control,
                         struct outcome *outcome)
{
    struct run_state *run = (struct run_state *)machine;
    enum wc_status status = run_prepare(run, err, memory, launch, control, outcome);
    if (status == WC_OK)
        status = taint_begin(run);
    if (status == WC_OK)
        status = run_clocked(run);
    if (control->checkpoint)
        checkpoint_end(run);
    taint_end(run);
    return run_core(run)->finish(run, status);
}
