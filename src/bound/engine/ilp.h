/* SPDX-License-Identifier: Apache-2.0 */
/* ilp.h - integer programs: maximise c.x subject to low <= a.x <= high, 0 <= x <= most, x integer.
 *
 * The solver works in floating point and is not trusted. What it gives back is rounded and checked
 * in integers, and the upper bound is proved in integers from the multipliers of the relaxation
 * (ilp_exact.c): `bound` is at least the optimum whatever the solver did. */
#ifndef WARPCLOCK_BOUND_ENGINE_ILP_H
#define WARPCLOCK_BOUND_ENGINE_ILP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "bound/engine/watch.h"

#define ILP_NO_LOW INT64_MIN
#define ILP_NO_HIGH INT64_MAX /* of rows and of columns */

struct ilp_entry {
    uint32_t row, column;
    int64_t value;
};

struct ilp_column {
    int64_t objective, max;
};

struct ilp_row {
    int64_t low, high;
};

struct ilp {
    struct arena *arena;
    uint32_t columns, rows, entries;
    struct ilp_column *column;
    struct ilp_row *row;
    struct ilp_entry *entry;
};

/* Both give the number of what they added. `max` is not negative. */
uint32_t ilp_add_column(struct ilp *ilp, int64_t objective, int64_t max);
uint32_t ilp_add_row(struct ilp *ilp, int64_t low, int64_t high);
/* Entries of one row and column add up. */
void ilp_add_entry(struct ilp *ilp, uint32_t row, uint32_t column, int64_t value);

/* That there is no solution or no limit is the solver's word and not proved: no number may be made
 * of it. */
enum ilp_outcome {
    ILP_SOLVED,
    ILP_INFEASIBLE, /* no x satisfies all rows */
    ILP_UNBOUNDED,  /* rows and columns do not limit the objective */
};

struct ilp_answer {
    enum ilp_outcome outcome;
    int64_t *x;        /* the best solution, in the arena of the program; NULL unless solved */
    int64_t objective; /* of x, exact */
    int64_t bound;     /* proved: no solution is better. Equal to objective unless the best
                        * solution without integrality lies above the best one with it */
};

/* The solver is a library that is loaded when the first program is solved: linking it would cost
 * every start of the command some milliseconds. A solver belongs to one thread at a time. */
struct ilp_solver {
    void *library;
    struct watch *watch; /* over the time it takes; or NULL */
};

enum wc_status ilp_solve(struct error *err, struct ilp_solver *solver, const struct ilp *ilp,
                         struct ilp_answer *answer);
void ilp_solver_close(struct ilp_solver *solver);
/* Somebody asks the search to stop, or its time is over: the reason. Searches look between
 * programs; inside of one the solver keeps the limit. */
enum wc_status ilp_solver_look(struct error *err, const struct ilp_solver *solver);

/* Adds the program to `text` in LP format, for other solvers: column i is x<i>. */
enum wc_status ilp_write_lp(struct error *err, const struct ilp *ilp, struct text *text);

/* ---- between the files of the solver ---- */

/* The rows' entries column by column, those of one place added up. */
struct ilp_matrix {
    uint32_t *first; /* column i: from first[i] to first[i + 1] */
    uint32_t *row;
    int64_t *value;
};

enum wc_status ilp_pack(struct error *err, const struct ilp *ilp, struct ilp_matrix *matrix);

/* Whether x lies within all rows and columns; its objective. False too when that overflows. */
bool ilp_satisfied(const struct ilp *ilp, const struct ilp_matrix *matrix, const int64_t *x,
                   int64_t *objective);

/* The least bound that can be proved from approximate multipliers of the rows; false: none. */
bool ilp_prove_bound(const struct ilp *ilp, const struct ilp_matrix *matrix,
                     const double *multiplier, int64_t *bound);

#endif
