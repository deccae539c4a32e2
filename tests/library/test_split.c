/* SPDX-License-Identifier: Apache-2.0 */
/* test_split.c - split points through the public header: bytes, report, table, a run (PWS-33). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "warpclock.h"

#define BINARY "kernels/divergence/gcn3.hsaco"

struct stage {
    wc_context *context;
    wc_binary *binary;
    wc_splitting *splitting;
};

static void begin(struct stage *stage)
{
    *stage = (struct stage){.context = wc_context_new()};
    assert_int_equal(wc_binary_open(stage->context, BINARY, &stage->binary), WC_OK);
}

static void leave(struct stage *stage)
{
    wc_splitting_free(stage->splitting);
    wc_binary_free(stage->binary);
    wc_context_free(stage->context);
}

static void a_splitting_has_a_file_a_report_and_a_table(void **unused)
{
    struct stage stage;
    char *report, *table;
    size_t size;
    (void)unused;
    begin(&stage);
    assert_int_equal(wc_split(stage.binary, NULL, &stage.splitting), WC_OK);
    assert_memory_equal(wc_splitting_bytes(stage.splitting, &size), "\177ELF", 4);
    assert_true(size > 0);
    assert_int_equal(wc_splitting_text(stage.splitting, WC_TEXT, &report), WC_OK);
    assert_non_null(strstr(report, "for 3 contexts"));
    assert_int_equal(wc_splitting_table(stage.splitting, &table), WC_OK);
    assert_non_null(strstr(table, "splits:\n"));
    wc_text_free(report);
    wc_text_free(table);
    leave(&stage);
}

static void options_are_checked(void **unused)
{
    struct stage stage;
    (void)unused;
    begin(&stage);
    struct wc_split_options options = {.size = 3};
    assert_int_equal(wc_split(stage.binary, &options, &stage.splitting), WC_BAD_INPUT);
    assert_null(stage.splitting);
    options = WC_SPLIT_OPTIONS(.select = (enum wc_split_select)7);
    assert_int_equal(wc_split(stage.binary, &options, &stage.splitting), WC_BAD_INPUT);
    assert_string_equal(wc_error_message(stage.context), "unknown selection 7");
    leave(&stage);
}

static double cycles_of(wc_context *context, const char *file, const char *table)
{
    uint32_t in[64] = {0}, out[64] = {0};
    const uint32_t one[3] = {1, 1, 1}, items[3] = {64, 1, 1};
    double cycles = 0;
    wc_job *job;
    wc_result *result;
    for (uint32_t i = 0; i < 64; i++)
        in[i] = i * 2654435761u;
    assert_int_equal(wc_job_new(context, file, "nested_if", &job), WC_OK);
    wc_job_grid(job, one, items);
    wc_job_buffer(job, "in", WC_U32, 64, in, true);
    wc_job_buffer(job, "out", WC_U32, 64, out, false);
    wc_job_arg_buffer(job, "in");
    wc_job_arg_buffer(job, "out");
    wc_job_arg_scalar(job, WC_I32, &(int32_t){64});
    wc_job_machine(job, "gcn3-pws");
    assert_int_equal(wc_job_split(job, table), WC_OK);
    if (wc_run(job, NULL, &result) != WC_OK)
        fail_msg("%s", wc_error_message(context));
    assert_true(wc_result_value(result, "cycles", &cycles));
    assert_true(wc_result_value(result, "pws.splits", &(double){0}));
    wc_result_free(result);
    wc_job_free(job);
    return cycles;
}

/* A table and a new file take the same cycles, and not those of the original. */
static void a_table_and_a_file_run_alike(void **unused)
{
    struct stage stage;
    char folder[] = "/tmp/warpclock-split-XXXXXX", file[64], path[64], *table;
    size_t size;
    (void)unused;
    begin(&stage);
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/k.hsaco", folder);
    snprintf(path, sizeof path, "%s/points.yaml", folder);
    assert_int_equal(wc_split(stage.binary, &WC_SPLIT_OPTIONS(.select = WC_SPLIT_OPTIMAL),
                              &stage.splitting), WC_OK);
    const void *bytes = wc_splitting_bytes(stage.splitting, &size);
    assert_int_equal(wc_write_file(stage.context, file, bytes, size), WC_OK);
    assert_int_equal(wc_splitting_table(stage.splitting, &table), WC_OK);
    assert_int_equal(wc_write_file(stage.context, path, table, strlen(table)), WC_OK);
    const double split = cycles_of(stage.context, file, NULL);
    assert_true(split == cycles_of(stage.context, BINARY, path));
    assert_true(split != cycles_of(stage.context, BINARY, NULL));
    wc_text_free(table);
    unlink(file);
    unlink(path);
    rmdir(folder);
    leave(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_splitting_has_a_file_a_report_and_a_table),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(a_table_and_a_file_run_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
