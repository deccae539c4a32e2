/* SPDX-License-Identifier: Apache-2.0 */
/* dispatch.c - the hardware dispatcher of Vortex 3.0: it walks the grid and starts warps.
 *
 * Programs that are linked with the 3.0 library for it start every warp at a common entry, with the
 * ids of its work-group and threads in CSRs and the lanes of its threads active. A core holds as
 * many groups as it has warp slots, or as its local memory has space for; it takes the next group,
 * x first, when a place for one is free, and starts one warp after another in the lowest free slot.
 * (hw/rtl/VX_kmu.sv, hw/rtl/core/VX_cta_dispatch.sv.) */
#include "machine/vortex/model.h"

/* A warp slot that is used again skips the set-up of its registers: it enters the last five
 * instructions of the start-up code again, which end with the TMC that ended it. */
enum { WINDOW_BYTES = 5 * 4, LOCAL_STEP = 64 };

bool vortex_is_dispatched(const struct launch *launch)
{
    return launch->kernel && !image_symbol(launch->image, "__warpclock_launch") &&
           image_symbol(launch->image, "__vx_cta_entry");
}

static uint64_t product(const uint32_t size[3])
{
    const uint64_t plane = (uint64_t)size[0] * size[1];
    return plane > UINT32_MAX ? UINT64_MAX : plane * size[2];
}

static enum wc_status check_arguments(struct error *err, const struct launch *launch)
{
    for (size_t i = 0; i < launch->arg_count; i++) {
        if (launch->args[i].kind != ARGUMENT_LOCAL)
            continue;
        fail(err, WC_BAD_INPUT, "argument %zu is local memory; expected a number or a buffer",
             i + 1);
        hint(err, "give the bytes of a work-group with 'shared:'; the program reads their address "
                  "from CSR 0xCDF");
        return WC_BAD_INPUT;
    }
    return WC_OK;
}

enum wc_status vortex_dispatch_admit(struct error *err, const struct vortex *vortex,
                                     const struct launch *launch)
{
    const struct vortex_numbers *n = &vortex->numbers;
    const uint64_t items = product(launch->block), groups = product(launch->grid);
    if (!n->csr_cta) {
        fail_at(err, WC_BAD_INPUT, launch->image->path, 0, 0,
                "the program is for the hardware dispatcher of Vortex 3.0; this machine has none");
        hint(err, "use --machine vortex-3.0, or --set version=3.0");
        return WC_BAD_INPUT;
    }
    if (groups > UINT32_MAX)
        return fail(err, WC_KERNEL_FAULT, "grid of %u x %u x %u work-groups; the maximum is %u",
                    launch->grid[0], launch->grid[1], launch->grid[2], UINT32_MAX);
    if (items > (uint64_t)n->warps * n->threads)
        return fail(err, WC_KERNEL_FAULT,
                    "block of %u x %u x %u work-items; the core has %u warps of %u threads",
                    launch->block[0], launch->block[1], launch->block[2], n->warps, n->threads);
    if (launch->shared > n->local_bytes)
        return fail(err, WC_KERNEL_FAULT,
                    "a work-group needs %llu bytes of local memory; the core has %u",
                    (unsigned long long)launch->shared, n->local_bytes);
    return check_arguments(err, launch);
}

/* ---- groups ---- */

/* The first free place for a group, from the one after the last that was used; -1: none. */
static int free_place(const struct vortex_dispatch *d, const struct vortex_groups *groups)
{
    for (uint32_t i = 0; i < d->places; i++) {
        const uint32_t place = (groups->next_place + i) % d->places;
        if (!groups->warps_left[place])
            return (int)place;
    }
    return -1;
}

/* The next group of the grid begins on this core. */
static bool accept_group(struct vortex_dispatch *d, struct vortex_groups *groups)
{
    const int place = d->next < d->total ? free_place(d, groups) : -1;
    if (place < 0)
        return false;
    groups->place = (uint32_t)place;
    groups->index = d->next++;
    groups->rank = 0;
    groups->warps_left[place] = d->warps;
    groups->next_place = (groups->place + 1) % d->places;
    return true;
}

/* ---- warps ---- */

static struct rv32_group describe(const struct vortex *vortex, const struct vortex_groups *groups)
{
    const struct launch *launch = vortex->run.launch;
    const struct vortex_dispatch *d = &vortex->dispatch;
    const uint32_t *grid = launch->grid, *block = launch->block;
    const uint32_t item = groups->rank * vortex->numbers.threads, index = groups->index;
    return (struct rv32_group){
        .slot = groups->place, .rank = groups->rank, .warps = d->warps,
        .thread = {item % block[0], item / block[0] % block[1], item / block[0] / block[1]},
        .block = {index % grid[0], index / grid[0] % grid[1], index / grid[0] / grid[1]},
        .block_size = {block[0], block[1], block[2]},
        .grid_size = {grid[0], grid[1], grid[2]},
        .local_address = vortex->numbers.local_base + groups->place * d->local_stride,
        .cluster_size = 1,
        .entry = (uint32_t)launch->kernel->entry,
    };
}

