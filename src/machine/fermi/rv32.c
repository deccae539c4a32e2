/* SPDX-License-Identifier: Apache-2.0 */
/* rv32.c - threads of plain RV32 code (docs/machines/fermi.md).
 *
 * Every thread starts at the kernel with its arguments in registers and on its stack by the ilp32f
 * convention. ra is an address without an instruction: a return from the kernel ends the thread. sp
 * is the thread's stack, tp the local memory of its group, at the same address for all groups.
 * Positions are in CSRs 0xCD3 to 0xCDE. */
#include <string.h>

#include "abi/grid.h"
#include "machine/common/taint.h"
#include "machine/fermi/model.h"

/* Words of arguments at the end of a stack; the stack pointer is a multiple of 16. */
enum { STACK_ARGUMENTS = 4 * LAUNCH_STACK_LIMIT };

static enum wc_status check(struct error *err, const struct launch *launch)
{
    struct warpclock_launch record;
    if (image_symbol(launch->image, "__warpclock_launch")) {
        fail_at(err, WC_BAD_INPUT, launch->image->path, 0, 0,
                "the binary has the start-up code of Vortex, which walks the grid itself");
        hint(err, "compile the kernel with kernels/build-rv32.sh");
        return WC_BAD_INPUT;
    }
    enum wc_status status = rv32_check_arguments(err, launch, false);
    return status == WC_OK ? rv32_make_record(err, launch, &record) : status;
}

/* The machine keeps the ids: no group block is in memory. */
static uint64_t shared(const struct launch *launch)
{
    struct error ignored = {0};
    struct warpclock_launch record = {0};
    rv32_make_record(&ignored, launch, &record);
    return record.local_bytes - GROUP_BLOCK_BYTES;
}

static enum wc_status prepare(struct fermi *fermi)
{
    const struct fermi_numbers *n = &fermi->numbers;
    const struct run_state *run = &fermi->run;
    fermi->rows = RV32_ROWS;
    fermi->environment = (struct rv32_environment){
        .threads = n->width, .warps = n->warps, .cores = 1, .barriers = FERMI_BARRIERS,
        .local_base = n->local_base, .vortex = RV32_VORTEX_3_0, .cycle = &run->cycle};
    fermi->part_count = rv32_local_parts(run->launch, 0, fermi->parts);
    return rv32_make_record(run->err, run->launch, &fermi->record);
}

static void set_all(struct warp *warp, uint32_t reg, uint32_t value)
{
    uint32_t *row = warp_row(warp, reg);
    for (uint32_t lane = 0; lane < warp->lanes; lane++)
        row[lane] = value;
}

static uint32_t argument(const struct fermi *fermi, uint32_t number, uint32_t word)
{
    return word + (fermi->record.local_args >> number & 1 ? fermi->numbers.local_base : 0);
}

static void set_stacks(struct fermi *fermi, struct warp *warp)
{
    const struct fermi_numbers *n = &fermi->numbers;
    const struct warpclock_launch *record = &fermi->record;
    uint32_t *sp = warp_row(warp, RV32_SP);
    for (uint32_t lane = 0; lane < warp->lanes; lane++) {
        uint32_t words[LAUNCH_STACK_LIMIT];
        sp[lane] = n->stack_top - (warp->slot * n->width + lane) * n->stack_bytes -
                   STACK_ARGUMENTS;
        for (uint32_t i = 0; i < record->stack_words; i++)
            words[i] = argument(fermi, 8 + i, record->stack[i]);
        if (record->stack_words)
            memcpy(memory_bytes(fermi->run.memory, sp[lane], sizeof words), words,
                   record->stack_words * sizeof *words);
    }
}

static void set_registers(struct fermi *fermi, struct fermi_warp *w)
{
    struct warp *warp = &w->resident.warp;
    for (uint32_t i = 0; i < 8; i++) {
        set_all(warp, RV32_A0 + i, argument(fermi, i, fermi->record.a[i]));
        set_all(warp, RV32_FA0 + i, fermi->record.fa[i]);
    }
    set_all(warp, RV32_RA, FERMI_RETURN);
    set_all(warp, RV32_TP, fermi->numbers.local_base);
    set_stacks(fermi, warp);
    taint_set(&fermi->run, &w->resident, RV32_RA, RV32_TP - RV32_RA + 1);
    taint_set(&fermi->run, &w->resident, RV32_A0, 8);
    taint_set(&fermi->run, &w->resident, RV32_FA0, 8);
}

static void set_local(const struct fermi *fermi, const struct fermi_group *group,
                      struct memory_port *port)
{
    port->local = (struct allocation){
        .base = fermi->numbers.local_base, .size = fermi->group_shared,
        .bytes = group->sass.shared, .labels = group->sass.shared_labels,
        .name = "local memory of the work-group", .kind = ALLOCATION_LOCAL, .writable = true};
    port->parts = fermi->parts;
    port->part_count = fermi->part_count;
}

static void start(struct fermi *fermi, struct fermi_group *group, struct fermi_warp *w)
{
    const struct launch *launch = fermi->run.launch;
    struct resident *r = &w->resident;
    const struct grid_place first =
        grid_place(launch->block, (uint64_t)r->number * fermi->numbers.width);
    w->position = (struct rv32_group){
        .slot = group->slot, .rank = r->number, .warps = group->group.warps,
        .local_address = fermi->numbers.local_base, .cluster_size = 1,
        .entry = fermi->record.entry};
    for (unsigned i = 0; i < 3; i++) {
        w->position.thread[i] = first.at[i];
        w->position.block[i] = group->group.index[i];
        w->position.block_size[i] = launch->block[i];
        w->position.grid_size[i] = launch->grid[i];
    }
    w->rv32 = (struct rv32_state){.environment = &fermi->environment, .group = &w->position};
    r->warp.state = &w->rv32;
    set_registers(fermi, w);
    set_local(fermi, group, &r->port);
}

const struct fermi_program fermi_rv32 = {
    .stack = &reconverge_postdom, .check = check, .shared = shared, .prepare = prepare,
    .start = start,
};
