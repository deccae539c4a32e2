/* SPDX-License-Identifier: Apache-2.0 */
/* rv32_local.c - what a kernel may access in the local memory of its work-group (HOUSE-62).
 *
 * The group block is below tp, then come the thread-local variables of the binary, then the __local
 * arguments. Kernels get the group block only through tp, as the built-in functions and the
 * start-up code do: an index of -1 into the first array takes its address from another register. */
#include <string.h>

#include "abi/pack.h"
#include "abi/rv32.h"
#include "isa/rv32/rv32.h"

/* No OpenCL type needs more. A larger gap between two variables is one whose name is missing. */
enum { ALIGN_MAX = 128 };

struct list {
    struct memory_part *parts;
    uint32_t count;
    uint32_t block; /* bytes of the group block */
};

static void add(struct list *list, uint64_t offset, uint64_t size, const char *name)
{
    if (size)
        list->parts[list->count++] =
            (struct memory_part){.offset = offset, .size = size, .name = name};
}

/* The names of all variables are known, and they are where the file says. */
static bool are_complete(const struct image *image)
{
    uint64_t end = 0;
    for (uint32_t i = 0; i < image->thread_local_count; i++) {
        const struct symbol *array = &image->thread_locals[i];
        if (array->address < end || array->address - end >= ALIGN_MAX ||
            array->size > image->thread_local_bytes ||
            array->address > image->thread_local_bytes - array->size)
            return false;
        end = array->address + array->size;
    }
    return image->thread_local_bytes - end < ALIGN_MAX;
}

/* The compiler names an array "kernel.array". */
static bool belongs_to(const struct symbol *array, const char *kernel)
{
    const size_t length = strlen(kernel);
    return strncmp(array->name, kernel, length) == 0 && array->name[length] == '.';
}

static bool is_of_another(const struct launch *launch, const struct symbol *array)
{
    const struct image *image = launch->image;
    if (belongs_to(array, launch->kernel->name))
        return false;
    for (uint32_t i = 0; i < image->kernel_count; i++) {
        if (belongs_to(array, image->kernels[i].name))
            return true;
    }
    return false;
}

/* False if there are too many to look through at every access. */
static bool add_arrays(struct list *list, const struct launch *launch)
{
    const struct image *image = launch->image;
    const uint32_t before = list->count;
    for (uint32_t i = 0; i < image->thread_local_count; i++) {
        const struct symbol *array = &image->thread_locals[i];
        if (is_of_another(launch, array))
            continue;
        if (list->count - before == RV32_STATIC_ARRAYS_MAX) {
            list->count = before;
            return false;
        }
        add(list, list->block + array->address, array->size, array->name);
    }
    return true;
}

static const char *argument_name(const struct launch *launch, size_t i)
{
    const struct kernel *kernel = launch->kernel;
    const char *name = i < kernel->parameter_count ? kernel->parameters[i].name : NULL;
    return name ? name : "a __local argument";
}

uint32_t rv32_local_parts(const struct launch *launch, uint32_t block_bytes,
                          struct memory_part parts[RV32_PARTS_MAX])
{
    struct list list = {.parts = parts, .block = block_bytes};
    const uint64_t statics = launch->image->thread_local_bytes;
    add(&list, 0, block_bytes, "the ids of the work-group");
    if (block_bytes)
        parts[0].through = RV32_TP;
    if (!are_complete(launch->image) || !add_arrays(&list, launch))
        add(&list, block_bytes, statics, "the __local arrays");
    uint64_t next = block_bytes + round_up_to(statics, LOCAL_ALIGN);
    for (size_t i = 0; i < launch->arg_count; i++) {
        if (launch->args[i].kind != ARGUMENT_LOCAL)
            continue;
        add(&list, next, launch->args[i].bytes, argument_name(launch, i));
        next += round_up_to(launch->args[i].bytes, LOCAL_ALIGN);
    }
    add(&list, next, launch->shared, "dynamic local memory");
    return list.count;
}
