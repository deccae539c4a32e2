/* SPDX-License-Identifier: Apache-2.0 */
/* opencl_abi.h - OpenCL 1.2 as programs call it: types, codes and functions of the Khronos
 * standard, with its names and values. Programs may use it instead of CL/cl.h. */
#ifndef WARPCLOCK_EXEC_OPENCL_ABI_H
#define WARPCLOCK_EXEC_OPENCL_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int8_t cl_char;
typedef uint8_t cl_uchar;
typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef uint64_t cl_ulong;
typedef float cl_float;
typedef cl_uint cl_bool;
typedef cl_ulong cl_bitfield;
typedef intptr_t cl_property;
typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_program *cl_program;
typedef struct _cl_kernel *cl_kernel;
typedef struct _cl_event *cl_event;
typedef struct _cl_sampler *cl_sampler;

typedef struct _cl_buffer_region {
    size_t origin, size;
} cl_buffer_region;

/* ---- codes ---- */

enum {
    CL_SUCCESS = 0,
    CL_DEVICE_NOT_FOUND = -1,
    CL_COMPILER_NOT_AVAILABLE = -3,
    CL_MEM_OBJECT_ALLOCATION_FAILURE = -4,
    CL_OUT_OF_RESOURCES = -5,
    CL_OUT_OF_HOST_MEMORY = -6,
    CL_PROFILING_INFO_NOT_AVAILABLE = -7,
    CL_MEM_COPY_OVERLAP = -8,
    CL_BUILD_PROGRAM_FAILURE = -11,
    CL_MISALIGNED_SUB_BUFFER_OFFSET = -13,
    CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST = -14,
    CL_COMPILE_PROGRAM_FAILURE = -15,
    CL_LINKER_NOT_AVAILABLE = -16,
    CL_LINK_PROGRAM_FAILURE = -17,
    CL_DEVICE_PARTITION_FAILED = -18,
    CL_KERNEL_ARG_INFO_NOT_AVAILABLE = -19,
    CL_INVALID_VALUE = -30,
    CL_INVALID_DEVICE_TYPE = -31,
    CL_INVALID_PLATFORM = -32,
    CL_INVALID_DEVICE = -33,
    CL_INVALID_CONTEXT = -34,
    CL_INVALID_QUEUE_PROPERTIES = -35,
    CL_INVALID_COMMAND_QUEUE = -36,
    CL_INVALID_HOST_PTR = -37,
    CL_INVALID_MEM_OBJECT = -38,
    CL_INVALID_BINARY = -42,
    CL_INVALID_BUILD_OPTIONS = -43,
    CL_INVALID_PROGRAM = -44,
    CL_INVALID_PROGRAM_EXECUTABLE = -45,
    CL_INVALID_KERNEL_NAME = -46,
    CL_INVALID_KERNEL = -48,
    CL_INVALID_ARG_INDEX = -49,
    CL_INVALID_ARG_VALUE = -50,
    CL_INVALID_ARG_SIZE = -51,
    CL_INVALID_KERNEL_ARGS = -52,
    CL_INVALID_WORK_DIMENSION = -53,
    CL_INVALID_WORK_GROUP_SIZE = -54,
    CL_INVALID_WORK_ITEM_SIZE = -55,
    CL_INVALID_GLOBAL_OFFSET = -56,
    CL_INVALID_EVENT_WAIT_LIST = -57,
    CL_INVALID_EVENT = -58,
    CL_INVALID_OPERATION = -59,
    CL_INVALID_BUFFER_SIZE = -61,
    CL_INVALID_GLOBAL_WORK_SIZE = -63,
    CL_INVALID_PROPERTY = -64,
    CL_PLATFORM_NOT_FOUND_KHR = -1001,
};

enum { CL_FALSE, CL_TRUE };

/* ---- platforms and devices ---- */

