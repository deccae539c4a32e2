/* SPDX-License-Identifier: Apache-2.0 */
/* functional.c - kernels that call the host: their slices end where a call may wait. */
#include "machine/gcn3/functional.h"

#include "machine/common/slice.h"
#include "machine/gcn3/model.h"

static inline void tick(struct run_state *run, struct resident *w, const struct insn *insn)
{
    (void)w;
    (void)insn;
    run->cycle++;
}

/* True: a call cannot be answered. */
static inline bool stops(struct run_state *run, const struct insn *insn)
{
    return insn->flags & INSN_ATOMIC && !hsa_host_serve(&((struct gcn3_machine *)run)->host);
}

static enum wc_status run_slice(struct run_state *run, struct resident *w, uint64_t max)
{
    const struct slice_ops ops = {.tick = tick, .stops = stops};
    return run->control->steps ? slice_run(run, w, max, true, ops)
                               : slice_run(run, w, max, false, ops);
}

static enum wc_status run_wave(struct run_state *run, struct resident *w, uint64_t max)
{
    const struct hsa_host *host = &((struct gcn3_machine *)run)->host;
    enum wc_status status = run_slice(run, w, max);
    if (status == WC_OK && host->problem.length)
        status = run_fail(run, w, run_insn(run, w), "%s", host->problem.bytes);
    return status;
}

enum wc_status gcn3_run_functional(struct run_state *run)
{
    return ((struct gcn3_machine *)run)->host.hostcall_base ? functional_turns(run, run_wave)
                                                             : functional_groups(run);
}
