/* SPDX-License-Identifier: Apache-2.0 */
/* run_checkpoint.c - what a checkpoint belongs to, the launches before it, and its file. */
#include "api/run_checkpoint.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bound/engine/loop_watch.h"
#include "load/input.h"
#include "load/output.h"
#include "machine/common/checkpoint.h"
#include "machine/common/run_state.h"

enum { SECONDS_BETWEEN = 60 };

/* What determines a run, and what the same file may not be used with. */
enum belongs { BELONGS_BUILD, BELONGS_MACHINE, BELONGS_KERNEL, BELONGS_JOB, BELONGS_COUNT };
static const char *const belongs_to[BELONGS_COUNT] = {
    "another build of warpclock",
    "another machine, or other parameters of it",
    "another kernel binary",
    "another job: its launches, arguments or buffers are different",
};

struct digest {
    uint8_t bytes[SHA256_DIGEST_SIZE];
};

struct run_checkpoint {
    struct checkpoint checkpoint;
    struct run *run;
    uint64_t seconds;
    double written_at;
    struct digest digest[BELONGS_COUNT];
    struct state_io io; /* of `file` */
    FILE *file;         /* to continue from, or NULL */
};

/* ---- digests ---- */

static void add(struct sha256_ctx *sum, const void *bytes, size_t count)
{
    if (count)
        sha256_update(sum, count, bytes);
}

static void add_text(struct sha256_ctx *sum, const char *text)
{
    add(sum, text ? text : "", text ? strlen(text) + 1 : 0);
}

static struct digest end(struct sha256_ctx *sum)
{
    struct digest digest;
    sha256_digest(sum, sizeof digest.bytes, digest.bytes);
    return digest;
}

/* The code of the object that this function is in: a change of a structure changes it. */
static int add_object(struct dl_phdr_info *object, size_t size, void *sum)
{
    const uintptr_t here = (uintptr_t)run_checkpoint_open;
    const void *code = NULL;
    size_t bytes = 0;
    (void)size;
    for (unsigned i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        const uintptr_t start = object->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD && here - start < segment->p_memsz) {
            code = (const void *)start;
            bytes = segment->p_memsz;
        }
    }
    add(sum, code, bytes);
    return code != NULL;
}

static struct digest build_digest(void)
{
    struct sha256_ctx sum;
    sha256_init(&sum);
    add_text(&sum, WC_VERSION_STRING);
    dl_iterate_phdr(add_object, &sum);
    return end(&sum);
}

static struct digest machine_digest(const struct run *run)
{
    const struct parameters *parameters = &run->parameters;
    struct sha256_ctx sum;
    sha256_init(&sum);
    add_text(&sum, parameters->name);
    add_text(&sum, parameters->model);
    for (size_t i = 0; i < parameters->count; i++) {
        add_text(&sum, parameters->list[i].name);
        add_text(&sum, parameters->list[i].value.text);
    }
    return end(&sum);
}

static struct digest kernel_digest(const struct run *run)
{
    struct sha256_ctx sum;
    sha256_init(&sum);
    for (size_t i = 0; i < run->binary_count; i++) {
        const struct image *image = run->binaries[i].image;
        for (uint32_t k = 0; k < image->segment_count; k++) {
            const struct segment *segment = &image->segments[k];
            add(&sum, &segment->address, sizeof segment->address);
            add(&sum, &segment->size, sizeof segment->size);
            add(&sum, segment->bytes, segment->file_bytes);
        }
    }
    return end(&sum);
}

static void add_argument(struct sha256_ctx *sum, const struct argument *argument)
{
    const uint64_t numbers[] = {(uint64_t)argument->kind, (uint64_t)argument->type,
                                argument->bits, argument->bytes};
    add(sum, numbers, sizeof numbers);
    if (argument->data)
        add(sum, argument->data, argument->bytes);
}

