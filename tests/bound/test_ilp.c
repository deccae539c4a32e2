/* SPDX-License-Identifier: Apache-2.0 */
/* test_ilp.c - integer programs: hand-made ones, and random ones against trying all solutions. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bound/engine/ilp.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { RANDOM_PROGRAMS = 400, COLUMNS_MAX = 4, ROWS_MAX = 4, VALUE_MAX = 5 };

struct fixture {
    struct arena arena;
    struct error error;
    struct ilp_solver solver;
    struct ilp ilp;
    struct ilp_answer answer;
};

static int begin(void **state)
{
    static struct fixture fixture;
    fixture = (struct fixture){.ilp.arena = &fixture.arena};
    *state = &fixture;
    return 0;
}

static int end(void **state)
{
    struct fixture *f = *state;
    ilp_solver_close(&f->solver);
    error_clear(&f->error);
    arena_free(&f->arena);
    return 0;
}

static void row(struct fixture *f, int64_t low, int64_t high, uint32_t columns,
                const int64_t *values)
{
    uint32_t number = ilp_add_row(&f->ilp, low, high);
    for (uint32_t c = 0; c < columns; c++)
        ilp_add_entry(&f->ilp, number, c, values[c]);
}

static enum ilp_outcome solve(struct fixture *f)
{
    assert_int_equal(ilp_solve(&f->error, &f->solver, &f->ilp, &f->answer), WC_OK);
    return f->answer.outcome;
}

static void a_program_with_an_integral_relaxation_is_solved_and_proved(void **state)
{
    struct fixture *f = *state;
    ilp_add_column(&f->ilp, 3, 10);
    ilp_add_column(&f->ilp, 2, ILP_NO_HIGH);
    row(f, ILP_NO_LOW, 12, 2, (int64_t[]){1, 1});
    assert_int_equal(solve(f), ILP_SOLVED);
    assert_int_equal(f->answer.x[0], 10);
    assert_int_equal(f->answer.x[1], 2);
    assert_int_equal(f->answer.objective, 34);
    assert_int_equal(f->answer.bound, 34);
}

static void between_integers_the_bound_is_that_of_the_relaxation(void **state)
{
    struct fixture *f = *state;
    ilp_add_column(&f->ilp, 5, ILP_NO_HIGH);
    ilp_add_column(&f->ilp, 4, ILP_NO_HIGH);
    row(f, ILP_NO_LOW, 24, 2, (int64_t[]){6, 4});
    row(f, ILP_NO_LOW, 6, 2, (int64_t[]){1, 2});
    assert_int_equal(solve(f), ILP_SOLVED);
    assert_int_equal(f->answer.objective, 20); /* (4, 0) */
    assert_int_equal(f->answer.bound, 21);     /* (3, 3/2) */
}

static void entries_of_one_place_add_up(void **state)
{
    struct fixture *f = *state;
    ilp_add_column(&f->ilp, 1, ILP_NO_HIGH);
    uint32_t number = ilp_add_row(&f->ilp, ILP_NO_LOW, 12);
    ilp_add_entry(&f->ilp, number, 0, 3);
    ilp_add_entry(&f->ilp, number, 0, 3);
    ilp_add_entry(&f->ilp, number, 0, -2);
    assert_int_equal(solve(f), ILP_SOLVED);
    assert_int_equal(f->answer.objective, 3);
}

static void factors_that_add_up_beyond_64_bits_are_an_error(void **state)
{
    struct fixture *f = *state;
    ilp_add_column(&f->ilp, 1, ILP_NO_HIGH);
    uint32_t number = ilp_add_row(&f->ilp, ILP_NO_LOW, 12);
    ilp_add_entry(&f->ilp, number, 0, INT64_MAX);
    ilp_add_entry(&f->ilp, number, 0, 1);
    assert_int_equal(ilp_solve(&f->error, &f->solver, &f->ilp, &f->answer), WC_BAD_INPUT);
}

