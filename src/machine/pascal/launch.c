/* SPDX-License-Identifier: Apache-2.0 */
/* launch.c - checks a launch on a Pascal machine, and sets up its warps: registers, local memory,
 * constant banks (abi/cuda.h). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "abi/cuda.h"
#include "abi/grid.h"
#include "abi/pack.h"
#include "machine/common/admit.h"
#include "machine/common/taint.h"
#include "machine/pascal/model.h"

struct pascal_footprint pascal_footprint_of(const struct pascal_numbers *n,
                                            const struct launch *launch)
{
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    uint32_t warps = (threads + SASS_LANES - 1) / SASS_LANES;
    uint32_t registers =
        (uint32_t)round_up_to(launch->kernel->registers * SASS_LANES, n->register_unit);
    return (struct pascal_footprint){
        .threads = threads, .warps = warps, .registers = registers * warps,
        .shared = (uint32_t)round_up_to((uint32_t)pack_local_bytes(launch), n->shared_unit)};
}

/* ---- limits of a launch ---- */

static enum wc_status check_sizes(struct error *err, const struct pascal_numbers *n,
                                  const struct launch *launch)
{
    static const uint32_t block_max[] = {1024, 1024, 64};
    static const uint32_t grid_max[] = {0x7fffffff, 65535, 65535};
    const uint32_t *block = launch->block, *grid = launch->grid;
    const struct kernel *kernel = launch->kernel;
    for (unsigned i = 0; i < 3; i++) {
        if (block[i] == 0 || block[i] > block_max[i])
            return fail(err, WC_BAD_INPUT, "%s: block size %u in dimension %c; the maximum is %u",
                        launch->name, block[i], "xyz"[i], block_max[i]);
        if (grid[i] == 0 || grid[i] > grid_max[i])
            return fail(err, WC_BAD_INPUT,
                        "%s: grid size %u in dimension %c; the maximum is %u", launch->name,
                        grid[i], "xyz"[i], grid_max[i]);
    }
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    if (threads > n->block_threads)
        return fail(err, WC_BAD_INPUT,
                    "%s: block of %" PRIu64 " threads; the maximum is %u (block.threads)",
                    launch->name, threads, n->block_threads);
    if (kernel->max_threads && threads > kernel->max_threads)
        return fail(err, WC_BAD_INPUT,
                    "%s: block of %" PRIu64 " threads; the kernel is compiled for up to %u",
                    launch->name, threads, kernel->max_threads);
    return WC_OK;
}

static enum wc_status check_resources(struct error *err, const struct pascal_numbers *n,
                                      const struct launch *launch)
{
    const struct kernel *kernel = launch->kernel;
    uint64_t shared = pack_local_bytes(launch);
    if (kernel->registers > n->thread_registers)
        return fail(err, WC_BAD_INPUT, "%s: %u registers per thread; this machine has %u "
                    "(thread.registers)", launch->name, kernel->registers, n->thread_registers);
    if (shared > n->block_shared)
        return fail(err, WC_BAD_INPUT, "%s: a block needs %" PRIu64 " bytes of shared memory; the "
                    "maximum is %u (block.shared)", launch->name, shared, n->block_shared);
    if (cuda_local_bytes(launch) > n->local_bytes)
        return fail(err, WC_BAD_INPUT,
                    "%s: %u bytes of local memory per thread; this machine has %u "
                    "(thread.local)", launch->name, cuda_local_bytes(launch), n->local_bytes);
    struct pascal_footprint need = pascal_footprint_of(n, launch);
    if (need.registers > n->registers)
        return fail(err, WC_BAD_INPUT, "%s: a block needs %u registers (%u warps, %u per thread); "
                    "an SM has %u (sm.registers)", launch->name, need.registers, need.warps,
                    kernel->registers, n->registers);
    if (need.warps > n->warps)
        return fail(err, WC_BAD_INPUT, "%s: block of %u warps; an SM has %u (sm.warps)",
                    launch->name, need.warps, n->warps);
    if (need.warps * SASS_LANES > n->threads)
        return fail(err, WC_BAD_INPUT, "%s: a block takes the room of %u threads (%u whole warps); "
                    "an SM has room for %u (sm.threads)", launch->name, need.warps * SASS_LANES,
                    need.warps, n->threads);
    if (need.shared > n->shared_bytes)
        return fail(err, WC_BAD_INPUT, "%s: a block needs %u bytes of shared memory; an SM has %u "
                    "(sm.shared)", launch->name, need.shared, n->shared_bytes);
    return WC_OK;
}

/* Blocks that wait for each other must all be resident. */
static enum wc_status check_cooperative(struct error *err, const struct pascal_numbers *n,
                                        const struct launch *launch)
{
    const struct pascal_footprint need = pascal_footprint_of(n, launch);
    const uint64_t room = (uint64_t)n->sms * pascal_blocks_max(n, &need);
    if (!launch->cooperative || grid_count(launch->grid) <= room)
        return WC_OK;
    return fail(err, WC_BAD_INPUT, "%s: cooperative launch of %" PRIu64 " blocks; this machine "
                "holds %" PRIu64 " of them at once", launch->name, grid_count(launch->grid), room);
}

