/* SPDX-License-Identifier: Apache-2.0 */
/* runtime_streams.c - the runtime API: streams and events. */
#include "exec/cuda/cuda.h"

/* ---- streams ---- */

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *out, unsigned flags, int priority)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = stream_new(flags, priority, out);
    return exec_leave(error);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *out, unsigned flags)
{
    return cudaStreamCreateWithPriority(out, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *out)
{
    return cudaStreamCreateWithPriority(out, 0, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = stream_drop(stream);
    return exec_leave(error);
}

/* Nothing is ever pending. */
static cudaError_t wait_for_stream(cudaStream_t stream)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = stream_check(stream);
    return exec_leave(error);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    return wait_for_stream(stream);
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    return wait_for_stream(stream);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = flags ? stream_check(stream) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *flags = (uintptr_t)stream > 2 ? stream->flags : 0;
    return exec_leave(error);
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = priority ? stream_check(stream) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *priority = (uintptr_t)stream > 2 ? stream->priority : 0;
    return exec_leave(error);
}

cudaError_t cudaStreamGetId(cudaStream_t stream, uint64_t *id)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = id ? stream_check(stream) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *id = (uintptr_t)stream;
    return exec_leave(error);
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = device ? stream_check(stream) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *device = 0;
    return exec_leave(error);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *lowest, int *highest)
{
    if (lowest)
        *lowest = 0;
    if (highest)
        *highest = -1;
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    cudaError_t error = exec_enter();
    (void)flags;
    if (error == cudaSuccess)
        error = stream_check(stream);
    if (error == cudaSuccess)
        error = event_check(event);
    return exec_leave(error);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, int *status)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = status ? stream_check(stream) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *status = 0;
    return exec_leave(error);
}

/* What a stream that is not captured says about its capture, whatever the form of the question. */
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, int *status, uint64_t *id)
{
    if (id)
        *id = 0;
    return cudaStreamIsCapturing(stream, status);
}

/* There is no graph for calls to go into, whatever mode the thread asks for. */
cudaError_t cudaThreadExchangeStreamCaptureMode(int *mode)
{
    static _Thread_local int current;
    if (!mode || *mode < 0 || *mode > 2)
        return cudaErrorInvalidValue;
    const int before = current;
    current = *mode;
    *mode = before;
    return cudaSuccess;
}

/* Functions of the program are called at once, without the lock. */
cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                  void (*callback)(cudaStream_t, cudaError_t, void *), void *user,
                                  unsigned flags)
{
    cudaError_t error = wait_for_stream(stream);
    (void)flags;
    if (!callback)
        return cudaErrorInvalidValue;
    callback(stream, error, user);
    return error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, void (*function)(void *), void *user)
{
    cudaError_t error = wait_for_stream(stream);
    if (!function)
        return cudaErrorInvalidValue;
    if (error == cudaSuccess)
        function(user);
    return error;
}

/* ---- events ---- */

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *out, unsigned flags)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = event_new(flags, out);
    return exec_leave(error);
}

cudaError_t cudaEventCreate(cudaEvent_t *out)
{
    return cudaEventCreateWithFlags(out, 0);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = event_drop(event);
    return exec_leave(error);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = event_record(event, stream);
    return exec_leave(error);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags)
{
    (void)flags;
    return cudaEventRecord(event, stream);
}

static cudaError_t wait_for_event(cudaEvent_t event)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = event_check(event);
    return exec_leave(error);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    return wait_for_event(event);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    return wait_for_event(event);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = event_elapsed(ms, start, end);
    return exec_leave(error);
}

CUDA_ALIAS(cudaStreamSynchronize, cudaStreamSynchronize_ptsz);
CUDA_ALIAS(cudaStreamQuery, cudaStreamQuery_ptsz);
CUDA_ALIAS(cudaStreamGetFlags, cudaStreamGetFlags_ptsz);
CUDA_ALIAS(cudaStreamGetPriority, cudaStreamGetPriority_ptsz);
CUDA_ALIAS(cudaStreamGetId, cudaStreamGetId_ptsz);
CUDA_ALIAS(cudaStreamGetDevice, cudaStreamGetDevice_ptsz);
CUDA_ALIAS(cudaStreamWaitEvent, cudaStreamWaitEvent_ptsz);
CUDA_ALIAS(cudaStreamIsCapturing, cudaStreamIsCapturing_ptsz);
CUDA_ALIAS(cudaStreamGetCaptureInfo, cudaStreamGetCaptureInfo_ptsz);
CUDA_ALIAS(cudaStreamGetCaptureInfo, cudaStreamGetCaptureInfo_v2);
CUDA_ALIAS(cudaStreamGetCaptureInfo, cudaStreamGetCaptureInfo_v2_ptsz);
CUDA_ALIAS(cudaStreamGetCaptureInfo, cudaStreamGetCaptureInfo_v3);
CUDA_ALIAS(cudaStreamGetCaptureInfo, cudaStreamGetCaptureInfo_v3_ptsz);
CUDA_ALIAS(cudaStreamAddCallback, cudaStreamAddCallback_ptsz);
CUDA_ALIAS(cudaLaunchHostFunc, cudaLaunchHostFunc_ptsz);
CUDA_ALIAS(cudaEventRecord, cudaEventRecord_ptsz);
CUDA_ALIAS(cudaEventRecordWithFlags, cudaEventRecordWithFlags_ptsz);
CUDA_ALIAS(cudaEventElapsedTime, cudaEventElapsedTime_v2);
