/* SPDX-License-Identifier: Apache-2.0 */
/* platform.c - the platform and its device: what the machine file says about it. */
#include <stdio.h>
#include <string.h>

#include "exec/opencl/state.h"

/* ---- platform ---- */

cl_int clGetPlatformIDs(cl_uint room, cl_platform_id *platforms, cl_uint *count)
{
    HOLD_LOCK;
    if ((!platforms && !count) || (platforms && !room))
        return CL_INVALID_VALUE;
    if (opencl_start() != CL_SUCCESS) {
        if (count)
            *count = 0;
        return CL_PLATFORM_NOT_FOUND_KHR;
    }
    if (platforms)
        *platforms = &opencl_platform;
    if (count)
        *count = 1;
    return CL_SUCCESS;
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_uint name, size_t room, void *out,
                         size_t *bytes)
{
    static const struct {
        cl_uint name;
        const char *text;
    } texts[] = {
        {CL_PLATFORM_PROFILE, "FULL_PROFILE"},
        {CL_PLATFORM_VERSION, "OpenCL 1.2 warpclock " WC_VERSION_STRING},
        {CL_PLATFORM_NAME, "warpclock"},
        {CL_PLATFORM_VENDOR, "warpclock"},
        {CL_PLATFORM_EXTENSIONS, "cl_khr_icd"},
        {CL_PLATFORM_ICD_SUFFIX_KHR, "WARPCLOCK"},
    };
    if (platform && !object_is(platform, OBJECT_PLATFORM))
        return CL_INVALID_PLATFORM;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i].name == name)
            return answer_text(texts[i].text, room, out, bytes);
    }
    return CL_INVALID_VALUE;
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_bitfield type, cl_uint room,
                      cl_device_id *devices, cl_uint *count)
{
    const cl_bitfield known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                              CL_DEVICE_TYPE_ACCELERATOR;
    HOLD_LOCK;
    if (platform && !object_is(platform, OBJECT_PLATFORM))
        return CL_INVALID_PLATFORM;
    if (type != CL_DEVICE_TYPE_ALL && (!type || (type & ~known)))
        return CL_INVALID_DEVICE_TYPE;
    if ((!devices && !count) || (devices && !room))
        return CL_INVALID_VALUE;
    const bool there = (type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT)) &&
                       opencl_start() == CL_SUCCESS;
    if (count)
        *count = there;
    if (there && devices)
        *devices = &opencl_device;
    return there ? CL_SUCCESS : CL_DEVICE_NOT_FOUND;
}

