/* SPDX-License-Identifier: Apache-2.0 */
/* run_variables.c - variables of a job's binaries (__device__ and the like) as outputs. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "api/host_memory.h"
#include "api/run_data.h"

static const struct symbol *find_variable(const struct image *image, const char *name)
{
    const struct symbol *symbol = image_symbol(image, name);
    return symbol && !symbol->is_function && symbol->size ? symbol : NULL;
}

/* Buffers of the job, then variables of all binaries. */
static const char *candidate(const void *user, size_t i)
{
    const struct run *run = user;
    const struct job *job = &run->handle->job;
    if (i < job->buffer_count)
        return job->buffers[i].name;
    i -= job->buffer_count;
    for (size_t k = 0; k < run->binary_count; k++) {
        const struct image *image = run->binaries[k].image;
        if (i < image->symbol_count)
            return image->symbols[i].is_function ? "" : image->symbols[i].name;
        i -= image->symbol_count;
    }
    return NULL;
}

void run_hint_variable(struct run *run, const char *name)
{
    const char *near = nearest_name(name, candidate, run);
    if (near && *near)
        hint(run->err, "did you mean '%s'?", near);
}

enum wc_status run_check_variable(struct run *run, const char *name, struct job_place place)
{
    for (size_t i = 0; i < run->binary_count; i++) {
        if (find_variable(run->binaries[i].image, name))
            return WC_OK;
    }
    fail_at(run->err, WC_BAD_INPUT, run->handle->job.path, place.line, place.column,
            "the job has no buffer '%.64s', and no binary has such a variable", name);
    run_hint_variable(run, name);
    return WC_BAD_INPUT;
}

/* As `symbols:` declares it; without that, words or bytes. */
static struct array_declared declared_as(const struct job *job, const struct symbol *symbol)
{
    struct array_declared declared = {.type = symbol->size % 4 ? WC_U8 : WC_U32};
    for (size_t i = 0; i < job->symbol_count; i++) {
        if (!strcmp(job->symbols[i].name, symbol->name))
            declared = job->symbols[i].declared;
    }
    if (!declared.has_shape) {
        declared.rank = 1;
        declared.shape[0] = symbol->size / type_bytes(declared.type);
    }
    return declared;
}

enum wc_status run_read_variable(struct run *run, const char *name, struct job_place place,
                                 struct array *out)
{
    const struct job *job = &run->handle->job;
    const struct symbol *symbol = find_variable(run->placed->image, name);
    if (!symbol)
        return fail_at(run->err, WC_BAD_INPUT, job->path, place.line, place.column,
                       "variable '%.64s' is not in %s, the binary of the last launch", name,
                       run->placed->path);
    const struct array_declared declared = declared_as(job, symbol);
    *out = (struct array){.type = declared.type, .rank = declared.rank,
                          .bytes = memory_bytes(&run->memory, symbol->address, symbol->size)};
    memcpy(out->shape, declared.shape, sizeof out->shape);
    enum wc_status status =
        array_count(run->err, name, out->type, out->rank, out->shape, &out->count);
    if (status == WC_OK && (!out->bytes || array_byte_count(out) != symbol->size))
        status = fail_at(run->err, WC_BAD_INPUT, job->path, place.line, place.column,
                         "variable '%.64s' has %" PRIu64 " bytes; the job declares %" PRIu64, name,
                         symbol->size, array_byte_count(out));
    return status;
}

/* ---- memory of the caller ---- */

static enum wc_status check_host(struct run *run, const struct bound_memory *bound, bool writes)
{
    const struct job_buffer *symbol = &run->handle->job.symbols[bound->buffer];
    struct host_map map = host_map_read();
    char what[96];
    snprintf(what, sizeof what, "symbol '%.64s'", symbol->name);
    enum wc_status status = host_map_check(run->err, &map, what, bound->host,
                                           array_byte_count(&symbol->contents), writes);
    host_map_free(&map);
    return status;
}

enum wc_status run_take_symbols(struct run *run)
{
    const wc_job *handle = run->handle;
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < handle->symbol_count; i++) {
        const struct bound_memory *bound = &handle->symbols[i];
        const struct array *contents = &handle->job.symbols[bound->buffer].contents;
        status = check_host(run, bound, !bound->read_only);
        if (status == WC_OK && contents->count)
            memcpy(contents->bytes, bound->host, array_byte_count(contents));
    }
    return status;
}

enum wc_status run_give_symbols(struct run *run)
{
    const wc_job *handle = run->handle;
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < handle->symbol_count; i++) {
        const struct bound_memory *bound = &handle->symbols[i];
        struct array now;
        if (bound->read_only)
            continue;
        status = run_read_variable(run, handle->job.symbols[bound->buffer].name,
                                   (struct job_place){0}, &now);
        if (status == WC_OK)
            status = check_host(run, bound, true);
        if (status == WC_OK && now.count)
            memcpy(bound->host, now.bytes, array_byte_count(&now));
    }
    return status;
}
