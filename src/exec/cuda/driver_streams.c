/* SPDX-License-Identifier: Apache-2.0 */
/* driver_streams.c - the driver API: streams and events. */
#include "exec/cuda/cuda.h"

/* ---- streams ---- */

CUresult cuStreamCreate(CUstream *out, unsigned flags)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = stream_new(flags, 0, out);
    return cuda_leave_driver(error);
}

CUresult cuStreamCreateWithPriority(CUstream *out, unsigned flags, int priority)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = stream_new(flags, priority, out);
    return cuda_leave_driver(error);
}

CUresult cuStreamDestroy_v2(CUstream stream)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = stream_drop(stream);
    return cuda_leave_driver(error);
}

CUresult cuStreamSynchronize(CUstream stream)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = stream_check(stream);
    return cuda_leave_driver(error);
}

CUresult cuStreamQuery(CUstream stream)
{
    return cuStreamSynchronize(stream);
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
    cudaError_t error = exec_enter();
    (void)flags;
    if (error == cudaSuccess)
        error = stream_check(stream);
    if (error == cudaSuccess)
        error = event_check(event);
    return cuda_leave_driver(error);
}

CUresult cuStreamGetFlags(CUstream stream, unsigned *flags)
{
    return (CUresult)cudaStreamGetFlags(stream, flags);
}

CUresult cuStreamGetPriority(CUstream stream, int *priority)
{
    return (CUresult)cudaStreamGetPriority(stream, priority);
}

CUresult cuStreamGetId(CUstream stream, uint64_t *id)
{
    return (CUresult)cudaStreamGetId(stream, id);
}

CUresult cuStreamGetDevice(CUstream stream, CUdevice *device)
{
    return (CUresult)cudaStreamGetDevice(stream, device);
}

CUresult cuStreamGetCtx(CUstream stream, CUcontext *out)
{
    const CUresult result = cuStreamSynchronize(stream);
    return result ? result : cuCtxGetCurrent(out);
}

CUresult cuStreamIsCapturing(CUstream stream, int *status)
{
    return (CUresult)cudaStreamIsCapturing(stream, status);
}

CUresult cuStreamGetCaptureInfo(CUstream stream, int *status, uint64_t *id)
{
    return (CUresult)cudaStreamGetCaptureInfo(stream, status, id);
}

CUresult cuThreadExchangeStreamCaptureMode(int *mode)
{
    return (CUresult)cudaThreadExchangeStreamCaptureMode(mode);
}

CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr memory, size_t bytes, unsigned flags)
{
    return (CUresult)cudaStreamAttachMemAsync(stream, (void *)(uintptr_t)memory, bytes, flags);
}

/* Functions of the program are called at once, without the lock. */
CUresult cuStreamAddCallback(CUstream stream, void (*callback)(CUstream, CUresult, void *),
                             void *user, unsigned flags)
{
    const CUresult result = cuStreamSynchronize(stream);
    if (!callback || flags)
        return CUDA_ERROR_INVALID_VALUE;
    callback(stream, result, user);
    return result;
}

CUresult cuLaunchHostFunc(CUstream stream, void (*function)(void *), void *user)
{
    const CUresult result = cuStreamSynchronize(stream);
    if (!function)
        return CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        function(user);
    return result;
}

/* ---- events ---- */

CUresult cuEventCreate(CUevent *out, unsigned flags)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = event_new(flags, out);
    return cuda_leave_driver(error);
}

CUresult cuEventDestroy_v2(CUevent event)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = event_drop(event);
    return cuda_leave_driver(error);
}

CUresult cuEventRecord(CUevent event, CUstream stream)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = event_record(event, stream);
    return cuda_leave_driver(error);
}

CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags)
{
    (void)flags;
    return cuEventRecord(event, stream);
}

CUresult cuEventSynchronize(CUevent event)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = event_check(event);
    return cuda_leave_driver(error);
}

CUresult cuEventQuery(CUevent event)
{
    return cuEventSynchronize(event);
}

CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent end)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = event_elapsed(ms, start, end);
    return cuda_leave_driver(error);
}

CUDA_ALIAS(cuStreamDestroy_v2, cuStreamDestroy);
CUDA_ALIAS(cuStreamSynchronize, cuStreamSynchronize_ptsz);
CUDA_ALIAS(cuStreamQuery, cuStreamQuery_ptsz);
CUDA_ALIAS(cuStreamWaitEvent, cuStreamWaitEvent_ptsz);
CUDA_ALIAS(cuStreamGetFlags, cuStreamGetFlags_ptsz);
CUDA_ALIAS(cuStreamGetPriority, cuStreamGetPriority_ptsz);
CUDA_ALIAS(cuStreamGetId, cuStreamGetId_ptsz);
CUDA_ALIAS(cuStreamGetDevice, cuStreamGetDevice_ptsz);
CUDA_ALIAS(cuStreamGetCtx, cuStreamGetCtx_ptsz);
CUDA_ALIAS(cuStreamIsCapturing, cuStreamIsCapturing_ptsz);
CUDA_ALIAS(cuStreamGetCaptureInfo, cuStreamGetCaptureInfo_ptsz);
CUDA_ALIAS(cuStreamGetCaptureInfo, cuStreamGetCaptureInfo_v2);
CUDA_ALIAS(cuStreamGetCaptureInfo, cuStreamGetCaptureInfo_v2_ptsz);
CUDA_ALIAS(cuStreamGetCaptureInfo, cuStreamGetCaptureInfo_v3);
CUDA_ALIAS(cuStreamGetCaptureInfo, cuStreamGetCaptureInfo_v3_ptsz);
CUDA_ALIAS(cuStreamAttachMemAsync, cuStreamAttachMemAsync_ptsz);
CUDA_ALIAS(cuStreamAddCallback, cuStreamAddCallback_ptsz);
CUDA_ALIAS(cuLaunchHostFunc, cuLaunchHostFunc_ptsz);
CUDA_ALIAS(cuEventDestroy_v2, cuEventDestroy);
CUDA_ALIAS(cuEventRecord, cuEventRecord_ptsz);
CUDA_ALIAS(cuEventRecordWithFlags, cuEventRecordWithFlags_ptsz);
CUDA_ALIAS(cuEventElapsedTime, cuEventElapsedTime_v2);
