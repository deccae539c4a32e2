/* SPDX-License-Identifier: Apache-2.0 */
/* launch.c - a launch description becomes words in device memory.
 *
 * A kernel of ours is started by the launch record (kernels/runtime/launch.h): the start-up code
 * in its binary walks the grid with it. A program that spawns its own warps gets its arguments as
 * the structure that mscratch points to. */
#include <string.h>

#include "kernels/runtime/launch.h"
#include "load/array.h"
#include "machine/vortex/model.h"

/* kernels/runtime/vortex/start.S: the distance of two stacks. */
enum { STACK_BYTES_MIN = 8192 };

static uint64_t round_up_16(uint64_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

/* ---- arguments in registers and on the stack, by the ilp32f calling convention ---- */

struct words {
    struct warpclock_launch *record;
    uint32_t integers, floats; /* registers used */
    uint64_t local_next;       /* where the next dynamic local block starts, from tp */
};

static enum wc_status put_integer(struct error *err, struct words *words, uint32_t word,
                                  bool is_local)
{
    struct warpclock_launch *record = words->record;
    uint32_t number = words->integers + record->stack_words;
    if (words->integers < 8) {
        record->a[words->integers++] = word;
    } else if (record->stack_words < LAUNCH_STACK_LIMIT) {
        record->stack[record->stack_words++] = word;
    } else {
        return fail(err, WC_BAD_INPUT, "too many arguments: %u words on the stack, %u at most",
                    LAUNCH_STACK_LIMIT + 1, LAUNCH_STACK_LIMIT);
    }
    if (is_local && number >= 32)
        return fail(err, WC_BAD_INPUT, "local-memory argument behind the 32nd argument word");
    if (is_local)
        record->local_args |= 1u << number;
    return WC_OK;
}

static uint32_t extended(enum wc_type type, uint64_t bits)
{
    switch (type) {
    case WC_I8:
        return (uint32_t)(int8_t)bits;
    case WC_I16:
        return (uint32_t)(int16_t)bits;
    default:
        return (uint32_t)bits;
    }
}

static enum wc_status put_value(struct error *err, struct words *words, const struct argument *arg)
{
    if (arg->type == WC_F32 && words->floats < 8) {
        words->record->fa[words->floats++] = (uint32_t)arg->bits;
        return WC_OK;
    }
    enum wc_status status = WC_OK;
    /* A double word on the stack starts at an even word. */
    if (type_bytes(arg->type) == 8 && words->integers == 8 && words->record->stack_words % 2)
        status = put_integer(err, words, 0, false);
    if (status == WC_OK)
        status = put_integer(err, words, extended(arg->type, arg->bits), false);
    if (status == WC_OK && type_bytes(arg->type) == 8)
        status = put_integer(err, words, (uint32_t)(arg->bits >> 32), false);
    return status;
}

static enum wc_status put_argument(struct error *err, struct words *words,
                                   const struct argument *arg)
{
    uint32_t offset = (uint32_t)words->local_next;
    switch (arg->kind) {
    case ARGUMENT_BUFFER:
        return put_integer(err, words, (uint32_t)arg->bits, false);
    case ARGUMENT_LOCAL:
        words->local_next += round_up_16(arg->bytes);
        return put_integer(err, words, offset, true);
    default:
        return put_value(err, words, arg);
    }
}

/* ---- how many groups a core holds at the same time ---- */

/* The start-up code counts groups in one signed word, a stride of all residents past the last. */
enum { GROUPS_MAX = INT32_MAX / 2 };

static enum wc_status fit_groups(struct error *err, const struct vortex *vortex,
                                 struct warpclock_launch *record)
{
    const struct vortex_numbers *n = &vortex->numbers;
    uint64_t in_grid = (uint64_t)record->grid[0] * record->grid[1];
    if (in_grid > GROUPS_MAX || in_grid * record->grid[2] > GROUPS_MAX)
        return fail(err, WC_KERNEL_FAULT, "a grid of %u x %u x %u work-groups; at most %d can be",
                    record->grid[0], record->grid[1], record->grid[2], GROUPS_MAX);
    uint64_t items = (uint64_t)record->block[0] * record->block[1] * record->block[2];
    uint64_t warps = (items + n->threads - 1) / n->threads;
    if (warps > n->warps)
        return fail(err, WC_KERNEL_FAULT,
                    "a block of %llu work-items needs %llu warps of %u threads; the core has %u",
                    (unsigned long long)items, (unsigned long long)warps, n->threads, n->warps);
    if (record->local_bytes > n->local_bytes)
        return fail(err, WC_KERNEL_FAULT,
                    "a work-group needs %u bytes of local memory (16 of them for its ids); the "
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

/* Host pointer to bytes of the program's own writable data, or NULL. */
static void *image_bytes(const struct vortex *vortex, uint64_t address, uint64_t bytes)
{
    const struct allocation *a = memory_find(vortex->run.memory, address, bytes);
    return a && a->kind == ALLOCATION_DATA && a->writable ? a->bytes + (address - a->base) : NULL;
}

static enum wc_status write_symbol(struct vortex *vortex, const char *name, uint32_t word)
{
    const struct symbol *symbol = image_symbol(vortex->run.launch->image, name);
    void *at = symbol ? image_bytes(vortex, symbol->address, 4) : NULL;
    if (!at)
        return fail_at(vortex->run.err, WC_BAD_INPUT, vortex->run.launch->image->path, 0, 0,
                       "the start-up code lacks the word '%s' in writable data", name);
    memcpy(at, &word, sizeof word);
    return WC_OK;
}

static enum wc_status store_record(struct vortex *vortex, const struct warpclock_launch *record)
{
    const struct image *image = vortex->run.launch->image;
    const struct symbol *symbol = image_symbol(image, "__warpclock_launch");
    void *at = symbol ? image_bytes(vortex, symbol->address, sizeof *record) : NULL;
    if (!symbol) {
        fail_at(vortex->run.err, WC_BAD_INPUT, image->path, 0, 0,
                "no symbol '__warpclock_launch': this program spawns its own warps");
        hint(vortex->run.err, "leave grid and block out of the job, or link the start-up code of "
                          "kernels/runtime");
        return WC_BAD_INPUT;
    }
    if (!at)
        return fail_at(vortex->run.err, WC_BAD_INPUT, image->path, 0, 0,
                       "the launch record at 0x%llx is not inside the writable data",
                       (unsigned long long)symbol->address);
    memcpy(at, record, sizeof *record);
    return WC_OK;
}

/* The record of a launch that fits this machine. */
static enum wc_status make_record(struct error *err, const struct vortex *vortex,
                                  const struct launch *launch, struct warpclock_launch *record)
{
    *record = (struct warpclock_launch){.magic = LAUNCH_MAGIC, .version = LAUNCH_VERSION,
                                        .entry = (uint32_t)launch->kernel->entry};
    struct words words = {.record = record,
                          .local_next = round_up_16(launch->image->thread_local_bytes)};
    enum wc_status status = WC_OK;
    memcpy(record->grid, launch->grid, sizeof record->grid);
    memcpy(record->block, launch->block, sizeof record->block);
    for (size_t i = 0; status == WC_OK && i < launch->arg_count; i++)
        status = put_argument(err, &words, &launch->args[i]);
    if (status != WC_OK)
        return status;
    uint64_t local = GROUP_BLOCK_BYTES + words.local_next + launch->shared;
    record->local_bytes = local > UINT32_MAX / 2 ? UINT32_MAX : (uint32_t)round_up_16(local);
    return fit_groups(err, vortex, record);
}

/* A program that spawns its own warps has the whole local memory of a core. */
static enum wc_status fit_program(struct error *err, const struct vortex *vortex,
                                  const struct launch *launch)
{
    uint64_t local = launch->shared;
    for (size_t i = 0; i < launch->arg_count; i++)
        local += launch->args[i].kind == ARGUMENT_LOCAL ? round_up_16(launch->args[i].bytes) : 0;
    if (local > vortex->numbers.local_bytes)
        return fail(err, WC_KERNEL_FAULT,
                    "the job asks for %llu bytes of local memory; the core has %u",
                    (unsigned long long)local, vortex->numbers.local_bytes);
    return WC_OK;
}

enum wc_status vortex_admit(struct error *err, struct machine *machine,
                            const struct launch *launch)
{
    const struct vortex *vortex = (const struct vortex *)machine;
    struct warpclock_launch record;
    for (size_t i = 0; i < launch->arg_count; i++) {
        if (launch->args[i].kind == ARGUMENT_BYTES)
            return fail(err, WC_BAD_INPUT, "argument %zu is a structure; kernels of this machine "
                        "take numbers, buffers and local memory", i + 1);
    }
    if (launch->kernel && vortex->numbers.stack_bytes < STACK_BYTES_MIN)
        return fail(err, WC_BAD_INPUT,
                    "the start-up code keeps stacks %d bytes apart; stack.bytes_per_thread is %u",
                    STACK_BYTES_MIN, vortex->numbers.stack_bytes);
    if (launch->kernel)
        return make_record(err, vortex, launch, &record);
    if (!image_symbol(launch->image, "__warpclock_launch"))
        return fit_program(err, vortex, launch);
    /* Its start-up code would find an empty grid and do nothing. */
    return fail(err, WC_BAD_INPUT,
                "the kernels of this binary are launched on a grid; expected 'grid' and 'block'");
}

/* A warp sees the local memory of its own group alone: the start-up code gives groups to warps by
 * slot, so that the windows are known for the whole launch. */
static void set_windows(struct vortex *vortex, const struct warpclock_launch *record)
{
    for (uint32_t i = 0; i < vortex->numbers.cores; i++) {
        struct vortex_core *core = &vortex->cores[i];
        for (uint32_t slot = 0; slot < vortex->numbers.warps; slot++) {
            struct allocation *local = &core->warps[slot].resident.port.local;
            uint32_t group = slot / record->warps_per_group;
            if (group >= record->groups_resident)
                continue;
            uint64_t offset = (uint64_t)group * record->local_bytes;
            local->name = "local memory of the work-group";
            local->base += offset;
            local->bytes += offset;
            local->size = record->local_bytes;
        }
    }
}

static enum wc_status prepare_kernel(struct vortex *vortex)
{
    struct warpclock_launch record;
    enum wc_status status = make_record(vortex->run.err, vortex, vortex->run.launch, &record);
    if (status != WC_OK)
        return status;
    set_windows(vortex, &record);
    if ((status = store_record(vortex, &record)) != WC_OK ||
        (status = write_symbol(vortex, "__warpclock_stack_top", vortex->numbers.stack_top)) !=
            WC_OK)
        return status;
    return write_symbol(vortex, "__warpclock_local_base", vortex->numbers.local_base);
}

/* ---- programs that spawn their own warps ---- */

static uint64_t argument_bytes(const struct argument *arg)
{
    return arg->kind == ARGUMENT_VALUE ? type_bytes(arg->type) : 4;
}

/* Fields with natural alignment, as a C compiler would lay out the structure. */
static uint64_t pack(const struct launch *launch, uint32_t local_base, uint8_t *into)
{
    uint64_t at = 0, local = 0;
    for (size_t i = 0; i < launch->arg_count; i++) {
        const struct argument *arg = &launch->args[i];
        uint64_t bytes = argument_bytes(arg), bits = arg->bits;
        at = (at + bytes - 1) / bytes * bytes;
        if (arg->kind == ARGUMENT_LOCAL) {
            bits = local_base + local;
            local += round_up_16(arg->bytes);
        }
        if (into)
            memcpy(into + at, &bits, bytes);
        at += bytes;
    }
    return (at + 7) / 8 * 8;
}

static enum wc_status prepare_program(struct vortex *vortex)
{
    const struct vortex_numbers *n = &vortex->numbers;
    const struct launch *launch = vortex->run.launch;
    uint64_t base = 0;
    if (launch->arg_count == 0)
        return WC_OK;
    uint64_t bytes = pack(launch, n->local_base, NULL);
    memory_release(vortex->run.memory, ALLOCATION_ARGUMENTS);
    enum wc_status status =
        memory_allocate(vortex->run.err, vortex->run.memory, ALLOCATION_ARGUMENTS, "arguments", bytes,
                        n->heap_align, n->heap_base, n->heap_end, &base);
    if (status != WC_OK)
        return status;
    pack(launch, n->local_base, memory_bytes(vortex->run.memory, base, bytes));
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
        vortex->run.launch->kernel ? prepare_kernel(vortex) : prepare_program(vortex);
    vortex->tohost = tohost ? image_bytes(vortex, tohost->address, 8) : NULL;
    return status;
}
