/* SPDX-License-Identifier: Apache-2.0 */
/* support.c - sizes, random inputs, memory and .npy files for the host references. */
#include "reference.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double number_of(const struct run *run, const char *name)
{
    const struct number *numbers = run->job->numbers;

    for (int i = 0; i < MAX_NUMBERS && numbers[i].name; i++)
        if (strcmp(numbers[i].name, name) == 0)
            return numbers[i].value;
    die("%s/job.py has no number '%s' for %s", run->job->kernel, name, run->job->size);
}

int number(const struct run *run, const char *name)
{
    return (int)number_of(run, name);
}

float number_f32(const struct run *run, const char *name)
{
    return (float)number_of(run, name);
}

static const struct buffer *find_buffer(const struct run *run, const char *name)
{
    const struct buffer *buffers = run->job->buffers;

    for (int i = 0; i < MAX_BUFFERS && buffers[i].name; i++)
        if (strcmp(buffers[i].name, name) == 0)
            return &buffers[i];
    return NULL;
}

static size_t element_count(const struct buffer *buffer)
{
    size_t count = 1;

    for (int i = 0; i < buffer->dimensions; i++)
        count *= buffer->shape[i];
    return count;
}

/* Memory */

struct block {
    struct block *next;
    max_align_t data[];
};

static void *allocate(struct run *run, size_t bytes)
{
    struct block *block = calloc(1, sizeof *block + bytes);

    if (!block)
        die("out of memory");
    block->next = run->blocks;
    run->blocks = block;
    return block->data;
}

void free_run(struct run *run)
{
    while (run->blocks) {
        struct block *next = run->blocks->next;

        free(run->blocks);
        run->blocks = next;
    }
}

float *new_f32(struct run *run, size_t count)
{
    return allocate(run, count * sizeof(float));
}

int32_t *new_i32(struct run *run, size_t count)
{
    return allocate(run, count * sizeof(int32_t));
}

uint32_t *new_u32(struct run *run, size_t count)
{
    return allocate(run, count * sizeof(uint32_t));
}

/* Random inputs, by the rule of the job file */

uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15;

    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

static const struct buffer *random_buffer(const struct run *run, const char *name, const char *type)
{
    const struct buffer *buffer = find_buffer(run, name);

    if (!buffer || strcmp(buffer->type, type) != 0 || buffer->seed == 0)
        die("%s/job.py has no random %s buffer '%s'", run->job->kernel, type, name);
    return buffer;
}

float *input_f32(struct run *run, const char *name)
{
    const struct buffer *buffer = random_buffer(run, name, "f32");
    size_t count = element_count(buffer);
    float *data = new_f32(run, count);
    uint64_t state = buffer->seed;

    for (size_t i = 0; i < count; i++) {
        double unit = (double)(splitmix64(&state) >> 40) * 0x1p-24;

        data[i] = (float)(buffer->min + (buffer->max - buffer->min) * unit);
    }
    return data;
}

static void fill_integers(const struct buffer *buffer, uint32_t *data)
{
    uint64_t span = (uint64_t)(buffer->max - buffer->min) + 1;
    uint64_t state = buffer->seed;
    size_t count = element_count(buffer);

    for (size_t i = 0; i < count; i++)
        data[i] = (uint32_t)((int64_t)buffer->min + (int64_t)(splitmix64(&state) % span));
}

int32_t *input_i32(struct run *run, const char *name)
{
    const struct buffer *buffer = random_buffer(run, name, "i32");
    uint32_t *data = new_u32(run, element_count(buffer));

    fill_integers(buffer, data);
    return (int32_t *)data;
}

uint32_t *input_u32(struct run *run, const char *name)
{
    const struct buffer *buffer = random_buffer(run, name, "u32");
    uint32_t *data = new_u32(run, element_count(buffer));

    fill_integers(buffer, data);
    return data;
}

/* .npy files, version 1.0: magic, header length, a dictionary padded to 64 bytes, elements */

static void shape_text(const struct run *run, const char *name, size_t count, char *text,
                       size_t size)
{
    const struct buffer *buffer = find_buffer(run, name);
    size_t used = 0;

    if (!buffer) {
        snprintf(text, size, "(%zu,)", count);
        return;
    }
    if (element_count(buffer) != count)
        die("%s: buffer '%s' has %zu elements in job.py, %zu here", run->job->kernel, name,
            element_count(buffer), count);
    for (int i = 0; i < buffer->dimensions; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%zu", i ? ", " : "(",
                                 buffer->shape[i]);
    snprintf(text + used, size - used, buffer->dimensions == 1 ? ",)" : ")");
}

static void write_header(FILE *file, const char *descriptor, const char *shape)
{
    char header[256];
    int length = snprintf(header, sizeof header,
                          "{'descr': '%s', 'fortran_order': False, 'shape': %s, }",
                          descriptor, shape);
    int padded = (10 + length + 1 + 63) / 64 * 64 - 10;

    fwrite("\x93NUMPY\x01\x00", 1, 8, file);
    fputc(padded & 0xFF, file);
    fputc(padded >> 8, file);
    fprintf(file, "%-*s\n", padded - 1, header);
}

/* Writes beside the target and renames, so that nobody ever sees half a file. */
static void write_npy(const struct run *run, const char *name, const char *descriptor,
                      const void *data, size_t count)
{
    char path[PATH_MAX + 64], part[PATH_MAX + 80], shape[96];

    snprintf(path, sizeof path, "%s/%s-%s.npy", run->directory, run->job->size, name);
    snprintf(part, sizeof part, "%s.part", path);
    FILE *file = fopen(part, "wb");
    if (!file)
        die("%s: %s", part, strerror(errno));
    shape_text(run, name, count, shape, sizeof shape);
    write_header(file, descriptor, shape);
    fwrite(data, 4, count, file);
    int failed = ferror(file);
    if (fclose(file) != 0 || failed || rename(part, path) != 0)
        die("%s: %s", path, strerror(errno));
}

void write_f32(const struct run *run, const char *name, const float *data, size_t count)
{
    write_npy(run, name, "<f4", data, count);
}

void write_i32(const struct run *run, const char *name, const int32_t *data, size_t count)
{
    write_npy(run, name, "<i4", data, count);
}

void write_u32(const struct run *run, const char *name, const uint32_t *data, size_t count)
{
    write_npy(run, name, "<u4", data, count);
}
