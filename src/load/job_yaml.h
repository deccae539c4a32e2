/* SPDX-License-Identifier: Apache-2.0 */
/* job_yaml.h - code shared by the readers of a job file's parts. */
#ifndef WARPCLOCK_LOAD_JOB_YAML_H
#define WARPCLOCK_LOAD_JOB_YAML_H

#include "load/job.h"
#include "load/yaml.h"

struct job_reader {
    struct error *err;
    struct job *job;
};

struct job_place job_place_of(const struct yaml_node *node);
/* A file name relative to the job file. */
const char *job_resolve_path(struct job *job, const char *file);
/* A list of 1 to `max` integers from 1 to `limit`, or one such integer. */
enum wc_status job_read_sizes(struct job_reader *reader, const struct yaml_node *node,
                              const char *what, unsigned max, uint64_t limit, uint64_t *sizes,
                              unsigned *count);

/* Cycles from 1 to JOB_PERIOD_MAX, or a number with a unit. */
enum wc_status job_read_time(struct error *err, const struct yaml_node *node, const char *what,
                             struct job_time *out);

/* One argument, all of a launch, and those that are contents of a buffer. */
enum wc_status job_read_arg(struct job_reader *reader, const struct yaml_node *node,
                            struct job_arg *arg);
enum wc_status job_read_args(struct job_reader *reader, const struct yaml_node *node,
                             struct job_launch *launch);
enum wc_status job_read_pointers(struct job_reader *reader, const struct yaml_node *list,
                                 struct job_buffer *buffer);

/* The top-level keys with these names; each is optional. */
enum wc_status job_read_buffers(struct job_reader *reader, const struct yaml_node *root);
enum wc_status job_read_textures(struct job_reader *reader, const struct yaml_node *root);
enum wc_status job_read_launches(struct job_reader *reader, const struct yaml_node *root);
enum wc_status job_read_expects(struct job_reader *reader, const struct yaml_node *root);
enum wc_status job_read_saves(struct job_reader *reader, const struct yaml_node *root);

#endif
