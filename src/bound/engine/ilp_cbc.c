/* SPDX-License-Identifier: Apache-2.0 */
/* ilp_cbc.c - COIN-OR as the solver: Clp for the relaxation, CBC where integers make a difference.
 *
 * Path problems have integral relaxations with few exceptions, so Clp answers most of them and
 * its multipliers prove the answer. Both come with libCbcSolver (EPL-2.0), which is loaded, not
 * linked. */
#include <coin/Cbc_C_Interface.h>
#include <coin/Clp_C_Interface.h>
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bound/engine/ilp.h"

struct coin {
    typeof(Clp_newModel) *clp_new;
    typeof(Clp_deleteModel) *clp_delete;
    typeof(Clp_setLogLevel) *clp_log_level;
    typeof(Clp_loadProblem) *clp_load;
    typeof(Clp_setOptimizationDirection) *clp_direction;
    typeof(Clp_setMaximumSeconds) *clp_seconds;
    typeof(Clp_initialSolve) *clp_solve;
    typeof(Clp_status) *clp_status;
    typeof(Clp_primalColumnSolution) *clp_solution;
    typeof(Clp_dualRowSolution) *clp_multipliers;
    typeof(Cbc_newModel) *cbc_new;
    typeof(Cbc_deleteModel) *cbc_delete;
    typeof(Cbc_setLogLevel) *cbc_log_level;
    typeof(Cbc_setParameter) *cbc_parameter;
    typeof(Cbc_loadProblem) *cbc_load;
    typeof(Cbc_setObjSense) *cbc_direction;
    typeof(Cbc_setInteger) *cbc_integer;
    typeof(Cbc_solve) *cbc_solve;
    typeof(Cbc_isProvenOptimal) *cbc_optimal;
    typeof(Cbc_isProvenInfeasible) *cbc_infeasible;
    typeof(Cbc_bestSolution) *cbc_solution;
};

/* In the order of the members above. */
static const char *const coin_names[] = {
    "Clp_newModel", "Clp_deleteModel", "Clp_setLogLevel", "Clp_loadProblem",
    "Clp_setOptimizationDirection", "Clp_setMaximumSeconds", "Clp_initialSolve", "Clp_status",
    "Clp_primalColumnSolution", "Clp_dualRowSolution",
    "Cbc_newModel", "Cbc_deleteModel", "Cbc_setLogLevel",
    "Cbc_setParameter", "Cbc_loadProblem", "Cbc_setObjSense", "Cbc_setInteger", "Cbc_solve",
    "Cbc_isProvenOptimal", "Cbc_isProvenInfeasible", "Cbc_bestSolution",
};
enum { COIN_FUNCTIONS = sizeof coin_names / sizeof *coin_names };
_Static_assert(sizeof(struct coin) == COIN_FUNCTIONS * sizeof(void *), "one name per function");

/* The C++ library keeps exceptions in memory of the thread that is allocated at its first use. An
 * exception for lack of memory would find none. */
static void prepare_exceptions(void *library)
{
    void *(*globals)(void);
    void *function = dlsym(library, "__cxa_get_globals");
    memcpy(&globals, &function, sizeof globals);
    if (globals)
        globals();
}

static enum wc_status coin_open(struct error *err, struct ilp_solver *solver, struct coin *coin)
{
    static const char *const files[] = {"libCbcSolver.so.3", "libCbcSolver.so"};
    errno = 0;
    for (size_t i = 0; i < 2 && !solver->library; i++)
        solver->library = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
    if (!solver->library && errno == ENOMEM)
        return fail_memory(err);
    if (!solver->library) {
        fail(err, WC_BAD_INPUT, "cannot load the solver %s, which a bound needs", files[0]);
        hint(err, "apt-get install coinor-libcbc3");
        return WC_BAD_INPUT;
    }
    for (size_t i = 0; i < COIN_FUNCTIONS; i++) {
        void *function = dlsym(solver->library, coin_names[i]);
        memcpy((char *)coin + i * sizeof function, &function, sizeof function);
        if (!function)
            return fail(err, WC_BAD_INPUT, "the solver %s has no function %s; expected COIN-OR "
                        "CBC 2.10", files[0], coin_names[i]);
    }
    prepare_exceptions(solver->library);
    return WC_OK;
}

void ilp_solver_close(struct ilp_solver *solver)
{
    if (solver->library)
        dlclose(solver->library);
    solver->library = NULL;
}

