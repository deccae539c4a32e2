/* SPDX-License-Identifier: Apache-2.0 */
/* launch.c - runs a kernel and reports what it took. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exec/cuda/state.h"
#include "exec/environment.h"
#include "load/demangle.h"

/* ---- results ---- */

/* The code of a fault by its message: the library has one status for all of them. */
static cudaError_t fault_code(const char *message)
{
    static const struct {
        const char *word;
        cudaError_t error;
    } words[] = {
        {"assertion", cudaErrorAssert},           {"misaligned", cudaErrorMisalignedAddress},
        {"aligned", cudaErrorMisalignedAddress},  {"instruction", cudaErrorIllegalInstruction},
        {"trap", cudaErrorLaunchFailure},         {"free of", cudaErrorLaunchFailure},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strstr(message, words[i].word))
            return words[i].error;
    }
    return cudaErrorIllegalAddress;
}

static cudaError_t error_of(enum wc_status status, const wc_result *result)
{
    switch (status) {
    case WC_OK:
        return cudaSuccess;
    case WC_BAD_INPUT:
        return cudaErrorInvalidConfiguration;
    case WC_KERNEL_FAULT:
        return result ? fault_code(wc_error_message(cuda.context)) : cudaErrorNotSupported;
    case WC_DEADLOCK:
        return cudaErrorLaunchTimeout;
    default:
        return cudaErrorLaunchFailure;
    }
}

static double value_of(const wc_result *result, const char *name)
{
    double value = 0;
    return result && wc_result_value(result, name, &value) ? value : 0;
}

/* One line for the command; see exec/environment.h. */
static void report(const struct CUfunc_st *function, const struct launch_sizes *sizes,
                   enum wc_status status, const wc_result *result, double ns, const char *job)
{
    char line[6000], message[2048] = "-";
    if (cuda.report < 0)
        return;
    char *readable = demangle(function->name);
    if (status != WC_OK)
        snprintf(message, sizeof message, "%s", wc_error_message(cuda.context));
    for (char *c = message; *c; c++)
        *c = *c == '\n' || *c == '\t' ? ' ' : *c;
    const int length = snprintf(
        line, sizeof line,
        "%.1000s\t%.1000s\t%u %u %u\t%u %u %u\t%llu\t%d\t%.0f\t%.3f\t%.0f\t%.900s\t%s\n",
        function->name, readable ? readable : function->name, sizes->grid[0], sizes->grid[1],
        sizes->grid[2], sizes->block[0], sizes->block[1], sizes->block[2],
        (unsigned long long)sizes->shared, (int)status, value_of(result, "cycles"), ns,
        value_of(result, "warp_instructions"), job ? job : "-", message);
    if (write(cuda.report, line, (size_t)length) != length)
        cuda.report = -1; /* the command has no table then; the program goes on */
    free(readable);
}

/* ---- launching ---- */

static bool is_fatal(enum wc_status status)
{
    return status != WC_OK && status != WC_BAD_INPUT;
}

static cudaError_t run(struct CUfunc_st *function, const struct launch_sizes *sizes,
                       const uint8_t *arguments)
{
    const char *job = NULL;
    wc_result *result = NULL;
    struct wc_device_launch launch = WC_DEVICE_LAUNCH(
        .kernel = function->name, .shared = (uint32_t)sizes->shared,
        .stack = (uint32_t)cuda.stack_bytes, .arguments = arguments,
        .functional = cuda.functional, .max_cycles = cuda.max_cycles);
    memcpy(launch.grid, sizes->grid, sizeof launch.grid);
    memcpy(launch.block, sizes->block, sizeof launch.block);
    if (cuda.recorder)
        recorder_begin(cuda.recorder, function, sizes, arguments);
    const enum wc_status status = wc_device_run(function->module->module, &launch, &result);
    if (cuda.recorder && !recorder_end(cuda.recorder, result != NULL && status == WC_OK, &job))
        job = EXEC_NOT_RECORDED;
    const uint32_t mhz = wc_device_clock_mhz(cuda.device);
    const double ns = mhz ? value_of(result, "cycles") * 1e3 / mhz : 0;
    cuda.ns += ns;
    report(function, sizes, status, result, ns, job);
    const cudaError_t error = error_of(status, result);
    if (status != WC_OK)
        cuda_complain_library(function->name);
    wc_result_free(result);
    if (is_fatal(status))
        cuda.sticky = error;
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

cudaError_t cuda_launch_packed(struct CUfunc_st *function, const struct launch_sizes *sizes,
                               const void *packed, size_t bytes)
{
    cudaError_t error = function_know(function);
    if (error != cudaSuccess)
        return error;
    if (!sizes_fit(sizes))
        return cudaErrorInvalidConfiguration;
    const size_t needed = function->facts.parameter_bytes;
    uint8_t *copy = calloc(needed + 1, 1);
    if (!copy)
        return cudaErrorMemoryAllocation;
    if (bytes >= needed && needed)
        memcpy(copy, packed, needed);
    error = bytes < needed ? cudaErrorInvalidValue : run(function, sizes, copy);
    free(copy);
    return error;
}

cudaError_t cuda_launch(struct CUfunc_st *function, const struct launch_sizes *sizes,
                        void *const *arguments)
{
    cudaError_t error = function_know(function);
    if (error != cudaSuccess)
        return error;
    const uint32_t count = function->facts.parameter_count;
    if (count && !arguments)
        return cudaErrorInvalidValue;
    uint8_t *packed = calloc(function->facts.parameter_bytes + 1, 1);
    if (!packed)
        return cudaErrorMemoryAllocation;
    for (uint32_t i = 0; i < count && error == cudaSuccess; i++) {
        if (arguments[i])
            memcpy(packed + function->parameters[i].offset, arguments[i],
                   function->parameters[i].bytes);
        else
            error = cudaErrorInvalidValue;
    }
    if (error == cudaSuccess)
        error = sizes_fit(sizes) ? run(function, sizes, packed) : cudaErrorInvalidConfiguration;
    free(packed);
    return error;
}

/* ---- occupancy ---- */

static uint32_t round_up(double value, double unit)
{
    const uint64_t step = unit >= 1 ? (uint64_t)unit : 1;
    return (uint32_t)(((uint64_t)value + step - 1) / step * step);
}

static uint32_t min_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Blocks that fit into an SM at once. */
int cuda_occupancy(const struct CUfunc_st *function, int threads, size_t dynamic)
{
    enum { LANES = 32 };
    const uint32_t warps = ((uint32_t)threads + LANES - 1) / LANES;
    const uint32_t registers =
        round_up((double)function->facts.registers * LANES, cuda_number("registers.unit", 256));
    const uint32_t shared = round_up((double)(function->facts.shared + dynamic), 256);
    uint32_t blocks = (uint32_t)cuda_number("sm.blocks", 32);
    if (threads <= 0 || threads > (int)cuda_number("block.threads", 1024) ||
        function->facts.shared + dynamic > (size_t)cuda_number("block.shared", 49152))
        return 0;
    blocks = min_of(blocks, (uint32_t)cuda_number("sm.warps", 64) / warps);
    if (registers)
        blocks = min_of(blocks, (uint32_t)cuda_number("sm.registers", 65536) / (registers * warps));
    if (shared)
        blocks = min_of(blocks, (uint32_t)cuda_number("sm.shared", 65536) / shared);
    return (int)blocks;
}