enum {
    CL_PLATFORM_PROFILE = 0x0900, CL_PLATFORM_VERSION, CL_PLATFORM_NAME, CL_PLATFORM_VENDOR,
    CL_PLATFORM_EXTENSIONS,
    CL_PLATFORM_ICD_SUFFIX_KHR = 0x0920,
};

#define CL_DEVICE_TYPE_DEFAULT (UINT64_C(1) << 0)
#define CL_DEVICE_TYPE_CPU (UINT64_C(1) << 1)
#define CL_DEVICE_TYPE_GPU (UINT64_C(1) << 2)
#define CL_DEVICE_TYPE_ACCELERATOR (UINT64_C(1) << 3)
#define CL_DEVICE_TYPE_ALL UINT64_C(0xFFFFFFFF)

enum {
    CL_DEVICE_TYPE = 0x1000, CL_DEVICE_VENDOR_ID, CL_DEVICE_MAX_COMPUTE_UNITS,
    CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, CL_DEVICE_MAX_WORK_GROUP_SIZE,
    CL_DEVICE_MAX_WORK_ITEM_SIZES, CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR,
    CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT,
    CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT,
    CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, CL_DEVICE_MAX_CLOCK_FREQUENCY,
    CL_DEVICE_ADDRESS_BITS, CL_DEVICE_MAX_READ_IMAGE_ARGS, CL_DEVICE_MAX_WRITE_IMAGE_ARGS,
    CL_DEVICE_MAX_MEM_ALLOC_SIZE, CL_DEVICE_IMAGE2D_MAX_WIDTH, CL_DEVICE_IMAGE2D_MAX_HEIGHT,
    CL_DEVICE_IMAGE3D_MAX_WIDTH, CL_DEVICE_IMAGE3D_MAX_HEIGHT, CL_DEVICE_IMAGE3D_MAX_DEPTH,
    CL_DEVICE_IMAGE_SUPPORT, CL_DEVICE_MAX_PARAMETER_SIZE, CL_DEVICE_MAX_SAMPLERS,
    CL_DEVICE_MEM_BASE_ADDR_ALIGN, CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE,
    CL_DEVICE_SINGLE_FP_CONFIG, CL_DEVICE_GLOBAL_MEM_CACHE_TYPE,
    CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE,
    CL_DEVICE_GLOBAL_MEM_SIZE, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE,
    CL_DEVICE_MAX_CONSTANT_ARGS, CL_DEVICE_LOCAL_MEM_TYPE, CL_DEVICE_LOCAL_MEM_SIZE,
    CL_DEVICE_ERROR_CORRECTION_SUPPORT, CL_DEVICE_PROFILING_TIMER_RESOLUTION,
    CL_DEVICE_ENDIAN_LITTLE, CL_DEVICE_AVAILABLE, CL_DEVICE_COMPILER_AVAILABLE,
    CL_DEVICE_EXECUTION_CAPABILITIES, CL_DEVICE_QUEUE_PROPERTIES, CL_DEVICE_NAME,
    CL_DEVICE_VENDOR, CL_DRIVER_VERSION, CL_DEVICE_PROFILE, CL_DEVICE_VERSION,
    CL_DEVICE_EXTENSIONS, CL_DEVICE_PLATFORM, CL_DEVICE_DOUBLE_FP_CONFIG,
    CL_DEVICE_HALF_FP_CONFIG, CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF,
    CL_DEVICE_HOST_UNIFIED_MEMORY, CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR,
    CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, CL_DEVICE_NATIVE_VECTOR_WIDTH_INT,
    CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT,
    CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF,
    CL_DEVICE_OPENCL_C_VERSION, CL_DEVICE_LINKER_AVAILABLE, CL_DEVICE_BUILT_IN_KERNELS,
    CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, CL_DEVICE_PARENT_DEVICE,
    CL_DEVICE_PARTITION_MAX_SUB_DEVICES, CL_DEVICE_PARTITION_PROPERTIES,
    CL_DEVICE_PARTITION_AFFINITY_DOMAIN, CL_DEVICE_PARTITION_TYPE, CL_DEVICE_REFERENCE_COUNT,
    CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, CL_DEVICE_PRINTF_BUFFER_SIZE,
};

