/* SPDX-License-Identifier: Apache-2.0 */
/* mark.c - which branches may become split points: those the user names, by address or source line,
 * or by a split instruction in the code. */
#include "pass/points/points.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct place {
    bool is_address;
    uint64_t address;
    const char *file;
    size_t file_length;
    uint64_t line;
};

static bool read_number(const char *text, int base, uint64_t *out)
{
    char *end;
    *out = strtoull(text, &end, base);
    return end != text && !*end && *text != '-' && *text != '+' && *text != ' ';
}

static bool read_place(const char *text, struct place *out)
{
    const char *colon = strrchr(text, ':');
    *out = (struct place){0};
    out->is_address = strncmp(text, "0x", 2) == 0;
    if (out->is_address)
        return read_number(text + 2, 16, &out->address);
    if (!colon || colon == text || !read_number(colon + 1, 10, &out->line))
        return false;
    out->file = text;
    out->file_length = (size_t)(colon - text);
    return true;
}

/* "k.cl" is meant by "src/k.cl", but not by "other-k.cl". */
static bool ends_with(const char *path, const char *file, size_t length)
{
    const size_t own = strlen(path);
    return own >= length && memcmp(path + own - length, file, length) == 0 &&
           (own == length || path[own - length - 1] == '/');
}

static bool is_at(const struct program *program, uint32_t at, const struct place *place)
{
    struct source_line line;
    const uint64_t pc = program->insns[at].pc;
    if (place->is_address)
        return pc == place->address;
    return image_source_line(program->image, pc, &line) && line.line == place->line &&
           ends_with(line.file, place->file, place->file_length);
}

/* The instructions of a site's branch: from the one that narrows EXEC on. */
static bool is_site_at(const struct program *program, const struct split_site *site,
                       const struct place *place)
{
    for (uint32_t at = site->open; at < site->then; at++) {
        if (is_at(program, at, place))
            return true;
    }
    return false;
}

static bool mark_place(struct points *points, const struct place *place)
{
    bool found = false;
    for (uint32_t k = 0; k < points->count; k++) {
        struct points_kernel *kernel = &points->kernels[k];
        for (uint32_t i = 0; i < kernel->sites.count; i++) {
            if (is_site_at(points->program, &kernel->sites.list[i], place))
                kernel->marked[i] = found = true;
        }
    }
    return found;
}

/* There is a branch, but its lanes agree (PWS-34). */
static bool is_uniform(const struct points *points, const struct place *place)
{
    for (uint32_t k = 0; k < points->count; k++) {
        const struct function *function = points->kernels[k].function;
        int32_t at = function ? program_index(points->program, function->base) : -1;
        for (; at >= 0 && (uint32_t)at < points->program->count &&
               points->program->insns[at].pc - function->base < function->bytes; at++) {
            if (points->program->insns[at].flow == FLOW_BRANCH &&
                is_at(points->program, (uint32_t)at, place))
                return true;
        }
    }
    return false;
}

static enum wc_status mark_by_name(struct error *err, struct points *points, const char *name)
{
    struct place place;
    if (!read_place(name, &place))
        return fail(err, WC_BAD_INPUT, "'%s' marks no place; expected an address (\"0x1a8\") or a "
                    "source line (\"k.cl:17\")", name);
    if (mark_place(points, &place))
        return WC_OK;
    if (is_uniform(points, &place))
        fail(err, WC_BAD_INPUT, "the branch at '%s' is uniform: its lanes agree, so that there is "
             "nothing to split", name);
    else
        fail(err, WC_BAD_INPUT, "no divergent branch at '%s'", name);
    hint(err, "'warpclock split FILE --list' lists the divergent branches");
    return WC_BAD_INPUT;
}

/* ---- split instructions of the code ---- */

static bool mark_site_of(const struct program *program, struct points_kernel *kernel, uint32_t at)
{
    for (uint32_t i = 0; i < kernel->sites.count; i++) {
        if (split_site_has(program, &kernel->sites.list[i], at)) {
            kernel->marked[i] = true;
            return true;
        }
    }
    return false;
}

/* PWS-11: one that is not directly before a divergent branch has no effect. True if there is any
 * split or merge, all of which the new code replaces. */
static bool mark_by_code(struct points *points, struct points_kernel *kernel)
{
    const struct program *program = points->program;
    const struct function *function = kernel->function;
    int32_t at = program_index(program, function->base);
    bool any = false;
    for (; at >= 0 && (uint32_t)at < program->count &&
           program->insns[at].pc - function->base < function->bytes; at++) {
        const uint32_t role = program->insns[at].role;
        kernel->rewritten |= role == ROLE_SPLIT || role == ROLE_JOIN;
        any |= role == ROLE_SPLIT;
        if (role != ROLE_SPLIT || mark_site_of(program, kernel, (uint32_t)at))
            continue;
        kernel->removed = arena_grow(&points->arena, kernel->removed, kernel->removed_count,
                                     sizeof *kernel->removed);
        kernel->removed[kernel->removed_count++] = (uint32_t)at;
    }
    return any;
}

static void mark_all(struct points_kernel *kernel, bool marked)
{
    for (uint32_t i = 0; i < kernel->sites.count; i++)
        kernel->marked[i] = marked;
}

enum wc_status points_mark(struct error *err, struct points *points)
{
    const struct points_request *request = &points->request;
    enum wc_status status = WC_OK;
    for (uint32_t k = 0; k < points->count; k++) {
        struct points_kernel *kernel = &points->kernels[k];
        bool any = !kernel->problem && mark_by_code(points, kernel);
        if (request->mark_count || !any)
            mark_all(kernel, !request->mark_count);
    }
    for (size_t i = 0; status == WC_OK && i < request->mark_count; i++)
        status = mark_by_name(err, points, request->marks[i]);
    return status;
}
