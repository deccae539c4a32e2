/* SPDX-License-Identifier: Apache-2.0 */
/* unsupported.c - functions that a program may contain and this library does not have: images,
 * samplers, native and built-in kernels. Each says so once it is called. */
#include "exec/opencl/state.h"

static cl_int refuse(const char *function)
{
    HOLD_LOCK;
    if (opencl_start() == CL_SUCCESS)
        exec_complain("%s is not supported", function);
    return CL_INVALID_OPERATION;
}

static void *refuse_object(const char *function, cl_int *error)
{
    store_error(error, refuse(function));
    return NULL;
}

cl_mem clCreateImage(cl_context context, cl_bitfield flags, const void *format,
                     const void *description, void *host, cl_int *error)
{
    (void)context, (void)flags, (void)format, (void)description, (void)host;
    return refuse_object(__func__, error);
}

cl_mem clCreateImage2D(cl_context context, cl_bitfield flags, const void *format, size_t width,
                       size_t height, size_t pitch, void *host, cl_int *error)
{
    (void)context, (void)flags, (void)format, (void)width, (void)height, (void)pitch, (void)host;
    return refuse_object(__func__, error);
}

cl_mem clCreateImage3D(cl_context context, cl_bitfield flags, const void *format, size_t width,
                       size_t height, size_t depth, size_t pitch, size_t slice, void *host,
                       cl_int *error)
{
    (void)context, (void)flags, (void)format, (void)width, (void)height, (void)depth;
    (void)pitch, (void)slice, (void)host;
    return refuse_object(__func__, error);
}

cl_int clGetSupportedImageFormats(cl_context context, cl_bitfield flags, cl_uint type,
                                  cl_uint room, void *formats, cl_uint *count)
{
    (void)flags, (void)type, (void)room, (void)formats;
    if (!object_is(context, OBJECT_CONTEXT))
        return CL_INVALID_CONTEXT;
    if (count)
        *count = 0;
    return CL_SUCCESS;
}

cl_int clGetImageInfo(cl_mem image, cl_uint name, size_t room, void *out, size_t *bytes)
{
    (void)image, (void)name, (void)room, (void)out, (void)bytes;
    return CL_INVALID_MEM_OBJECT;
}

cl_sampler clCreateSampler(cl_context context, cl_bool normalized, cl_uint addressing,
                           cl_uint filter, cl_int *error)
{
    (void)context, (void)normalized, (void)addressing, (void)filter;
    return refuse_object(__func__, error);
}

cl_int clRetainSampler(cl_sampler sampler)
{
    (void)sampler;
    return refuse(__func__);
}

cl_int clReleaseSampler(cl_sampler sampler)
{
    (void)sampler;
    return refuse(__func__);
}

cl_int clGetSamplerInfo(cl_sampler sampler, cl_uint name, size_t room, void *out, size_t *bytes)
{
    (void)sampler, (void)name, (void)room, (void)out, (void)bytes;
    return refuse(__func__);
}

cl_int clEnqueueReadImage(cl_command_queue queue)
{
    (void)queue;
    return refuse(__func__);
}

cl_int clEnqueueWriteImage(cl_command_queue queue)
{
    (void)queue;
    return refuse(__func__);
}

cl_int clEnqueueFillImage(cl_command_queue queue)
{
    (void)queue;
    return refuse(__func__);
}

cl_int clEnqueueCopyImage(cl_command_queue queue)
{
    (void)queue;
    return refuse(__func__);
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue)
{
    (void)queue;
    return refuse(__func__);
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue queue)
{
    (void)queue;
    return refuse(__func__);
}

/* The error code is among the arguments that nobody reads: a program sees NULL. */
void *clEnqueueMapImage(cl_command_queue queue)
{
    (void)queue;
    refuse(__func__);
    return NULL;
}

cl_int clEnqueueNativeKernel(cl_command_queue queue, cl_native_kernel *function, void *arguments,
                             size_t bytes, cl_uint memory_count, const cl_mem *memories,
                             const void **places, cl_uint wait_count, const cl_event *waits,
                             cl_event *event)
{
    (void)queue, (void)function, (void)arguments, (void)bytes, (void)memory_count;
    (void)memories, (void)places, (void)wait_count, (void)waits, (void)event;
    return refuse(__func__);
}

cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint count,
                                             const cl_device_id *devices, const char *names,
                                             cl_int *error)
{
    (void)context, (void)count, (void)devices, (void)names;
    return refuse_object(__func__, error);
}

cl_int clCreateSubDevices(cl_device_id device, const cl_property *properties, cl_uint room,
                          cl_device_id *out, cl_uint *count)
{
    (void)properties, (void)room, (void)out, (void)count;
    return object_is(device, OBJECT_DEVICE) ? CL_DEVICE_PARTITION_FAILED : CL_INVALID_DEVICE;
}