static void set_window(struct vortex_core *core, struct vortex_warp *w, uint32_t place)
{
    const uint64_t offset = (uint64_t)place * core->machine->dispatch.local_stride;
    struct allocation *local = &w->resident.port.local;
    w->resident.port = core->port;
    local->name = "local memory of the work-group";
    local->base += offset;
    local->bytes += offset;
    if (local->labels)
        local->labels += offset;
    local->size = core->machine->run.launch->shared;
}

static void start_warp(struct vortex_core *core, uint32_t slot)
{
    struct vortex *vortex = core->machine;
    struct vortex_groups *groups = &core->groups;
    struct vortex_warp *w = &core->warps[slot];
    const uint32_t first = groups->rank * vortex->numbers.threads;
    const uint32_t lanes = vortex->dispatch.items - first;
    const uint64_t mask = lanes < vortex->numbers.threads ? (1ull << lanes) - 1
                                                          : (1ull << vortex->numbers.threads) - 1;
    const bool again = groups->initialised >> slot & 1;
    const uint32_t pc = again ? groups->window[slot] : vortex->dispatch.entry;
    w->group = describe(vortex, groups);
    set_window(core, w, groups->place);
    vortex_warp_start(core, slot, pc, mask, vortex->mscratch);
    groups->initialised |= 1ull << slot;
    groups->rank++;
}

/* Starts warps of the group that this core has begun, or of the next one. False: none is begun. */
static bool start_group(struct vortex_core *core)
{
    struct vortex *vortex = core->machine;
    struct vortex_groups *groups = &core->groups;
    const uint64_t all = vortex->numbers.warps == 64 ? ~0ull : (1ull << vortex->numbers.warps) - 1;
    if (groups->rank == vortex->dispatch.warps && !accept_group(&vortex->dispatch, groups))
        return false;
    while (groups->rank < vortex->dispatch.warps && all & ~core->active)
        start_warp(core, (uint32_t)__builtin_ctzll(all & ~core->active));
    return groups->rank == vortex->dispatch.warps;
}

void vortex_dispatch_begin(struct vortex *vortex, uint32_t entry)
{
    const struct vortex_numbers *n = &vortex->numbers;
    const struct launch *launch = vortex->run.launch;
    struct vortex_dispatch *d = &vortex->dispatch;
    const uint32_t stride =
        (uint32_t)((launch->shared + LOCAL_STEP - 1) / LOCAL_STEP * LOCAL_STEP);
    *d = (struct vortex_dispatch){.on = true, .entry = entry, .local_stride = stride,
                                  .items = (uint32_t)product(launch->block),
                                  .total = (uint32_t)product(launch->grid)};
    d->warps = (d->items + n->threads - 1) / n->threads;
    d->places = stride && n->local_bytes / stride < n->warps ? n->local_bytes / stride : n->warps;
    if (!d->places) /* the last bytes of local memory are fewer than a step */
        d->places = 1;
    for (uint32_t i = 0; i < n->cores; i++)
        vortex->cores[i].groups = (struct vortex_groups){.rank = d->warps};
    /* The cores take turns. */
    for (bool any = true; any;) {
        any = false;
        for (uint32_t i = 0; i < n->cores; i++)
            any |= start_group(&vortex->cores[i]);
    }
    uint64_t *count = vortex->run.outcome->statistics.count;
    count[STAT_GROUPS] = d->total;
    count[STAT_GROUP_WARPS] = d->warps;
    count[STAT_GROUP_THREADS] = d->items;
    count[STAT_GROUPS_RESIDENT] = d->next; /* later ones take the places of these */
}

void vortex_dispatch_ended(struct vortex_core *core, const struct vortex_warp *w,
                           const struct insn *insn)
{
    const struct vortex *vortex = core->machine;
    struct vortex_groups *groups = &core->groups;
    const uint32_t slot = w->resident.warp.slot;
    const int32_t window =
        program_index(vortex->run.launch->program, insn->pc + 4 - WINDOW_BYTES);
    groups->window[slot] = window < 0 ? vortex->dispatch.entry : (uint32_t)window;
    groups->warps_left[w->group.slot]--;
    while (start_group(core)) {
    }
}
