/* SPDX-License-Identifier: Apache-2.0 */
/* sass.c - threads of cubins: constant banks, registers, local memory.
 *
 * A warp of 64 lanes is two warps of 32 to the program: shuffles, votes and lane numbers see these
 * (isa/sass/sass.h). */
#include <string.h>

#include "abi/grid.h"
#include "abi/pack.h"
#include "machine/common/taint.h"
#include "machine/fermi/model.h"

static uint32_t rows_of(const struct launch *launch)
{
    uint32_t named = registers_named(launch->program, 0, SASS_RZ);
    uint32_t declared = launch->kernel->registers;
    return sass_rows(named > declared ? named : declared) + 4; /* a quad after the last one */
}

/* Local memory of threads, for all warp slots. */
static enum wc_status place_local(struct fermi *fermi)
{
    const struct fermi_numbers *n = &fermi->numbers;
    const uint64_t each = (uint64_t)n->width * fermi->sass.local_bytes, all = each * n->warps;
    void *bytes = NULL;
    uint8_t *labels = NULL;
    enum wc_status status = WC_OK;
    if (all)
        status = allocate_checked(fermi->run.err, "local memory", all, &bytes);
    fermi->thread_memory = bytes;
    if (status == WC_OK && all)
        status = taint_label(&fermi->run, all, &labels);
    for (uint32_t i = 0; status == WC_OK && i < n->warps; i++)
        fermi->warps[i].sass = (struct sass_state){
            .virtual_warp = i * (n->width / SASS_LANES),
            .local = all ? fermi->thread_memory + i * each : NULL,
            .local_labels = labels ? labels + i * each : NULL,
            .local_address = n->thread_local_base + i * each};
    return status;
}

static enum wc_status prepare(struct fermi *fermi)
{
    const struct fermi_numbers *n = &fermi->numbers;
    const struct launch *launch = fermi->run.launch;
    fermi->rows = rows_of(launch);
    fermi->sass = (struct sass_launch){
        .program = launch->program,
        .shared_window = n->shared_window,
        .local_window = n->local_window,
        .shared_bytes = fermi->group_shared,
        .local_bytes = cuda_local_bytes(launch),
        .virtual_config = n->warps * (n->width / SASS_LANES) << 8 | 1 << 20,
        .cycle = &fermi->run.cycle,
    };
    cuda_host_begin(&fermi->host, fermi->run.memory, fermi->run.control->console,
                    fermi->run.control->user);
    fermi->sass.host = &fermi->host.host;
    memcpy(fermi->sass.grid, launch->grid, sizeof fermi->sass.grid);
    memcpy(fermi->sass.block, launch->block, sizeof fermi->sass.block);
    cuda_fill_banks(&fermi->sass, fermi->bank, fermi->run.memory, launch);
    for (uint32_t i = 0; i < fermi->group_warps; i++)
        grid_threads(launch->block, i, n->width, fermi->thread[i][0], fermi->thread[i][1],
                     fermi->thread[i][2]);
    return place_local(fermi);
}

static void start(struct fermi *fermi, struct fermi_group *group, struct fermi_warp *w)
{
    const size_t local = (size_t)fermi->numbers.width * fermi->sass.local_bytes;
    struct sass_state *state = &w->sass;
    w->resident.warp.state = state;
    state->launch = &fermi->sass;
    state->block = &group->sass;
    for (unsigned i = 0; i < 3; i++)
        state->thread[i] = fermi->thread[w->resident.number][i];
    sass_state_reset(state);
    if (local)
        memset(state->local, 0, local);
    if (state->local_labels)
        memset(state->local_labels, 0, local);
}

const struct fermi_program fermi_sass = {
    .stack = &reconverge_tokens, .check = cuda_check_arguments, .shared = pack_local_bytes,
    .prepare = prepare, .start = start,
};