cl_int clRetainDevice(cl_device_id device)
{
    return object_is(device, OBJECT_DEVICE) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

cl_int clReleaseDevice(cl_device_id device)
{
    return object_is(device, OBJECT_DEVICE) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

/* ---- numbers of machines ---- */

/* Where each model's parameters have what OpenCL asks for; numbers without a name are fixed. */
static const struct model {
    const char *name;
    const char *units, *group, *group_times, *local, *wave;
    double wave_items;
    size_t own_local; /* bytes of local memory that the run time needs */
    bool has_double;  /* the compiler takes it */
} models[] = {
    {"gcn3", "cus", "group.items", NULL, "group.lds", NULL, 64, 0, true},
    {"vortex", "cores", "warps", "threads", "local.bytes", "threads", 32, 16, false},
    {"fermi", NULL, "group.threads", NULL, "sm.shared", "warp_width", 32, 0, false},
    {"pascal", "sms", "block.threads", NULL, "block.shared", NULL, 32, 0, true},
};

static const struct model *model(void)
{
    const char *name = wc_device_text(exec.device, "model");
    size_t i = sizeof models / sizeof *models - 1;
    while (i && strcmp(name ? name : "", models[i].name) != 0)
        i--;
    return &models[i];
}

static double number(const char *name, double otherwise)
{
    double value;
    return name && wc_device_number(exec.device, name, &value) ? value : otherwise;
}

size_t device_group_items(void)
{
    return (size_t)(number(model()->group, 256) * number(model()->group_times, 1));
}

size_t device_wave_items(void)
{
    return (size_t)number(model()->wave, model()->wave_items);
}

size_t device_local_bytes(void)
{
    return (size_t)number(model()->local, 32768) - model()->own_local;
}

static uint64_t heap_bytes(void)
{
    uint64_t base = 0, end = 0, align = 0;
    wc_device_heap(exec.device, &base, &end, &align);
    return end - base;
}

size_t device_base_align(void)
{
    uint64_t base = 0, end = 0, align = 0;
    wc_device_heap(exec.device, &base, &end, &align);
    return align > 128 ? (size_t)align : 128; /* of long16 */
}

/* All libraries of built-in functions have them; RV32 code needs the A extension. */
static bool has_atomics(void)
{
    const char *isa_a = wc_device_text(exec.device, "isa.a");
    return !isa_a || !strcmp(isa_a, "true");
}

static void write_extensions(char *text, size_t room)
{
    snprintf(text, room, "cl_khr_byte_addressable_store%s%s",
             has_atomics() ? " cl_khr_global_int32_base_atomics"
                             " cl_khr_global_int32_extended_atomics"
                             " cl_khr_local_int32_base_atomics"
                             " cl_khr_local_int32_extended_atomics"
                           : "",
             model()->has_double ? " cl_khr_fp64" : "");
}

/* ---- queries ---- */

static cl_int answer_ulong(cl_ulong value, size_t room, void *out, size_t *bytes)
{
    return answer(&value, sizeof value, room, out, bytes);
}

static cl_int answer_texts(cl_uint name, size_t room, void *out, size_t *bytes)
{
    char text[512];
    switch (name) {
    case CL_DEVICE_NAME:
        return answer_text(wc_device_text(exec.device, "name"), room, out, bytes);
    case CL_DEVICE_VENDOR:
        return answer_text("warpclock", room, out, bytes);
    case CL_DRIVER_VERSION:
        return answer_text(WC_VERSION_STRING, room, out, bytes);
    case CL_DEVICE_PROFILE:
        return answer_text("FULL_PROFILE", room, out, bytes);
    case CL_DEVICE_VERSION:
        return answer_text("OpenCL 1.2 warpclock", room, out, bytes);
    case CL_DEVICE_OPENCL_C_VERSION:
        return answer_text("OpenCL C 1.2 warpclock", room, out, bytes);
    case CL_DEVICE_BUILT_IN_KERNELS:
        return answer_text("", room, out, bytes);
    case CL_DEVICE_EXTENSIONS:
        write_extensions(text, sizeof text);
        return answer_text(text, room, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

/* Numbers of 4 bytes that are the same for every machine: vector widths, flags, limits. */
static const struct fixed_number {
    cl_uint name, value;
} fixed_numbers[] = {
    {CL_DEVICE_VENDOR_ID, 0x7763},
    {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, 3},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, 1},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, 1},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, 1},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, 1},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, 1},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, 0},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, 1},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, 1},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, 1},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, 1},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, 1},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, 0},
    {CL_DEVICE_MAX_READ_IMAGE_ARGS, 0},
    {CL_DEVICE_MAX_WRITE_IMAGE_ARGS, 0},
    {CL_DEVICE_IMAGE_SUPPORT, CL_FALSE},
    {CL_DEVICE_MAX_SAMPLERS, 0},
    {CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, 128},
    {CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, CL_READ_WRITE_CACHE},
    {CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, 64},
    {CL_DEVICE_MAX_CONSTANT_ARGS, 8},
    {CL_DEVICE_LOCAL_MEM_TYPE, CL_LOCAL},
    {CL_DEVICE_ERROR_CORRECTION_SUPPORT, CL_FALSE},
    {CL_DEVICE_ENDIAN_LITTLE, CL_TRUE},
    {CL_DEVICE_AVAILABLE, CL_TRUE},
    {CL_DEVICE_COMPILER_AVAILABLE, CL_TRUE},
    {CL_DEVICE_LINKER_AVAILABLE, CL_TRUE},
    {CL_DEVICE_HOST_UNIFIED_MEMORY, CL_FALSE},
    {CL_DEVICE_PARTITION_MAX_SUB_DEVICES, 0},
    {CL_DEVICE_REFERENCE_COUNT, 1},
    {CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, CL_TRUE},
};

