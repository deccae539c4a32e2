/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_split.c - split points of any code object, or of any code.
 *
 * The first byte chooses options. A code object is rewritten and must be whole again: it loads, and
 * every new instruction decodes. Other bytes are the code of a kernel: whatever is understood of it
 * can be laid out again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "isa/gcn3/table.h"
#include "load/image.h"
#include "pass/points/points.h"
#include "pass/split/rewrite.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct points_request requests[] = {
    {.depth = 3}, {.depth = 7, .optimal = true}, {.depth = 1, .tags = true}, {.depth = 63},
};

/* Instructions of the new code that the old one did not have. */
static void check_file(struct error *err, const struct points *points, const uint8_t *bytes,
                       uint64_t size)
{
    struct image *image = NULL;
    struct program *program = NULL;
    if (image_parse(err, "split", bytes, size, &image) != WC_OK ||
        isa_gcn3.decode(err, image, GCN3_ALL, &program) != WC_OK ||
        image->kernel_count != points->program->image->kernel_count)
        __builtin_trap();
    for (uint32_t i = 0; i < points->count; i++) {
        const struct kernel *kernel = &image->kernels[i];
        if (points->kernels[i].rewritten && program_index(program, kernel->entry) < 0)
            __builtin_trap();
    }
    program_free(program);
    image_free(image);
}

static void try_file(const struct points_request *request, const uint8_t *data, size_t size)
{
    struct error err = {0};
    struct image *image = NULL;
    struct program *program = NULL;
    struct points points = {0};
    uint8_t *bytes = NULL;
    uint64_t length = 0;
    if (image_parse(&err, "fuzz", data, size, &image) == WC_OK &&
        strcmp(image->isa, isa_gcn3.name) == 0 &&
        isa_gcn3.decode(&err, image, GCN3_ALL, &program) == WC_OK &&
        points_find(&err, program, request, &points) == WC_OK &&
        points_apply(&err, &points, &bytes, &length) == WC_OK)
        check_file(&err, &points, bytes, length);
    points_free(&points);
    program_free(program);
    image_free(image);
    free(bytes);
    error_clear(&err);
}

static void check_words(struct error *err, const struct rewritten *code)
{
    struct segment segment = {.address = 0x2000, .bytes = (const uint8_t *)code->words,
                              .file_bytes = 4ull * code->count, .size = 4ull * code->count,
                              .executable = true};
    struct image image = {.path = "split", .isa = "gcn3", .segments = &segment,
                          .segment_count = 1};
    struct program *program = NULL;
    uint32_t splits = 0, merges = 0;
    if (isa_gcn3.decode(err, &image, GCN3_ALL, &program) != WC_OK)
        __builtin_trap();
    for (uint32_t i = 0; i < program->count; i++) {
        splits += program->insns[i].role == ROLE_SPLIT;
        merges += program->insns[i].role == ROLE_JOIN;
    }
    if (splits != code->splits || merges != code->splits)
        __builtin_trap();
    program_free(program);
}

static void try_function(struct error *err, struct arena *arena, const struct program *program,
                         const struct function *function, bool tags)
{
    struct split_sites sites = split_sites_find(arena, program, function, true);
    struct split_structure structure;
    struct rewritten code;
    bool *chosen = arena_array(arena, sites.count + 1u, sizeof *chosen);
    if (split_structure_make(err, arena, program, function, &sites, &structure) != WC_OK)
        return;
    for (uint32_t i = 0; i < sites.count; i++)
        chosen[i] = !sites.list[i].refused;
    if (split_rewrite(err, arena, program, function, &sites, chosen, tags, 0x2000, &code) == WC_OK)
        check_words(err, &code);
}

static void try_code(bool tags, const uint8_t *data, size_t size)
{
    struct error err = {0};
    struct arena arena = {0};
    struct program *program = NULL;
    struct segment segment = {.address = 0x1000, .bytes = data, .file_bytes = size, .size = size,
                              .executable = true};
    struct symbol symbol = {.name = "k", .address = 0x1000, .size = size, .is_function = true};
    struct kernel kernel = {.name = "k", .entry = 0x1000, .bytes = size};
    struct image image = {.path = "fuzz", .isa = "gcn3", .segments = &segment, .segment_count = 1,
                          .symbols = &symbol, .symbol_count = 1, .kernels = &kernel,
                          .kernel_count = 1};
    if (isa_gcn3.decode(&err, &image, GCN3_ALL, &program) == WC_OK) {
        const struct function *function = program_function(program, 0x1000);
        if (function)
            try_function(&err, &arena, program, function, tags);
    }
    program_free(program);
    arena_free(&arena);
    error_clear(&err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 5)
        return 0;
    if (memcmp(data + 1, "\177ELF", 4) == 0)
        try_file(&requests[data[0] % 4], data + 1, size - 1);
    else
        try_code(data[0] & 1, data + 1, size - 1);
    return 0;
}
