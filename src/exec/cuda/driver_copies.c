/* SPDX-License-Identifier: Apache-2.0 */
/* driver_copies.c - the driver API: copies and fills of two and three dimensions. */
#include "exec/cuda/cuda.h"

/* Where one side of a copied box is, as both structures describe it. */
struct side {
    int type;
    const void *host;
    CUdeviceptr device;
    const void *array;
    size_t pitch, height; /* bytes of a line; lines of a slice */
    size_t x, y, z;       /* of the first byte */
};

static bool is_host(const struct side *side)
{
    return side->type == cuda_memory_types().host;
}

static struct exec_box box_of(const struct side *side)
{
    const uintptr_t memory = is_host(side) ? (uintptr_t)side->host : (uintptr_t)side->device;
    return (struct exec_box){.memory = (const void *)memory, .pitch = side->pitch,
                             .slice = exec_slice(side->pitch, side->height),
                             .x = side->x, .y = side->y, .z = side->z};
}

static int kind_of(const struct side *to, const struct side *from)
{
    const int unified = cuda_memory_types().unified;
    if (to->type == unified || from->type == unified)
        return COPY_ANY;
    if (is_host(to))
        return is_host(from) ? COPY_WITHIN_HOST : COPY_TO_HOST;
    return is_host(from) ? COPY_TO_DEVICE : COPY_WITHIN_DEVICE;
}

static cudaError_t check(const struct side *side, size_t width)
{
    const struct cuda_memory_types types = cuda_memory_types();
    if (side->type == types.array) {
        exec_complain("copies of arrays through the driver's interface are not supported");
        return cudaErrorNotSupported;
    }
    return (side->type == types.host || side->type == types.device ||
            side->type == types.managed || side->type == types.unified) &&
                   width <= SIZE_MAX - side->x && side->x + width <= side->pitch
               ? cudaSuccess : cudaErrorInvalidValue;
}

/* A pitch of 0 means lines without a gap. */
static cudaError_t copy_box(struct side *to, struct side *from, const size_t size[3])
{
    to->pitch = to->pitch ? to->pitch : size[0] + to->x;
    from->pitch = from->pitch ? from->pitch : size[0] + from->x;
    cudaError_t error = check(to, size[0]);
    if (error == cudaSuccess)
        error = check(from, size[0]);
    const struct exec_box target = box_of(to), source = box_of(from);
    if (error == cudaSuccess && (!target.memory || !source.memory))
        error = cudaErrorInvalidValue;
    return error == cudaSuccess ? exec_copy_box(&target, &source, size, kind_of(to, from)) : error;
}

CUresult cuMemcpy2D_v2(const struct CUDA_MEMCPY2D *p)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && !p)
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess) {
        struct side to = {p->dstMemoryType, p->dstHost, p->dstDevice, p->dstArray, p->dstPitch, 0,
                          p->dstXInBytes, p->dstY, 0};
        struct side from = {p->srcMemoryType, p->srcHost, p->srcDevice, p->srcArray, p->srcPitch,
                            0, p->srcXInBytes, p->srcY, 0};
        error = copy_box(&to, &from, (const size_t[]){p->WidthInBytes, p->Height, 1});
    }
    return cuda_leave_driver(error);
}

CUresult cuMemcpy2DAsync_v2(const struct CUDA_MEMCPY2D *p, CUstream stream)
{
    const CUresult result = (CUresult)cudaStreamSynchronize(stream);
    return result ? result : cuMemcpy2D_v2(p);
}

CUresult cuMemcpy3D_v2(const struct CUDA_MEMCPY3D *p)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && !p)
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess) {
        struct side to = {p->dstMemoryType, p->dstHost, p->dstDevice, p->dstArray, p->dstPitch,
                          p->dstHeight ? p->dstHeight : p->Height, p->dstXInBytes, p->dstY,
                          p->dstZ};
        struct side from = {p->srcMemoryType, p->srcHost, p->srcDevice, p->srcArray, p->srcPitch,
                            p->srcHeight ? p->srcHeight : p->Height, p->srcXInBytes, p->srcY,
                            p->srcZ};
        error = copy_box(&to, &from, (const size_t[]){p->WidthInBytes, p->Height, p->Depth});
    }
    return cuda_leave_driver(error);
}

