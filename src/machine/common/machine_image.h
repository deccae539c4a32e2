/* SPDX-License-Identifier: Apache-2.0 */
/* machine_image.h - the state of a machine in a launch, as bytes.
 *
 * A machine is structures in its arena, its warp slots and some plain memory; making one and
 * preparing a launch puts the same structures at the same places in every process, except for
 * addresses. So a state is the words that differ from those after the preparation. Pointers to
 * parts that never move differ never: they are right in every process and not saved. Pointers that
 * change while a launch runs are named by the model (struct core_ops, `pointers`) and saved as a
 * place in a part. Whatever a model adds to its structures, apart from such pointers, is included
 * without being named. */
#ifndef WARPCLOCK_MACHINE_COMMON_MACHINE_IMAGE_H
#define WARPCLOCK_MACHINE_COMMON_MACHINE_IMAGE_H

#include "base/arena.h"
#include "machine/common/state_io.h"

struct memory;
struct run_state;

/* Bytes at a place in the process. */
struct machine_part {
    uint8_t *bytes;
    uint64_t size;
    uint8_t *before; /* of a structure: its contents after the preparation of the launch */
};

enum { MACHINE_PARTS_MAX = 512 };

struct machine_image {
    struct machine_part structures[MACHINE_PARTS_MAX];
    uint32_t structure_count;
    struct machine_part plain[MACHINE_PARTS_MAX]; /* memory without pointers */
    uint32_t plain_count;
    struct machine_part targets[MACHINE_PARTS_MAX]; /* what else pointers lead to */
    uint32_t target_count;
    const struct memory *memory; /* its allocations, too */
    bool too_many; /* parts */
};

/* Whether the machine can say what its state is. */
bool machine_image_possible(const struct run_state *run);

/* A launch has been prepared: collects all parts, with the contents of the structures. */
enum wc_status machine_image_begin(struct machine_image *image, struct run_state *run);
/* Saves or loads the state. */
void machine_image_walk(struct machine_image *image, struct run_state *run, struct state_io *io);
void machine_image_free(struct machine_image *image);

/* For models: memory of numbers that neither the arena nor the warp slots have. NULL is nothing. */
void machine_image_plain(struct machine_image *image, void *bytes, uint64_t size);
/* ... memory that does not change, but pointers lead there. */
void machine_image_target(struct machine_image *image, const void *bytes, uint64_t size);
void machine_image_targets(struct machine_image *image, const struct arena *arena);

/* A walk over the pointers that change while a launch runs. */
struct pointer_walk {
    void (*visit)(struct pointer_walk *walk, void **pointer);
    const struct machine_image *image;
    struct state_io *io;
};

/* `pointer` is the address of a pointer to an object. */
static inline void walk_pointer(struct pointer_walk *walk, void *pointer)
{
    walk->visit(walk, pointer);
}
/* Pointers of a structure, by their offsets. */
static inline void walk_members(struct pointer_walk *walk, void *structure, const size_t *offsets,
                                size_t count)
{
    for (size_t i = 0; i < count; i++)
        walk_pointer(walk, (char *)structure + offsets[i]);
}
/* The warps of a group. */
struct group;
void walk_group(struct pointer_walk *walk, struct group *group);

#endif
