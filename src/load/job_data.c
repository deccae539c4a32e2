/* SPDX-License-Identifier: Apache-2.0 */
/* job_data.c - the contents of a job's buffers, and their comparison with the expected ones. */
#include <string.h>
#include <unistd.h>

#include "base/allowance.h"
#include "load/job.h"

enum { STRIDE = 1 << 20 }; /* elements from one look for an interrupt to the next */

static enum wc_status make_fill(struct error *err, const struct job *job,
                                struct job_buffer *buffer)
{
    const struct array_declared *declared = &buffer->declared;
    struct array *contents = &buffer->contents;
    enum wc_status status = array_new(err, buffer->name, declared->type, declared->rank,
                                      declared->shape, contents);
    if (status != WC_OK && job->path)
        error_locate(err, job->path, buffer->place.line, buffer->place.column);
    for (uint64_t first = 0; status == WC_OK && first < contents->count; first += STRIDE) {
        uint64_t left = contents->count - first;
        fill_part(&buffer->fill, contents, first, first + (left < STRIDE ? left : STRIDE));
        status = allow_work(err);
    }
    if (status != WC_OK)
        array_free(contents);
    return status;
}

/* Contents that the caller brings at every run. */
static enum wc_status make_empty(struct error *err, struct job_buffer *buffer)
{
    const struct array_declared *declared = &buffer->declared;
    return array_new(err, buffer->name, declared->type, declared->rank, declared->shape,
                     &buffer->contents);
}

/* Arrays of the kernel suite are not committed; a build writes them (kernels/README.md). */
static const char *how_to_get(const char *file)
{
    bool missing = access(file, F_OK) != 0;
    return missing && strstr(file, "build/kernels/")
               ? "; `make` or `ninja -C build` in the source tree writes it"
               : "";
}

void job_name_file(struct error *err, const struct job *job, const char *key, const char *name,
                   struct job_place place, const char *file)
{
    if (job->path)
        hint(err, "'%s%s' in %s:%d:%d names this file%s", key, name, job->path, place.line,
             place.column, how_to_get(file));
}

static enum wc_status read_file(struct error *err, const struct job *job,
                                struct job_buffer *buffer)
{
    enum wc_status status = array_load(err, buffer->file, &buffer->declared, &buffer->contents);
    if (status != WC_OK)
        job_name_file(err, job, "", buffer->name, buffer->place, buffer->file);
    if (status != WC_OK)
        return status;
    const struct array *contents = &buffer->contents;
    buffer->declared = (struct array_declared){.has_type = true, .has_shape = true,
                                               .type = contents->type, .rank = contents->rank};
    memcpy(buffer->declared.shape, contents->shape, sizeof contents->shape);
    return WC_OK;
}

/* Buffers that a .sas kernel's .data section still has to define are skipped; job_check allows them
 * only for such kernels. */
static bool awaits_kernel(const struct job_buffer *buffer)
{
    size_t length = buffer->file ? strlen(buffer->file) : 0;
    bool tells_type = length > 4 && !strcmp(buffer->file + length - 4, ".npy");
    if (buffer->source == JOB_SOURCE_FILE)
        return !buffer->declared.has_type && !tells_type;
    return buffer->source == JOB_SOURCE_FILL &&
           (!buffer->declared.has_type || !buffer->declared.has_shape);
}

enum wc_status job_load_buffer(struct error *err, const struct job *job,
                               struct job_buffer *buffer)
{
    if (buffer->contents.bytes || awaits_kernel(buffer))
        return WC_OK;
    switch (buffer->source) {
    case JOB_SOURCE_FILL: return make_fill(err, job, buffer);
    case JOB_SOURCE_FILE: return read_file(err, job, buffer);
    case JOB_SOURCE_MEMORY: return make_empty(err, buffer);
    default: return WC_OK;
    }
}

enum wc_status job_load_data(struct error *err, struct job *job)
{
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < job->buffer_count; i++)
        status = job_load_buffer(err, job, &job->buffers[i]);
    return status == WC_OK ? job_load_symbols(err, job) : status;
}

enum wc_status job_load_symbols(struct error *err, struct job *job)
{
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < job->symbol_count; i++)
        status = job_load_buffer(err, job, &job->symbols[i]);
    return status;
}

static enum wc_status verify_file(struct error *err, const struct job *job,
                                  const struct job_expect *expect, const struct array *got,
                                  struct array_difference *difference)
{
    struct array expected;
    struct array_declared declared = {.has_type = true, .has_shape = true, .type = got->type,
                                      .rank = got->rank};
    memcpy(declared.shape, got->shape, sizeof declared.shape);
    enum wc_status status = array_load(err, expect->file, &declared, &expected);
    if (status != WC_OK)
        job_name_file(err, job, "expect: ", expect->buffer_name, expect->place, expect->file);
    if (status != WC_OK)
        return status;
    *difference = array_compare(&expected, got, expect->exact, expect->rtol, expect->atol);
    array_free(&expected);
    return WC_OK;
}

static enum wc_status verify_equal(struct error *err, const struct job *job,
                                   const struct job_expect *expect, const struct array *got,
                                   const struct array *others, struct array_difference *difference)
{
    char a[ARRAY_SHAPE_TEXT], b[ARRAY_SHAPE_TEXT];
    const struct array *other = expect->equal == JOB_NO_BUFFER ? NULL : &others[expect->equal];
    if (!other || !other->bytes)
        return fail_at(err, WC_BAD_INPUT, job->path, expect->place.line, expect->place.column,
                       "unknown buffer '%s' to compare with", expect->equal_name);
    if (other->type != got->type || other->count != got->count)
        return fail_at(err, WC_BAD_INPUT, job->path, expect->place.line, expect->place.column,
                       "'%s' is %s %s and cannot equal '%s', which is %s %s", expect->buffer_name,
                       type_name(got->type), shape_text(got->rank, got->shape, a),
                       expect->equal_name, type_name(other->type),
                       shape_text(other->rank, other->shape, b));
    *difference = array_compare(other, got, expect->exact, expect->rtol, expect->atol);
    return WC_OK;
}

enum wc_status job_verify(struct error *err, const struct job *job,
                          const struct job_expect *expect, const struct array *got,
                          const struct array *others, struct array_difference *difference,
                          char hash_got[65])
{
    memset(difference, 0, sizeof *difference);
    hash_got[0] = '\0';
    switch (expect->kind) {
    case JOB_EXPECT_FILE: return verify_file(err, job, expect, got, difference);
    case JOB_EXPECT_EQUAL: return verify_equal(err, job, expect, got, others, difference);
    case JOB_EXPECT_SHA256: break;
    }
    array_sha256(got, hash_got);
    difference->count = strcmp(hash_got, expect->sha256) != 0 ? got->count : 0;
    return WC_OK;
}