enum {
    CL_FP_DENORM = 1, CL_FP_INF_NAN = 2, CL_FP_ROUND_TO_NEAREST = 4, CL_FP_ROUND_TO_ZERO = 8,
    CL_FP_ROUND_TO_INF = 16, CL_FP_FMA = 32,
};
enum { CL_NONE, CL_READ_ONLY_CACHE, CL_READ_WRITE_CACHE };
enum { CL_LOCAL = 1, CL_GLOBAL = 2 };
enum { CL_EXEC_KERNEL = 1 };

/* ---- contexts and queues ---- */

enum {
    CL_CONTEXT_REFERENCE_COUNT = 0x1080, CL_CONTEXT_DEVICES, CL_CONTEXT_PROPERTIES,
    CL_CONTEXT_NUM_DEVICES, CL_CONTEXT_PLATFORM,
};
enum { CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE = 1, CL_QUEUE_PROFILING_ENABLE = 2 };
enum {
    CL_QUEUE_CONTEXT = 0x1090, CL_QUEUE_DEVICE, CL_QUEUE_REFERENCE_COUNT, CL_QUEUE_PROPERTIES,
};

/* ---- memory ---- */

enum {
    CL_MEM_READ_WRITE = 1, CL_MEM_WRITE_ONLY = 2, CL_MEM_READ_ONLY = 4, CL_MEM_USE_HOST_PTR = 8,
    CL_MEM_ALLOC_HOST_PTR = 16, CL_MEM_COPY_HOST_PTR = 32, CL_MEM_HOST_WRITE_ONLY = 128,
    CL_MEM_HOST_READ_ONLY = 256, CL_MEM_HOST_NO_ACCESS = 512,
};
enum { CL_MEM_OBJECT_BUFFER = 0x10F0 };
enum {
    CL_MEM_TYPE = 0x1100, CL_MEM_FLAGS, CL_MEM_SIZE, CL_MEM_HOST_PTR, CL_MEM_MAP_COUNT,
    CL_MEM_REFERENCE_COUNT, CL_MEM_CONTEXT, CL_MEM_ASSOCIATED_MEMOBJECT, CL_MEM_OFFSET,
};
enum { CL_BUFFER_CREATE_TYPE_REGION = 0x1220 };
enum { CL_MAP_READ = 1, CL_MAP_WRITE = 2, CL_MAP_WRITE_INVALIDATE_REGION = 4 };

/* ---- programs and kernels ---- */

enum {
    CL_PROGRAM_REFERENCE_COUNT = 0x1160, CL_PROGRAM_CONTEXT, CL_PROGRAM_NUM_DEVICES,
    CL_PROGRAM_DEVICES, CL_PROGRAM_SOURCE, CL_PROGRAM_BINARY_SIZES, CL_PROGRAM_BINARIES,
    CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES,
};
enum {
    CL_PROGRAM_BUILD_STATUS = 0x1181, CL_PROGRAM_BUILD_OPTIONS, CL_PROGRAM_BUILD_LOG,
    CL_PROGRAM_BINARY_TYPE,
};
enum {
    CL_PROGRAM_BINARY_TYPE_NONE = 0, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT = 1,
    CL_PROGRAM_BINARY_TYPE_EXECUTABLE = 4,
};
enum { CL_BUILD_SUCCESS = 0, CL_BUILD_NONE = -1, CL_BUILD_ERROR = -2 };
enum {
    CL_KERNEL_FUNCTION_NAME = 0x1190, CL_KERNEL_NUM_ARGS, CL_KERNEL_REFERENCE_COUNT,
    CL_KERNEL_CONTEXT, CL_KERNEL_PROGRAM, CL_KERNEL_ATTRIBUTES,
};
enum {
    CL_KERNEL_ARG_ADDRESS_QUALIFIER = 0x1196, CL_KERNEL_ARG_ACCESS_QUALIFIER,
    CL_KERNEL_ARG_TYPE_NAME, CL_KERNEL_ARG_TYPE_QUALIFIER, CL_KERNEL_ARG_NAME,
    CL_KERNEL_ARG_ADDRESS_GLOBAL = 0x119B, CL_KERNEL_ARG_ADDRESS_LOCAL,
    CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_ADDRESS_PRIVATE,
    CL_KERNEL_ARG_ACCESS_NONE = 0x11A3,
};
enum {
    CL_KERNEL_WORK_GROUP_SIZE = 0x11B0, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
    CL_KERNEL_LOCAL_MEM_SIZE, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
    CL_KERNEL_PRIVATE_MEM_SIZE, CL_KERNEL_GLOBAL_WORK_SIZE,
};

