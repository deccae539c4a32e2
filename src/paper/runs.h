/* SPDX-License-Identifier: Apache-2.0 */
/* runs.h - makes the runs for a paper's tables.
 *
 * A run is a job of the paper with its own settings. A failed run is noted and leaves a gap in the
 * tables; an interrupt ends them all, and there are no tables. */
#ifndef WARPCLOCK_PAPER_RUNS_H
#define WARPCLOCK_PAPER_RUNS_H

#include "api/context.h"

enum { PAPER_SETS_MAX = 8 };

struct paper_set {
    const char *key, *value;
};

struct paper_run {
    const char *job;     /* its file, from the paper's folder */
    const char *about;   /* "psort, lrr-gtlo", for people */
    const char *machine; /* NULL: the job's own */
    struct paper_set sets[PAPER_SETS_MAX]; /* up to the first without a key */
    bool check;          /* the model's invariants, in every cycle */
    bool bound;          /* the bound by analysis, and no run */
    /* Changes the job before it runs, or NULL. */
    enum wc_status (*prepare)(void *user, wc_job *job);
    void *user;
};

/* The job's buffers after a run, one after the other in the job's order. */
struct paper_buffer {
    const char *name;
    size_t at, bytes;
};

struct paper_image {
    unsigned char *bytes;
    size_t length;
    struct paper_buffer *buffers; /* of the runs' arena */
    size_t buffer_count;
};

struct paper_runs {
    wc_context *context;
    const char *folder; /* papers/NAME */
    struct arena *arena;
    const struct job_set *settings; /* that all jobs bring along; NULL before the first run */
    size_t setting_count;
    size_t planned, begun, failed;
    enum wc_status worst;
    const char *first_failure; /* "psort, lrr-gtlo: message", or NULL */
};

void paper_runs_begin(struct paper_runs *runs, wc_context *context, const char *folder,
                      struct arena *arena);
/* True: *result and *image are set, both to be freed. False: the run failed, and neither is. */
bool paper_runs_make(struct paper_runs *runs, const struct paper_run *run, wc_result **result,
                     struct paper_image *image);
/* How all of them went, in one message. */
enum wc_status paper_runs_status(struct error *err, const struct paper_runs *runs);

/* A statistic of one launch; NAN when it has none of that name. */
double paper_launch_value(const wc_result *result, size_t launch, const char *name);

void paper_image_free(struct paper_image *image);
/* A buffer of an image by name; NULL when there is none, or it has another size. */
const void *paper_image_buffer(const struct paper_image *image, const char *name, size_t bytes);

#endif