static void add_launch(struct sha256_ctx *sum, const struct launch *launch)
{
    const uint64_t numbers[] = {launch->shared, launch->stack, launch->cooperative,
                                launch->arg_count, launch->texture_count};
    add_text(sum, launch->name);
    add(sum, launch->grid, sizeof launch->grid);
    add(sum, launch->block, sizeof launch->block);
    add(sum, launch->offset, sizeof launch->offset);
    add(sum, launch->ndrange, sizeof launch->ndrange);
    add(sum, numbers, sizeof numbers);
    for (size_t i = 0; i < launch->arg_count; i++)
        add_argument(sum, &launch->args[i]);
    for (uint32_t i = 0; i < launch->texture_count; i++) {
        struct wc_texture texture = launch->textures[i];
        add_text(sum, texture.name);
        texture.name = NULL;
        add(sum, &texture, sizeof texture);
    }
}

/* Memory before the first launch: buffers, and the first binary with the job's symbols. */
static struct digest job_digest(const struct run *run)
{
    struct sha256_ctx sum;
    sha256_init(&sum);
    for (size_t i = 0; i < run->handle->job.launch_count; i++)
        add_launch(&sum, &run->launches[i]);
    for (uint32_t i = 0; i < run->memory.count; i++) {
        const struct allocation *a = &run->memory.table[i];
        add(&sum, &a->base, sizeof a->base);
        add(&sum, &a->size, sizeof a->size);
        if (a->kind == ALLOCATION_BUFFER || a->kind == ALLOCATION_DATA)
            add(&sum, a->bytes, a->size);
    }
    return end(&sum);
}

/* ---- the part of the file before the launch ---- */

static void walk_digests(struct run_checkpoint *c, struct state_io *io)
{
    for (unsigned i = 0; i < BELONGS_COUNT; i++) {
        struct digest found = c->digest[i];
        state_io_bytes(io, found.bytes, sizeof found.bytes);
        if (state_io_ok(io) && memcmp(&found, &c->digest[i], sizeof found))
            io->status = fail_at(io->err, WC_BAD_INPUT, io->path, 0, 0,
                                 "this checkpoint is of %s", belongs_to[i]);
    }
}

static void walk_launch(struct run *run, size_t i, struct state_io *io)
{
    struct outcome outcome = {.statistics.table = run->machine->ops->statistics};
    struct statistics *statistics = &outcome.statistics;
    if (!io->loading)
        *statistics = run->result->launches[i].statistics;
    state_io_bytes(io, statistics->count, sizeof statistics->count);
    state_io_bytes(io, &statistics->has, sizeof statistics->has);
    if (io->loading && state_io_ok(io))
        run_add_outcome(run, i, &outcome, true);
}

static void walk_verdict(struct wc_result *result, struct state_io *io)
{
    uint64_t numbers[] = {result->has_verdict, result->verdict, result->has_exit_code,
                          result->exit_code, result->illegal_at};
    state_io_bytes(io, numbers, sizeof numbers);
    result->has_verdict = numbers[0];
    result->verdict = (uint32_t)numbers[1];
    result->has_exit_code = numbers[2];
    result->exit_code = (uint32_t)numbers[3];
    result->illegal_at = numbers[4];
}

static void walk_waits(struct run *run, struct state_io *io)
{
    for (size_t i = 0; i < run->binary_count; i++)
        state_io_pages(io, (uint8_t *)run->binaries[i].waits,
                       (uint64_t)run->binaries[i].program->count * STALL_COUNT * sizeof(uint64_t));
}

static void walk(void *user, struct state_io *io)
{
    struct run_checkpoint *c = user;
    struct run *run = c->run;
    struct wc_result *result = run->result;
    uint64_t done = result->launch_count;
    double seconds = result->host_seconds + (run_seconds_now() - run->launch_began);
    walk_digests(c, io);
    state_io_number(io, &done);
    if (done >= run->handle->job.launch_count)
        state_io_damaged(io);
    for (size_t i = 0; state_io_ok(io) && i < done; i++)
        walk_launch(run, i, io);
    walk_verdict(result, io);
    walk_waits(run, io);
    state_io_bytes(io, &seconds, sizeof seconds);
    if (io->loading)
        result->host_seconds = seconds;
}