static void a_lower_limit_above_the_upper_one_is_infeasible(void **state)
{
    struct fixture *f = *state;
    ilp_add_column(&f->ilp, 1, 4);
    ilp_add_column(&f->ilp, 1, 4);
    row(f, 9, ILP_NO_HIGH, 2, (int64_t[]){1, 1});
    assert_int_equal(solve(f), ILP_INFEASIBLE);
    assert_null(f->answer.x);
}

static void what_only_fractions_satisfy_is_infeasible(void **state)
{
    struct fixture *f = *state;
    ilp_add_column(&f->ilp, 1, 5);
    ilp_add_column(&f->ilp, 2, 5);
    row(f, 3, 3, 2, (int64_t[]){2, 4});
    assert_int_equal(solve(f), ILP_INFEASIBLE);
    assert_null(f->answer.x);
}

static void an_objective_without_limit_is_unbounded(void **state)
{
    struct fixture *f = *state;
    ilp_add_column(&f->ilp, 1, ILP_NO_HIGH);
    ilp_add_column(&f->ilp, 1, ILP_NO_HIGH);
    row(f, ILP_NO_LOW, 5, 2, (int64_t[]){1, -1});
    assert_int_equal(solve(f), ILP_UNBOUNDED);
}

static void a_program_without_rows_and_columns_has_the_objective_0(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(solve(f), ILP_SOLVED);
    assert_int_equal(f->answer.objective, 0);
    assert_int_equal(f->answer.bound, 0);
}

static void large_numbers_are_exact(void **state)
{
    struct fixture *f = *state; /* 2^53 + 1 is no double */
    int64_t large = (INT64_C(1) << 53) + 1;
    ilp_add_column(&f->ilp, large, 3);
    ilp_add_column(&f->ilp, large - 2, 3);
    row(f, ILP_NO_LOW, 4, 2, (int64_t[]){1, 1});
    assert_int_equal(solve(f), ILP_SOLVED);
    assert_int_equal(f->answer.objective, 4 * large - 2);
    assert_true(f->answer.bound >= f->answer.objective);
}

static void a_check_in_integers_finds_broken_rows_columns_and_overflows(void **state)
{
    struct fixture *f = *state;
    struct ilp_matrix matrix;
    int64_t objective;
    ilp_add_column(&f->ilp, INT64_MAX, 7);
    ilp_add_column(&f->ilp, 1, ILP_NO_HIGH);
    row(f, 2, 3, 2, (int64_t[]){1, 1});
    assert_int_equal(ilp_pack(&f->error, &f->ilp, &matrix), WC_OK);
    assert_true(ilp_satisfied(&f->ilp, &matrix, (int64_t[]){0, 3}, &objective));
    assert_int_equal(objective, 3);
    assert_false(ilp_satisfied(&f->ilp, &matrix, (int64_t[]){0, 1}, &objective));
    assert_false(ilp_satisfied(&f->ilp, &matrix, (int64_t[]){0, 4}, &objective));
    assert_false(ilp_satisfied(&f->ilp, &matrix, (int64_t[]){-1, 3}, &objective));
    assert_false(ilp_satisfied(&f->ilp, &matrix, (int64_t[]){8, -5}, &objective));
    assert_false(ilp_satisfied(&f->ilp, &matrix, (int64_t[]){2, 0}, &objective));
}

static void a_library_without_the_functions_is_refused(void **state)
{
    struct fixture *f = *state;
    f->solver.library = dlopen("libm.so.6", RTLD_NOW);
    assert_non_null(f->solver.library);
    assert_int_equal(ilp_solve(&f->error, &f->solver, &f->ilp, &f->answer), WC_BAD_INPUT);
    assert_non_null(strstr(f->error.message, "Clp_newModel"));
}

static int64_t next_random(uint64_t *state, int64_t low, int64_t high)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (int64_t)((*state >> 33) % (uint64_t)(high - low + 1));
}