static cl_int answer_fixed(cl_uint name, size_t room, void *out, size_t *bytes)
{
    for (size_t i = 0; i < sizeof fixed_numbers / sizeof *fixed_numbers; i++) {
        if (fixed_numbers[i].name == name)
            return answer_uint(fixed_numbers[i].value, room, out, bytes);
    }
    return CL_INVALID_VALUE;
}

static cl_int answer_sizes(cl_uint name, size_t room, void *out, size_t *bytes)
{
    const size_t items = device_group_items(), sizes[] = {items, items, items};
    switch (name) {
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        return answer_size(items, room, out, bytes);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
        return answer(sizes, sizeof sizes, room, out, bytes);
    case CL_DEVICE_MAX_PARAMETER_SIZE:
        return answer_size(1024, room, out, bytes);
    case CL_DEVICE_PRINTF_BUFFER_SIZE:
        return answer_size(1 << 20, room, out, bytes);
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
        return answer_size(1, room, out, bytes);
    case CL_DEVICE_PARTITION_PROPERTIES:
    case CL_DEVICE_PARTITION_TYPE:
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_DEPTH:
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
        return answer_size(0, room, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_int answer_large(cl_uint name, size_t room, void *out, size_t *bytes)
{
    const cl_ulong precise = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                             CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
    switch (name) {
    case CL_DEVICE_TYPE:
        return answer_ulong(CL_DEVICE_TYPE_GPU, room, out, bytes);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        return answer_ulong(heap_bytes() / 2, room, out, bytes);
    case CL_DEVICE_GLOBAL_MEM_SIZE:
        return answer_ulong(heap_bytes(), room, out, bytes);
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
        return answer_ulong((cl_ulong)number("l2.bytes", 262144), room, out, bytes);
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
        return answer_ulong(65536, room, out, bytes);
    case CL_DEVICE_LOCAL_MEM_SIZE:
        return answer_ulong(device_local_bytes(), room, out, bytes);
    case CL_DEVICE_SINGLE_FP_CONFIG:
        return answer_ulong(CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST, room, out, bytes);
    case CL_DEVICE_DOUBLE_FP_CONFIG:
        return answer_ulong(model()->has_double ? precise : 0, room, out, bytes);
    case CL_DEVICE_EXECUTION_CAPABILITIES:
        return answer_ulong(CL_EXEC_KERNEL, room, out, bytes);
    case CL_DEVICE_QUEUE_PROPERTIES:
        return answer_ulong(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE,
                            room, out, bytes);
    case CL_DEVICE_HALF_FP_CONFIG:
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
        return answer_ulong(0, room, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_int answer_machine(cl_uint name, size_t room, void *out, size_t *bytes)
{
    uint64_t base = 0, end = 0, align = 0;
    wc_device_heap(exec.device, &base, &end, &align);
    switch (name) {
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        return answer_uint((cl_uint)number(model()->units, 1), room, out, bytes);
    case CL_DEVICE_MAX_CLOCK_FREQUENCY:
        return answer_uint(wc_device_clock_mhz(exec.device), room, out, bytes);
    case CL_DEVICE_ADDRESS_BITS:
        return answer_uint(end > UINT32_MAX ? 64 : 32, room, out, bytes);
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
        return answer_uint((cl_uint)device_base_align() * 8, room, out, bytes);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
        return answer_uint(model()->has_double, room, out, bytes);
    case CL_DEVICE_PLATFORM:
        return answer_pointer(&opencl_platform, room, out, bytes);
    case CL_DEVICE_PARENT_DEVICE:
        return answer_pointer(NULL, room, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clGetDeviceInfo(cl_device_id device, cl_uint name, size_t room, void *out, size_t *bytes)
{
    typedef cl_int answer_fn(cl_uint name, size_t room, void *out, size_t *bytes);
    static answer_fn *const answers[] = {answer_fixed, answer_sizes, answer_large,
                                         answer_machine, answer_texts};
    cl_int error = CL_INVALID_VALUE;
    HOLD_LOCK;
    if (!object_is(device, OBJECT_DEVICE))
        return CL_INVALID_DEVICE;
    for (size_t i = 0; error == CL_INVALID_VALUE && i < sizeof answers / sizeof *answers; i++)
        error = answers[i](name, room, out, bytes);
    return error;
}
