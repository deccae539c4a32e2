/* SPDX-License-Identifier: Apache-2.0 */
/* run_sas.c - buffers that Sim-D programs declare, as buffers of a job.
 *
 * The .data section of a program has the address and the shape of every buffer, and perhaps a file;
 * the job names a buffer by its id and may replace its contents. Programs of one job share buffers
 * by their ids.
 *
 * The arguments of a launch take the place of its first buffers: argument k is buffer k. They have
 * the shape of the job's buffer; a scalar is a buffer of one word. Both are at the address of the
 * buffer that they replace, if their bytes are free there. */
#include "api/run_sas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load/sas.h"

/* The program of a launch, if it declares buffer `id` and no argument takes its place. */
static const struct image *declaring_in(const struct run *run, size_t launch, uint32_t id)
{
    const struct image *image = run->binaries[run->launch_binary[launch]].image;
    const bool own = image->sas && image->sas->dram[id].declared;
    return own && id >= run->handle->job.launches[launch].arg_count ? image : NULL;
}

/* The first program of the job that declares buffer `id`, or NULL. */
static const struct image *declaring(const struct run *run, uint32_t id)
{
    const struct image *image = NULL;
    for (size_t i = 0; !image && i < run->handle->job.launch_count; i++)
        image = declaring_in(run, i, id);
    return image;
}

/* The id that a buffer's name is, and the program that declares it; NULL: none does. "00" is no
 * second name of "0". */
static const struct image *declared(const struct run *run, const char *name, uint32_t *id)
{
    char *end;
    unsigned long number = strtoul(name, &end, 10);
    *id = (uint32_t)number;
    const bool is_zero_led = name[0] == '0' && name[1];
    if (*name < '0' || *name > '9' || is_zero_led || *end || number >= SAS_BUFFERS)
        return NULL;
    return declaring(run, *id);
}

/* ---- the job's list ---- */

static enum wc_status check_same(struct run *run, const struct image *first,
                                 const struct image *image, uint32_t id)
{
    const struct sas_buffer *a = &first->sas->dram[id], *b = &image->sas->dram[id];
    if (a->address == b->address && a->dim_x == b->dim_x && a->dim_y == b->dim_y)
        return WC_OK;
    return fail_at(run->err, WC_BAD_INPUT, image->path, (int)b->place.line, (int)b->place.column,
                   "buffer %u is %u by %u words at 0x%x here and %u by %u at 0x%x in %s:%u", id,
                   b->dim_x, b->dim_y, b->address, a->dim_x, a->dim_y, a->address, first->path,
                   a->place.line);
}

/* What the job leaves open about a buffer follows from its declaration: 32-bit words by lines. */
static void complete(struct job_buffer *buffer, const struct sas_buffer *from)
{
    struct array_declared *declared = &buffer->declared;
    size_t length = buffer->file ? strlen(buffer->file) : 0;
    if (length > 4 && !strcmp(buffer->file + length - 4, ".npy"))
        return; /* says both itself */
    if (!declared->has_type)
        declared->type = WC_F32;
    if (!declared->has_shape) {
        declared->rank = 2;
        declared->shape[0] = from->dim_y;
        declared->shape[1] = from->dim_x;
    }
    declared->has_type = declared->has_shape = true;
}

static enum wc_status declare(struct run *run, const struct image *image, uint32_t id)
{
    struct job *job = &run->handle->job;
    char name[16];
    enum wc_status status = WC_OK;
    snprintf(name, sizeof name, "%u", id);
    for (size_t i = 0; status == WC_OK && i < job->launch_count; i++) {
        const struct image *other = declaring_in(run, i, id);
        if (other)
            status = check_same(run, image, other, id);
    }
    if (status != WC_OK)
        return status;
    size_t known = job_find_buffer(job, name);
    if (known != JOB_NO_BUFFER)
        complete(&job->buffers[known], &image->sas->dram[id]);
    else
        job_add_buffer(job, name)->source = JOB_SOURCE_KERNEL;
    return WC_OK;
}

static bool is_argument(const struct job *job, size_t buffer)
{
    for (size_t i = 0; i < job->launch_count; i++) {
        for (size_t k = 0; k < job->launches[i].arg_count; k++) {
            const struct job_arg *arg = &job->launches[i].args[k];
            if (arg->kind == JOB_ARG_BUFFER && arg->buffer == buffer)
                return true;
        }
    }
    return false;
}

/* A buffer that no launch uses is most likely a wrong name. */
static enum wc_status check_declared(struct run *run)
{
    const struct job *job = &run->handle->job;
    uint32_t id;
    for (size_t i = 0; i < job->buffer_count; i++) {
        const struct job_buffer *buffer = &job->buffers[i];
        if (!is_argument(job, i) && !declared(run, buffer->name, &id))
            return fail_at(run->err, WC_BAD_INPUT, job->path, buffer->place.line,
                           buffer->place.column, "no .data section declares buffer '%.64s', and "
                           "it is no argument", buffer->name);
    }
    return WC_OK;
}

