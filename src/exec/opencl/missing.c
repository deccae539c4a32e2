/* SPDX-License-Identifier: Apache-2.0 */
/* missing.c - functions of OpenCL 2.0 to 3.0 and of OpenGL sharing, which this library does not
 * have. A program may name them behind a branch that it never takes. Each says so once it is
 * called. */
#include "exec/opencl/state.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* they only say where the latest one is */

static cl_int tell(const char *name, bool *told)
{
    HOLD_LOCK;
    if (opencl_start() == CL_SUCCESS && !*told)
        exec_complain("%s is not supported", name);
    *told = true;
    return CL_INVALID_OPERATION;
}

#define EXPORTED __attribute__((visibility("default")))

/* One that returns a code, or nothing; nobody reads its arguments. */
#define MISSING(name)            \
    EXPORTED cl_int name(void);  \
    cl_int name(void)            \
    {                            \
        static bool told;        \
        return tell(#name, &told); \
    }

/* One that makes an object; its latest argument is where the code goes. */
#define MISSING_OBJECT(name, error, ...)            \
    EXPORTED void *name(__VA_ARGS__);               \
    void *name(__VA_ARGS__)                         \
    {                                               \
        static bool told;                           \
        store_error(error, tell(#name, &told));     \
        return NULL;                                \
    }

MISSING_OBJECT(clCloneKernel, error, void *a, cl_int *error)
MISSING_OBJECT(clCreateFromGLBuffer, error, void *a, cl_ulong b, cl_uint c, cl_int *error)
MISSING_OBJECT(clCreateFromGLRenderbuffer, error, void *a, cl_ulong b, cl_uint c, cl_int *error)
MISSING_OBJECT(clCreateFromGLTexture, error, void *a, cl_ulong b, cl_uint c, cl_int d, cl_uint e,
               cl_int *error)
MISSING_OBJECT(clCreateFromGLTexture2D, error, void *a, cl_ulong b, cl_uint c, cl_int d, cl_uint e,
               cl_int *error)
MISSING_OBJECT(clCreateFromGLTexture3D, error, void *a, cl_ulong b, cl_uint c, cl_int d, cl_uint e,
               cl_int *error)
MISSING_OBJECT(clCreateImageWithProperties, error, void *a, void *b, cl_ulong c, void *d, void *e,
               void *f, cl_int *error)
MISSING_OBJECT(clCreatePipe, error, void *a, cl_ulong b, cl_uint c, cl_uint d, void *e,
               cl_int *error)
MISSING_OBJECT(clCreateProgramWithIL, error, void *a, const void *b, size_t c, cl_int *error)
MISSING_OBJECT(clCreateSamplerWithProperties, error, void *a, void *b, cl_int *error)
MISSING(clEnqueueAcquireGLObjects)
MISSING(clEnqueueReleaseGLObjects)
MISSING(clEnqueueSVMFree)
MISSING(clEnqueueSVMMap)
MISSING(clEnqueueSVMMemFill)
MISSING(clEnqueueSVMMemcpy)
MISSING(clEnqueueSVMMigrateMem)
MISSING(clEnqueueSVMUnmap)
MISSING(clGetDeviceAndHostTimer)
MISSING(clGetGLContextInfoKHR)
MISSING(clGetGLObjectInfo)
MISSING(clGetGLTextureInfo)
MISSING(clGetHostTimer)
MISSING(clGetKernelSubGroupInfo)
MISSING(clGetPipeInfo)
MISSING(clSVMFree)
MISSING(clSetContextDestructorCallback)
MISSING(clSetDefaultDeviceCommandQueue)
MISSING(clSetKernelArgSVMPointer)
MISSING(clSetKernelExecInfo)
MISSING(clSetProgramReleaseCallback)
MISSING(clSetProgramSpecializationConstant)

EXPORTED void *clSVMAlloc(void);
void *clSVMAlloc(void)
{
    static bool told;
    tell("clSVMAlloc", &told);
    return NULL;
}

/* The only list of properties that there is ends at once. */
EXPORTED cl_mem clCreateBufferWithProperties(cl_context context, const cl_ulong *properties,
                                             cl_bitfield flags, size_t bytes, void *host,
                                             cl_int *error);
cl_mem clCreateBufferWithProperties(cl_context context, const cl_ulong *properties,
                                    cl_bitfield flags, size_t bytes, void *host, cl_int *error)
{
    if (!properties || !*properties)
        return clCreateBuffer(context, flags, bytes, host, error);
    store_error(error, CL_INVALID_PROPERTY);
    return NULL;
}
