/* SPDX-License-Identifier: Apache-2.0 */
/* kernels.c - kernels and their arguments. */
#include <stdlib.h>
#include <string.h>

#include "exec/opencl/state.h"

/* ---- making ---- */

static cl_kernel kernel_new(cl_program program, const struct kernel_description *description)
{
    cl_kernel kernel = object_new(OBJECT_KERNEL, sizeof *kernel);
    uint8_t *arguments = calloc(1, description->facts.parameter_bytes + 1);
    bool *given = calloc(description->facts.parameter_count + 1, sizeof *given);
    if (!kernel || !arguments || !given) {
        object_free(kernel);
        free(arguments);
        free(given);
        return NULL;
    }
    program->object.references++;
    kernel->program = program;
    kernel->description = description;
    kernel->arguments = arguments;
    kernel->given = given;
    return kernel;
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *error)
{
    HOLD_LOCK;
    const struct kernel_description *description = NULL;
    cl_kernel kernel = NULL;
    if (!object_is(program, OBJECT_PROGRAM))
        store_error(error, CL_INVALID_PROGRAM);
    else if (!program->kernels)
        store_error(error, CL_INVALID_PROGRAM_EXECUTABLE);
    else if (!name)
        store_error(error, CL_INVALID_VALUE);
    else if (!(description = program_kernel(program, name)))
        store_error(error, CL_INVALID_KERNEL_NAME);
    else if (!(kernel = kernel_new(program, description)))
        store_error(error, CL_OUT_OF_HOST_MEMORY);
    if (kernel)
        store_error(error, CL_SUCCESS);
    return kernel;
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint room, cl_kernel *kernels,
                                cl_uint *count)
{
    HOLD_LOCK;
    if (!object_is(program, OBJECT_PROGRAM))
        return CL_INVALID_PROGRAM;
    if (!program->kernels)
        return CL_INVALID_PROGRAM_EXECUTABLE;
    if (kernels && room < program->kernel_count)
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; kernels && i < program->kernel_count; i++) {
        kernels[i] = kernel_new(program, &program->kernels[i]);
        if (!kernels[i])
            return CL_OUT_OF_HOST_MEMORY;
    }
    if (count)
        *count = program->kernel_count;
    return CL_SUCCESS;
}

cl_int clRetainKernel(cl_kernel kernel)
{
    HOLD_LOCK;
    if (!object_is(kernel, OBJECT_KERNEL))
        return CL_INVALID_KERNEL;
    kernel->object.references++;
    return CL_SUCCESS;
}

cl_int clReleaseKernel(cl_kernel kernel)
{
    HOLD_LOCK;
    if (!object_is(kernel, OBJECT_KERNEL))
        return CL_INVALID_KERNEL;
    const cl_program program = kernel->program;
    uint8_t *arguments = kernel->arguments;
    bool *given = kernel->given;
    if (!object_release(kernel))
        return CL_SUCCESS;
    free(arguments);
    free(given);
    return clReleaseProgram(program);
}

/* ---- arguments ---- */

/* A number as wide as the parameter: addresses and sizes of local memory. */
static cl_int put_number(cl_kernel kernel, const struct wc_parameter_facts *parameter,
                         uint64_t number)
{
    const size_t bytes = parameter->bytes < sizeof number ? parameter->bytes : sizeof number;
    memcpy(kernel->arguments + parameter->offset, &number, bytes);
    return CL_SUCCESS;
}

