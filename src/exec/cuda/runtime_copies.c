/* SPDX-License-Identifier: Apache-2.0 */
/* runtime_copies.c - the runtime API: copies, fills and symbols. */
#include "exec/cuda/cuda.h"

/* ---- copies ---- */

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = stream_check(stream);
    if (error == cudaSuccess)
        error = exec_copy(to, from, bytes, kind);
    return exec_leave(error);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    return cudaMemcpyAsync(to, from, bytes, kind, NULL);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t bytes)
{
    if (to_device || from_device)
        return cudaErrorInvalidDevice;
    return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpyPeer(to, to_device, from, from_device, bytes);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = stream_check(stream);
    if (error == cudaSuccess)
        error = exec_copy_lines(to, to_pitch, from, from_pitch, width, height, kind);
    return exec_leave(error);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, NULL);
}

static struct exec_box box_at(const struct cudaPitchedPtr *memory, struct cudaPos at)
{
    return (struct exec_box){.memory = memory->ptr, .pitch = memory->pitch,
                             .slice = exec_slice(memory->pitch, memory->ysize),
                             .x = at.x, .y = at.y, .z = at.z};
}

static cudaError_t copy_box(const struct cudaMemcpy3DParms *p)
{
    const size_t size[] = {p->extent.width, p->extent.height, p->extent.depth};
    const struct exec_box to = box_at(&p->dstPtr, p->dstPos), from = box_at(&p->srcPtr, p->srcPos);
    if (p->srcArray || p->dstArray) {
        exec_complain("copies of CUDA arrays are not supported");
        return cudaErrorNotSupported;
    }
    return to.memory && from.memory ? exec_copy_box(&to, &from, size, p->kind)
                                    : cudaErrorInvalidValue;
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = parameters ? stream_check(stream) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
        error = copy_box(parameters);
    return exec_leave(error);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters)
{
    return cudaMemcpy3DAsync(parameters, NULL);
}

/* ---- fills ---- */

cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream)
{
    const uint8_t byte = (uint8_t)value;
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = stream_check(stream);
    if (error == cudaSuccess)
        error = exec_fill(to, &byte, 1, bytes);
    return exec_leave(error);
}

cudaError_t cudaMemset(void *to, int value, size_t bytes)
{
    return cudaMemsetAsync(to, value, bytes, NULL);
}

cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    const uint8_t byte = (uint8_t)value;
    const size_t size[] = {width, height, 1};
    const struct exec_box box = {.memory = to, .pitch = pitch};
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = stream_check(stream);
    if (error == cudaSuccess)
        error = exec_fill_box(&box, size, &byte, 1);
    return exec_leave(error);
}

cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height)
{
    return cudaMemset2DAsync(to, pitch, value, width, height, NULL);
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr to, int value, struct cudaExtent extent,
                              cudaStream_t stream)
{
    const uint8_t byte = (uint8_t)value;
    const size_t size[] = {extent.width, extent.height, extent.depth};
    const struct exec_box box = box_at(&to, (struct cudaPos){0, 0, 0});
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = stream_check(stream);
    if (error == cudaSuccess)
        error = exec_fill_box(&box, size, &byte, 1);
    return exec_leave(error);
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr to, int value, struct cudaExtent extent)
{
    return cudaMemset3DAsync(to, value, extent, NULL);
}

/* ---- symbols ---- */

/* The address of `bytes` of a variable from `offset` on. */
static cudaError_t within_symbol(const void *symbol, size_t bytes, size_t offset, void **out)
{
    uint64_t address, size;
    cudaError_t error = variable_find(symbol, &address, &size);
    if (error == cudaSuccess && (offset > size || bytes > size - offset))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *out = (void *)(uintptr_t)(address + offset);
    return error;
}

static cudaError_t enter_symbol(const void *symbol, size_t bytes, size_t offset,
                                cudaStream_t stream, void **address)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = stream_check(stream);
    return error == cudaSuccess ? within_symbol(symbol, bytes, offset, address) : error;
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes,
                                    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    void *to = NULL;
    cudaError_t error = enter_symbol(symbol, bytes, offset, stream, &to);
    return exec_leave(error == cudaSuccess ? exec_copy(to, from, bytes, kind) : error);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind)
{
    return cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, NULL);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream)
{
    void *from = NULL;
    cudaError_t error = enter_symbol(symbol, bytes, offset, stream, &from);
    return exec_leave(error == cudaSuccess ? exec_copy(to, from, bytes, kind) : error);
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind)
{
    return cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, NULL);
}

cudaError_t cudaGetSymbolAddress(void **out, const void *symbol)
{
    uint64_t address, bytes;
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = out ? variable_find(symbol, &address, &bytes) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *out = (void *)(uintptr_t)address;
    return exec_leave(error);
}

cudaError_t cudaGetSymbolSize(size_t *out, const void *symbol)
{
    uint64_t address, bytes;
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = out ? variable_find(symbol, &address, &bytes) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *out = bytes;
    return exec_leave(error);
}

CUDA_ALIAS(cudaMemcpy, cudaMemcpy_ptds);
CUDA_ALIAS(cudaMemcpyAsync, cudaMemcpyAsync_ptsz);
CUDA_ALIAS(cudaMemcpy2D, cudaMemcpy2D_ptds);
CUDA_ALIAS(cudaMemcpy2DAsync, cudaMemcpy2DAsync_ptsz);
CUDA_ALIAS(cudaMemcpy3D, cudaMemcpy3D_ptds);
CUDA_ALIAS(cudaMemcpy3DAsync, cudaMemcpy3DAsync_ptsz);
CUDA_ALIAS(cudaMemset, cudaMemset_ptds);
CUDA_ALIAS(cudaMemsetAsync, cudaMemsetAsync_ptsz);
CUDA_ALIAS(cudaMemset2D, cudaMemset2D_ptds);
CUDA_ALIAS(cudaMemset2DAsync, cudaMemset2DAsync_ptsz);
CUDA_ALIAS(cudaMemset3D, cudaMemset3D_ptds);
CUDA_ALIAS(cudaMemset3DAsync, cudaMemset3DAsync_ptsz);
CUDA_ALIAS(cudaMemcpyToSymbol, cudaMemcpyToSymbol_ptds);
CUDA_ALIAS(cudaMemcpyToSymbolAsync, cudaMemcpyToSymbolAsync_ptsz);
CUDA_ALIAS(cudaMemcpyFromSymbol, cudaMemcpyFromSymbol_ptds);
CUDA_ALIAS(cudaMemcpyFromSymbolAsync, cudaMemcpyFromSymbolAsync_ptsz);