/* The program as the solver wants it. Numbers beyond 53 bits get rounded here, which the checks in
 * integers make harmless. */
struct loaded {
    int *first, *row;
    double *value, *zero, *max, *objective, *low, *high;
};

static double or_infinite(int64_t value, int64_t none, double infinite)
{
    return value == none ? infinite : (double)value;
}

static struct loaded load(const struct ilp *ilp, const struct ilp_matrix *matrix)
{
    uint32_t used = matrix->first[ilp->columns];
    struct loaded out = {
        .first = arena_array(ilp->arena, ilp->columns + 1u, sizeof(int)),
        .row = arena_array(ilp->arena, used, sizeof(int)),
        .value = arena_array(ilp->arena, used, sizeof(double)),
        .zero = arena_array(ilp->arena, ilp->columns, sizeof(double)),
        .max = arena_array(ilp->arena, ilp->columns, sizeof(double)),
        .objective = arena_array(ilp->arena, ilp->columns, sizeof(double)),
        .low = arena_array(ilp->arena, ilp->rows, sizeof(double)),
        .high = arena_array(ilp->arena, ilp->rows, sizeof(double)),
    };
    for (uint32_t c = 0; c <= ilp->columns; c++)
        out.first[c] = (int)matrix->first[c];
    for (uint32_t i = 0; i < used; i++) {
        out.row[i] = (int)matrix->row[i];
        out.value[i] = (double)matrix->value[i];
    }
    for (uint32_t c = 0; c < ilp->columns; c++) {
        out.max[c] = or_infinite(ilp->column[c].max, ILP_NO_HIGH, HUGE_VAL);
        out.objective[c] = (double)ilp->column[c].objective;
    }
    for (uint32_t r = 0; r < ilp->rows; r++) {
        out.low[r] = or_infinite(ilp->row[r].low, ILP_NO_LOW, -HUGE_VAL);
        out.high[r] = or_infinite(ilp->row[r].high, ILP_NO_HIGH, HUGE_VAL);
    }
    return out;
}

/* Rounds a solution into answer->x and checks it; false when it is none. */
static bool take_solution(const struct ilp *ilp, const struct ilp_matrix *matrix,
                          const double *solution, struct ilp_answer *answer)
{
    for (uint32_t c = 0; c < ilp->columns; c++) {
        double rounded = nearbyint(solution[c]);
        if (!(fabs(rounded) < 0x1p62))
            return false;
        answer->x[c] = (int64_t)rounded;
    }
    return ilp_satisfied(ilp, matrix, answer->x, &answer->objective);
}

/* What is there after the relaxation. */
enum relaxed { RELAXED_INTEGRAL, RELAXED_FRACTIONAL, RELAXED_INFEASIBLE, RELAXED_UNBOUNDED,
               RELAXED_FAILED };

static enum relaxed solve_relaxation(const struct coin *coin, double seconds,
                                     const struct ilp *ilp, const struct ilp_matrix *matrix,
                                     const struct loaded *loaded, struct ilp_answer *answer)
{
    static const enum relaxed of_status[] = {RELAXED_FRACTIONAL, RELAXED_INFEASIBLE,
                                             RELAXED_UNBOUNDED};
    Clp_Simplex *model = coin->clp_new();
    coin->clp_log_level(model, 0);
    coin->clp_load(model, (int)ilp->columns, (int)ilp->rows, loaded->first, loaded->row,
                   loaded->value, loaded->zero, loaded->max, loaded->objective, loaded->low,
                   loaded->high);
    coin->clp_direction(model, -1);
    if (isfinite(seconds))
        coin->clp_seconds(model, seconds);
    coin->clp_solve(model);
    int status = coin->clp_status(model);
    enum relaxed relaxed = status >= 0 && status <= 2 ? of_status[status] : RELAXED_FAILED;
    if (relaxed == RELAXED_FRACTIONAL) {
        if (!ilp_prove_bound(ilp, matrix, coin->clp_multipliers(model), &answer->bound))
            relaxed = RELAXED_FAILED;
        else if (take_solution(ilp, matrix, coin->clp_solution(model), answer) &&
                 answer->objective == answer->bound)
            relaxed = RELAXED_INTEGRAL;
    }
    coin->clp_delete(model);
    return relaxed;
}

