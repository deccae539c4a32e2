/* SPDX-License-Identifier: Apache-2.0 */
/* points.h - the split points of a GCN3 code object: which branches, and the file with them.
 *
 * The steps are those of the paper's Fig. 6 up to SELECT (PWS-30): marks, the structured program,
 * the choice for S contexts, new code. A kernel whose control flow has no structure stays as it is;
 * the others are done. */
#ifndef WARPCLOCK_PASS_POINTS_POINTS_H
#define WARPCLOCK_PASS_POINTS_POINTS_H

#include "load/image.h"
#include "pass/split/structure.h"

/* S unless told otherwise is that of the machine gcn3-pws. */
enum { POINTS_DEPTH = 3, POINTS_DEPTH_MAX = 63 };

struct points_request {
    const char *kernel; /* NULL: all of the file */
    uint32_t depth;     /* S; 0: POINTS_DEPTH */
    bool optimal;       /* the choice with the smallest estimated worst case, not the paper's */
    bool tags;          /* merges name their split (PWS-8) */
    const char *const *marks; /* "0x1a8" or "k.cl:17"; none: split instructions of the code mark
                               * branches, and if there are none all branches are marked */
    size_t mark_count;
};

struct points_kernel {
    const struct kernel *kernel;
    const struct function *function;
    struct split_sites sites;
    bool *marked, *chosen; /* by site */
    uint32_t chosen_count;
    uint32_t contexts;   /* that are reserved for it: S is enough if it is not less */
    const char *problem; /* why it was left as it is, or NULL */
    uint32_t *removed;   /* split instructions of the code that mark nothing (PWS-11) */
    uint32_t removed_count;
    bool rewritten; /* its code changes */
};

struct points {
    struct arena arena;
    const struct program *program;
    struct points_request request;
    struct points_kernel *kernels;
    uint32_t count;
};

/* Zeroed before; points_free() also after a failure. */
enum wc_status points_find(struct error *err, const struct program *program,
                           const struct points_request *request, struct points *points);
/* The choice that a table has (points_write_table()). */
enum wc_status points_read_table(struct error *err, const struct program *program,
                                 const char *path, struct points *points);
void points_write_table(const struct points *points, struct text *out);

/* The file with the chosen split points, allocated with malloc; a copy of the original if nothing
 * changes. */
enum wc_status points_apply(struct error *err, struct points *points, uint8_t **out,
                            uint64_t *size);
void points_free(struct points *points);

/* ---- parts ---- */

/* Refuses what is not a GCN3 code object, or has been rewritten already. Finds the kernels, their
 * branches and their structure; `structures` is by kernel. */
enum wc_status points_begin(struct error *err, const struct program *program,
                            const struct points_request *request, struct points *points,
                            struct split_structure **structures);
/* Sets `marked` everywhere. A mark that fits no branch is an error. */
enum wc_status points_mark(struct error *err, struct points *points);
/* Sets `chosen` of one kernel. */
enum wc_status points_choose(struct error *err, struct points *points,
                             struct points_kernel *kernel, struct split_structure *structure);
/* Gives each part of a program its estimated worst case, in cycles, for choosing only: the numbers
 * of gcn3.yaml for a wavefront alone, memory near, and loops that run POINTS_ITERATIONS times. */
enum { POINTS_ITERATIONS = 10 };
void points_estimate(const struct program *program, struct split_structure *structure);
/* e_s + e_m likewise. */
int64_t points_split_cost(const struct kernel *kernel);

#endif
