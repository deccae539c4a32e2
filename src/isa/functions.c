/* SPDX-License-Identifier: Apache-2.0 */
/* functions.c - which symbols of an image are functions, and the size of each.
 *
 * Hand-written start-up code often lacks .type and .size: a global symbol without a type counts as
 * a function unless it is inside a declared one. A function without a size extends to the next
 * one. */
#include "isa/insn.h"

#include "load/image.h"

static bool lies_inside(const struct function *function, uint64_t address)
{
    return function && address - function->base < function->bytes;
}

/* Symbols are sorted by address: a new function is only compared with the previous one. */
static void add_function(struct program *program, const struct symbol *symbol)
{
    struct function *last =
        program->function_count ? &program->functions[program->function_count - 1] : NULL;
    struct function fresh = {
        .name = symbol->name, .base = symbol->address, .bytes = symbol->size,
    };
    if (last && last->base == fresh.base) {
        if (symbol->is_function && last->bytes == 0)
            *last = fresh;
    } else if (symbol->is_function || !lies_inside(last, fresh.base)) {
        program->functions[program->function_count++] = fresh;
    }
}

/* Sizes that are missing, or that extend past the next function or the end of the code. Functions
 * and ranges are both sorted: `range` only moves forward. */
static void close_functions(struct program *program)
{
    const struct code_range *range = program->ranges;
    for (uint32_t i = 0; i < program->function_count; i++) {
        struct function *function = &program->functions[i];
        while (function->base - range->base >= range->bytes)
            range++;
        uint64_t max = range->base + range->bytes - function->base;
        if (i + 1 < program->function_count && function[1].base - function->base < max)
            max = function[1].base - function->base;
        if (function->bytes == 0 || function->bytes > max)
            function->bytes = max;
    }
}

static void mark_kernels(struct program *program)
{
    for (uint32_t i = 0; i < program->image->kernel_count; i++) {
        uint64_t entry = program->image->kernels[i].entry;
        const struct function *function = program_function(program, entry);
        if (function && function->base == entry)
            program->functions[function - program->functions].is_kernel = true;
    }
}

void program_find_functions(struct program *program)
{
    const struct image *image = program->image;
    program->functions =
        arena_array(&program->arena, (size_t)image->symbol_count + 1, sizeof *program->functions);
    for (uint32_t i = 0; i < image->symbol_count; i++) {
        const struct symbol *symbol = &image->symbols[i];
        if ((symbol->is_function || symbol->is_global) &&
            program_index(program, symbol->address) >= 0)
            add_function(program, symbol);
    }
    close_functions(program);
    mark_kernels(program);
}
