/* SPDX-License-Identifier: Apache-2.0 */
/* launch.c - checks a launch on a Vortex machine, and writes its words in device memory.
 *
 * A kernel of the suite is started by the launch record (abi/rv32.h): the start-up code in its
 * binary walks the grid with it. A program that spawns its own warps gets its arguments as the
 * structure that mscratch points to, and so does a kernel that the hardware dispatcher of Vortex
 * 3.0 starts (dispatch.c). */
#include "abi/grid.h"
#include "abi/rv32.h"
#include "machine/vortex/model.h"

/* kernels/runtime/vortex/start.S: the distance between two stacks. */
enum { STACK_BYTES_MIN = 8192 };

/* ---- groups that a core holds at the same time ---- */

/* The start-up code counts groups in one signed word, a stride of all residents past the last. */
enum { GROUPS_MAX = INT32_MAX / 2 };

static enum wc_status fit_groups(struct error *err, const struct vortex *vortex,
                                 struct warpclock_launch *record)
{
    const struct vortex_numbers *n = &vortex->numbers;
    uint64_t in_grid = (uint64_t)record->grid[0] * record->grid[1];
    if (in_grid > GROUPS_MAX || in_grid * record->grid[2] > GROUPS_MAX)
        return fail(err, WC_KERNEL_FAULT, "grid of %u x %u x %u work-groups; the maximum is %d",
                    record->grid[0], record->grid[1], record->grid[2], GROUPS_MAX);
    uint64_t items = (uint64_t)record->block[0] * record->block[1] * record->block[2];
    uint64_t warps = (items + n->threads - 1) / n->threads;
    if (warps > n->warps)
        return fail(err, WC_KERNEL_FAULT,
                    "block of %llu work-items needs %llu warps of %u threads; the core has %u",
                    (unsigned long long)items, (unsigned long long)warps, n->threads, n->warps);
    if (record->local_bytes > n->local_bytes)
        return fail(err, WC_KERNEL_FAULT,
                    "a work-group needs %u bytes of local memory (16 for its ids); the "
                    "core has %u",
                    record->local_bytes, n->local_bytes);
    uint32_t groups = n->warps / (uint32_t)warps;
    if (groups > n->local_bytes / record->local_bytes)
        groups = n->local_bytes / record->local_bytes;
    if (warps > 1 && !n->barrier_by_group && groups > n->barrier_count)
        groups = n->barrier_count;
    record->warps_per_group = (uint32_t)warps;
    record->groups_resident = groups;
    return WC_OK;
}

/* The record of a launch that fits this machine. */
static enum wc_status make_record(struct error *err, const struct vortex *vortex,
                                  const struct launch *launch, struct warpclock_launch *record)
{
    enum wc_status status = rv32_make_record(err, launch, record);
    return status == WC_OK ? fit_groups(err, vortex, record) : status;
}

/* A program that spawns its own warps has the whole local memory of a core. */
static enum wc_status fit_program(struct error *err, const struct vortex *vortex,
                                  const struct launch *launch)
{
    uint64_t local = rv32_program_local(launch);
    if (local > vortex->numbers.local_bytes)
        return fail(err, WC_KERNEL_FAULT,
                    "the job needs %llu bytes of local memory; the core has %u",
                    (unsigned long long)local, vortex->numbers.local_bytes);
    return WC_OK;
}

enum wc_status vortex_admit(struct error *err, struct machine *machine,
                            const struct launch *launch)
{
    const struct vortex *vortex = (const struct vortex *)machine;
    struct warpclock_launch record;
    const bool packed = !launch->kernel || vortex_is_dispatched(launch);
    enum wc_status status = rv32_check_arguments(err, launch, packed);
    if (status != WC_OK)
        return status;
    if (launch->kernel && !vortex_is_dispatched(launch) &&
        vortex->numbers.stack_bytes < STACK_BYTES_MIN)
        return fail(err, WC_BAD_INPUT,
                    "the start-up code needs stacks of %d bytes; stack.bytes_per_thread is %u",
                    STACK_BYTES_MIN, vortex->numbers.stack_bytes);
    if (vortex_is_dispatched(launch))
        return vortex_dispatch_admit(err, vortex, launch);
    if (launch->kernel)
        return make_record(err, vortex, launch, &record);
    if (!image_symbol(launch->image, "__warpclock_launch")) {
        status = vortex_check_release(err, vortex, launch);
        return status == WC_OK ? fit_program(err, vortex, launch) : status;
    }
    /* Its start-up code would see an empty grid and do nothing. */
    return fail(err, WC_BAD_INPUT,
                "the kernels of this binary need a grid; expected 'grid' and 'block'");
}

/* A warp sees only the local memory of its own group: the start-up code assigns groups to warps by
 * slot, so the windows are known for the whole launch. */