static void limit_integers(const struct coin *coin, Cbc_Model *model, double seconds)
{
    char text[32];
    if (!isfinite(seconds))
        return;
    snprintf(text, sizeof text, "%.3f", seconds > 0 ? seconds : 0);
    coin->cbc_parameter(model, "timeMode", "elapsed");
    coin->cbc_parameter(model, "seconds", text);
}

/* Asks for the best integer solution itself, with no gap left open. */
static enum wc_status solve_integers(struct error *err, const struct coin *coin, double seconds,
                                     const struct ilp *ilp, const struct ilp_matrix *matrix,
                                     const struct loaded *loaded, struct ilp_answer *answer)
{
    Cbc_Model *model = coin->cbc_new();
    limit_integers(coin, model, seconds);
    coin->cbc_log_level(model, 0);
    coin->cbc_parameter(model, "log", "0");
    coin->cbc_parameter(model, "ratioGap", "0");
    coin->cbc_parameter(model, "allowableGap", "0");
    coin->cbc_load(model, (int)ilp->columns, (int)ilp->rows, loaded->first, loaded->row,
                   loaded->value, loaded->zero, loaded->max, loaded->objective, loaded->low,
                   loaded->high);
    coin->cbc_direction(model, -1);
    for (uint32_t c = 0; c < ilp->columns; c++)
        coin->cbc_integer(model, (int)c);
    coin->cbc_solve(model);
    enum wc_status status = WC_OK;
    if (coin->cbc_infeasible(model))
        answer->outcome = ILP_INFEASIBLE;
    else if (!coin->cbc_optimal(model))
        status = fail(err, WC_INTERNAL, "the solver found no proven optimum of %u columns and %u "
                      "rows", ilp->columns, ilp->rows);
    else if (!take_solution(ilp, matrix, coin->cbc_solution(model), answer))
        status = fail(err, WC_INTERNAL, "the solver's optimum of %u columns and %u rows violates a "
                      "constraint when checked in integers", ilp->columns, ilp->rows);
    coin->cbc_delete(model);
    return status;
}

/* An optimum that was not found in time is no error of the solver. */
static enum wc_status blame(struct error *err, const struct ilp_solver *solver,
                            enum wc_status status)
{
    if (status != WC_INTERNAL || watch_left(solver->watch) > 0)
        return status;
    error_clear(err);
    return ilp_solver_look(err, solver);
}

/* Without memory COIN-OR throws a C++ exception, which C cannot catch: the process would end. So
 * what it needs, roughly, has to be there before it starts. */
static enum wc_status probe(struct error *err, const struct ilp *ilp)
{
    enum { BASE_BYTES = 8 << 20, BYTES_EACH = 1024 };
    return memory_probe(err, BASE_BYTES + (size_t)BYTES_EACH *
                                              ((size_t)ilp->columns + ilp->rows + ilp->entries));
}

enum wc_status ilp_solve(struct error *err, struct ilp_solver *solver, const struct ilp *ilp,
                         struct ilp_answer *answer)
{
    struct coin coin;
    struct ilp_matrix matrix;
    enum wc_status status = coin_open(err, solver, &coin);
    if (status == WC_OK)
        status = ilp_pack(err, ilp, &matrix);
    if (status == WC_OK)
        status = probe(err, ilp);
    if (status != WC_OK)
        return status;
    struct loaded loaded = load(ilp, &matrix);
    *answer = (struct ilp_answer){.x = arena_array(ilp->arena, ilp->columns, sizeof *answer->x)};
    switch (solve_relaxation(&coin, watch_left(solver->watch), ilp, &matrix, &loaded, answer)) {
    case RELAXED_INTEGRAL: break;
    case RELAXED_FRACTIONAL:
        status = solve_integers(err, &coin, watch_left(solver->watch), ilp, &matrix, &loaded,
                                answer);
        break;
    case RELAXED_INFEASIBLE: answer->outcome = ILP_INFEASIBLE; break;
    case RELAXED_UNBOUNDED: answer->outcome = ILP_UNBOUNDED; break;
    case RELAXED_FAILED:
        status = fail(err, WC_INTERNAL, "cannot prove a bound for %u columns and %u rows",
                      ilp->columns, ilp->rows);
    }
    if (status != WC_OK || answer->outcome != ILP_SOLVED)
        answer->x = NULL;
    return blame(err, solver, status);
}
