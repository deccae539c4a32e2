/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c - allocation and copies, where HIP is not like CUDA. */
#include "exec/cuda/cuda.h"
#include "exec/hip/hip.h"

hipError_t hipHostAlloc(void **out, size_t bytes, unsigned flags)
{
    return hipHostMalloc(out, bytes, flags);
}

hipError_t hipFreeHost(void *pointer)
{
    return hipHostFree(pointer);
}

hipError_t hipExtMallocWithFlags(void **out, size_t bytes, unsigned flags)
{
    (void)flags;
    return hipMalloc(out, bytes);
}

hipError_t hipMemcpyWithStream(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                               hipStream_t stream)
{
    return hipMemcpyAsync(to, from, bytes, kind, stream);
}

hipError_t hipMemPtrGetInfo(void *pointer, size_t *bytes)
{
    hipError_t error = exec_enter();
    const struct range *range = ranges_find((uint64_t)(uintptr_t)pointer);
    if (error == hipSuccess && (!bytes || !range))
        error = hipErrorInvalidValue;
    if (error == hipSuccess)
        *bytes = range->bytes;
    return exec_leave(error);
}

hipError_t hipPointerGetAttributes(struct hipPointerAttribute_t *out, const void *pointer)
{
    const struct cuda_memory_types types = cuda_memory_types();
    hipError_t error = exec_enter();
    const struct range *range = ranges_find((uint64_t)(uintptr_t)pointer);
    if (error == hipSuccess && (!out || !range))
        error = hipErrorInvalidValue;
    if (error == hipSuccess)
        *out = (struct hipPointerAttribute_t){
            .memoryType = range->kind == RANGE_HOST     ? types.host
                          : range->kind == RANGE_DEVICE ? types.device
                                                        : types.managed,
            .devicePointer = (void *)(uintptr_t)pointer,
            .hostPointer = range->kind == RANGE_DEVICE ? NULL : (void *)(uintptr_t)pointer,
            .isManaged = range->kind == RANGE_MANAGED};
    return exec_leave(error);
}