/* A handle of a buffer; NULL, or a pointer to NULL, is a null pointer. */
static cl_int put_buffer(cl_kernel kernel, const struct wc_parameter_facts *parameter,
                         size_t bytes, const void *value)
{
    cl_mem memory = NULL;
    if (bytes != sizeof memory)
        return CL_INVALID_ARG_SIZE;
    if (value)
        memcpy(&memory, value, sizeof memory);
    if (memory && !object_is(memory, OBJECT_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    return put_number(kernel, parameter, memory ? memory->address : 0);
}

/* Where the binary has only sizes, bytes that are the handle of a buffer stand for its address. */
static cl_int put_value(cl_kernel kernel, const struct wc_parameter_facts *parameter,
                        size_t bytes, const void *value)
{
    if (bytes != parameter->bytes)
        return CL_INVALID_ARG_SIZE;
    if (!value)
        return CL_INVALID_ARG_VALUE;
    if (parameter->use == WC_USE_UNKNOWN && bytes == sizeof(cl_mem) && memory_of_argument(value))
        return put_buffer(kernel, parameter, bytes, value);
    memcpy(kernel->arguments + parameter->offset, value, bytes);
    return CL_SUCCESS;
}

static cl_int put_argument(cl_kernel kernel, const struct wc_parameter_facts *parameter,
                           size_t bytes, const void *value)
{
    switch (parameter->use) {
    case WC_USE_LOCAL:
        if (value)
            return CL_INVALID_ARG_VALUE;
        return bytes ? put_number(kernel, parameter, bytes) : CL_INVALID_ARG_SIZE;
    case WC_USE_GLOBAL:
    case WC_USE_CONSTANT:
        return put_buffer(kernel, parameter, bytes, value);
    default:
        return put_value(kernel, parameter, bytes, value);
    }
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t bytes, const void *value)
{
    HOLD_LOCK;
    if (!object_is(kernel, OBJECT_KERNEL))
        return CL_INVALID_KERNEL;
    if (index >= kernel->description->facts.parameter_count)
        return CL_INVALID_ARG_INDEX;
    const cl_int error =
        put_argument(kernel, &kernel->description->parameters[index], bytes, value);
    if (error == CL_SUCCESS)
        kernel->given[index] = true;
    return error;
}

/* ---- queries ---- */

cl_int clGetKernelInfo(cl_kernel kernel, cl_uint name, size_t room, void *out, size_t *bytes)
{
    HOLD_LOCK;
    if (!object_is(kernel, OBJECT_KERNEL))
        return CL_INVALID_KERNEL;
    switch (name) {
    case CL_KERNEL_FUNCTION_NAME:
        return answer_text(kernel->description->name, room, out, bytes);
    case CL_KERNEL_NUM_ARGS:
        return answer_uint(kernel->description->facts.parameter_count, room, out, bytes);
    case CL_KERNEL_REFERENCE_COUNT:
        return answer_uint(kernel->object.references, room, out, bytes);
    case CL_KERNEL_CONTEXT:
        return answer_pointer(kernel->program->context, room, out, bytes);
    case CL_KERNEL_PROGRAM:
        return answer_pointer(kernel->program, room, out, bytes);
    case CL_KERNEL_ATTRIBUTES:
        return answer_text("", room, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_uint name, size_t room, void *out,
                          size_t *bytes)
{
    static const cl_uint spaces[] = {[WC_USE_VALUE] = CL_KERNEL_ARG_ADDRESS_PRIVATE,
                                     [WC_USE_GLOBAL] = CL_KERNEL_ARG_ADDRESS_GLOBAL,
                                     [WC_USE_CONSTANT] = CL_KERNEL_ARG_ADDRESS_CONSTANT,
                                     [WC_USE_LOCAL] = CL_KERNEL_ARG_ADDRESS_LOCAL};
    const cl_ulong no_qualifier = 0;
    HOLD_LOCK;
    if (!object_is(kernel, OBJECT_KERNEL))
        return CL_INVALID_KERNEL;
    if (index >= kernel->description->facts.parameter_count)
        return CL_INVALID_ARG_INDEX;
    const struct wc_parameter_facts *parameter = &kernel->description->parameters[index];
    if (parameter->use == WC_USE_UNKNOWN || !parameter->name || !parameter->type)
        return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
    switch (name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
        return answer_uint(spaces[parameter->use], room, out, bytes);
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
        return answer_uint(CL_KERNEL_ARG_ACCESS_NONE, room, out, bytes);
    case CL_KERNEL_ARG_TYPE_NAME:
        return answer_text(parameter->type, room, out, bytes);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
        return answer(&no_qualifier, sizeof no_qualifier, room, out, bytes);
    case CL_KERNEL_ARG_NAME:
        return answer_text(parameter->name, room, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

/* Its own local memory and its arguments'. */
static cl_ulong local_bytes(const cl_kernel kernel)
{
    cl_ulong total = kernel->description->facts.shared;
    for (uint32_t i = 0; i < kernel->description->facts.parameter_count; i++) {
        const struct wc_parameter_facts *parameter = &kernel->description->parameters[i];
        uint32_t size = 0;
        if (parameter->use != WC_USE_LOCAL || !kernel->given[i])
            continue;
        memcpy(&size, kernel->arguments + parameter->offset, sizeof size);
        total += size;
    }
    return total;
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_uint name, size_t room,
                                void *out, size_t *bytes)
{
    HOLD_LOCK;
    if (!object_is(kernel, OBJECT_KERNEL))
        return CL_INVALID_KERNEL;
    if (device && !object_is(device, OBJECT_DEVICE))
        return CL_INVALID_DEVICE;
    const struct wc_kernel_facts *facts = &kernel->description->facts;
    const size_t items = device_group_items();
    const size_t required[] = {facts->required_block[0], facts->required_block[1],
                               facts->required_block[2]};
    const cl_ulong local = local_bytes(kernel), private_bytes = facts->local;
    switch (name) {
    case CL_KERNEL_WORK_GROUP_SIZE:
        return answer_size(facts->max_threads && facts->max_threads < items ? facts->max_threads
                                                                            : items,
                           room, out, bytes);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return answer(required, sizeof required, room, out, bytes);
    case CL_KERNEL_LOCAL_MEM_SIZE:
        return answer(&local, sizeof local, room, out, bytes);
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return answer_size(device_wave_items(), room, out, bytes);
    case CL_KERNEL_PRIVATE_MEM_SIZE:
        return answer(&private_bytes, sizeof private_bytes, room, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}
