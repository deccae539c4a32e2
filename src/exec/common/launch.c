/* SPDX-License-Identifier: Apache-2.0 */
/* launch.c - runs a kernel and reports what it took. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/common/state.h"
#include "exec/environment.h"
#include "load/demangle.h"

/* ---- results ---- */

static exec_error fault_code(enum wc_fault fault)
{
    const bool has = exec_interface.has_fault_codes;
    switch (fault) {
    case WC_FAULT_ADDRESS:
        return ERROR_ILLEGAL_ADDRESS;
    case WC_FAULT_ASSERT:
        return ERROR_ASSERT;
    case WC_FAULT_MISALIGNED:
        return has ? ERROR_MISALIGNED_ADDRESS : ERROR_LAUNCH_FAILURE;
    case WC_FAULT_INSTRUCTION:
        return has ? ERROR_ILLEGAL_INSTRUCTION : ERROR_LAUNCH_FAILURE;
    default:
        return ERROR_LAUNCH_FAILURE;
    }
}

static exec_error error_of(enum wc_status status, const wc_result *result)
{
    switch (status) {
    case WC_OK:
        return ERROR_NONE;
    case WC_BAD_INPUT:
        return ERROR_INVALID_CONFIGURATION;
    case WC_KERNEL_FAULT:
        return result ? fault_code(wc_error_fault(exec.context)) : ERROR_NOT_SUPPORTED;
    case WC_DEADLOCK:
        return ERROR_LAUNCH_TIMEOUT;
    default:
        return ERROR_LAUNCH_FAILURE;
    }
}

static double value_of(const wc_result *result, const char *name)
{
    double value = 0;
    return result && wc_result_value(result, name, &value) ? value : 0;
}

/* One line for the command; see exec/environment.h. */
static void report(const struct exec_function *function, const struct launch_sizes *sizes,
                   enum wc_status status, const wc_result *result, double ns, const char *job)
{
    char line[6000], message[2048] = "-";
    if (!exec.reports)
        return;
    char *readable = demangle(function->name);
    if (status != WC_OK)
        snprintf(message, sizeof message, "%s", wc_error_message(exec.context));
    for (char *c = message; *c; c++)
        *c = *c == '\n' || *c == '\t' ? ' ' : *c;
    snprintf(
        line, sizeof line,
        "%.1000s\t%.1000s\t%u %u %u\t%u %u %u\t%llu\t%d\t%.0f\t%.3f\t%.0f\t%.900s\t%s\n",
        function->name, readable ? readable : function->name, sizes->grid[0], sizes->grid[1],
        sizes->grid[2], sizes->block[0], sizes->block[1], sizes->block[2],
        (unsigned long long)sizes->shared, (int)status, value_of(result, "cycles"), ns,
        value_of(result, "warp_instructions"), job ? job : "-", message);
    report_line(line); /* one that is lost is a launch that began and did not end */
    free(readable);
}

/* Once per kernel: its further launches have the same instructions. */
static void warn(struct exec_function *function, const wc_result *result)
{
    const char *text;
    if (function->warned || !value_of(result, "out_of_bounds"))
        return;
    function->warned = true;
    exec_complain("%s: %.0f accesses outside all buffers; loads gave 0, stores nothing",
                  function->name, value_of(result, "out_of_bounds"));
    for (size_t i = 0; (text = wc_result_out_of_bounds(result, i)) != NULL; i++)
        exec_complain("  %s", text);
}

/* ---- launching ---- */

static bool is_fatal(enum wc_status status)
{
    return status != WC_OK && status != WC_BAD_INPUT;
}

static exec_error run(struct exec_function *function, const struct launch_sizes *sizes,
                       const uint8_t *arguments)
{
    const char *job = NULL;
    wc_result *result = NULL;
    if (!report_line(EXEC_BEGUN)) /* no verdict about launches may leave one out */
        return ERROR_LAUNCH_FAILURE;
    struct wc_device_launch launch = WC_DEVICE_LAUNCH(
        .kernel = function->name, .shared = (uint32_t)sizes->shared,
        .stack = (uint32_t)exec.stack_bytes, .arguments = arguments,
        .functional = exec.functional, .max_cycles = exec.max_cycles,
        .cooperative = sizes->cooperative,
        .on_out_of_bounds = exec.tolerant ? WC_OUT_OF_BOUNDS_WARN : WC_OUT_OF_BOUNDS_STOP);
    struct wc_texture *textures = exec.texture_count ? textures_of(function->module) : NULL;
    launch.textures = textures;
    launch.texture_count = textures ? exec.texture_count : 0;
    memcpy(launch.grid, sizes->grid, sizeof launch.grid);
    memcpy(launch.block, sizes->block, sizeof launch.block);
    memcpy(launch.offset, sizes->offset, sizeof launch.offset);
    if (exec.recorder)
        recorder_begin(exec.recorder, function, sizes, arguments);
    const enum wc_status status = wc_device_run(function->module->module, &launch, &result);
    if (exec.recorder && !recorder_end(exec.recorder, status, &job))
        job = EXEC_NOT_RECORDED;
    const uint32_t mhz = wc_device_clock_mhz(exec.device);
    const double ns = mhz ? value_of(result, "cycles") * 1e3 / mhz : 0;
    exec.ns += ns;
    report(function, sizes, status, result, ns, job);
    const exec_error error = error_of(status, result);
    if (status != WC_OK)
        exec_complain_library(function->name);
    warn(function, result);
    wc_result_free(result);
    free(textures);
    if (is_fatal(status))
        exec.sticky = error;
    return error;
}

static bool sizes_fit(const struct launch_sizes *sizes)
{
    for (int i = 0; i < 3; i++) {
        if (!sizes->grid[i] || !sizes->block[i])
            return false;
    }
    return sizes->shared <= UINT32_MAX;
}

exec_error exec_launch_packed(struct exec_function *function, const struct launch_sizes *sizes,
                               const void *packed, size_t bytes)
{
    exec_error error = function_know(function);
    if (error != ERROR_NONE)
        return error;
    if (!sizes_fit(sizes))
        return ERROR_INVALID_CONFIGURATION;
    const size_t needed = function->facts.parameter_bytes;
    uint8_t *copy = calloc(needed + 1, 1);
    if (!copy)
        return ERROR_OUT_OF_MEMORY;
    if (bytes >= needed && needed)
        memcpy(copy, packed, needed);
    error = bytes < needed ? ERROR_INVALID_VALUE : run(function, sizes, copy);
    free(copy);
    return error;
}

exec_error exec_launch(struct exec_function *function, const struct launch_sizes *sizes,
                        void *const *arguments)
{
    exec_error error = function_know(function);
    if (error != ERROR_NONE)
        return error;
    const uint32_t count = function->facts.parameter_count;
    if (count && !arguments)
        return ERROR_INVALID_VALUE;
    uint8_t *packed = calloc(function->facts.parameter_bytes + 1, 1);
    if (!packed)
        return ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count && error == ERROR_NONE; i++) {
        if (arguments[i])
            memcpy(packed + function->parameters[i].offset, arguments[i],
                   function->parameters[i].bytes);
        else
            error = ERROR_INVALID_VALUE;
    }
    if (error == ERROR_NONE)
        error = sizes_fit(sizes) ? run(function, sizes, packed) : ERROR_INVALID_CONFIGURATION;
    free(packed);
    return error;
}
