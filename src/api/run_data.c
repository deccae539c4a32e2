/* SPDX-License-Identifier: Apache-2.0 */
/* run_data.c - buffers, segments and symbols of a job in device memory, and results back out. */
#include "api/run_data.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abi/cuda_host.h"
#include "api/host_memory.h"
#include "api/run_sas.h"

/* ---- in ---- */

/* Ranges of floats and of integers of 64 bits are checked, but narrow no bound. */
static struct element_range assumed_elements(const struct job_buffer *buffer)
{
    const enum wc_type type = buffer->contents.type;
    if (!buffer->assumed || type_is_float(type) || type_bytes(type) > 4)
        return (struct element_range){0};
    return (struct element_range){.bytes = (uint8_t)type_bytes(type),
                                  .is_signed = type_is_signed(type),
                                  .min = (int64_t)buffer->assume.low_bits,
                                  .max = (int64_t)buffer->assume.high_bits};
}

/* Whether the caller's memory is there, before it is read and again before it is written: a run may
 * take hours (HOUSE-59). */
static enum wc_status check_bound(struct run *run, const struct host_map *map,
                                  const struct bound_memory *bound)
{
    const struct job_buffer *buffer = &run->handle->job.buffers[bound->buffer];
    char what[96];
    snprintf(what, sizeof what, "buffer '%.64s'", buffer->name);
    return host_map_check(run->err, map, what, bound->host, array_byte_count(&buffer->contents),
                          !bound->read_only);
}

static enum wc_status check_bound_memory(struct run *run)
{
    const wc_job *handle = run->handle;
    enum wc_status status = WC_OK;
    struct host_map map = handle->bound_count ? host_map_read() : (struct host_map){0};
    for (size_t i = 0; status == WC_OK && i < handle->bound_count; i++) {
        if (handle->bound[i].host && !handle->bound[i].read_only)
            status = check_bound(run, &map, &handle->bound[i]);
    }
    host_map_free(&map);
    return status;
}

static enum wc_status read_bound_memory(struct run *run, size_t buffer)
{
    const wc_job *handle = run->handle;
    const struct array *contents = &handle->job.buffers[buffer].contents;
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < handle->bound_count; i++) {
        const struct bound_memory *bound = &handle->bound[i];
        if (bound->buffer != buffer || !bound->host || !contents->count)
            continue;
        struct host_map map = host_map_read();
        status = check_bound(run, &map, bound);
        host_map_free(&map);
        if (status == WC_OK)
            memcpy(contents->bytes, bound->host, array_byte_count(contents));
    }
    return status;
}

/* A job's own address is one that the machine has for buffers. */
static enum wc_status check_address(struct run *run, const struct job_buffer *buffer)
{
    const uint64_t bytes = array_byte_count(&buffer->contents);
    uint64_t low, high, align;
    run->machine->ops->heap(run->machine, &low, &high, &align);
    if (!buffer->address ||
        (buffer->address >= low && bytes <= high - low && buffer->address <= high - bytes))
        return WC_OK;
    return fail(run->err, WC_BAD_INPUT,
                "buffer '%s' has %" PRIu64 " bytes at 0x%" PRIx64 "; machine %s has memory for "
                "buffers at 0x%" PRIx64 "..0x%" PRIx64,
                buffer->name, bytes, buffer->address, run->parameters.name, low, high - 1);
}

/* At the address that its job or its program declares. */
static enum wc_status place_declared(struct run *run, size_t i, const char *name)
{
    struct array *contents = &run->handle->job.buffers[i].contents;
    struct allocation *placed;
    enum wc_status status = check_address(run, &run->handle->job.buffers[i]);
    if (status == WC_OK)
        status = memory_place(run->err, &run->memory, ALLOCATION_BUFFER, name,
                              run->buffer_address[i], array_byte_count(contents), true, &placed);
    if (status == WC_OK)
        memcpy(placed->bytes, contents->bytes, array_byte_count(contents));
    free(contents->bytes);
    contents->bytes = NULL; /* the next run makes them again */
    return status;
}

