/* SPDX-License-Identifier: Apache-2.0 */
/* test_estimate.c - how long the rest of a sweep takes, from the runs that are done (SWEEP-14). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "sweep/database.h"

#include <cmocka.h>

/* Rows of (job, machine, mode, state, status, host_seconds). */
static double seconds_left(const char *rows)
{
    struct error err = {0};
    struct database database;
    struct sweep_state state;
    char *sql = sqlite3_mprintf(
        "INSERT INTO jobs VALUES('hash', 'text');"
        "WITH rows(job, machine, mode, state, status, seconds) AS (VALUES %s)"
        "INSERT INTO runs(key, job, job_hash, machine, mode, settings, state, status, host_seconds)"
        " SELECT row_number() OVER (), job, 'hash', machine, mode, '', state, status, seconds"
        " FROM rows", rows);
    assert_int_equal(database_open(&err, &database_of_sweeps, ":memory:", &database), WC_OK);
    assert_int_equal(database_do(&err, &database, sql), WC_OK);
    assert_int_equal(database_choose_all(&err, &database), WC_OK);
    assert_int_equal(database_state(&err, &database, &state), WC_OK);
    database_close(&database);
    sqlite3_free(sql);
    return state.seconds_left;
}

static void runs_take_the_mean_of_their_job_and_machine(void **unused)
{
    (void)unused;
    assert_float_equal(seconds_left("('a', 'm', 'run', 'done', 'ok', 2),"
                                    "('a', 'm', 'run', 'done', 'mismatch', 4),"
                                    "('b', 'm', 'run', 'done', 'ok', 100),"
                                    "('a', 'm', 'run', 'waiting', NULL, NULL),"
                                    "('a', 'm', 'run', 'running', NULL, NULL)"), 6, 1e-9);
}

static void an_unknown_machine_takes_the_mean_of_the_job_and_an_unknown_job_that_of_all(
    void **unused)
{
    (void)unused;
    assert_float_equal(seconds_left("('a', 'm', 'run', 'done', 'ok', 2),"
                                    "('a', 'n', 'run', 'done', 'ok', 4),"
                                    "('b', 'm', 'run', 'done', 'ok', 7),"
                                    "('a', 'o', 'run', 'waiting', NULL, NULL)"), 3, 1e-9);
    assert_float_equal(seconds_left("('a', 'm', 'run', 'done', 'ok', 3),"
                                    "('b', 'm', 'run', 'done', 'ok', 7),"
                                    "('c', 'm', 'run', 'waiting', NULL, NULL)"), 5, 1e-9);
}

/* A functional run is far shorter than a clocked one. */
static void each_mode_has_a_time_of_its_own(void **unused)
{
    (void)unused;
    assert_float_equal(seconds_left("('a', 'm', 'functional', 'done', 'ok', 0.1),"
                                    "('a', 'm', 'functional', 'done', 'ok', 0.1),"
                                    "('a', 'm', 'run', 'done', 'ok', 4),"
                                    "('a', 'm', 'run', 'waiting', NULL, NULL)"), 4, 1e-9);
    assert_float_equal(seconds_left("('a', 'm', 'functional', 'done', 'ok', 0.1),"
                                    "('b', 'm', 'run', 'done', 'ok', 4),"
                                    "('a', 'm', 'run', 'waiting', NULL, NULL)"), 4, 1e-9);
    /* Nothing is known about the mode of one of them. */
    assert_true(seconds_left("('a', 'm', 'functional', 'done', 'ok', 0.1),"
                             "('a', 'm', 'functional', 'waiting', NULL, NULL),"
                             "('a', 'm', 'run', 'waiting', NULL, NULL)") < 0);
}

static void runs_that_failed_tell_nothing(void **unused)
{
    (void)unused;
    assert_float_equal(seconds_left("('a', 'm', 'run', 'done', 'bad input', 0.001),"
                                    "('a', 'm', 'run', 'done', 'timeout', 600),"
                                    "('a', 'm', 'run', 'done', 'crash', NULL),"
                                    "('a', 'm', 'run', 'done', 'ok', 5),"
                                    "('a', 'm', 'run', 'waiting', NULL, NULL)"), 5, 1e-9);
    assert_true(seconds_left("('a', 'm', 'run', 'done', 'bad input', 0.001),"
                             "('a', 'm', 'run', 'waiting', NULL, NULL)") < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_take_the_mean_of_their_job_and_machine),
        cmocka_unit_test(
            an_unknown_machine_takes_the_mean_of_the_job_and_an_unknown_job_that_of_all),
        cmocka_unit_test(each_mode_has_a_time_of_its_own),
        cmocka_unit_test(runs_that_failed_tell_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