/* ---- events ---- */

enum {
    CL_EVENT_COMMAND_QUEUE = 0x11D0, CL_EVENT_COMMAND_TYPE, CL_EVENT_REFERENCE_COUNT,
    CL_EVENT_COMMAND_EXECUTION_STATUS, CL_EVENT_CONTEXT,
};
enum {
    CL_COMMAND_NDRANGE_KERNEL = 0x11F0, CL_COMMAND_TASK, CL_COMMAND_NATIVE_KERNEL,
    CL_COMMAND_READ_BUFFER, CL_COMMAND_WRITE_BUFFER, CL_COMMAND_COPY_BUFFER,
    CL_COMMAND_MAP_BUFFER = 0x11FB, CL_COMMAND_UNMAP_MEM_OBJECT = 0x11FD,
    CL_COMMAND_MARKER = 0x11FE, CL_COMMAND_READ_BUFFER_RECT = 0x1201,
    CL_COMMAND_WRITE_BUFFER_RECT, CL_COMMAND_COPY_BUFFER_RECT, CL_COMMAND_USER,
    CL_COMMAND_BARRIER, CL_COMMAND_MIGRATE_MEM_OBJECTS, CL_COMMAND_FILL_BUFFER,
};
enum { CL_COMPLETE, CL_RUNNING, CL_SUBMITTED, CL_QUEUED };
enum {
    CL_PROFILING_COMMAND_QUEUED = 0x1280, CL_PROFILING_COMMAND_SUBMIT,
    CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
};

/* ---- functions ---- */

#pragma GCC visibility push(default)

cl_int clGetPlatformIDs(cl_uint room, cl_platform_id *platforms, cl_uint *count);
cl_int clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *platforms, cl_uint *count);
cl_int clGetPlatformInfo(cl_platform_id platform, cl_uint name, size_t room, void *out,
                         size_t *bytes);
cl_int clGetDeviceIDs(cl_platform_id platform, cl_bitfield type, cl_uint room,
                      cl_device_id *devices, cl_uint *count);
cl_int clGetDeviceInfo(cl_device_id device, cl_uint name, size_t room, void *out, size_t *bytes);
cl_int clCreateSubDevices(cl_device_id device, const cl_property *properties, cl_uint room,
                          cl_device_id *out, cl_uint *count);
cl_int clRetainDevice(cl_device_id device);
cl_int clReleaseDevice(cl_device_id device);

typedef void cl_notify_context(const char *text, const void *data, size_t bytes, void *user);
cl_context clCreateContext(const cl_property *properties, cl_uint count,
                           const cl_device_id *devices, cl_notify_context *notify, void *user,
                           cl_int *error);
cl_context clCreateContextFromType(const cl_property *properties, cl_bitfield type,
                                   cl_notify_context *notify, void *user, cl_int *error);
cl_int clRetainContext(cl_context context);
cl_int clReleaseContext(cl_context context);
cl_int clGetContextInfo(cl_context context, cl_uint name, size_t room, void *out, size_t *bytes);

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_bitfield properties, cl_int *error);
cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_ulong *properties, cl_int *error);
cl_int clRetainCommandQueue(cl_command_queue queue);
cl_int clReleaseCommandQueue(cl_command_queue queue);
cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_uint name, size_t room, void *out,
                             size_t *bytes);
