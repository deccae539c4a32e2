/* SPDX-License-Identifier: Apache-2.0 */
/* machine_image.c - saves and loads the words of a machine that a launch has changed. */
#include "machine/common/machine_image.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "machine/common/partition.h"
#include "machine/common/run_state.h"

bool machine_image_possible(const struct run_state *run)
{
    return run_core(run)->pointers != NULL;
}

/* ---- parts ---- */

static void add(struct machine_image *image, struct machine_part *list, uint32_t *count,
                void *bytes, uint64_t size)
{
    if (!bytes || !size)
        return;
    image->too_many |= *count == MACHINE_PARTS_MAX;
    if (*count < MACHINE_PARTS_MAX)
        list[(*count)++] = (struct machine_part){.bytes = bytes, .size = size};
}

static void add_structure(void *image, void *bytes, size_t size)
{
    struct machine_image *to = image;
    add(to, to->structures, &to->structure_count, bytes, size);
}

void machine_image_plain(struct machine_image *image, void *bytes, uint64_t size)
{
    add(image, image->plain, &image->plain_count, bytes, size);
}

void machine_image_target(struct machine_image *image, const void *bytes, uint64_t size)
{
    add(image, image->targets, &image->target_count, (void *)bytes, size);
}

static void add_block(void *image, void *bytes, size_t size)
{
    machine_image_target(image, bytes, size);
}

void machine_image_targets(struct machine_image *image, const struct arena *arena)
{
    arena_each(arena, add_block, image);
}

/* The object of the process that this code is in: tables, texts and functions. */
static int find_object(struct dl_phdr_info *object, size_t size, void *image)
{
    uintptr_t low = UINTPTR_MAX, high = 0;
    (void)size;
    for (unsigned i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        const uintptr_t start = object->dlpi_addr + segment->p_vaddr;
        if (segment->p_type != PT_LOAD)
            continue;
        low = start < low ? start : low;
        high = start + segment->p_memsz > high ? start + segment->p_memsz : high;
    }
    const uintptr_t here = (uintptr_t)machine_image_walk;
    if (here < low || here >= high)
        return 0;
    machine_image_target(image, (const void *)low, high - low);
    return 1;
}

static void add_targets(struct machine_image *image, const struct run_state *run)
{
    const struct program *program = run->launch->program;
    dl_iterate_phdr(find_object, image);
    machine_image_target(image, program->insns, program->count * sizeof *program->insns);
    machine_image_target(image, run->memory, sizeof *run->memory);
    machine_image_target(image, run->memory->table,
                         run->memory->count * sizeof *run->memory->table);
    image->memory = run->memory;
}

static enum wc_status copy_structures(struct machine_image *image, struct error *err)
{
    enum wc_status status = image->too_many ? fail(err, WC_BAD_INPUT,
                                                   "the machine has too many parts for a "
                                                   "checkpoint") : WC_OK;
    for (uint32_t i = 0; status == WC_OK && i < image->structure_count; i++) {
        struct machine_part *part = &image->structures[i];
        void *copy;
        status = allocate_checked(err, "a checkpoint", part->size, &copy);
        part->before = copy;
        if (status == WC_OK)
            memcpy(copy, part->bytes, part->size);
    }
    return status;
}

enum wc_status machine_image_begin(struct machine_image *image, struct run_state *run)
{
    *image = (struct machine_image){0};
    add_structure(image, run, run->bytes);
    add_structure(image, run->warp_count ? run->warps[0] : NULL, run->warp_storage_bytes);
    arena_each(&run->arena, add_structure, image);
    add_structure(image, run->outcome, sizeof *run->outcome);
    if (run_core(run)->parts)
        run_core(run)->parts(run, image);
    if (run->control->waits)
        machine_image_target(image, run->control->waits, /* its owner has it in the file, too */
                             (uint64_t)run->launch->program->count * STALL_COUNT *
                                 sizeof(uint64_t));
    add_targets(image, run);
    return copy_structures(image, run->err);
}

void machine_image_free(struct machine_image *image)
{
    for (uint32_t i = 0; i < image->structure_count; i++)
        free(image->structures[i].before);
    *image = (struct machine_image){0};
}

/* ---- pointers ---- */

/* The number of the part that an address is in; a part's end belongs to it if no other one begins
 * there. */
struct place_in {
    uint64_t part, offset;
};
#define NO_PART UINT64_MAX

/* Parts have numbers: structures, plain ones, targets, allocations. */
static bool part_at(const struct machine_image *image, uint64_t number, struct machine_part *part)
{
    const struct {
        const struct machine_part *list;
        uint32_t count;
    } kinds[] = {{image->structures, image->structure_count},
                 {image->plain, image->plain_count},
                 {image->targets, image->target_count}};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (number < kinds[i].count) {
            *part = kinds[i].list[number];
            return true;
        }
        number -= kinds[i].count;
    }
    if (number >= image->memory->count)
        return false;
    const struct allocation *a = &image->memory->table[number];
    *part = (struct machine_part){.bytes = a->bytes, .size = a->size};
    return true;
}

static struct place_in find_place(const struct machine_image *image, const void *pointer)
{
    struct place_in found = {.part = NO_PART};
    struct machine_part part;
    for (uint64_t i = 0; part_at(image, i, &part); i++) {
        const uint64_t offset = (uintptr_t)pointer - (uintptr_t)part.bytes;
        if (offset < part.size || (offset == part.size && found.part == NO_PART))
            found = (struct place_in){i, offset};
        if (offset < part.size)
            break;
    }
    return found;
}