enum wc_status pascal_admit(struct error *err, struct machine *machine,
                            const struct launch *launch)
{
    const struct pascal_numbers *n = &((const struct pascal *)machine)->numbers;
    enum wc_status status = admit_kernel(err, launch, "a cubin");
    if (status == WC_OK)
        status = check_sizes(err, n, launch);
    if (status == WC_OK)
        status = check_resources(err, n, launch);
    if (status == WC_OK)
        status = check_cooperative(err, n, launch);
    return status == WC_OK ? cuda_check_arguments(err, launch) : status;
}

/* ---- registers and threads ---- */

static void place_registers(struct pascal *pascal)
{
    const struct launch *launch = pascal->run.launch;
    uint32_t named = registers_named(launch->program, 0, SASS_RZ);
    uint32_t declared = launch->kernel->registers;
    pascal->rows = sass_rows(named > declared ? named : declared) + 4;
    pascal->rows = pascal->rows < pascal->row_room ? pascal->rows : pascal->row_room;
    for (uint32_t i = 0; i < pascal->numbers.sms; i++) {
        struct pascal_sm *sm = &pascal->sms[i];
        for (uint32_t slot = 0; slot < pascal->numbers.warps; slot++)
            sm->warps[slot].resident.warp.reg =
                sm->registers + (size_t)slot * pascal->rows * SASS_LANES;
    }
}

static enum wc_status place_local(struct pascal *pascal)
{
    const struct pascal_numbers *n = &pascal->numbers;
    uint64_t warp_bytes = (uint64_t)SASS_LANES * pascal->sass.local_bytes;
    void *bytes = NULL;
    uint8_t *labels = NULL;
    enum wc_status status = WC_OK;
    if (warp_bytes)
        status = allocate_checked(pascal->run.err, "local memory",
                                  warp_bytes * pascal->run.warp_count, &bytes);
    if (status == WC_OK)
        status = taint_label(&pascal->run, warp_bytes * pascal->run.warp_count, &labels);
    pascal->local = bytes;
    for (uint32_t i = 0; status == WC_OK && i < pascal->run.warp_count; i++) {
        struct sass_state *state = &pascal_warp_of(pascal->run.warps[i])->state;
        state->local = warp_bytes ? pascal->local + i * warp_bytes : NULL;
        state->local_address = n->local_base + i * warp_bytes;
        state->local_labels = labels ? labels + i * warp_bytes : NULL;
    }
    return status;
}

/* Far after all buffers and the heap of malloc(): the same address in every job. */
static enum wc_status place_workspace(struct pascal *pascal)
{
    const uint64_t address = pascal->numbers.heap_end + (UINT64_C(1) << 40);
    if (!pascal->run.launch->cooperative)
        return WC_OK;
    enum wc_status status = cuda_place_workspace(pascal->run.err, pascal->run.memory, address);
    if (status == WC_OK)
        pascal->sass.workspace = address;
    return status;
}

enum wc_status pascal_prepare(struct run_state *run)
{
    struct pascal *pascal = (struct pascal *)run;
    const struct pascal_numbers *n = &pascal->numbers;
    const struct launch *launch = run->launch;
    for (uint32_t i = 0; i < n->sms; i++)
        pascal_sm_reset(pascal, i);
    pascal->footprint = pascal_footprint_of(n, launch);
    pascal->entry = (uint32_t)program_index(launch->program, launch->kernel->entry);
    pascal->sass = (struct sass_launch){
        .program = launch->program,
        .grid = {launch->grid[0], launch->grid[1], launch->grid[2]},
        .block = {launch->block[0], launch->block[1], launch->block[2]},
        .shared_window = n->shared_window,
        .local_window = n->local_window,
        .shared_bytes = (uint32_t)pack_local_bytes(launch),
        .local_bytes = cuda_local_bytes(launch),
        .textures = launch->textures,
        .texture_count = launch->texture_count,
        .virtual_config = n->warps << 8 | n->sms << 20,
        .cycle = &run->cycle,
    };
    cuda_host_begin(&pascal->host, run->memory, run->control->console, run->control->user);
    pascal->sass.host = &pascal->host.host;
    enum wc_status status = place_workspace(pascal);
    if (status != WC_OK)
        return status;
    cuda_fill_banks(&pascal->sass, pascal->bank, run->memory, launch);
    place_registers(pascal);
    for (uint32_t i = 0; i < pascal->footprint.warps; i++)
        grid_threads(launch->block, i, SASS_LANES, pascal->thread[i][0], pascal->thread[i][1],
                     pascal->thread[i][2]);
    uint64_t shared = (uint64_t)n->sms * n->blocks * n->block_shared;
    status = place_local(pascal);
    return status == WC_OK ? taint_label(run, shared, &pascal->shared_labels) : status;
}

enum wc_status pascal_finish(struct run_state *run, enum wc_status status)
{
    struct pascal *pascal = (struct pascal *)run;
    free(pascal->local);
    pascal->local = NULL;
    if (pascal->sass.workspace)
        memory_remove(run->memory, pascal->sass.workspace);
    cuda_host_end(&pascal->host);
    return status;
}