/* The contents become device memory: no buffer is held twice. The next run makes them again. */
static enum wc_status hand_over(struct run *run, size_t i, const char *name, enum run_place place)
{
    struct job_buffer *buffer = &run->handle->job.buffers[i];
    uint64_t low, high, align, bytes = array_byte_count(&buffer->contents);
    run->machine->ops->heap(run->machine, &low, &high, &align);
    if (place != RUN_PLACE_ANYWHERE)
        return place_declared(run, i, name);
    if (!buffer->contents.bytes) /* declared by a kernel of another kind */
        return memory_allocate(run->err, &run->memory, ALLOCATION_BUFFER, name, 1, align, low, high,
                               &run->buffer_address[i]);
    enum wc_status status =
        memory_adopt(run->err, &run->memory, ALLOCATION_BUFFER, name, buffer->contents.bytes,
                     bytes ? bytes : 1, align, low, high, &run->buffer_address[i]);
    if (status == WC_OK)
        buffer->contents.bytes = NULL;
    return status;
}

static enum wc_status load_buffer(struct run *run, size_t i)
{
    struct job *job = &run->handle->job;
    struct job_buffer *buffer = &job->buffers[i];
    enum wc_status status = job_load_buffer(run->err, job, buffer);
    if (status != WC_OK)
        return status;
    status = read_bound_memory(run, i);
    if (status == WC_OK)
        status = run_declared_contents(run, i);
    if (status != WC_OK)
        return status;
    run->buffer_bytes += array_byte_count(&buffer->contents);
    status = allow_memory(run->err, "all buffers together", run->buffer_bytes);
    if (status != WC_OK && job->path)
        error_locate(run->err, job->path, buffer->place.line, buffer->place.column);
    return status;
}

static enum wc_status place_buffer(struct run *run, size_t i, enum run_place place)
{
    const struct job *job = &run->handle->job;
    const struct job_buffer *buffer = &job->buffers[i];
    char *name = arena_format(&run->result->arena, "buffer %s", buffer->name);
    enum wc_status status = hand_over(run, i, name, place);
    if (status != WC_OK && job->path)
        error_locate(run->err, job->path, buffer->place.line, buffer->place.column);
    if (status != WC_OK)
        return status;
    struct allocation *placed = memory_find(&run->memory, run->buffer_address[i], 1);
    placed->fixed = buffer->fixed;
    placed->assume = assumed_elements(buffer);
    return WC_OK;
}

/* Checks declared sizes against the machine's memory before gigabytes are allocated in vain. */
static enum wc_status check_sizes(struct run *run)
{
    const struct job *job = &run->handle->job;
    uint64_t low, high, align, total = 0;
    run->machine->ops->heap(run->machine, &low, &high, &align);
    for (size_t i = 0; i < job->buffer_count; i++) {
        const struct job_buffer *buffer = &job->buffers[i];
        const struct array_declared *declared = &buffer->declared;
        uint64_t count = 0;
        if (!declared->has_shape || !declared->has_type)
            continue;
        enum wc_status status = array_count(run->err, buffer->name, declared->type, declared->rank,
                                            declared->shape, &count);
        if (status != WC_OK)
            return status;
        total += count * type_bytes(declared->type);
        if (high < low || total > high - low)
            return fail_at(run->err, WC_BAD_INPUT, job->path, buffer->place.line,
                           buffer->place.column,
                           "buffer '%s' raises the total size of all buffers to %" PRIu64
                           " bytes; the machine has %" PRIu64 " bytes",
                           buffer->name, total, high < low ? 0 : high - low);
    }
    return allow_memory(run->err, "all buffers together", total);
}

/* A buffer of the job, or a variable of one of its binaries. */
static enum wc_status check_named(struct run *run, size_t buffer, const char *name,
                                  struct job_place place)
{
    return buffer != JOB_NO_BUFFER ? WC_OK : run_check_variable(run, name, place);
}

