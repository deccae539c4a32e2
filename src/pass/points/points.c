/* SPDX-License-Identifier: Apache-2.0 */
/* points.c - the steps from a program to the file with its split points. */
#include "pass/points/points.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "pass/split/object.h"

static enum wc_status check_program(struct error *err, const struct program *program)
{
    enum { GCN5 = 900 }; /* gfx900 and later: other opcodes */
    const struct image *image = program->image;
    uint64_t base;
    if (strcmp(program->isa->name, "gcn3") != 0)
        return fail(err, WC_BAD_INPUT, "its format is %s; expected a code object for GCN3 (gfx803)",
                    image->format);
    if (image->architecture >= GCN5)
        return fail(err, WC_BAD_INPUT, "code object for %s; expected gfx801 or gfx803 (GCN3)",
                    image->chip);
    if (image->kernel_count == 0)
        return fail(err, WC_BAD_INPUT, "the file has no kernels");
    return split_object_base(err, image, &base);
}

static void list_kernels(struct points *points)
{
    const struct image *image = points->program->image;
    const char *only = points->request.kernel;
    points->kernels = arena_array(&points->arena, image->kernel_count, sizeof *points->kernels);
    for (uint32_t i = 0; i < image->kernel_count; i++) {
        const struct kernel *kernel = &image->kernels[i];
        if (!only || strcmp(kernel->name, only) == 0)
            points->kernels[points->count++] = (struct points_kernel){.kernel = kernel};
    }
}

/* ---- one kernel ---- */

static void allocate(struct points *points, struct points_kernel *kernel)
{
    const size_t count = kernel->sites.count + 1u;
    kernel->marked = arena_array(&points->arena, count, sizeof *kernel->marked);
    kernel->chosen = arena_array(&points->arena, count, sizeof *kernel->chosen);
}

static enum wc_status find_structure(struct error *err, struct points *points,
                                     struct points_kernel *kernel, struct split_structure *out)
{
    const struct program *program = points->program;
    kernel->function = program_function(program, kernel->kernel->entry);
    if (!kernel->function)
        return fail(err, WC_BAD_INPUT, "no code at the kernel's entry");
    kernel->sites = split_sites_find(&points->arena, program, kernel->function, true);
    allocate(points, kernel);
    return split_structure_make(err, &points->arena, program, kernel->function, &kernel->sites,
                                out);
}

/* Such a kernel stays as it is, which is an error only for the one that was asked for. */
static enum wc_status note_problem(struct error *err, struct points *points,
                                   struct points_kernel *kernel, struct error *problem)
{
    enum wc_status status = WC_OK;
    if (!kernel->marked)
        allocate(points, kernel);
    if (points->request.kernel || points->count == 1)
        status = fail(err, problem->status, "kernel %s: %s", kernel->kernel->name,
                      problem->message);
    kernel->problem = arena_strdup(&points->arena, problem->message);
    error_clear(problem);
    return status;
}

static enum wc_status check_request(struct error *err, const struct program *program,
                                    const struct points_request *request)
{
    const struct kernel *named;
    enum wc_status status = check_program(err, program);
    if (status == WC_OK && request->depth > POINTS_DEPTH_MAX)
        status = fail(err, WC_BAD_INPUT, "a depth of %" PRIu32 "; expected 1 to %d: a wavefront "
                      "has 64 lanes", request->depth, POINTS_DEPTH_MAX);
    if (status == WC_OK && request->kernel)
        status = image_kernel(err, program->image, request->kernel, &named);
    return status;
}

/* Errors name the file. */
static enum wc_status located(struct error *err, const struct points *points,
                              enum wc_status status)
{
    if (status != WC_OK)
        error_locate(err, points->program->image->path, 0, 0);
    return status;
}

enum wc_status points_begin(struct error *err, const struct program *program,
                            const struct points_request *request, struct points *points,
                            struct split_structure **structures)
{
    points->program = program;
    points->request = *request;
    if (!points->request.depth)
        points->request.depth = POINTS_DEPTH;
    enum wc_status status = check_request(err, program, request);
    if (status != WC_OK)
        return located(err, points, status);
    list_kernels(points);
    *structures = arena_array(&points->arena, points->count, sizeof **structures);
    for (uint32_t i = 0; status == WC_OK && i < points->count; i++) {
        struct error problem = {0};
        struct points_kernel *kernel = &points->kernels[i];
        if (find_structure(&problem, points, kernel, &(*structures)[i]) != WC_OK)
            status = note_problem(err, points, kernel, &problem);
    }
    return located(err, points, status);
}

enum wc_status points_find(struct error *err, const struct program *program,
                           const struct points_request *request, struct points *points)
{
    struct split_structure *structures = NULL;
    enum wc_status status = points_begin(err, program, request, points, &structures);
    if (status == WC_OK)
        status = points_mark(err, points);
    for (uint32_t i = 0; status == WC_OK && i < points->count; i++) {
        struct error problem = {0};
        struct points_kernel *kernel = &points->kernels[i];
        if (kernel->problem)
            continue;
        if (points_choose(&problem, points, kernel, &structures[i]) != WC_OK)
            status = note_problem(err, points, kernel, &problem);
    }
    return located(err, points, status);
}

/* ---- the file ---- */

static uint64_t next_address(const struct moved *moved)
{
    const uint64_t end = moved->address + 4ull * moved->code.count;
    return (end + SPLIT_ALIGNMENT - 1) / SPLIT_ALIGNMENT * SPLIT_ALIGNMENT;
}

static enum wc_status rewrite(struct error *err, struct points *points, struct moved *moved,
                              uint32_t *count)
{
    uint64_t base = 0;
    enum wc_status status = split_object_base(err, points->program->image, &base);
    for (uint32_t i = 0; status == WC_OK && i < points->count; i++) {
        const struct points_kernel *kernel = &points->kernels[i];
        if (!kernel->rewritten)
            continue;
        struct moved *next = &moved[*count];
        next->kernel = kernel->kernel;
        next->address = *count ? next_address(next - 1) : base;
        status = split_rewrite(err, &points->arena, points->program, kernel->function,
                               &kernel->sites, kernel->chosen, points->request.tags, next->address,
                               &next->code);
        ++*count;
    }
    return status;
}

static enum wc_status copy_file(struct error *err, const struct image *image, uint8_t **out,
                                uint64_t *size)
{
    *out = malloc(image->file_bytes ? image->file_bytes : 1);
    if (!*out)
        return fail_memory(err);
    memcpy(*out, image->file, image->file_bytes);
    *size = image->file_bytes;
    return WC_OK;
}

enum wc_status points_apply(struct error *err, struct points *points, uint8_t **out,
                            uint64_t *size)
{
    struct moved *moved = arena_array(&points->arena, points->count + 1u, sizeof *moved);
    uint32_t count = 0;
    *out = NULL;
    enum wc_status status = rewrite(err, points, moved, &count);
    if (status == WC_OK)
        status = count ? split_object_make(err, points->program, moved, count, out, size)
                       : copy_file(err, points->program->image, out, size);
    return located(err, points, status);
}

void points_free(struct points *points)
{
    arena_free(&points->arena);
    *points = (struct points){0};
}