/* Even weights and an odd limit: the relaxation reaches it, no integers do. */
static void a_search_ends_with_its_time(void **state)
{
    enum { ITEMS = 60 };
    struct fixture *f = *state;
    struct watch watch = {.ends = watch_now() + 0.2, .seconds = 0.2};
    int64_t weight[ITEMS], sum = 0;
    uint64_t dice = 3;
    for (unsigned i = 0; i < ITEMS; i++) {
        weight[i] = 2 * next_random(&dice, 1000, 100000);
        sum += weight[i];
        ilp_add_column(&f->ilp, weight[i], 1);
    }
    row(f, ILP_NO_LOW, sum / 4 * 2 + 1, ITEMS, weight);
    f->solver.watch = &watch;
    assert_int_equal(ilp_solve(&f->error, &f->solver, &f->ilp, &f->answer), WC_DEADLOCK);
    assert_non_null(strstr(f->error.message, "no bound within 0.2 s"));
    assert_true(watch_now() < watch.ends + 5);
}

/* HOUSE-57, HOUSE-58: between its parts a search asks whether it may go on. */
static void a_search_asks_whether_it_may_go_on(void **state)
{
    struct fixture *f = *state;
    atomic_bool interrupt = false;
    struct watch watch = {.interrupt = &interrupt, .ends = watch_now() + 1000, .seconds = 1000};
    assert_int_equal(ilp_solver_look(&f->error, &f->solver), WC_OK); /* nobody watches */
    f->solver.watch = &watch;
    assert_int_equal(ilp_solver_look(&f->error, &f->solver), WC_OK);
    watch.ends = watch_now();
    assert_int_equal(ilp_solver_look(&f->error, &f->solver), WC_DEADLOCK);
    assert_non_null(strstr(f->error.message, "no bound within 1000 s"));
    error_clear(&f->error);
    interrupt = true;
    assert_int_equal(ilp_solver_look(&f->error, &f->solver), WC_INTERRUPTED);
    assert_non_null(strstr(f->error.message, "interrupted"));
}

/* HOUSE-52 */
static void a_search_ends_without_memory(void **state)
{
    struct fixture *f = *state;
    arena_lacks_memory(&f->arena);
    assert_int_equal(ilp_solver_look(&f->error, &f->solver), WC_INTERNAL);
    assert_string_equal(f->error.message, "out of memory");
}

static void random_program(struct fixture *f, uint64_t *state)
{
    arena_free(&f->arena);
    f->ilp = (struct ilp){.arena = &f->arena};
    uint32_t columns = (uint32_t)next_random(state, 1, COLUMNS_MAX);
    uint32_t rows = (uint32_t)next_random(state, 0, ROWS_MAX);
    for (uint32_t c = 0; c < columns; c++)
        ilp_add_column(&f->ilp, next_random(state, -9, 20), next_random(state, 0, VALUE_MAX));
    for (uint32_t r = 0; r < rows; r++) {
        int64_t values[COLUMNS_MAX], low = next_random(state, -9, 9);
        for (uint32_t c = 0; c < columns; c++)
            values[c] = next_random(state, -7, 7);
        int64_t high = next_random(state, low, low + 9);
        bool equal = next_random(state, 0, 5) == 0;
        row(f, next_random(state, 0, 1) && !equal ? ILP_NO_LOW : low, equal ? low : high, columns,
            values);
    }
}

/* By trying all: false when there is no solution. */
static bool brute_force(struct fixture *f, int64_t *best)
{
    struct ilp_matrix matrix;
    int64_t x[COLUMNS_MAX] = {0}, objective;
    bool found = false;
    assert_int_equal(ilp_pack(&f->error, &f->ilp, &matrix), WC_OK);
    for (uint32_t c = 0; c < f->ilp.columns;) {
        if (ilp_satisfied(&f->ilp, &matrix, x, &objective) && (!found || objective > *best)) {
            *best = objective;
            found = true;
        }
        for (c = 0; c < f->ilp.columns && x[c] == f->ilp.column[c].max; c++)
            x[c] = 0;
        if (c < f->ilp.columns)
            x[c]++;
    }
    return found;
}