static enum wc_status check_expected(struct run *run, const struct job_expect *expect)
{
    const struct job *job = &run->handle->job;
    enum wc_status status = check_named(run, expect->buffer, expect->buffer_name, expect->place);
    if (status != WC_OK || expect->kind != JOB_EXPECT_FILE || access(expect->file, R_OK) == 0)
        return status;
    status = fail_at(run->err, WC_BAD_INPUT, expect->file, 0, 0, "cannot open: %s",
                     strerror(errno));
    job_name_file(run->err, job, "expect: ", expect->buffer_name, expect->place, expect->file);
    return status;
}

/* Files to save are open during the run: what keeps them from being written is found before it. */
static enum wc_status open_saves(struct run *run)
{
    const struct job *job = &run->handle->job;
    enum wc_status status = WC_OK;
    run->saves = arena_array(&run->result->arena, job->save_count, sizeof *run->saves);
    for (size_t i = 0; status == WC_OK && i < job->save_count; i++) {
        const struct job_save *save = &job->saves[i];
        status = check_named(run, save->buffer, save->buffer_name, save->place);
        if (status == WC_OK)
            status = array_save_open(run->err, save->file, &run->saves[i]);
    }
    return status;
}

void run_abandon_saves(struct run *run)
{
    for (size_t i = 0; run->saves && i < run->handle->job.save_count; i++)
        output_abandon(&run->saves[i]);
}

static enum wc_status check_files(struct run *run)
{
    const struct job *job = &run->handle->job;
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < job->expect_count; i++)
        status = check_expected(run, &job->expects[i]);
    return status == WC_OK ? open_saves(run) : status;
}

/* Whether buffer `i` goes to such a place; its address is set then, unless it is in the heap. */
static bool takes_place(struct run *run, size_t i, enum run_place place)
{
    const uint64_t bytes = array_byte_count(&run->handle->job.buffers[i].contents);
    uint64_t low, high, align, *address = &run->buffer_address[i];
    if (place == RUN_PLACE_ANYWHERE)
        return true;
    if (run_place_of(run, i, address) != place)
        return false;
    run->machine->ops->heap(run->machine, &low, &high, &align);
    return place == RUN_PLACE_DECLARED ||
           (bytes && bytes <= high && *address <= high - bytes &&
            memory_is_free(&run->memory, *address, bytes));
}

/* Buffers with an address of their own come first: others take what is left. */
static enum wc_status place_all(struct run *run)
{
    const size_t count = run->handle->job.buffer_count;
    bool *placed = arena_array(&run->result->arena, count, sizeof *placed);
    enum wc_status status = WC_OK;
    for (unsigned place = 0; place <= RUN_PLACE_ANYWHERE; place++) {
        for (size_t i = 0; status == WC_OK && i < count; i++) {
            if (placed[i] || !takes_place(run, i, (enum run_place)place))
                continue;
            placed[i] = true;
            status = place_buffer(run, i, (enum run_place)place);
        }
    }
    return status;
}

enum wc_status run_place_buffers(struct run *run)
{
    struct job *job = &run->handle->job;
    enum wc_status status = run_declare_buffers(run);
    if (status == WC_OK)
        status = check_sizes(run);
    if (status == WC_OK && !run->result->no_run)
        status = check_files(run);
    if (status == WC_OK)
        status = job_load_symbols(run->err, job);
    if (status == WC_OK)
        status = run_take_symbols(run);
    if (status != WC_OK)
        return status;
    run->buffer_address =
        arena_array(&run->result->arena, job->buffer_count, sizeof *run->buffer_address);
    for (size_t i = 0; status == WC_OK && i < job->buffer_count; i++)
        status = load_buffer(run, i);
    if (status == WC_OK)
        status = place_all(run);
    return status == WC_OK ? run_store_pointers(run) : status;
}

