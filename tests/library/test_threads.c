/* SPDX-License-Identifier: Apache-2.0 */
/* test_threads.c - contexts of several threads at the same time, and a run that another thread
 * stops. The thread sanitizer runs it too (make test-threads). */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <warpclock.h>

#include <cmocka.h>

/* Every loader, instruction set, machine and analysis. */
static const struct {
    const char *job;
    bool functional, bound;
} work[] = {
    {"kernels/vecadd/vortex-tiny.yaml", false, true},
    {"kernels/saxpy/pascal-tiny.yaml", false, true},
    {"kernels/reduction/gcn3-tiny.yaml", false, false},
    {"kernels/sgemm/vortex-tiny.yaml", true, false},
};

enum { WORK = sizeof work / sizeof *work, THREADS = 3, ROUNDS = 2 };

struct worker {
    pthread_t thread;
    unsigned first;      /* threads begin with different jobs */
    char *reports[WORK]; /* every number of the run; NULL: it failed */
};

static char *numbers_of(const wc_result *result)
{
    char *text = NULL, *json = NULL;
    size_t length;
    double value;
    FILE *out = open_memstream(&text, &length);
    for (size_t i = 0; i < wc_statistic_count(result); i++)
        if (wc_result_statistic(result, i, &value))
            fprintf(out, "%s %.17g\n", wc_statistic_name(result, i), value);
    if (wc_result_value(result, "bound", &value))
        fprintf(out, "bound %.17g\n", value);
    fclose(out);
    wc_result_text(result, WC_JSON, &json); /* has times of the host: not compared */
    wc_text_free(json);
    return text;
}

static char *report_of(wc_context *context, unsigned i)
{
    wc_job *job;
    wc_result *result = NULL;
    char *numbers = NULL;
    if (wc_job_open(context, work[i].job, &job) == WC_OK &&
        wc_run(job, &WC_RUN_OPTIONS(.functional = work[i].functional, .bound = work[i].bound,
                                    .bound_may_fail = true), &result) == WC_OK)
        numbers = numbers_of(result);
    wc_result_free(result);
    wc_job_free(job);
    return numbers;
}

static char *listing_of(wc_context *context)
{
    wc_binary *binary;
    char *text = NULL;
    if (wc_binary_open(context, "kernels/sgemm/pascal.cubin", &binary) == WC_OK)
        wc_binary_disassemble(binary, NULL, WC_TEXT, &text);
    wc_binary_free(binary);
    return text;
}

static void *do_all(void *user)
{
    struct worker *worker = user;
    wc_context *context = wc_context_new();
    for (unsigned i = 0; i < WORK; i++) {
        const unsigned which = (worker->first + i) % WORK;
        worker->reports[which] = report_of(context, which);
    }
    wc_text_free(listing_of(context));
    wc_context_free(context);
    return NULL;
}

static void free_reports(struct worker *worker)
{
    for (unsigned i = 0; i < WORK; i++)
        free(worker->reports[i]);
}

/* HOUSE-19, HOUSE-63 */
static void contexts_of_different_threads_do_not_disturb_each_other(void **unused)
{
    struct worker alone = {0};
    (void)unused;
    do_all(&alone);
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct worker workers[THREADS] = {0};
        for (unsigned i = 0; i < THREADS; i++) {
            workers[i].first = i;
            assert_int_equal(pthread_create(&workers[i].thread, NULL, do_all, &workers[i]), 0);
        }
        for (unsigned i = 0; i < THREADS; i++) {
            assert_int_equal(pthread_join(workers[i].thread, NULL), 0);
            for (unsigned k = 0; k < WORK; k++) {
                assert_non_null(workers[i].reports[k]);
                assert_string_equal(workers[i].reports[k], alone.reports[k]);
            }
            free_reports(&workers[i]);
        }
    }
    free_reports(&alone);
}

/* ---- interrupting ---- */

struct endless {
    wc_context *context;
    bool functional;
    enum wc_status status;
    wc_result *result;
    atomic_bool ended;
};

static void *run_endless(void *user)
{
    struct endless *endless = user;
    wc_job *job;
    endless->status = wc_job_new(endless->context, "tests/machine/vortex/elf/forever.elf", NULL,
                                 &job);
    if (endless->status == WC_OK)
        endless->status = wc_run(job, &WC_RUN_OPTIONS(.functional = endless->functional),
                                 &endless->result);
    wc_job_free(job);
    atomic_store(&endless->ended, true);
    return NULL;
}

/* HOUSE-29, HOUSE-63 */
static void another_thread_may_stop_a_run(void **unused)
{
    (void)unused;
    for (unsigned functional = 0; functional < 2; functional++) {
        struct endless endless = {.context = wc_context_new(), .functional = functional};
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, run_endless, &endless), 0);
        while (!atomic_load(&endless.ended))
            wc_interrupt(endless.context);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_int_equal(endless.status, WC_INTERRUPTED);
        wc_result_free(endless.result);
        wc_context_free(endless.context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contexts_of_different_threads_do_not_disturb_each_other),
        cmocka_unit_test(another_thread_may_stop_a_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
