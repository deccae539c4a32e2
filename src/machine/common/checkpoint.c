/* SPDX-License-Identifier: Apache-2.0 */
/* checkpoint.c - when a launch is saved, and how it goes on. */
#include "machine/common/checkpoint.h"

#include "load/output.h"
#include "machine/common/run_state.h"

static void walk(struct run_state *run, struct state_io *io, cycle_t *now)
{
    struct checkpoint *checkpoint = run->control->checkpoint;
    state_io_number(io, now);
    machine_image_walk(&checkpoint->launch, run, io);
    if (state_io_ok(io))
        checkpoint->walk_observers(checkpoint->user, io);
}

enum wc_status checkpoint_begin(struct run_state *run, cycle_t *now, bool *continued)
{
    struct checkpoint *checkpoint = run->control->checkpoint;
    struct state_io *from = checkpoint->from;
    enum wc_status status = machine_image_begin(&checkpoint->launch, run);
    *continued = from != NULL;
    checkpoint->from = NULL;
    if (status != WC_OK || !from)
        return status;
    walk(run, from, now);
    if (from->left)
        state_io_damaged(from);
    checkpoint->continued = *now;
    return from->status;
}

static enum wc_status write_file(struct run_state *run, struct error *err, cycle_t now)
{
    struct checkpoint *checkpoint = run->control->checkpoint;
    struct output output;
    struct state_io io;
    enum wc_status status = output_open(err, checkpoint->path, &output);
    if (status != WC_OK)
        return status;
    state_io_save(&io, err, checkpoint->path, output.file);
    checkpoint->walk(checkpoint->user, &io);
    walk(run, &io, &now);
    state_io_seal(&io);
    if (io.status == WC_OK)
        status = output_commit(err, &output);
    else
        output_abandon(&output);
    return io.status == WC_OK ? status : io.status;
}

/* A line of printf that is half said is in no part of the machine: the next check is soon. */
static bool can_write(struct run_state *run)
{
    return !run_core(run)->settle || run_core(run)->settle(run);
}

enum wc_status checkpoint_tell(struct run_state *run, cycle_t now, enum wc_status status)
{
    struct checkpoint *checkpoint = run->control->checkpoint;
    struct error failed = {.allowance = run->err->allowance};
    const bool ends = status == WC_INTERRUPTED || status == WC_DEADLOCK;
    if (!can_write(run))
        return status;
    if (!ends)
        return status == WC_OK && checkpoint->due(checkpoint->user)
                   ? write_file(run, run->err, now) : status;
    if (write_file(run, &failed, now) == WC_OK)
        hint(run->err, "%s continues in cycle %llu of this launch, from %s",
             status == WC_DEADLOCK ? "with a higher limit (--max-cycles) it"
                                   : "the same command",
             (unsigned long long)now, checkpoint->path);
    else /* why the run ends is said first */
        hint(run->err, "there is no checkpoint of this cycle: %s", failed.message);
    error_clear(&failed);
    return status;
}

void checkpoint_end(struct run_state *run)
{
    machine_image_free(&run->control->checkpoint->launch);
}
