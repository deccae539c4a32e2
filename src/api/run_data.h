/* SPDX-License-Identifier: Apache-2.0 */
/* run_data.h - a run in progress, and the transfer of its data to and from device memory. */
#ifndef WARPCLOCK_API_RUN_DATA_H
#define WARPCLOCK_API_RUN_DATA_H

#include "api/context.h"
#include "load/output.h"
#include "machine/machine.h"
#include "report/result.h"

struct binary {
    const char *path;
    const char *split; /* table of split points that it was read with, or NULL */
    struct image *image;
    struct program *program;
    uint64_t *waits; /* of its instructions (run_costs.h), or NULL */
};

struct run {
    wc_job *handle;
    struct error *err;
    struct wc_result *result;
    struct files files;          /* what it reads and writes, in addition to its context's */
    struct output *saves;        /* by save of the job: open until written; NULL before */
    struct parameters parameters;
    struct machine *machine;
    struct memory memory;
    struct binary *binaries;     /* each file once */
    size_t binary_count;
    size_t *launch_binary;       /* by launch: index in binaries */
    struct launch *launches;     /* of the job, resolved */
    const struct binary *placed; /* its segments are in memory now */
    uint64_t *buffer_address;    /* by buffer of the job */
    uint64_t buffer_bytes;       /* of all that are placed */
    const struct wc_texture *textures; /* of the job, with addresses */
    uint32_t texture_count;
    const char *launch_name;
    struct walk_bounds *loops;   /* by launch: bounds from job and source; only with a bound */
    struct loop_watch *loop_watch; /* compares them with the run, or NULL */
    struct walk_changes changes;   /* to `changed_image` and fixed buffers, by launches that
                                    * have a bound */
    const struct binary *changed_image;
    uint8_t **fixed_before;        /* of periodic launches, by buffer: its first contents if it
                                    * is fixed, else NULL */
    struct taint *taint;           /* follows buffers through all launches, or NULL */
    double told_at; /* time of the last progress report */
    double launch_began; /* time; host_seconds of the result has the launches before */
    struct run_checkpoint *checkpoint; /* or NULL */
};

/* Runs a job whose handle is marked as running (wc_run). */
enum wc_status job_run(wc_job *handle, const struct wc_run_options *options, wc_result **out);

/* A time of the host in seconds. */
double run_seconds_now(void);
/* A launch is over, or cut short: into the result. */
void run_add_outcome(struct run *run, size_t launch, const struct outcome *outcome, bool ended);

/* Reports how far `user`, the run, is; not more often than anybody can read. */
struct launch_progress;
void run_tell_progress(void *user, const struct launch_progress *progress);
void run_tell_steps(void *user, uint64_t steps); /* of an analysis */

/* Buffers of the job: makes the contents, allocates memory, copies them in. */
enum wc_status run_place_buffers(struct run *run);
/* run_arguments.c: an argument of the job as the value that the kernel gets. */
enum wc_status run_resolve_argument(struct run *run, const struct job_arg *arg,
                                    struct argument *out);
/* textures.c: the job's textures, after all buffers were placed. */
enum wc_status run_resolve_textures(struct run *run);
/* Elements of buffers that are addresses of buffers, after all buffers were placed. */
enum wc_status run_store_pointers(struct run *run);
/* run_variables.c: is there a variable of that name in a binary? ... */
enum wc_status run_check_variable(struct run *run, const char *name, struct job_place place);
/* ... a hint for a name that does not exist ... */
void run_hint_variable(struct run *run, const char *name);
/* ... and its contents after the last launch; the bytes stay in device memory. */
enum wc_status run_read_variable(struct run *run, const char *name, struct job_place place,
                                 struct array *out);
/* Variables that are memory of the caller: before the first launch, and after the last one. */
enum wc_status run_take_symbols(struct run *run);
enum wc_status run_give_symbols(struct run *run);
/* The caller's memory that the job's arguments point into. */
enum wc_status run_lend_memory(struct run *run);
/* The heap of device-side malloc(), if a binary of the job calls it. */
enum wc_status run_place_heap(struct run *run);
/* The segments of a launch's binary, unless already loaded, and the job's symbols. */
enum wc_status run_place_image(struct run *run, size_t launch);
/* Before a launch: the elements of buffers are in the ranges that the job assumes. */
enum wc_status run_check_assumed(struct run *run, size_t launch);
/* Copies buffers out: comparisons, files to save, the caller's memory. */
enum wc_status run_collect(struct run *run);
/* Files to save that were opened but not written. */
void run_abandon_saves(struct run *run);

#endif