/* The range of a pointer, and whether it may be written: as its first byte may be. */
static enum wc_status measure_lent(struct run *run, const struct host_map *map,
                                   const struct lent_memory *lent, struct host_mapping *range)
{
    const struct host_mapping *mapping = host_map_find(map, lent->host);
    uint64_t low, high, align;
    run->machine->ops->heap(run->machine, &low, &high, &align);
    if (high <= UINT32_MAX)
        return fail(run->err, WC_BAD_INPUT, "machine %s has 32-bit addresses and cannot access the "
                    "caller's memory in place; bind it as a buffer", run->parameters.name);
    char what[32] = "the memory of wc_job_map()";
    if (lent->argument)
        snprintf(what, sizeof what, "argument %zu", lent->argument);
    if (!mapping || !mapping->readable)
        return fail(run->err, WC_BAD_INPUT, "%s points to %p, which is not mapped in this process",
                    what, lent->host);
    *range = *mapping;
    range->writable &= !lent->read_only;
    if (!lent->bytes)
        return WC_OK;
    range->base = (uint64_t)(uintptr_t)lent->host;
    range->size = lent->bytes;
    return host_map_check(run->err, map, what, lent->host, lent->bytes, range->writable);
}

/* Two pointers into one mapping share it. */
static enum wc_status lend(struct run *run, const struct host_map *map, size_t i)
{
    const struct lent_memory *lent = &run->handle->lent[i];
    struct host_mapping range = {0};
    if (!lent->bytes && job_maps(run->handle, lent->host))
        return WC_OK;
    enum wc_status status = measure_lent(run, map, lent, &range);
    if (status != WC_OK || memory_find(&run->memory, range.base, range.size))
        return status;
    char *name = arena_format(&run->result->arena, "the caller's memory %zu", i + 1);
    return memory_lend(run->err, &run->memory, name, range.base, (void *)(uintptr_t)range.base,
                       range.size, range.writable);
}

enum wc_status run_lend_memory(struct run *run)
{
    const size_t count = run->handle->lent_count;
    enum wc_status status = WC_OK;
    struct host_map map = count ? host_map_read() : (struct host_map){0};
    for (size_t i = 0; status == WC_OK && i < 2 * count; i++) {
        const bool is_mapped = !run->handle->lent[i % count].argument;
        if (is_mapped == (i < count)) /* first what is mapped, then the arguments in it */
            status = lend(run, &map, i % count);
    }
    host_map_free(&map);
    return status;
}

/* The default is CUDA's (cudaLimitMallocHeapSize). */
enum wc_status run_place_heap(struct run *run)
{
    enum { HEAP_BYTES = 8 << 20, HEAP_UNIT = 16 };
    const uint64_t bytes = run->handle->job.heap ? run->handle->job.heap : HEAP_BYTES;
    uint64_t low, high, align, base;
    bool needed = false;
    for (size_t i = 0; i < run->binary_count; i++)
        needed |= cuda_needs_heap(run->binaries[i].image);
    if (!needed)
        return WC_OK;
    run->machine->ops->heap(run->machine, &low, &high, &align);
    return memory_allocate(run->err, &run->memory, ALLOCATION_HEAP, "the heap of malloc",
                           bytes / HEAP_UNIT * HEAP_UNIT, align, low, high, &base);
}

static enum wc_status place_segment(struct run *run, const struct image *image, uint32_t i)
{
    const struct segment *segment = &image->segments[i];
    enum allocation_kind kind = segment->executable ? ALLOCATION_CODE : ALLOCATION_DATA;
    char *name = arena_format(&run->result->arena, "%s segment of %s",
                              segment->executable ? "code" : "data", image->path);
    struct allocation *placed;
    /* A file without sections does not say which part of such a segment is code. */
    const bool is_code = segment->executable && (segment->code_bytes || !segment->writable);
    enum wc_status status = memory_place(run->err, &run->memory, kind, name, segment->address,
                                         segment->size, segment->writable && !is_code, &placed);
    if (status == WC_OK && segment->file_bytes)
        memcpy(placed->bytes, segment->bytes, segment->file_bytes);
    return status;
}

