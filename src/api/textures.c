/* SPDX-License-Identifier: Apache-2.0 */
/* textures.c - textures of a job or of a launch on a device: checked, with their addresses. */
#include "api/textures.h"

#include <inttypes.h>
#include <string.h>

#include "api/arguments.h"
#include "api/context.h"
#include "api/run_data.h"

static bool is_count(unsigned number)
{
    return number == 1 || number == 2 || number == 4;
}

/* The size first: the rest of a struct with another size may not be there. */
static bool is_whole(const struct wc_texture *t)
{
    if (t->size != sizeof *t)
        return false;
    const uint64_t row = (uint64_t)t->width * t->channels * t->channel_bytes;
    return is_count(t->channels) && is_count(t->channel_bytes) &&
           (unsigned)t->texel <= WC_TEXEL_FLOAT &&
           (t->texel != WC_TEXEL_FLOAT || t->channel_bytes > 1) && t->width && t->height &&
           (t->height == 1 || t->pitch >= row) && (unsigned)t->edge[0] <= WC_EDGE_BORDER &&
           (unsigned)t->edge[1] <= WC_EDGE_BORDER &&
           (!t->fractions || (t->texel != WC_TEXEL_FLOAT && t->channel_bytes < 4));
}

enum wc_status textures_check(struct error *err, const struct wc_texture *list, size_t count)
{
    if (!argument_readable(err, list, count, sizeof *list, "textures"))
        return WC_BAD_INPUT;
    for (size_t i = 0; i < count; i++) {
        if (!is_whole(&list[i]))
            return fail(err, WC_BAD_INPUT, "texture %zu has no format, no size, or a pitch that is "
                        "shorter than a row", i + 1);
    }
    return count > UINT32_MAX ? fail(err, WC_BAD_INPUT, "too many textures") : WC_OK;
}

static uint64_t bytes_of(const struct wc_texture *t)
{
    return (t->height - 1) * t->pitch + (uint64_t)t->width * t->channels * t->channel_bytes;
}

enum wc_status run_resolve_textures(struct run *run)
{
    const struct job *job = &run->handle->job;
    struct wc_texture *list =
        arena_array(&run->result->arena, job->texture_count + 1, sizeof *list);
    run->textures = list;
    run->texture_count = (uint32_t)job->texture_count;
    for (size_t i = 0; i < job->texture_count; i++) {
        const struct job_texture *from = &job->textures[i];
        const uint64_t bytes = array_byte_count(&job->buffers[from->buffer].contents);
        list[i] = from->texture;
        list[i].address = run->buffer_address[from->buffer] + from->offset;
        if (!is_whole(&list[i]))
            return fail_at(run->err, WC_BAD_INPUT, job->path, from->place.line, from->place.column,
                           "texture '%s': only integers of 8 and 16 bits are fractions",
                           list[i].name);
        if (from->offset > bytes || bytes_of(&list[i]) > bytes - from->offset)
            return fail_at(run->err, WC_BAD_INPUT, job->path, from->place.line, from->place.column,
                           "texture '%s' has %" PRIu64 " bytes from byte %" PRIu64
                           " of buffer '%s' on, which has %" PRIu64,
                           list[i].name, bytes_of(&list[i]), from->offset,
                           job->buffers[from->buffer].name, bytes);
    }
    return WC_OK;
}

/* ---- by calls ---- */

enum wc_status wc_job_texture(wc_job *job, const char *buffer, const struct wc_texture *texture)
{
    struct error *err = job_begin(job);
    if (!err || !argument_given(err, buffer, "buffer") ||
        !argument_given(err, texture, "texture") || textures_check(err, texture, 1) != WC_OK ||
        !argument_given(err, texture->name, "name of the texture"))
        return WC_BAD_INPUT;
    struct job *to = &job->job;
    const size_t found = job_find_buffer(to, buffer);
    if (found == JOB_NO_BUFFER)
        return fail(err, WC_BAD_INPUT, "unknown buffer '%.64s'", buffer);
    if (to->texture_count >= JOB_BUFFERS_MAX)
        return fail(err, WC_BAD_INPUT, "more than %d textures", JOB_BUFFERS_MAX);
    to->textures =
        arena_grow(&to->arena, to->textures, to->texture_count, sizeof *to->textures);
    struct job_texture *new = &to->textures[to->texture_count++];
    *new = (struct job_texture){.texture = *texture, .buffer = found, .offset = texture->address};
    new->texture.name = arena_strdup(&to->arena, texture->name);
    return WC_OK;
}

enum wc_status wc_job_arg_texture(wc_job *job, const char *name)
{
    struct error *err = job_begin(job);
    if (!err || !argument_given(err, name, "name"))
        return WC_BAD_INPUT;
    for (uint64_t i = 0; i < job->job.texture_count; i++) {
        const uint64_t handle = i + 1;
        if (!strcmp(job->job.textures[i].texture.name, name))
            return wc_job_arg_scalar(job, WC_U64, &handle);
    }
    return fail(err, WC_BAD_INPUT, "unknown texture '%.64s'", name);
}
