/* SPDX-License-Identifier: Apache-2.0 */
/* run_data.h - a run under way, and how its data gets in and out of device memory. */
#ifndef WARPCLOCK_API_RUN_DATA_H
#define WARPCLOCK_API_RUN_DATA_H

#include "api/context.h"
#include "machine/machine.h"
#include "report/result.h"

struct binary {
    const char *path;
    struct image *image;
    struct program *program;
};

struct run {
    wc_job *handle;
    struct error *err;
    struct wc_result *result;
    struct parameters parameters;
    struct machine *machine;
    struct memory memory;
    struct binary *binaries;     /* each file once */
    size_t binary_count;
    size_t *launch_binary;       /* by launch: index in binaries */
    struct launch *launches;     /* of the job, resolved */
    const struct binary *placed; /* whose segments are in memory now */
    uint64_t *buffer_address;    /* by buffer of the job */
    const char *launch_name;
    struct walk_bounds *loops;   /* by launch: bounds that job and source give; of a bound only */
    struct loop_watch *loop_watch; /* holds them against the run, or NULL */
    double told_at; /* when progress was last told */
};

/* Buffers of the job: contents made, memory taken, contents copied in. */
enum wc_status run_place_buffers(struct run *run);
/* Memory of the caller's that the job's arguments point into. */
enum wc_status run_lend_memory(struct run *run);
/* The segments of a launch's binary, unless they are there already, and the job's symbols. */
enum wc_status run_place_image(struct run *run, size_t launch);
/* Buffers back out: comparisons, files to save, the caller's own memory. */
enum wc_status run_collect(struct run *run);

#endif
