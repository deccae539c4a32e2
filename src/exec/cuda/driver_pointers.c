/* SPDX-License-Identifier: Apache-2.0 */
/* driver_pointers.c - the driver API: what is known of an address. */
#include <string.h>

#include "exec/cuda/cuda.h"

/* As CUpointer_attribute numbers them. */
enum {
    CONTEXT = 1, MEMORY_TYPE, DEVICE_POINTER, HOST_POINTER, P2P_TOKENS, SYNC_MEMOPS, BUFFER_ID,
    IS_MANAGED, DEVICE_ORDINAL, IS_LEGACY_IPC, RANGE_START, RANGE_SIZE, MAPPED, HANDLE_TYPES,
    IS_RDMA, ACCESS_FLAGS, MEMPOOL, MAPPING_SIZE, MAPPING_BASE, ATTRIBUTES_END,
};

/* Of an address in a range; all that is known of other addresses is 0. */
typedef uint64_t value_fn(const struct range *range, CUdeviceptr address);

static uint64_t nothing(const struct range *range, CUdeviceptr address)
{
    (void)range, (void)address;
    return 0;
}

static uint64_t context(const struct range *range, CUdeviceptr address)
{
    (void)range, (void)address;
    return (uintptr_t)&exec;
}

static uint64_t memory_type(const struct range *range, CUdeviceptr address)
{
    const struct cuda_memory_types types = cuda_memory_types();
    (void)address;
    return (uint64_t)(range->kind == RANGE_HOST     ? types.host
                      : range->kind == RANGE_DEVICE ? types.device
                                                    : types.managed);
}

static uint64_t same_address(const struct range *range, CUdeviceptr address)
{
    (void)range;
    return address;
}

static uint64_t host_address(const struct range *range, CUdeviceptr address)
{
    return range->kind == RANGE_DEVICE ? 0 : address;
}

static uint64_t base(const struct range *range, CUdeviceptr address)
{
    (void)address;
    return range->base;
}

static uint64_t bytes(const struct range *range, CUdeviceptr address)
{
    (void)address;
    return range->bytes;
}

static uint64_t managed(const struct range *range, CUdeviceptr address)
{
    (void)address;
    return range->kind == RANGE_MANAGED;
}

static uint64_t mapped(const struct range *range, CUdeviceptr address)
{
    (void)range, (void)address;
    return 1;
}

static uint64_t read_and_write(const struct range *range, CUdeviceptr address)
{
    (void)range, (void)address;
    return 3;
}

static uint64_t pool(const struct range *range, CUdeviceptr address)
{
    (void)address;
    return (uintptr_t)range->pool;
}

/* Value, and its bytes as a program reads them. */
static const struct attribute {
    value_fn *value;
    size_t bytes;
} attributes[ATTRIBUTES_END] = {
    [CONTEXT] = {context, sizeof(void *)},
    [MEMORY_TYPE] = {memory_type, sizeof(int)},
    [DEVICE_POINTER] = {same_address, sizeof(CUdeviceptr)},
    [HOST_POINTER] = {host_address, sizeof(void *)},
    [SYNC_MEMOPS] = {nothing, sizeof(bool)},
    [BUFFER_ID] = {base, sizeof(uint64_t)},
    [IS_MANAGED] = {managed, sizeof(bool)},
    [DEVICE_ORDINAL] = {nothing, sizeof(int)},
    [IS_LEGACY_IPC] = {nothing, sizeof(bool)},
    [RANGE_START] = {base, sizeof(CUdeviceptr)},
    [RANGE_SIZE] = {bytes, sizeof(size_t)},
    [MAPPED] = {mapped, sizeof(bool)},
    [HANDLE_TYPES] = {nothing, sizeof(uint64_t)},
    [IS_RDMA] = {nothing, sizeof(bool)},
    [ACCESS_FLAGS] = {read_and_write, sizeof(int)},
    [MEMPOOL] = {pool, sizeof(void *)},
    [MAPPING_SIZE] = {bytes, sizeof(size_t)},
    [MAPPING_BASE] = {base, sizeof(CUdeviceptr)},
};

static cudaError_t get(void *out, int number, const struct range *range, CUdeviceptr address)
{
    enum { NO_DEVICE = -2 };
    if (!out || number < 0 || number >= ATTRIBUTES_END || !attributes[number].value)
        return cudaErrorInvalidValue;
    uint64_t value = range ? attributes[number].value(range, address) : 0;
    if (!range && number == DEVICE_ORDINAL)
        value = (uint64_t)NO_DEVICE;
    memcpy(out, &value, attributes[number].bytes);
    return cudaSuccess;
}

/* A pointer that only one side can use has no address on the other. */
static bool has(int attribute, const struct range *range)
{
    return attribute != HOST_POINTER || range->kind != RANGE_DEVICE;
}

CUresult cuPointerGetAttribute(void *out, int attribute, CUdeviceptr address)
{
    cudaError_t error = exec_enter();
    const struct range *range = error == cudaSuccess ? ranges_find(address) : NULL;
    if (error == cudaSuccess)
        error = range && has(attribute, range) ? get(out, attribute, range, address)
                                               : cudaErrorInvalidValue;
    return cuda_leave_driver(error);
}

CUresult cuPointerGetAttributes(unsigned count, const int *numbers, void **out,
                                CUdeviceptr address)
{
    cudaError_t error = exec_enter();
    const struct range *range = error == cudaSuccess ? ranges_find(address) : NULL;
    if (error == cudaSuccess && (!numbers || !out))
        error = cudaErrorInvalidValue;
    for (unsigned i = 0; i < count && error == cudaSuccess; i++)
        error = get(out[i], numbers[i], range, address);
    return cuda_leave_driver(error);
}

/* Copies are in order anyway. */
CUresult cuPointerSetAttribute(const void *value, int attribute, CUdeviceptr address)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && (!value || attribute != SYNC_MEMOPS || !ranges_find(address)))
        error = cudaErrorInvalidValue;
    return cuda_leave_driver(error);
}
