/* SPDX-License-Identifier: Apache-2.0 */
/* unsupported.c - functions that a program may contain and this library does not have: textures,
 * arrays, graphs. Each says so once it is called. Callers pass arguments that nobody reads. */
#include "exec/cuda/state.h"

static cudaError_t refuse(const char *what)
{
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess) {
        cuda_complain("%s is not supported", what);
        error = cudaErrorNotSupported;
    }
    return cuda_leave(error);
}

cudaError_t cudaCreateTextureObject(void)
{
    return refuse(__func__);
}

cudaError_t cudaDestroyTextureObject(void)
{
    return refuse(__func__);
}

cudaError_t cudaBindTexture(void)
{
    return refuse(__func__);
}

cudaError_t cudaBindTexture2D(void)
{
    return refuse(__func__);
}

cudaError_t cudaBindTextureToArray(void)
{
    return refuse(__func__);
}

cudaError_t cudaUnbindTexture(void)
{
    return refuse(__func__);
}

cudaError_t cudaCreateSurfaceObject(void)
{
    return refuse(__func__);
}

cudaError_t cudaDestroySurfaceObject(void)
{
    return refuse(__func__);
}

cudaError_t cudaMallocArray(void)
{
    return refuse(__func__);
}

cudaError_t cudaMalloc3DArray(void)
{
    return refuse(__func__);
}

cudaError_t cudaFreeArray(void)
{
    return refuse(__func__);
}

cudaError_t cudaMemcpyToArray(void)
{
    return refuse(__func__);
}

cudaError_t cudaMemcpy2DToArray(void)
{
    return refuse(__func__);
}

cudaError_t cudaMemcpyFromArray(void)
{
    return refuse(__func__);
}

cudaError_t cudaMemcpy2DFromArray(void)
{
    return refuse(__func__);
}

cudaError_t cudaStreamBeginCapture(void)
{
    return refuse(__func__);
}

cudaError_t cudaStreamEndCapture(void)
{
    return refuse(__func__);
}

cudaError_t cudaGraphCreate(void)
{
    return refuse(__func__);
}

cudaError_t cudaGraphLaunch(void)
{
    return refuse(__func__);
}

cudaError_t cudaGraphInstantiate(void)
{
    return refuse(__func__);
}

cudaError_t cudaGraphDestroy(void)
{
    return refuse(__func__);
}

cudaError_t cudaGraphExecDestroy(void)
{
    return refuse(__func__);
}

cudaError_t cudaIpcGetMemHandle(void)
{
    return refuse(__func__);
}

cudaError_t cudaIpcOpenMemHandle(void)
{
    return refuse(__func__);
}

cudaError_t cudaIpcCloseMemHandle(void)
{
    return refuse(__func__);
}

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, int kind)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, kind};
}
