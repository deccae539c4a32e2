/* SPDX-License-Identifier: Apache-2.0 */
/* launch.c - checks a launch, and sets up what its groups share. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "machine/common/admit.h"
#include "machine/common/taint.h"
#include "machine/fermi/clock.h"

static const struct fermi_program *program_of(const struct launch *launch)
{
    return strcmp(launch->program->isa->name, "rv32") == 0 ? &fermi_rv32 : &fermi_sass;
}

static uint64_t threads_of(const struct launch *launch)
{
    return (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
}

static uint32_t warps_of(const struct fermi_numbers *n, uint64_t threads)
{
    return (uint32_t)((threads + n->width - 1) / n->width);
}

static enum wc_status check_group(struct error *err, const struct fermi_numbers *n,
                                  const struct launch *launch)
{
    const uint64_t threads = threads_of(launch), shared = program_of(launch)->shared(launch);
    if (!threads || threads > n->group_threads || warps_of(n, threads) > n->warps ||
        warps_of(n, threads) > GROUP_WARPS_MAX)
        return fail(err, WC_BAD_INPUT, "%s: a group of %" PRIu64 " threads does not fit; the "
                    "maximum is %u (group.threads) in %u warps of %u", launch->name, threads,
                    n->group_threads, n->warps, n->width);
    if (shared > n->shared_bytes)
        return fail(err, WC_BAD_INPUT, "%s: a group needs %" PRIu64 " bytes of shared memory; the "
                    "SM has %u (sm.shared)", launch->name, shared, n->shared_bytes);
    if (cuda_local_bytes(launch) > n->local_bytes)
        return fail(err, WC_BAD_INPUT, "%s: %u bytes of local memory per thread; the maximum is "
                    "%u (thread.local)", launch->name, cuda_local_bytes(launch),
                    n->local_bytes);
    return WC_OK;
}

enum wc_status fermi_admit(struct error *err, struct machine *machine,
                           const struct launch *launch)
{
    const struct fermi_numbers *n = &((const struct fermi *)machine)->numbers;
    enum wc_status status = admit_kernel(err, launch, "this machine dispatches groups itself: it");
    if (status == WC_OK)
        status = program_of(launch)->check(err, launch);
    return status == WC_OK ? check_group(err, n, launch) : status;
}

/* ---- the launch ---- */

static void place_registers(struct fermi *fermi)
{
    for (uint32_t i = 0; i < fermi->numbers.warps; i++) {
        struct warp *warp = &fermi->warps[i].resident.warp;
        warp->reg = fermi->registers + (size_t)i * fermi->rows * warp->stride;
    }
}

/* Rows of a cubin may be more than those of RV32: the block grows to the largest seen. */
static enum wc_status make_room(struct fermi *fermi)
{
    const uint64_t row = (uint64_t)fermi->warps[0].resident.warp.stride * sizeof(uint32_t);
    if (fermi->rows > fermi->row_room) {
        free(fermi->registers);
        fermi->registers = aligned_alloc(64, fermi->numbers.warps * fermi->rows * row);
        fermi->row_room = fermi->registers ? fermi->rows : 0;
    }
    return fermi->registers ? WC_OK : fail_memory(fermi->run.err);
}

enum wc_status fermi_prepare(struct run_state *run)
{
    struct fermi *fermi = (struct fermi *)run;
    const struct fermi_numbers *n = &fermi->numbers;
    const struct launch *launch = run->launch;
    fermi->program = program_of(launch);
    fermi->entry = (uint32_t)program_index(launch->program, launch->kernel->entry);
    fermi->threads = (uint32_t)threads_of(launch);
    fermi->group_warps = warps_of(n, fermi->threads);
    fermi->group_shared = (uint32_t)fermi->program->shared(launch);
    fermi->free_warps = lanes_all(n->warps);
    fermi->free_groups = lanes_all(n->blocks);
    fermi->free_shared = n->shared_bytes;
    fermi->reconvergence = reconvergence_find(&fermi->arena, launch->program);
    fermi->contexts.numbers.random = 0; /* a watchdog may have left another order */
    contexts_reset(&fermi->contexts, n->reordered ? fermi->reconvergence.order : NULL);
    enum wc_status status = fermi->program->prepare(fermi);
    if (status == WC_OK)
        status = make_room(fermi);
    if (status == WC_OK)
        place_registers(fermi);
    if (status == WC_OK)
        status = taint_label(run, (uint64_t)n->blocks * n->shared_bytes, &fermi->shared_labels);
    if (status == WC_OK && run->observed)
        status = fermi_oracle_begin(fermi);
    return status;
}

enum wc_status fermi_finish(struct run_state *run, enum wc_status status)
{
    struct fermi *fermi = (struct fermi *)run;
    fermi_oracle_end(fermi);
    free(fermi->thread_memory);
    fermi->thread_memory = NULL;
    cuda_host_end(&fermi->host);
    arena_free(&fermi->arena);
    return status;
}