static void set_windows(struct vortex *vortex, const struct warpclock_launch *record)
{
    vortex->part_count = rv32_local_parts(vortex->run.launch, GROUP_BLOCK_BYTES,
                                          vortex->parts);
    for (uint32_t i = 0; i < vortex->numbers.cores; i++) {
        struct vortex_core *core = &vortex->cores[i];
        for (uint32_t slot = 0; slot < vortex->numbers.warps; slot++) {
            struct memory_port *port = &core->warps[slot].resident.port;
            struct allocation *local = &port->local;
            uint32_t group = slot / record->warps_per_group;
            if (group >= record->groups_resident)
                continue;
            uint64_t offset = (uint64_t)group * record->local_bytes;
            local->name = "local memory of the work-group";
            local->base += offset;
            local->bytes += offset;
            if (local->labels)
                local->labels += offset;
            local->size = record->local_bytes;
            port->parts = vortex->parts;
            port->part_count = vortex->part_count;
        }
    }
}

/* Its start-up code begins with as many groups as fit and takes the others one by one. */
static void count_groups(struct vortex *vortex, const struct warpclock_launch *record)
{
    uint64_t *count = vortex->run.outcome->statistics.count;
    const uint64_t groups = grid_count(vortex->run.launch->grid);
    const uint64_t resident = (uint64_t)record->groups_resident * vortex->numbers.cores;
    count[STAT_GROUPS] = groups;
    count[STAT_GROUP_WARPS] = record->warps_per_group;
    count[STAT_GROUP_THREADS] = grid_count(vortex->run.launch->block);
    count[STAT_GROUPS_RESIDENT] = groups < resident ? groups : resident;
}

static enum wc_status prepare_kernel(struct vortex *vortex)
{
    struct run_state *run = &vortex->run;
    const struct image *image = run->launch->image;
    struct warpclock_launch record;
    enum wc_status status = make_record(run->err, vortex, run->launch, &record);
    if (status != WC_OK)
        return status;
    set_windows(vortex, &record);
    count_groups(vortex, &record);
    status = rv32_store_record(run->err, run->memory, image, &record);
    if (status == WC_OK)
        status = rv32_store_word(run->err, run->memory, image, "__warpclock_stack_top",
                                 vortex->numbers.stack_top);
    if (status == WC_OK)
        status = rv32_store_word(run->err, run->memory, image, "__warpclock_local_base",
                                 vortex->numbers.local_base);
    return status;
}

static uint64_t end_of(const struct image *image)
{
    uint64_t end = 0;
    for (uint32_t i = 0; i < image->segment_count; i++) {
        const uint64_t last = image->segments[i].address + image->segments[i].size;
        end = last > end ? last : end;
    }
    return end;
}

/* Stock start-up code gives every thread a copy of the thread-local variables after the last byte
 * of the program (_end), aligned; programs may have a heap there. */
static enum wc_status place_ram(struct vortex *vortex)
{
    enum { ALIGN = 64 };
    const struct vortex_numbers *n = &vortex->numbers;
    const struct run_state *run = &vortex->run;
    const struct image *image = run->launch->image;
    const uint64_t copies = (uint64_t)n->cores * n->warps * n->threads;
    const uint64_t each = (image->thread_local_bytes + ALIGN - 1ull) / ALIGN * ALIGN;
    const uint64_t base = end_of(image), locals = each ? copies * each + ALIGN : 0;
    const uint64_t bytes = locals > n->ram_bytes ? locals : n->ram_bytes;
    if (!bytes || memory_find(run->memory, base, 1))
        return WC_OK;
    return memory_place(run->err, run->memory, ALLOCATION_DATA, "memory after the program", base,
                        bytes, true, NULL);
}

static enum wc_status prepare_program(struct vortex *vortex)
{
    const struct vortex_numbers *n = &vortex->numbers;
    struct run_state *run = &vortex->run;
    uint64_t base = 0;
    enum wc_status placed = place_ram(vortex);
    if (placed != WC_OK || run->launch->arg_count == 0)
        return placed;
    uint64_t bytes = rv32_pack(run->launch, n->local_base, NULL);
    memory_release(run->memory, ALLOCATION_ARGUMENTS);
    enum wc_status status =
        memory_allocate(run->err, run->memory, ALLOCATION_ARGUMENTS, "arguments", bytes,
                        n->heap_align, n->heap_base, n->heap_end, &base);
    if (status != WC_OK)
        return status;
    rv32_pack(run->launch, n->local_base, memory_bytes(run->memory, base, bytes));
    vortex->mscratch = (uint32_t)base;
    return WC_OK;
}

enum wc_status vortex_place_launch(struct vortex *vortex, uint32_t *entry)
{
    const struct image *image = vortex->run.launch->image;
    int32_t index = program_index(vortex->run.launch->program, image->entry);
    const struct symbol *tohost = image_symbol(image, "tohost");
    if (index < 0)
        return fail_at(vortex->run.err, WC_BAD_INPUT, image->path, 0, 0,
                       "the entry point 0x%llx is not in an executable segment",
                       (unsigned long long)image->entry);
    *entry = (uint32_t)index;
    vortex->mscratch = 0;
    enum wc_status status =
        vortex->run.launch->kernel && !vortex_is_dispatched(vortex->run.launch)
            ? prepare_kernel(vortex)
            : prepare_program(vortex);
    vortex->tohost_address = tohost ? tohost->address : 0;
    vortex->tohost = tohost ? rv32_data(vortex->run.memory, tohost->address, 8) : NULL;
    return status;
}
