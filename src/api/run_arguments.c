/* SPDX-License-Identifier: Apache-2.0 */
/* run_arguments.c - arguments of a job as values: addresses of buffers, structures in memory. */
#include <inttypes.h>
#include <string.h>

#include "api/run_data.h"

static uint64_t pointer_bytes(const struct run *run)
{
    return run->binaries[0].image->is_32_bit ? 4 : 8;
}

static enum wc_status address_of(struct run *run, const struct job_arg *arg, uint64_t *out)
{
    const struct job_buffer *buffer = &run->handle->job.buffers[arg->buffer];
    const uint64_t bytes = array_byte_count(&buffer->contents);
    if (arg->offset > bytes)
        return fail_at(run->err, WC_BAD_INPUT, run->handle->job.path, arg->place.line,
                       arg->place.column,
                       "offset %" PRIu64 " is past the end of buffer '%s', which has %" PRIu64
                       " bytes",
                       arg->offset, buffer->name, bytes);
    *out = run->buffer_address[arg->buffer] + arg->offset;
    return WC_OK;
}

static enum wc_status resolve_buffer(struct run *run, const struct job_arg *arg,
                                     struct argument *out)
{
    const struct array *contents = &run->handle->job.buffers[arg->buffer].contents;
    const uint64_t line = contents->rank ? contents->shape[contents->rank - 1] : 1;
    *out = (struct argument){.kind = ARGUMENT_BUFFER, .type = contents->type,
                             .element_bytes = (uint8_t)type_bytes(contents->type)};
    if (arg->offset == 0) {
        out->line = line;
        out->lines = line ? contents->count / line : 0;
    }
    return address_of(run, arg, &out->bits);
}

/* ---- structures ---- */

/* Where a member goes, and how much it takes. */
struct layout {
    uint64_t bytes, align;
};

static uint64_t round_up(uint64_t value, uint64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

static struct layout layout_of(const struct run *run, const struct job_arg *arg)
{
    struct layout all = {0, 1};
    if (arg->kind == JOB_ARG_SCALAR)
        return (struct layout){type_bytes(arg->type), type_bytes(arg->type)};
    if (arg->kind != JOB_ARG_STRUCTURE)
        return (struct layout){pointer_bytes(run), pointer_bytes(run)};
    for (size_t i = 0; i < arg->member_count; i++) {
        const struct layout member = layout_of(run, &arg->members[i]);
        all.bytes = round_up(all.bytes, member.align) + member.bytes;
        all.align = member.align > all.align ? member.align : all.align;
    }
    if (arg->is_vector && (arg->member_count == 2 || arg->member_count == 4))
        all.align = all.bytes < 16 ? all.bytes : 16;
    all.bytes = round_up(all.bytes, all.align);
    return all;
}

static enum wc_status write_member(struct run *run, const struct job_arg *arg, uint8_t *to)
{
    uint64_t bits = arg->bits, at = 0;
    enum wc_status status = WC_OK;
    if (arg->kind == JOB_ARG_BUFFER)
        status = address_of(run, arg, &bits);
    if (arg->kind != JOB_ARG_STRUCTURE) {
        memcpy(to, &bits, layout_of(run, arg).bytes);
        return status;
    }
    for (size_t i = 0; status == WC_OK && i < arg->member_count; i++) {
        const struct layout member = layout_of(run, &arg->members[i]);
        at = round_up(at, member.align);
        status = write_member(run, &arg->members[i], to + at);
        at += member.bytes;
    }
    return status;
}

static enum wc_status resolve_structure(struct run *run, const struct job_arg *arg,
                                        struct argument *out)
{
    const struct layout layout = layout_of(run, arg);
    uint8_t *bytes = arena_array(&run->result->arena, layout.bytes, 1);
    *out = (struct argument){.kind = ARGUMENT_BYTES, .bytes = layout.bytes, .data = bytes};
    return write_member(run, arg, bytes);
}

enum wc_status run_resolve_argument(struct run *run, const struct job_arg *arg,
                                    struct argument *out)
{
    switch (arg->kind) {
    case JOB_ARG_BUFFER:
        return resolve_buffer(run, arg, out);
    case JOB_ARG_STRUCTURE:
        return resolve_structure(run, arg, out);
    case JOB_ARG_POINTER:
        *out = (struct argument){.kind = ARGUMENT_BUFFER, .bits = arg->bits};
        return WC_OK;
    case JOB_ARG_BYTES:
        *out = (struct argument){
            .kind = ARGUMENT_BYTES, .bytes = arg->local_bytes, .data = arg->data};
        return WC_OK;
    case JOB_ARG_LOCAL:
        *out = (struct argument){.kind = ARGUMENT_LOCAL, .bytes = arg->local_bytes};
        return WC_OK;
    default:
        *out = (struct argument){.kind = ARGUMENT_VALUE, .type = arg->type, .bits = arg->bits};
        return WC_OK;
    }
}

/* ---- pointers as contents ---- */

static enum wc_status store_pointers(struct run *run, size_t i)
{
    const struct job_buffer *buffer = &run->handle->job.buffers[i];
    const uint64_t each = type_bytes(buffer->contents.type);
    enum wc_status status = WC_OK;
    if (buffer->pointer_count > buffer->contents.count ||
        (buffer->pointer_count && each != pointer_bytes(run)))
        return fail_at(run->err, WC_BAD_INPUT, run->handle->job.path, buffer->place.line,
                       buffer->place.column,
                       "buffer '%s' has %" PRIu64 " elements of %" PRIu64
                       " bytes; its %zu pointers need %" PRIu64 " bytes each on this machine",
                       buffer->name, buffer->contents.count, each, buffer->pointer_count,
                       pointer_bytes(run));
    for (size_t k = 0; status == WC_OK && k < buffer->pointer_count; k++) {
        uint64_t address = 0;
        status = address_of(run, &buffer->pointers[k], &address);
        memcpy(memory_bytes(&run->memory, run->buffer_address[i] + k * each, each), &address,
               each);
    }
    return status;
}

enum wc_status run_store_pointers(struct run *run)
{
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < run->handle->job.buffer_count; i++)
        status = store_pointers(run, i);
    return status;
}