CUresult cuMemcpy3DAsync_v2(const struct CUDA_MEMCPY3D *p, CUstream stream)
{
    const CUresult result = (CUresult)cudaStreamSynchronize(stream);
    return result ? result : cuMemcpy3D_v2(p);
}

/* ---- fills ---- */

static CUresult fill_lines(CUdeviceptr to, size_t pitch, const void *pattern, size_t pattern_bytes,
                           size_t width, size_t height)
{
    const struct exec_box box = {.memory = (const void *)(uintptr_t)to, .pitch = pitch};
    const size_t size[] = {width * pattern_bytes, height, 1};
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && width && height && width > pitch / pattern_bytes)
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        error = exec_fill_box(&box, size, pattern, pattern_bytes);
    return cuda_leave_driver(error);
}

CUresult cuMemsetD2D8_v2(CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
                         size_t height)
{
    return fill_lines(to, pitch, &value, sizeof value, width, height);
}

CUresult cuMemsetD2D16_v2(CUdeviceptr to, size_t pitch, unsigned short value, size_t width,
                          size_t height)
{
    return fill_lines(to, pitch, &value, sizeof value, width, height);
}

CUresult cuMemsetD2D32_v2(CUdeviceptr to, size_t pitch, unsigned value, size_t width,
                          size_t height)
{
    return fill_lines(to, pitch, &value, sizeof value, width, height);
}

CUresult cuMemsetD2D8Async(CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
                           size_t height, CUstream stream)
{
    const CUresult result = (CUresult)cudaStreamSynchronize(stream);
    return result ? result : cuMemsetD2D8_v2(to, pitch, value, width, height);
}

CUresult cuMemsetD2D16Async(CUdeviceptr to, size_t pitch, unsigned short value, size_t width,
                            size_t height, CUstream stream)
{
    const CUresult result = (CUresult)cudaStreamSynchronize(stream);
    return result ? result : cuMemsetD2D16_v2(to, pitch, value, width, height);
}

CUresult cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned value, size_t width,
                            size_t height, CUstream stream)
{
    const CUresult result = (CUresult)cudaStreamSynchronize(stream);
    return result ? result : cuMemsetD2D32_v2(to, pitch, value, width, height);
}

CUDA_ALIAS(cuMemcpy2D_v2, cuMemcpy2D_v2_ptds);
CUDA_ALIAS(cuMemcpy2D_v2, cuMemcpy2DUnaligned_v2);
CUDA_ALIAS(cuMemcpy2D_v2, cuMemcpy2DUnaligned_v2_ptds);
CUDA_ALIAS(cuMemcpy2DAsync_v2, cuMemcpy2DAsync_v2_ptsz);
CUDA_ALIAS(cuMemcpy3D_v2, cuMemcpy3D_v2_ptds);
CUDA_ALIAS(cuMemcpy3DAsync_v2, cuMemcpy3DAsync_v2_ptsz);
CUDA_ALIAS(cuMemsetD2D8_v2, cuMemsetD2D8_v2_ptds);
CUDA_ALIAS(cuMemsetD2D16_v2, cuMemsetD2D16_v2_ptds);
CUDA_ALIAS(cuMemsetD2D32_v2, cuMemsetD2D32_v2_ptds);
CUDA_ALIAS(cuMemsetD2D8Async, cuMemsetD2D8Async_ptsz);
CUDA_ALIAS(cuMemsetD2D16Async, cuMemsetD2D16Async_ptsz);
CUDA_ALIAS(cuMemsetD2D32Async, cuMemsetD2D32Async_ptsz);
