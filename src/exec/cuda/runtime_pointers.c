/* SPDX-License-Identifier: Apache-2.0 */
/* runtime_pointers.c - the runtime API: what is known of an address. */
#include <string.h>

#include "exec/cuda/cuda.h"

static struct cudaPointerAttributes attributes_of(const struct range *range, const void *pointer)
{
    struct cudaPointerAttributes attributes = {.type = range ? (int)range->kind : 0};
    if (range)
        attributes.devicePointer = (void *)(uintptr_t)pointer;
    if (range && range->kind != RANGE_DEVICE)
        attributes.hostPointer = (void *)(uintptr_t)pointer;
    return attributes;
}

/* With CUDA 10 the structure begins with one field more and ends with another, and memory that is
 * not CUDA's is an error. */
static cudaError_t put_old(void *out, const struct range *range,
                           const struct cudaPointerAttributes *attributes)
{
    struct {
        int is_device; /* 1: host, 2: device */
        int type, device;
        void *device_pointer, *host_pointer;
        int is_managed;
    } old = {range && range->kind == RANGE_HOST ? 1 : 2, attributes->type, 0,
             attributes->devicePointer, attributes->hostPointer,
             range && range->kind == RANGE_MANAGED};
    if (!range)
        return cudaErrorInvalidValue;
    memcpy(out, &old, sizeof old);
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *out, const void *pointer)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && !out)
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess) {
        const struct range *range = ranges_find((uint64_t)(uintptr_t)pointer);
        const struct cudaPointerAttributes attributes = attributes_of(range, pointer);
        if (cuda_release() == 10)
            error = put_old(out, range, &attributes);
        else
            *out = attributes;
    }
    return exec_leave(error);
}