static void random_programs_have_the_optimum_that_trying_all_finds(void **state)
{
    struct fixture *f = *state;
    uint64_t random = 1;
    uint32_t solved = 0, proved = 0;
    for (uint32_t i = 0; i < RANDOM_PROGRAMS; i++) {
        random_program(f, &random);
        int64_t best;
        if (!brute_force(f, &best)) {
            assert_int_equal(solve(f), ILP_INFEASIBLE);
            continue;
        }
        assert_int_equal(solve(f), ILP_SOLVED);
        assert_int_equal(f->answer.objective, best);
        assert_true(f->answer.bound >= best);
        solved++;
        proved += f->answer.bound == best;
    }
    assert_true(solved > RANDOM_PROGRAMS / 4);
    assert_true(proved < solved); /* both sides of the solver were needed */
}

static void any_multipliers_prove_only_true_bounds(void **state)
{
    struct fixture *f = *state;
    uint64_t random = 2;
    for (uint32_t i = 0; i < RANDOM_PROGRAMS; i++) {
        random_program(f, &random);
        int64_t best, bound;
        struct ilp_matrix matrix;
        double multiplier[ROWS_MAX];
        for (uint32_t r = 0; r < ROWS_MAX; r++)
            multiplier[r] = (double)next_random(&random, -1000, 1000) / 137;
        if (!brute_force(f, &best))
            continue;
        assert_int_equal(ilp_pack(&f->error, &f->ilp, &matrix), WC_OK);
        assert_true(ilp_prove_bound(&f->ilp, &matrix, multiplier, &bound));
        assert_true(bound >= best);
    }
}

/* Solves random programs with both streams of the process in a file; returns what it holds then. */
static long bytes_printed(struct fixture *f)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(NULL);
    int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    dup2(fileno(file), STDOUT_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    uint64_t random = 3;
    for (uint32_t i = 0; i < RANDOM_PROGRAMS; i++) {
        random_program(f, &random);
        ilp_solve(&f->error, &f->solver, &f->ilp, &f->answer);
    }
    fflush(NULL);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    long bytes = lseek(fileno(file), 0, SEEK_END);
    fclose(file);
    return bytes;
}

static void handler(int number) { (void)number; }

static void the_solver_prints_nothing_and_leaves_signals_alone(void **state)
{
    struct sigaction before, after;
    sigaction(SIGINT, &(struct sigaction){.sa_handler = handler}, &before);
    assert_int_equal(bytes_printed(*state), 0);
    sigaction(SIGINT, &before, &after);
    assert_ptr_equal(after.sa_handler, handler);
}

#define SENTENCE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SENTENCE(a_program_with_an_integral_relaxation_is_solved_and_proved),
        SENTENCE(between_integers_the_bound_is_that_of_the_relaxation),
        SENTENCE(entries_of_one_place_add_up),
        SENTENCE(factors_that_add_up_beyond_64_bits_are_an_error),
        SENTENCE(a_lower_limit_above_the_upper_one_is_infeasible),
        SENTENCE(what_only_fractions_satisfy_is_infeasible),
        SENTENCE(an_objective_without_limit_is_unbounded),
        SENTENCE(a_program_without_rows_and_columns_has_the_objective_0),
        SENTENCE(large_numbers_are_exact),
        SENTENCE(a_check_in_integers_finds_broken_rows_columns_and_overflows),
        SENTENCE(a_library_without_the_functions_is_refused),
        SENTENCE(a_search_ends_with_its_time),
        SENTENCE(a_search_asks_whether_it_may_go_on),
        SENTENCE(a_search_ends_without_memory),
        SENTENCE(random_programs_have_the_optimum_that_trying_all_finds),
        SENTENCE(any_multipliers_prove_only_true_bounds),
        SENTENCE(the_solver_prints_nothing_and_leaves_signals_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
