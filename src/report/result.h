/* SPDX-License-Identifier: Apache-2.0 */
/* result.h - what is known after a run, and its forms for people and for programs. */
#ifndef WARPCLOCK_REPORT_RESULT_H
#define WARPCLOCK_REPORT_RESULT_H

#include "base/arena.h"
#include "base/text.h"
#include "bound/engine/bound.h"
#include "load/array.h"
#include "load/image.h"
#include "machine/common/statistics.h"
#include "machine/common/topology.h"

/* A loop of a launch's program that job or source give a bound for. */
struct result_loop {
    const char *function;
    const char *file; /* NULL: called by its address alone */
    uint32_t line;
    uint64_t address, iterations;
    bool from_job; /* else from the source */
    bool needed;   /* the bound depends on it: nothing else ends the loop sooner */
    uint64_t observed; /* most rounds that a run took, where one was made */
};

struct result_launch {
    const char *kernel;
    struct statistics statistics;
    bool ended; /* it ran to its end */
    bool has_bound;
    struct bound bound;
    struct result_loop *loops;
    size_t loop_count;
    /* Bounds of the source that fit no loop of the binary; told with the first launch of it. */
    struct loop_note *unfitting;
    size_t unfitting_count;
};

struct result_check {
    const char *buffer;
    bool ok;
    const char *text; /* "ok", or where and how it differs */
    uint64_t elements;
    struct array_difference difference;
};

/* A parameter that job or caller set. */
struct result_setting {
    const char *name, *value;
};

struct wc_result {
    struct arena arena;
    enum wc_status status;  /* how the run ended */
    struct {
        const char *place, *message, *hint; /* as in struct error; all NULL when all went well */
    } error;
    const char *job;        /* path, or NULL */
    const char *kernel;     /* name; of several launches the distinct ones, joined by commas */
    const char *machine;
    struct result_setting *settings;
    size_t setting_count;
    const char *isa;
    struct topology topology; /* parts of the machine, and their names */
    bool functional;        /* results only, no clock */
    bool no_run;            /* the bound only: nothing was simulated, there are no statistics */
    bool bound_asked;
    const char *bound_problem; /* why there is no bound although one was asked for, or NULL */
    struct statistics statistics; /* of all launches together */
    struct result_launch *launches;
    size_t launch_count;
    size_t launches_planned;
    struct result_check *checks;
    size_t check_count;
    const char **saved; /* files written */
    size_t saved_count;
    bool has_verdict, has_exit_code;
    uint32_t verdict, exit_code;
    double host_seconds;  /* of the simulation */
    double bound_seconds; /* of the worst-case analysis */
};

/* The sum of all launches' bounds; false: one of them has none. */
bool result_bound(const struct wc_result *result, struct bound *sum);
/* How many times its observed cycles a bound is; 0 where either is not known. */
double result_tightness(const struct wc_result *result);
double result_launch_tightness(const struct wc_result *result, const struct result_launch *launch);

/* The first loop of the launch that ran more often than its bound says; NULL: none. */
const struct result_loop *result_exceeded_loop(const struct result_launch *launch);

void result_write_text(const struct wc_result *result, bool color, struct text *out);
void result_write_json(const struct wc_result *result, struct text *out);

#endif
