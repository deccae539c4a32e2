/* SPDX-License-Identifier: Apache-2.0 */
/* run_kernel.c - run a kernel on arrays of your own and look at what comes back.
 *
 *     run_kernel kernels/saxpy/vortex.elf
 *
 * A call that fails leaves its text in the context; here the run tells about whatever was wrong
 * with the job. */
#include <stdio.h>
#include <warpclock.h>

enum { COUNT = 1000, BLOCK = 64 };

/* What the run counted; a functional one has no cycles. */
static void print_statistics(const wc_result *result)
{
    double value;
    for (size_t i = 0; i < wc_statistic_count(result); i++)
        if (wc_result_statistic(result, i, &value))
            printf("%-24s %12.6g %s\n", wc_statistic_name(result, i), value,
                   wc_statistic_unit(result, i));
}

int main(int argc, char **argv)
{
    static float x[COUNT], y[COUNT];
    for (int i = 0; i < COUNT; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }

    wc_context *context = wc_context_new();
    wc_job *job;
    wc_result *result;
    wc_job_new(context, argc > 1 ? argv[1] : "kernels/saxpy/vortex.elf", "saxpy", &job);
    wc_job_grid(job, (uint32_t[]){(COUNT + BLOCK - 1) / BLOCK, 1, 1}, (uint32_t[]){BLOCK, 1, 1});
    wc_job_buffer(job, "x", WC_F32, COUNT, x, true);
    wc_job_buffer(job, "y", WC_F32, COUNT, y, false);
    wc_job_arg_buffer(job, "x");
    wc_job_arg_buffer(job, "y");
    wc_job_arg_scalar(job, WC_F32, &(float){2});
    wc_job_arg_scalar(job, WC_I32, &(int32_t){COUNT});

    enum wc_status status = wc_run(job, &WC_RUN_OPTIONS(.functional = true), &result);
    const char *place = wc_error_place(context);
    if (status != WC_OK)
        fprintf(stderr, "%s: %s\n", place ? place : "run_kernel", wc_error_message(context));
    for (int i = 0; status == WC_OK && i < COUNT; i++)
        if (y[i] != 2 * x[i] + 1)
            status = WC_MISMATCH;
    if (status == WC_OK) {
        printf("all %d elements are right\n", COUNT);
        print_statistics(result);
    }
    wc_result_free(result);
    wc_job_free(job);
    wc_context_free(context);
    return status;
}
