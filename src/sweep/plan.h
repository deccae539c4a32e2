/* SPDX-License-Identifier: Apache-2.0 */
/* plan.h - what a sweep runs: the points of SWEEP.yaml (docs/sweep.md).
 *
 * Every key that can have several values is an axis: jobs, machines, modes, seeds, parameters, and
 * tuples of paired values. The points are all combinations of axes, without the excluded ones.
 *
 * plan.c        the keys of the file, exclusions, points
 * plan_axes.c   values of one axis: lists, ranges, pairs
 * plan_jobs.c   the job files that patterns name
 * plan_names.c  names of machines and parameters that no run can use
 * job_text.c    the text of a job with the changes of a point
 * identity.c    the key of a point: equal for runs that must have equal results */
#ifndef WARPCLOCK_SWEEP_PLAN_H
#define WARPCLOCK_SWEEP_PLAN_H

#include "load/yaml.h"

enum {
    SWEEP_SCHEMA = 1,             /* of SWEEP.yaml, and of the database */
    SWEEP_POINTS_MAX = 1000000,
    SWEEP_VALUES_MAX = 100000,    /* of an axis */
    SWEEP_AXES_MAX = 64,
    SWEEP_SECONDS_MAX = 31536000, /* a year */
};

enum sweep_mode { SWEEP_RUN, SWEEP_FUNCTIONAL, SWEEP_BOUND, SWEEP_CHECK };
extern const char *const sweep_modes[]; /* NULL-terminated, in the order of the enum */

struct sweep_job {
    const char *name;              /* as the file lists it */
    const char *path;              /* to open it with */
    const char *text;              /* NULL: not read yet */
    size_t length;
    const struct yaml_node *root;  /* NULL: not YAML; its runs report why */
    const char *machine;           /* its own; NULL: not known */
    const char *inputs;            /* hash of the files that it reads */
};

/* A value of a parameter: "fetch", "job.grid". */
struct sweep_setting {
    const char *name;
    const struct yaml_node *value;
};

struct sweep_point {
    size_t job;
    const char *machine; /* NULL: the job's own */
    enum sweep_mode mode;
    const struct sweep_setting *settings; /* in the order of the file */
    size_t setting_count;
};

/* Values of one or of several paired names: values[i * names + k]. */
struct sweep_axis {
    const char **names;
    size_t name_count, count;
    const struct yaml_node **values;
    const struct yaml_node *place;
};

struct sweep_plan {
    struct arena arena;
    const char *path, *folder; /* of SWEEP.yaml; "" if it has none */
    struct sweep_axis axes[SWEEP_AXES_MAX];
    size_t axis_count;
    const struct yaml_node *exclude; /* or NULL */
    uint64_t deadline;  /* cycles; 0: none, or in nanoseconds */
    double deadline_ns;
    uint64_t max_cycles, max_seconds, max_memory; /* 0: no limit */
    bool ignores_expected; /* outputs are not compared */
    struct sweep_job *jobs;
    size_t job_count;
    struct sweep_point *points;
    size_t point_count;
};

/* The keys of the file; no other file is opened. *plan is overwritten and must be released, also
 * after a failure. */
enum wc_status sweep_parse(struct error *err, const char *path, const char *text, size_t length,
                           struct sweep_plan *plan);
/* The files that `jobs:` names take the place of its patterns, and are read. */
enum wc_status sweep_find_jobs(struct error *err, struct sweep_plan *plan);
/* All combinations; jobs that were not found have no text. */
enum wc_status sweep_expand(struct error *err, struct sweep_plan *plan);
/* All of these for a file. */
enum wc_status sweep_open(struct error *err, const char *path, struct sweep_plan *plan);
void sweep_free(struct sweep_plan *plan);

/* The axis that has this name and which of its names it is; NULL: there is none. */
const struct sweep_axis *sweep_axis_of(const struct sweep_plan *plan, const char *name, size_t *k);

/* A machine's name, or the path of a machine file beside SWEEP.yaml. */
const char *sweep_machine_path(struct arena *arena, const struct sweep_plan *plan,
                               const char *machine);

/* Everything that the sweep's points read becomes an input of the context: no output may replace
 * it. What cannot be read is left to the points. */
enum wc_status sweep_add_files(struct sweep_plan *plan, wc_context *context);

/* A value as a text in one line: a scalar as it is, anything else as YAML. */
const char *sweep_value_text(struct arena *arena, const struct yaml_node *value);

/* The job of a point as YAML: without `save`, because points must not write to the same files,
 * with its `job.` settings and its seed. */
const char *sweep_job_text(struct error *err, struct arena *arena, const struct sweep_plan *plan,
                           const struct sweep_point *point);

#endif
