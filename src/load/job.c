/* SPDX-License-Identifier: Apache-2.0 */
/* job.c - builds and frees a job. */
#include "load/job.h"

#include <string.h>

void job_init(struct job *job)
{
    memset(job, 0, sizeof *job);
    job->folder = "";
}

void job_free(struct job *job)
{
    for (size_t i = 0; i < job->buffer_count; i++)
        array_free(&job->buffers[i].contents);
    for (size_t i = 0; i < job->symbol_count; i++)
        array_free(&job->symbols[i].contents);
    arena_free(&job->arena);
    memset(job, 0, sizeof *job);
}

/* The next element of a list that grows by doubling; see arena_grow. */
static void *append(struct job *job, void *list, size_t *count, size_t bytes_each, void **element)
{
    char *grown = arena_grow(&job->arena, list, *count, bytes_each);
    *element = memset(grown + (*count)++ * bytes_each, 0, bytes_each);
    return grown;
}

struct job_buffer *job_add_buffer(struct job *job, const char *name)
{
    void *element;
    job->buffers =
        append(job, job->buffers, &job->buffer_count, sizeof *job->buffers, &element);
    struct job_buffer *buffer = element;
    buffer->name = arena_strdup(&job->arena, name);
    return buffer;
}

struct job_buffer *job_add_symbol(struct job *job, const char *name)
{
    void *element;
    job->symbols =
        append(job, job->symbols, &job->symbol_count, sizeof *job->symbols, &element);
    struct job_buffer *symbol = element;
    symbol->name = arena_strdup(&job->arena, name);
    return symbol;
}

struct job_launch *job_add_launch(struct job *job, const char *kernel)
{
    void *element;
    job->launches =
        append(job, job->launches, &job->launch_count, sizeof *job->launches, &element);
    struct job_launch *launch = element;
    launch->kernel = arena_strdup(&job->arena, kernel);
    for (unsigned i = 0; i < 3; i++)
        launch->grid[i] = launch->block[i] = 1;
    return launch;
}

struct job_arg *job_add_arg(struct job *job, struct job_launch *launch, enum job_arg_kind kind)
{
    void *element;
    launch->args = append(job, launch->args, &launch->arg_count, sizeof *launch->args, &element);
    struct job_arg *arg = element;
    arg->kind = kind;
    return arg;
}

/* The list may be another launch's too, or have no room: it is copied. */
struct job_loop *job_add_loop(struct job *job, struct job_launch *launch, const char *name)
{
    const size_t count = launch->loop_count;
    struct job_loop *loops = arena_array(&job->arena, count + 1, sizeof *loops);
    if (count)
        memcpy(loops, launch->loops, count * sizeof *loops);
    loops[count] = (struct job_loop){.name = arena_strdup(&job->arena, name)};
    launch->loops = loops;
    launch->loop_count = count + 1;
    return &loops[count];
}

struct job_expect *job_add_expect(struct job *job, const char *buffer)
{
    void *element;
    job->expects =
        append(job, job->expects, &job->expect_count, sizeof *job->expects, &element);
    struct job_expect *expect = element;
    expect->buffer_name = arena_strdup(&job->arena, buffer);
    expect->buffer = expect->equal = JOB_NO_BUFFER;
    expect->exact = true;
    return expect;
}

struct job_save *job_add_save(struct job *job, const char *buffer, const char *file)
{
    void *element;
    job->saves = append(job, job->saves, &job->save_count, sizeof *job->saves, &element);
    struct job_save *save = element;
    save->buffer_name = arena_strdup(&job->arena, buffer);
    save->buffer = JOB_NO_BUFFER;
    save->file = arena_strdup(&job->arena, file);
    return save;
}

size_t job_find_buffer(const struct job *job, const char *name)
{
    for (size_t i = 0; i < job->buffer_count; i++)
        if (!strcmp(job->buffers[i].name, name))
            return i;
    return JOB_NO_BUFFER;
}