static void resolve_names(struct job *job)
{
    for (size_t i = 0; i < job->expect_count; i++) {
        struct job_expect *expect = &job->expects[i];
        expect->buffer = job_find_buffer(job, expect->buffer_name);
        if (expect->kind == JOB_EXPECT_EQUAL)
            expect->equal = job_find_buffer(job, expect->equal_name);
    }
    for (size_t i = 0; i < job->save_count; i++)
        job->saves[i].buffer = job_find_buffer(job, job->saves[i].buffer_name);
}

static bool has_sas(const struct run *run)
{
    for (size_t i = 0; i < run->binary_count; i++) {
        if (run->binaries[i].image->sas)
            return true;
    }
    return false;
}

enum wc_status run_declare_buffers(struct run *run)
{
    enum wc_status status = WC_OK;
    if (!has_sas(run))
        return WC_OK;
    for (uint32_t id = 0; status == WC_OK && id < SAS_BUFFERS; id++) {
        const struct image *image = declaring(run, id);
        if (image)
            status = declare(run, image, id);
    }
    resolve_names(&run->handle->job);
    return status == WC_OK ? check_declared(run) : status;
}

/* ---- contents and places ---- */

static enum wc_status check_size(struct run *run, const struct job_buffer *buffer,
                                 const struct sas_buffer *from)
{
    const struct job *job = &run->handle->job;
    const uint64_t words = (uint64_t)from->dim_x * from->dim_y;
    if (buffer->contents.count == words && type_bytes(buffer->contents.type) == 4)
        return WC_OK;
    return fail_at(run->err, WC_BAD_INPUT, job->path, buffer->place.line, buffer->place.column,
                   "buffer '%.64s' has %llu elements of type %s; the program declares %llu words "
                   "of 32 bits", buffer->name, (unsigned long long)buffer->contents.count,
                   type_name(buffer->contents.type), (unsigned long long)words);
}

enum wc_status run_declared_contents(struct run *run, size_t i)
{
    struct job_buffer *buffer = &run->handle->job.buffers[i];
    uint32_t id;
    const struct image *image = declared(run, buffer->name, &id);
    enum wc_status status = WC_OK;
    if (!image || !image->sas)
        return WC_OK;
    if (buffer->source == JOB_SOURCE_KERNEL && !buffer->contents.bytes)
        status = sas_load_contents(run->err, image, id, &buffer->contents);
    return status == WC_OK ? check_size(run, buffer, &image->sas->dram[id]) : status;
}

/* The address of the buffer that buffer `i` replaces as an argument of launch `launch`. */
static bool replaced_in(const struct run *run, size_t launch, size_t i, uint64_t *address)
{
    const struct job_launch *from = &run->handle->job.launches[launch];
    const struct sas_program *sas = run->binaries[run->launch_binary[launch]].image->sas;
    for (size_t k = 0; sas && k < from->arg_count && k < SAS_BUFFERS; k++) {
        bool passed = from->args[k].kind == JOB_ARG_BUFFER && from->args[k].buffer == i;
        if (passed && sas->dram[k].declared) {
            *address = sas->dram[k].address;
            return true;
        }
    }
    return false;
}

/* The first launch decides. So words around a buffer, which the original can read, and the banks of
 * its words do not depend on how the job hands it over. */
enum run_place run_place_of(const struct run *run, size_t i, uint64_t *address)
{
    uint32_t id;
    *address = run->handle->job.buffers[i].address;
    if (*address)
        return RUN_PLACE_DECLARED;
    if (!has_sas(run))
        return RUN_PLACE_ANYWHERE;
    const struct image *image = declared(run, run->handle->job.buffers[i].name, &id);
    if (image) {
        *address = image->sas->dram[id].address;
        return RUN_PLACE_DECLARED;
    }
    for (size_t launch = 0; launch < run->handle->job.launch_count; launch++) {
        if (replaced_in(run, launch, i, address))
            return RUN_PLACE_ARGUMENT;
    }
    return RUN_PLACE_ANYWHERE;
}

/* SIMD-3: the width is the largest power of two up to X, from 32 to 1024, unless it is given. */
void run_resolve_ndrange(const struct job_launch *from, struct launch *launch)
{
    uint32_t width = from->width ? from->width : SAS_GROUP_ITEMS;
    while (!from->width && width > 32 && width > from->ndrange[0])
        width /= 2;
    uint32_t height = width < SAS_GROUP_ITEMS ? SAS_GROUP_ITEMS / width : 1;
    const uint32_t block[] = {width, height, 1};
    for (unsigned i = 0; i < 3; i++) {
        uint32_t items = i < 2 ? from->ndrange[i] : 1;
        launch->block[i] = block[i];
        launch->grid[i] = items / block[i] + (items % block[i] != 0);
    }
    launch->ndrange[0] = from->ndrange[0];
    launch->ndrange[1] = from->ndrange[1];
}