static enum wc_status place_symbol(struct run *run, const struct job_buffer *symbol)
{
    const struct symbol *found = NULL;
    for (size_t i = 0; i < run->binary_count && !found; i++)
        found = image_symbol(run->binaries[i].image, symbol->name);
    if (!found) {
        fail_at(run->err, WC_BAD_INPUT, run->handle->job.path, symbol->place.line,
                symbol->place.column, "no binary of this job has the symbol '%s'", symbol->name);
        run_hint_variable(run, symbol->name);
        return WC_BAD_INPUT;
    }
    if (symbol->source == JOB_SOURCE_KERNEL)
        return WC_OK;
    found = image_symbol(run->placed->image, symbol->name);
    if (!found)
        return WC_OK;
    uint64_t bytes = array_byte_count(&symbol->contents);
    void *to = memory_bytes(&run->memory, found->address, bytes);
    if (!to || (found->size && found->size != bytes))
        return fail_at(run->err, WC_BAD_INPUT, run->handle->job.path, symbol->place.line,
                       symbol->place.column,
                       "symbol '%s' has %" PRIu64 " bytes in %s; the job defines %" PRIu64,
                       symbol->name, found->size, run->placed->path, bytes);
    memcpy(to, symbol->contents.bytes, bytes);
    return WC_OK;
}

enum wc_status run_place_image(struct run *run, size_t launch)
{
    const struct binary *binary = &run->binaries[run->launch_binary[launch]];
    const struct job *job = &run->handle->job;
    enum wc_status status = WC_OK;
    if (run->placed == binary)
        return WC_OK;
    memory_release(&run->memory, ALLOCATION_CODE);
    memory_release(&run->memory, ALLOCATION_DATA);
    run->placed = binary;
    for (uint32_t i = 0; status == WC_OK && i < binary->image->segment_count; i++)
        status = place_segment(run, binary->image, i);
    for (size_t i = 0; status == WC_OK && i < job->symbol_count; i++)
        status = place_symbol(run, &job->symbols[i]);
    return status;
}

/* ---- out ---- */

/* The buffers as they are in device memory now; the bytes stay there. */
static struct array contents_now(const struct run *run, size_t buffer)
{
    struct array now = run->handle->job.buffers[buffer].contents;
    now.bytes = memory_bytes(&run->memory, run->buffer_address[buffer], 0);
    return now;
}

static struct array *final_contents(struct run *run)
{
    struct job *job = &run->handle->job;
    struct array *finals = arena_array(&run->result->arena, job->buffer_count, sizeof *finals);
    for (size_t i = 0; i < job->buffer_count; i++)
        finals[i] = contents_now(run, i);
    return finals;
}

/* "[2, 17]": the position of the index-th element in an array of this shape. */
static const char *position_text(struct arena *arena, const struct array *array, uint64_t index)
{
    const char *text = "";
    for (unsigned i = array->rank; i-- > 0;) {
        text = arena_format(arena, "%" PRIu64 "%s%s", index % array->shape[i],
                            *text ? ", " : "", text);
        index /= array->shape[i];
    }
    return arena_format(arena, "[%s]", text);
}

/* The first contents come from the job, so a job that contradicts itself is bad input; later ones
 * come from the program. */
static enum wc_status refute_assume(struct run *run, size_t launch, const struct job_buffer *buffer,
                                    const struct array *now, uint64_t index)
{
    char value[ARRAY_VALUE_TEXT], range[2 * ARRAY_VALUE_TEXT];
    const char *since =
        launch ? arena_format(&run->result->arena, " after launch %zu", launch) : "";
    return fail_at(run->err, launch ? WC_MISMATCH : WC_BAD_INPUT, run->handle->job.path,
                   buffer->assume_place.line, buffer->assume_place.column,
                   "element %s of buffer '%s' is %s%s; the job assumes %s",
                   position_text(&run->result->arena, now, index), buffer->name,
                   array_value_text(now, index, value), since,
                   value_range_text(&buffer->assume, now->type, range));
}

/* Without a run, memory is as before the launch only after launches that are exact. */
static bool is_current(const struct wc_result *result, size_t launch)
{
    bool current = true;
    for (size_t i = 0; i < launch; i++)
        current &= !result->no_run || result->launches[i].exact;
    return current;
}

enum wc_status run_check_assumed(struct run *run, size_t launch)
{
    const struct job *job = &run->handle->job;
    if (!is_current(run->result, launch))
        return WC_OK;
    for (size_t i = 0; i < job->buffer_count; i++) {
        const struct job_buffer *buffer = &job->buffers[i];
        if (!buffer->assumed)
            continue;
        const struct array now = contents_now(run, i);
        uint64_t index = value_range_first_outside(&buffer->assume, &now);
        if (index < now.count)
            return refute_assume(run, launch, buffer, &now, index);
    }
    return WC_OK;
}