/* Bounds of loops in the job are compared with the whole run. */
static void walk_observers(void *user, struct state_io *io)
{
    struct run *run = ((struct run_checkpoint *)user)->run;
    if (run->loop_watch)
        loop_watch_walk(run->loop_watch, run->handle->job.launch_count, io);
}

/* ---- opening ---- */

static enum wc_status refuse(const struct run *run, const struct wc_run_options *options)
{
    const struct {
        bool wanted;
        const char *what;
    } conflicts[] = {
        {options->functional, "a functional run has none"},
        {options->bound || options->no_run, "a bound is not derived with one"},
        {options->trace != NULL, "a timeline needs the whole run"},
        {options->steps != NULL, "a log of steps needs the whole run"},
        {options->dump != NULL, "a dump of states needs the whole run"},
        {options->profile || options->profile_file, "a profile needs the whole run"},
        {options->report, "a page needs the whole run"},
        {options->check, "checks of invariants need the whole run"},
        {run->handle->observer != NULL, "an observer needs the whole run"},
        {run->handle->job.tolerant, "'on_out_of_bounds: warn' reports on the whole run"},
        {!machine_image_possible((const struct run_state *)run->machine),
         "the machine cannot say what its state is"},
    };
    for (size_t i = 0; i < sizeof conflicts / sizeof *conflicts; i++) {
        if (conflicts[i].wanted)
            return fail(run->err, WC_BAD_INPUT, "no checkpoint is possible: %s",
                        conflicts[i].what);
    }
    return WC_OK;
}

static bool is_due(void *user)
{
    struct run_checkpoint *c = user;
    const double now = run_seconds_now();
    if (now - c->written_at < (double)c->seconds)
        return false;
    c->written_at = now;
    return true;
}

static enum wc_status load(struct run_checkpoint *c, const char *path)
{
    struct error *err = c->run->err;
    uint64_t bytes;
    enum wc_status status = input_open(err, path, &c->file, &bytes);
    if (status != WC_OK)
        return status;
    state_io_load(&c->io, err, path, c->file, bytes);
    walk(c, &c->io);
    c->checkpoint.from = &c->io;
    c->run->result->continued_launch = c->run->result->launch_count + 1;
    return c->io.status;
}

/* What would keep a checkpoint from being saved is found before the work. */
static enum wc_status check_file(struct error *err, const char *path)
{
    struct output output;
    enum wc_status status = output_open(err, path, &output);
    output_abandon(&output);
    return status;
}

enum wc_status run_checkpoint_open(struct run *run, const struct wc_run_options *options)
{
    enum wc_status status = refuse(run, options);
    if (status == WC_OK)
        status = check_file(run->err, options->checkpoint);
    if (status == WC_OK)
        status = run_place_image(run, 0);
    if (status != WC_OK)
        return status;
    struct run_checkpoint *c = memory_take(sizeof *c);
    run->checkpoint = c;
    c->run = run;
    c->seconds = options->checkpoint_seconds ? options->checkpoint_seconds : SECONDS_BETWEEN;
    c->written_at = run->launch_began = run_seconds_now();
    c->checkpoint = (struct checkpoint){.path = options->checkpoint, .due = is_due, .walk = walk,
                                        .walk_observers = walk_observers, .user = c};
    c->digest[BELONGS_BUILD] = build_digest();
    c->digest[BELONGS_MACHINE] = machine_digest(run);
    c->digest[BELONGS_KERNEL] = kernel_digest(run);
    c->digest[BELONGS_JOB] = job_digest(run);
    return access(options->checkpoint, F_OK) == 0 ? load(c, options->checkpoint) : WC_OK;
}

struct checkpoint *run_checkpoint_control(struct run_checkpoint *c)
{
    return c ? &c->checkpoint : NULL;
}

void run_checkpoint_done(struct run_checkpoint *c)
{
    if (c)
        unlink(c->checkpoint.path);
}

void run_checkpoint_close(struct run_checkpoint *c)
{
    if (!c)
        return;
    c->run->result->continued_cycle = c->checkpoint.continued;
    if (c->file)
        fclose(c->file);
    memory_give_back(c);
}
