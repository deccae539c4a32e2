/* SPDX-License-Identifier: Apache-2.0 */
/* icd.c - functions by name and, for ICD loaders, by their place in the table of cl_khr_icd. */
#include <string.h>

#include "exec/opencl/state.h"

#define SLOT(function) ((void *)(uintptr_t)(function))

/* In the order of the extension; NULL: functions of other extensions. */
void *const opencl_dispatch[] = {
    /* OpenCL 1.0 */
    SLOT(clGetPlatformIDs), SLOT(clGetPlatformInfo), SLOT(clGetDeviceIDs), SLOT(clGetDeviceInfo),
    SLOT(clCreateContext), SLOT(clCreateContextFromType), SLOT(clRetainContext),
    SLOT(clReleaseContext), SLOT(clGetContextInfo), SLOT(clCreateCommandQueue),
    SLOT(clRetainCommandQueue), SLOT(clReleaseCommandQueue), SLOT(clGetCommandQueueInfo),
    SLOT(clSetCommandQueueProperty), SLOT(clCreateBuffer), SLOT(clCreateImage2D),
    SLOT(clCreateImage3D), SLOT(clRetainMemObject), SLOT(clReleaseMemObject),
    SLOT(clGetSupportedImageFormats), SLOT(clGetMemObjectInfo), SLOT(clGetImageInfo),
    SLOT(clCreateSampler), SLOT(clRetainSampler), SLOT(clReleaseSampler), SLOT(clGetSamplerInfo),
    SLOT(clCreateProgramWithSource), SLOT(clCreateProgramWithBinary), SLOT(clRetainProgram),
    SLOT(clReleaseProgram), SLOT(clBuildProgram), SLOT(clUnloadCompiler), SLOT(clGetProgramInfo),
    SLOT(clGetProgramBuildInfo), SLOT(clCreateKernel), SLOT(clCreateKernelsInProgram),
    SLOT(clRetainKernel), SLOT(clReleaseKernel), SLOT(clSetKernelArg), SLOT(clGetKernelInfo),
    SLOT(clGetKernelWorkGroupInfo), SLOT(clWaitForEvents), SLOT(clGetEventInfo),
    SLOT(clRetainEvent), SLOT(clReleaseEvent), SLOT(clGetEventProfilingInfo), SLOT(clFlush),
    SLOT(clFinish), SLOT(clEnqueueReadBuffer), SLOT(clEnqueueWriteBuffer),
    SLOT(clEnqueueCopyBuffer), SLOT(clEnqueueReadImage), SLOT(clEnqueueWriteImage),
    SLOT(clEnqueueCopyImage), SLOT(clEnqueueCopyImageToBuffer), SLOT(clEnqueueCopyBufferToImage),
    SLOT(clEnqueueMapBuffer), SLOT(clEnqueueMapImage), SLOT(clEnqueueUnmapMemObject),
    SLOT(clEnqueueNDRangeKernel), SLOT(clEnqueueTask), SLOT(clEnqueueNativeKernel),
    SLOT(clEnqueueMarker), SLOT(clEnqueueWaitForEvents), SLOT(clEnqueueBarrier),
    SLOT(clGetExtensionFunctionAddress),
    /* OpenGL and Direct3D 10 */
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    /* OpenCL 1.1 */
    SLOT(clSetEventCallback), SLOT(clCreateSubBuffer), SLOT(clSetMemObjectDestructorCallback),
    SLOT(clCreateUserEvent), SLOT(clSetUserEventStatus), SLOT(clEnqueueReadBufferRect),
    SLOT(clEnqueueWriteBufferRect), SLOT(clEnqueueCopyBufferRect),
    /* device fission and events of OpenGL */
    NULL, NULL, NULL, NULL,
    /* OpenCL 1.2 */
    SLOT(clCreateSubDevices), SLOT(clRetainDevice), SLOT(clReleaseDevice), SLOT(clCreateImage),
    SLOT(clCreateProgramWithBuiltInKernels), SLOT(clCompileProgram), SLOT(clLinkProgram),
    SLOT(clUnloadPlatformCompiler), SLOT(clGetKernelArgInfo), SLOT(clEnqueueFillBuffer),
    SLOT(clEnqueueFillImage), SLOT(clEnqueueMigrateMemObjects), SLOT(clEnqueueMarkerWithWaitList),
    SLOT(clEnqueueBarrierWithWaitList), SLOT(clGetExtensionFunctionAddressForPlatform), NULL,
    /* Direct3D 11, DirectX 9 and EGL */
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    /* OpenCL 2.0: the queues that its headers ask for, and then nothing */
    SLOT(clCreateCommandQueueWithProperties),
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    /* sub-groups, OpenCL 2.1, 2.2 and 3.0 */
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
};

void *clGetExtensionFunctionAddress(const char *name)
{
    static const struct {
        const char *name;
        void *function;
    } functions[] = {
        {"clIcdGetPlatformIDsKHR", SLOT(clIcdGetPlatformIDsKHR)},
    };
    for (size_t i = 0; name && i < sizeof functions / sizeof *functions; i++) {
        if (!strcmp(name, functions[i].name))
            return functions[i].function;
    }
    return NULL;
}

void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name)
{
    return object_is(platform, OBJECT_PLATFORM) ? clGetExtensionFunctionAddress(name) : NULL;
}

cl_int clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *platforms, cl_uint *count)
{
    return clGetPlatformIDs(room, platforms, count);
}