cl_int clSetCommandQueueProperty(cl_command_queue queue, cl_bitfield properties, cl_bool enable,
                                 cl_bitfield *before);
cl_int clFlush(cl_command_queue queue);
cl_int clFinish(cl_command_queue queue);

cl_mem clCreateBuffer(cl_context context, cl_bitfield flags, size_t bytes, void *host,
                      cl_int *error);
cl_mem clCreateSubBuffer(cl_mem parent, cl_bitfield flags, cl_uint type, const void *region,
                         cl_int *error);
cl_int clRetainMemObject(cl_mem memory);
cl_int clReleaseMemObject(cl_mem memory);
cl_int clGetMemObjectInfo(cl_mem memory, cl_uint name, size_t room, void *out, size_t *bytes);
typedef void cl_notify_memory(cl_mem memory, void *user);
cl_int clSetMemObjectDestructorCallback(cl_mem memory, cl_notify_memory *notify, void *user);

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **texts,
                                     const size_t *lengths, cl_int *error);
cl_program clCreateProgramWithBinary(cl_context context, cl_uint count,
                                     const cl_device_id *devices, const size_t *lengths,
                                     const unsigned char **binaries, cl_int *statuses,
                                     cl_int *error);
cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint count,
                                             const cl_device_id *devices, const char *names,
                                             cl_int *error);
cl_int clRetainProgram(cl_program program);
cl_int clReleaseProgram(cl_program program);
typedef void cl_notify_program(cl_program program, void *user);
cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                      const char *options, cl_notify_program *notify, void *user);
cl_int clCompileProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                        const char *options, cl_uint header_count, const cl_program *headers,
                        const char **header_names, cl_notify_program *notify, void *user);
cl_program clLinkProgram(cl_context context, cl_uint device_count, const cl_device_id *devices,
                         const char *options, cl_uint count, const cl_program *programs,
                         cl_notify_program *notify, void *user, cl_int *error);
cl_int clUnloadPlatformCompiler(cl_platform_id platform);
cl_int clUnloadCompiler(void);
cl_int clGetProgramInfo(cl_program program, cl_uint name, size_t room, void *out, size_t *bytes);
cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_uint name, size_t room,
                             void *out, size_t *bytes);

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *error);
cl_int clCreateKernelsInProgram(cl_program program, cl_uint room, cl_kernel *kernels,
                                cl_uint *count);
cl_int clRetainKernel(cl_kernel kernel);
cl_int clReleaseKernel(cl_kernel kernel);
cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t bytes, const void *value);
cl_int clGetKernelInfo(cl_kernel kernel, cl_uint name, size_t room, void *out, size_t *bytes);
cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_uint name, size_t room, void *out,
                          size_t *bytes);
cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_uint name, size_t room,
                                void *out, size_t *bytes);

cl_int clWaitForEvents(cl_uint count, const cl_event *events);
cl_int clGetEventInfo(cl_event event, cl_uint name, size_t room, void *out, size_t *bytes);
cl_event clCreateUserEvent(cl_context context, cl_int *error);
cl_int clRetainEvent(cl_event event);
cl_int clReleaseEvent(cl_event event);
cl_int clSetUserEventStatus(cl_event event, cl_int status);
typedef void cl_notify_event(cl_event event, cl_int status, void *user);
cl_int clSetEventCallback(cl_event event, cl_int status, cl_notify_event *notify, void *user);
cl_int clGetEventProfilingInfo(cl_event event, cl_uint name, size_t room, void *out,
                               size_t *bytes);

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset,
                           size_t bytes, void *to, cl_uint wait_count, const cl_event *waits,
                           cl_event *event);
cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                            size_t offset, size_t bytes, const void *from, cl_uint wait_count,
                            const cl_event *waits, cl_event *event);
cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                               const size_t *buffer_origin, const size_t *host_origin,
                               const size_t *region, size_t buffer_row, size_t buffer_slice,
                               size_t host_row, size_t host_slice, void *to, cl_uint wait_count,
                               const cl_event *waits, cl_event *event);
cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                                const size_t *buffer_origin, const size_t *host_origin,
                                const size_t *region, size_t buffer_row, size_t buffer_slice,
                                size_t host_row, size_t host_slice, const void *from,
                                cl_uint wait_count, const cl_event *waits, cl_event *event);
cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem memory, const void *pattern,
                           size_t pattern_bytes, size_t offset, size_t bytes, cl_uint wait_count,
                           const cl_event *waits, cl_event *event);
cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                           size_t to_offset, size_t bytes, cl_uint wait_count,
                           const cl_event *waits, cl_event *event);
cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to,
                               const size_t *from_origin, const size_t *to_origin,
                               const size_t *region, size_t from_row, size_t from_slice,
                               size_t to_row, size_t to_slice, cl_uint wait_count,
                               const cl_event *waits, cl_event *event);
void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                         cl_bitfield flags, size_t offset, size_t bytes, cl_uint wait_count,
                         const cl_event *waits, cl_event *event, cl_int *error);
cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void *mapped,
                               cl_uint wait_count, const cl_event *waits, cl_event *event);
cl_int clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint count, const cl_mem *memories,
                                  cl_bitfield flags, cl_uint wait_count, const cl_event *waits,
                                  cl_event *event);
cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint wait_count, const cl_event *waits, cl_event *event);
cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint wait_count,
                     const cl_event *waits, cl_event *event);
typedef void cl_native_kernel(void *arguments);
cl_int clEnqueueNativeKernel(cl_command_queue queue, cl_native_kernel *function, void *arguments,
                             size_t bytes, cl_uint memory_count, const cl_mem *memories,
                             const void **places, cl_uint wait_count, const cl_event *waits,
                             cl_event *event);
cl_int clEnqueueMarker(cl_command_queue queue, cl_event *event);
cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint wait_count,
                                   const cl_event *waits, cl_event *event);
cl_int clEnqueueBarrier(cl_command_queue queue);
cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint wait_count,
                                    const cl_event *waits, cl_event *event);
cl_int clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event *events);

void *clGetExtensionFunctionAddress(const char *name);
void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name);

/* Images and samplers: refused. */
cl_mem clCreateImage(cl_context context, cl_bitfield flags, const void *format,
                     const void *description, void *host, cl_int *error);
cl_mem clCreateImage2D(cl_context context, cl_bitfield flags, const void *format, size_t width,
                       size_t height, size_t pitch, void *host, cl_int *error);
cl_mem clCreateImage3D(cl_context context, cl_bitfield flags, const void *format, size_t width,
                       size_t height, size_t depth, size_t pitch, size_t slice, void *host,
                       cl_int *error);
cl_int clGetSupportedImageFormats(cl_context context, cl_bitfield flags, cl_uint type,
                                  cl_uint room, void *formats, cl_uint *count);
cl_int clGetImageInfo(cl_mem image, cl_uint name, size_t room, void *out, size_t *bytes);
cl_sampler clCreateSampler(cl_context context, cl_bool normalized, cl_uint addressing,
                           cl_uint filter, cl_int *error);
cl_int clRetainSampler(cl_sampler sampler);
cl_int clReleaseSampler(cl_sampler sampler);
cl_int clGetSamplerInfo(cl_sampler sampler, cl_uint name, size_t room, void *out, size_t *bytes);
cl_int clEnqueueReadImage(cl_command_queue queue);
cl_int clEnqueueWriteImage(cl_command_queue queue);
cl_int clEnqueueFillImage(cl_command_queue queue);
cl_int clEnqueueCopyImage(cl_command_queue queue);
cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue);
cl_int clEnqueueCopyBufferToImage(cl_command_queue queue);
void *clEnqueueMapImage(cl_command_queue queue);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
