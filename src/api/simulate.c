/* SPDX-License-Identifier: Apache-2.0 */
/* simulate.c - a kernel in one call, like PasTiS's simulate() (PAS-78, PAS-79). */
#include <string.h>

#include "api/arguments.h"
#include "api/files.h"
#include "api/options.h"

static enum wc_status add_parameter(wc_job *job, const struct wc_parameter *parameter,
                                    uint64_t bytes, size_t number)
{
    switch (parameter->kind) {
    case WC_PARAMETER_POINTER:
        return wc_job_arg_pointer(job, parameter->val.ptr, bytes);
    case WC_PARAMETER_INT:
        return wc_job_arg_scalar(job, WC_I32, &parameter->val.i);
    case WC_PARAMETER_LONG:
        return wc_job_arg_scalar(job, WC_I64, &parameter->val.l);
    case WC_PARAMETER_FLOAT:
        return wc_job_arg_scalar(job, WC_F32, &parameter->val.f);
    case WC_PARAMETER_DOUBLE:
        return wc_job_arg_scalar(job, WC_F64, &parameter->val.d);
    case WC_PARAMETER_BYTES:
        if (bytes > UINT32_MAX || (bytes && !parameter->val.bytes))
            return fail(&job->context->error, WC_BAD_INPUT,
                        "parameter %zu: structure of %llu bytes at %p", number,
                        (unsigned long long)bytes, parameter->val.bytes);
        return wc_job_arg_bytes(job, parameter->val.bytes, (uint32_t)bytes);
    }
    return fail(&job->context->error, WC_BAD_INPUT, "parameter %zu: unknown kind %d", number,
                (int)parameter->kind);
}

/* The caller's launch as this version has it. */
static enum wc_status read_call(wc_context *context, const char *file,
                                const struct wc_simulation *from, struct wc_simulation *to)
{
    struct error *err = context_begin(context);
    if (!err || !argument_given(err, file, "file") || !argument_given(err, from, "simulation"))
        return WC_BAD_INPUT;
    enum wc_status status = options_read(err, "wc_simulation", from, to, sizeof *to);
    if (status != WC_OK)
        return status;
    if (to->parameter_count && !to->parameters)
        return fail(err, WC_BAD_INPUT, "%zu parameters, but the parameter array is NULL",
                    to->parameter_count);
    return argument_readable(err, to->parameters, to->parameter_count, sizeof *to->parameters,
                             "parameters") &&
                   argument_readable(err, to->bytes, to->bytes ? to->parameter_count : 0,
                                     sizeof *to->bytes, "bytes")
               ? WC_OK
               : WC_BAD_INPUT;
}

static void at_least_one(uint32_t to[3], const uint32_t from[3])
{
    for (int i = 0; i < 3; i++)
        to[i] = from[i] ? from[i] : 1;
}

static enum wc_status fill_job(wc_job *job, const struct wc_simulation *simulation)
{
    uint32_t grid[3], block[3];
    enum wc_status status = WC_OK;
    at_least_one(grid, simulation->grid);
    at_least_one(block, simulation->block);
    wc_job_grid(job, grid, block);
    wc_job_shared(job, simulation->shared);
    wc_job_machine(job, simulation->machine);
    for (size_t i = 0; status == WC_OK && i < simulation->parameter_count; i++)
        status = add_parameter(job, &simulation->parameters[i],
                               simulation->bytes ? simulation->bytes[i] : 0, i + 1);
    return status;
}

static enum wc_status simulate_once(wc_context *context, const char *file,
                                    const struct wc_simulation *simulation, wc_result **result)
{
    wc_job *job;
    enum wc_status status = wc_job_new(context, file, simulation->kernel, &job);
    if (status == WC_OK)
        status = fill_job(job, simulation);
    if (status == WC_OK)
        status = wc_run(job, &WC_RUN_OPTIONS(.functional = simulation->functional), result);
    wc_job_free(job);
    return status;
}

enum wc_status wc_simulate_launch(wc_context *context, const char *file,
                                  const struct wc_simulation *from, wc_result **out)
{
    struct wc_simulation simulation;
    wc_result *result = NULL;
    enum wc_status status = read_call(context, file, from, &simulation);
    if (status == WC_OK)
        status = simulate_once(context, file, &simulation, &result);
    if (out)
        *out = result;
    else
        wc_result_free(result);
    return status;
}

/* The number of parameters of the only kernel of a file. */
static enum wc_status count_parameters(wc_context *context, const char *file, size_t *count)
{
    struct image *image;
    const struct kernel *kernel;
    struct error *err = &context->error;
    enum wc_status status = context_reads(context, file, "the kernel");
    if (status == WC_OK)
        status = image_open(err, file, &image);
    if (status != WC_OK)
        return status;
    status = image_kernel(&context->error, image, NULL, &kernel);
    if (status == WC_OK && !kernel->has_parameters)
        status = fail(&context->error, WC_BAD_INPUT,
                      "%s does not state the number of parameters of %s", file, kernel->name);
    if (status == WC_OK)
        *count = kernel->parameter_count;
    image_free(image);
    return status;
}

enum wc_status wc_simulate(wc_context *context, const char *file, uint32_t blocks,
                           uint32_t threads, const struct wc_parameter *parameters,
                           uint64_t *cycles)
{
    struct wc_simulation simulation = {.size = sizeof simulation, .grid = {blocks},
                                       .block = {threads}, .parameters = parameters};
    wc_result *result;
    double value = 0;
    struct error *err = context_begin(context);
    if (cycles)
        *cycles = 0;
    if (!err || !argument_given(err, file, "file"))
        return WC_BAD_INPUT;
    if (!blocks || !threads)
        return fail(err, WC_BAD_INPUT,
                    "%u blocks of %u threads; expected at least 1 of each", blocks, threads);
    enum wc_status status = count_parameters(context, file, &simulation.parameter_count);
    if (status != WC_OK)
        return status;
    status = wc_simulate_launch(context, file, &simulation, &result);
    if (cycles && status == WC_OK && wc_result_value(result, "cycles", &value))
        *cycles = (uint64_t)value;
    wc_result_free(result);
    return status;
}