static struct machine_part *structure_of(const struct machine_image *image, const void *place)
{
    for (uint32_t i = 0; i < image->structure_count; i++) {
        const struct machine_part *part = &image->structures[i];
        if ((uintptr_t)place - (uintptr_t)part->bytes < part->size)
            return (struct machine_part *)part;
    }
    return NULL;
}

/* A pointer is no word that is saved as it is. */
static void leave_out(struct pointer_walk *walk, void **pointer)
{
    struct machine_part *part = structure_of(walk->image, pointer);
    if (part)
        memcpy(part->before + ((uint8_t *)pointer - part->bytes), pointer, sizeof *pointer);
}

static void save_pointer(struct pointer_walk *walk, void **pointer)
{
    struct place_in place = {.part = NO_PART};
    if (*pointer)
        place = find_place(walk->image, *pointer);
    if (*pointer && place.part == NO_PART && state_io_ok(walk->io))
        walk->io->status = fail(walk->io->err, WC_INTERNAL,
                                "a pointer of the machine leads to nothing that a checkpoint has");
    state_io_number(walk->io, &place.part);
    state_io_number(walk->io, &place.offset);
}

static void load_pointer(struct pointer_walk *walk, void **pointer)
{
    struct place_in place = {.part = NO_PART};
    struct machine_part part;
    state_io_number(walk->io, &place.part);
    state_io_number(walk->io, &place.offset);
    if (!state_io_ok(walk->io))
        return;
    if (place.part == NO_PART)
        *pointer = NULL;
    else if (part_at(walk->image, place.part, &part) && place.offset <= part.size)
        *pointer = part.bytes + place.offset;
    else
        state_io_damaged(walk->io);
}

static void walk_resident(struct pointer_walk *walk, struct resident *w)
{
    struct memory_port *port = &w->port;
    walk_pointer(walk, &w->group);
    walk_pointer(walk, &w->warp.reg);
    walk_pointer(walk, &w->warp.state);
    walk_pointer(walk, &port->memory);
    walk_pointer(walk, &port->recent);
    walk_pointer(walk, &port->local.bytes);
    walk_pointer(walk, &port->local.name);
    walk_pointer(walk, &port->parts);
    walk_pointer(walk, &port->console);
    walk_pointer(walk, &port->user);
}

void walk_group(struct pointer_walk *walk, struct group *group)
{
    for (uint32_t i = 0; i < GROUP_WARPS_MAX; i++)
        walk_pointer(walk, &group->warp[i]);
}

/* The effect of an instruction is over when it has been applied. */
static void walk_all_pointers(struct pointer_walk *walk, struct run_state *run)
{
    run->effect = (struct effect){0};
    for (uint32_t i = 0; i < run->warp_count; i++)
        walk_resident(walk, run->warps[i]);
    run_core(run)->pointers(run, walk);
}

/* ---- words ---- */

enum { WORDS = 64 };

/* Up to 64 words from `at` on: which ones differ, then their values. */
static void walk_words(struct state_io *io, const struct machine_part *part, uint64_t at)
{
    const uint64_t all = (part->size - at) / sizeof(uint64_t);
    const unsigned count = all < WORDS ? (unsigned)all : WORDS;
    uint64_t now[WORDS], before[WORDS], changed = 0;
    memcpy(now, part->bytes + at, count * sizeof *now);
    memcpy(before, part->before + at, count * sizeof *before);
    for (unsigned i = 0; i < count; i++)
        changed |= (uint64_t)(now[i] != before[i]) << i;
    state_io_number(io, &changed);
    for (uint64_t left = changed; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(left);
        if (i >= count)
            return state_io_damaged(io);
        state_io_number(io, &now[i]);
    }
    if (io->loading && changed)
        memcpy(part->bytes + at, now, count * sizeof *now);
}

static void walk_structure(struct state_io *io, const struct machine_part *part)
{
    const uint64_t step = WORDS * sizeof(uint64_t), rest = part->size % sizeof(uint64_t);
    state_io_expect(io, part->size);
    for (uint64_t at = 0; state_io_ok(io) && at < part->size - rest; at += step)
        walk_words(io, part, at);
    state_io_bytes(io, part->bytes + part->size - rest, rest);
}

/* Constant memory is in the table, too: the job has the same. */
static void walk_memory(struct state_io *io, const struct memory *memory)
{
    state_io_expect(io, memory->count);
    for (uint32_t i = 0; state_io_ok(io) && i < memory->count; i++) {
        const struct allocation *a = &memory->table[i];
        state_io_expect(io, a->base);
        state_io_expect(io, a->size);
        if (a->writable)
            state_io_pages(io, a->bytes, a->size);
    }
}

void machine_image_walk(struct machine_image *image, struct run_state *run, struct state_io *io)
{
    struct pointer_walk walk = {.image = image, .io = io, .visit = leave_out};
    if (!io->loading)
        walk_all_pointers(&walk, run);
    state_io_expect(io, image->structure_count);
    for (uint32_t i = 0; i < image->structure_count; i++)
        walk_structure(io, &image->structures[i]);
    state_io_expect(io, image->plain_count);
    for (uint32_t i = 0; i < image->plain_count; i++)
        state_io_pages(io, image->plain[i].bytes, image->plain[i].size);
    walk_memory(io, run->memory);
    walk.visit = io->loading ? load_pointer : save_pointer;
    walk_all_pointers(&walk, run);
}
