/* SPDX-License-Identifier: Apache-2.0 */
/* functions.c - which symbols of an image are functions, and the extent of each.
 *
 * Kernels are functions from their entry on, whatever their symbol says: in code objects of version
 * 2 it is at the header. A function without a size extends to the next one. */
#include "isa/gcn3/table.h"

#include "load/image.h"

#include <stdlib.h>

static int compare_functions(const void *a, const void *b)
{
    const struct function *left = a, *right = b;
    if (left->base != right->base)
        return left->base > right->base ? 1 : -1;
    return (int)right->is_kernel - (int)left->is_kernel;
}

static void collect(struct program *program)
{
    const struct image *image = program->image;
    size_t max = (size_t)image->symbol_count + image->kernel_count + 1;
    program->functions = arena_array(&program->arena, max, sizeof *program->functions);
    for (uint32_t i = 0; i < image->symbol_count; i++) {
        const struct symbol *symbol = &image->symbols[i];
        if (symbol->is_function && program_index(program, symbol->address) >= 0)
            program->functions[program->function_count++] = (struct function){
                .name = symbol->name, .base = symbol->address, .bytes = symbol->size,
            };
    }
    for (uint32_t i = 0; i < image->kernel_count; i++) {
        const struct kernel *kernel = &image->kernels[i];
        if (program_index(program, kernel->entry) >= 0)
            program->functions[program->function_count++] = (struct function){
                .name = kernel->name, .base = kernel->entry, .bytes = kernel->bytes,
                .is_kernel = true,
            };
    }
}

/* One function per address: the kernel if there is one, with the size from either symbol. */
static void drop_duplicates(struct program *program)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < program->function_count; i++) {
        struct function *function = &program->functions[i];
        struct function *last = kept ? &program->functions[kept - 1] : NULL;
        if (!last || last->base != function->base)
            program->functions[kept++] = *function;
        else if (last->bytes == 0)
            last->bytes = function->bytes;
    }
    program->function_count = kept;
}

/* Corrects sizes that are missing, or extend past the next function or the end of the code.
 * Functions and ranges are both sorted: `end`, the end of contiguous code, only increases. */
static void close_functions(struct program *program)
{
    const struct code_range *range = program->ranges, *last = range + program->range_count;
    uint64_t end = 0;
    for (uint32_t i = 0; i < program->function_count; i++) {
        struct function *function = &program->functions[i];
        for (; range < last && (end <= function->base || range->base == end); range++)
            end = range->base + range->bytes;
        uint64_t max = end - function->base;
        if (i + 1 < program->function_count && function[1].base - function->base < max)
            max = function[1].base - function->base;
        if (function->bytes == 0 || function->bytes > max)
            function->bytes = max;
    }
}

void gcn3_find_functions(struct program *program)
{
    collect(program);
    qsort(program->functions, program->function_count, sizeof *program->functions,
          compare_functions);
    drop_duplicates(program);
    close_functions(program);
}
