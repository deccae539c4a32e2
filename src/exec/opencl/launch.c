/* SPDX-License-Identifier: Apache-2.0 */
/* launch.c - runs kernels over ranges of work-items. */
#include <string.h>

#include "exec/opencl/state.h"

enum { DIMENSIONS = 3 };

/* ---- sizes ---- */

/* The largest divisor of `items` that is not above `limit`. */
static size_t largest_part(size_t items, size_t limit)
{
    size_t part = items < limit ? items : limit;
    while (items % part)
        part--;
    return part;
}

/* A program that gives no size for its groups: as many wavefronts as are usual, whole ones first in
 * x, then in y and z. */
static void choose_group(const struct wc_kernel_facts *facts, const size_t global[DIMENSIONS],
                         size_t local[DIMENSIONS])
{
    enum { USUAL_ITEMS = 256 };
    size_t limit = device_group_items() < USUAL_ITEMS ? device_group_items() : USUAL_ITEMS;
    if (facts->max_threads && facts->max_threads < limit)
        limit = facts->max_threads;
    for (unsigned i = 0; i < DIMENSIONS; i++) {
        local[i] = facts->required_block[0] ? facts->required_block[i]
                                            : largest_part(global[i], limit);
        limit = limit / local[i] ? limit / local[i] : 1;
    }
}

static cl_int check_group(const struct wc_kernel_facts *facts, const size_t global[DIMENSIONS],
                          const size_t local[DIMENSIONS])
{
    const size_t max = device_group_items();
    size_t items = 1;
    for (unsigned i = 0; i < DIMENSIONS; i++) {
        if (!local[i] || global[i] % local[i])
            return CL_INVALID_WORK_GROUP_SIZE;
        if (local[i] > max)
            return CL_INVALID_WORK_ITEM_SIZE;
        if (facts->required_block[0] && local[i] != facts->required_block[i])
            return CL_INVALID_WORK_GROUP_SIZE;
        items *= local[i];
    }
    return items <= max ? CL_SUCCESS : CL_INVALID_WORK_GROUP_SIZE;
}

/* Global ids are numbers of 32 bits. */
static cl_int check_offset(const size_t *offset, const size_t global[DIMENSIONS],
                           cl_uint dimensions)
{
    for (unsigned i = 0; offset && i < dimensions; i++) {
        if (offset[i] > UINT32_MAX - global[i])
            return CL_INVALID_GLOBAL_OFFSET;
    }
    return CL_SUCCESS;
}

static cl_int read_sizes(const struct wc_kernel_facts *facts, cl_uint dimensions,
                         const size_t *offset, const size_t *global, const size_t *local,
                         struct launch_sizes *out)
{
    size_t all[DIMENSIONS] = {1, 1, 1}, group[DIMENSIONS] = {1, 1, 1};
    if (dimensions < 1 || dimensions > DIMENSIONS)
        return CL_INVALID_WORK_DIMENSION;
    if (!global)
        return CL_INVALID_GLOBAL_WORK_SIZE;
    memcpy(all, global, dimensions * sizeof *global);
    for (unsigned i = 0; i < DIMENSIONS; i++) {
        if (!all[i] || all[i] > UINT32_MAX)
            return CL_INVALID_GLOBAL_WORK_SIZE;
    }
    if (local)
        memcpy(group, local, dimensions * sizeof *local);
    else
        choose_group(facts, all, group);
    cl_int error = check_group(facts, all, group);
    if (error == CL_SUCCESS)
        error = check_offset(offset, all, dimensions);
    for (unsigned i = 0; error == CL_SUCCESS && i < DIMENSIONS; i++) {
        out->block[i] = (uint32_t)group[i];
        out->grid[i] = (uint32_t)(all[i] / group[i]);
        out->offset[i] = offset && i < dimensions ? (uint32_t)offset[i] : 0;
    }
    return error;
}

/* ---- running ---- */

/* The device's own error codes: a launch that is refused, and one that went wrong. */
static cl_int run(cl_kernel kernel, struct launch_sizes *sizes)
{
    cl_program program = kernel->program;
    cl_int error = offsets_apply(&program, sizes->offset);
    if (error == CL_SUCCESS)
        error = program_place(program);
    if (error != CL_SUCCESS)
        return error;
    const struct kernel_description *description =
        program_kernel(program, kernel->description->name);
    return exec_launch_packed(description->function, sizes, kernel->arguments,
                              description->facts.parameter_bytes) == 0
               ? CL_SUCCESS
               : CL_OUT_OF_RESOURCES;
}

static cl_int launch(cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                     const size_t *global, const size_t *local)
{
    struct launch_sizes sizes = {0};
    if (!object_is(kernel, OBJECT_KERNEL))
        return CL_INVALID_KERNEL;
    const struct wc_kernel_facts *facts = &kernel->description->facts;
    for (uint32_t i = 0; i < facts->parameter_count; i++) {
        if (!kernel->given[i])
            return CL_INVALID_KERNEL_ARGS;
    }
    const cl_int error = read_sizes(facts, dimensions, offset, global, local, &sizes);
    return error == CL_SUCCESS ? run(kernel, &sizes) : error;
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    double begin;
    HOLD_LOCK;
    cl_int error = command_begin(queue, wait_count, waits, &begin);
    if (error == CL_SUCCESS)
        error = launch(kernel, dimensions, offset, global, local);
    return command_end(queue, CL_COMMAND_NDRANGE_KERNEL, begin, error, event);
}

cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint wait_count,
                     const cl_event *waits, cl_event *event)
{
    const size_t one = 1;
    double begin;
    HOLD_LOCK;
    cl_int error = command_begin(queue, wait_count, waits, &begin);
    if (error == CL_SUCCESS)
        error = launch(kernel, 1, NULL, &one, &one);
    return command_end(queue, CL_COMMAND_TASK, begin, error, event);
}