static const char *describe(struct run *run, const struct job_expect *expect,
                            const struct array *got, const struct array_difference *difference,
                            const char *hash)
{
    struct arena *arena = &run->result->arena;
    if (!difference->count)
        return "ok";
    if (expect->kind == JOB_EXPECT_SHA256)
        return arena_format(arena, "differs: sha256 %s, expected %s", hash, expect->sha256);
    return arena_format(arena,
                        "differs in %" PRIu64 " of %" PRIu64
                        " elements, first at %s: %s, expected %s; largest difference %g",
                        difference->count, got->count,
                        position_text(arena, got, difference->first), difference->got,
                        difference->expected, difference->max);
}

/* The contents of a buffer, or of a variable of the last binary. */
static enum wc_status output_array(struct run *run, size_t buffer, const char *name,
                                   struct job_place place, const struct array *finals,
                                   struct array *out)
{
    if (buffer == JOB_NO_BUFFER)
        return run_read_variable(run, name, place, out);
    *out = finals[buffer];
    return WC_OK;
}

static enum wc_status check(struct run *run, const struct array *finals, const char **differs)
{
    const struct job *job = &run->handle->job;
    struct wc_result *result = run->result;
    result->checks = arena_array(&result->arena, job->expect_count, sizeof *result->checks);
    for (size_t i = 0; i < job->expect_count; i++) {
        const struct job_expect *expect = &job->expects[i];
        struct array variable;
        const struct array *got = &variable;
        struct array_difference difference;
        char hash[65] = "";
        enum wc_status status = output_array(run, expect->buffer, expect->buffer_name,
                                             expect->place, finals, &variable);
        if (status == WC_OK)
            status = job_verify(run->err, job, expect, got, finals, &difference, hash);
        if (status != WC_OK)
            return status;
        result->checks[result->check_count++] = (struct result_check){
            .buffer = arena_strdup(&result->arena, expect->buffer_name),
            .ok = difference.count == 0,
            .elements = got->count,
            .difference = difference,
            .text = describe(run, expect, got, &difference, hash)};
        if (difference.count && !*differs)
            *differs = expect->buffer_name;
    }
    return WC_OK;
}

static enum wc_status save(struct run *run, const struct array *finals)
{
    const struct job *job = &run->handle->job;
    struct wc_result *result = run->result;
    result->saved = arena_array(&result->arena, job->save_count, sizeof *result->saved);
    for (size_t i = 0; i < job->save_count; i++) {
        const struct job_save *to = &job->saves[i];
        struct array contents;
        enum wc_status status =
            output_array(run, to->buffer, to->buffer_name, to->place, finals, &contents);
        if (status == WC_OK)
            status = array_save_to(run->err, to->file, &run->saves[i], &contents);
        if (status != WC_OK)
            return status;
        result->saved[result->saved_count++] = arena_strdup(&result->arena, to->file);
    }
    return WC_OK;
}

static void write_bound_memory(struct run *run, const struct array *finals)
{
    const wc_job *handle = run->handle;
    for (size_t i = 0; i < handle->bound_count; i++) {
        const struct array *contents = &finals[handle->bound[i].buffer];
        uint64_t bytes = array_byte_count(contents);
        if (handle->bound[i].host && bytes && !handle->bound[i].read_only)
            memcpy(handle->bound[i].host, contents->bytes, bytes);
    }
}

enum wc_status run_collect(struct run *run)
{
    const struct array *finals = final_contents(run);
    const char *differs = NULL;
    enum wc_status status = check_bound_memory(run);
    if (status != WC_OK)
        return status;
    write_bound_memory(run, finals);
    status = run_give_symbols(run);
    if (status == WC_OK)
        status = check(run, finals, &differs);
    if (status == WC_OK)
        status = save(run, finals);
    if (status == WC_OK && differs)
        status = fail(run->err, WC_MISMATCH, "%s differs from its expected value", differs);
    return status;
}
