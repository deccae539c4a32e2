/* SPDX-License-Identifier: Apache-2.0 */
/* names-6.c - for linking interfaces.c as if it was with AMD's library of release 6: the functions
 * that it calls, as names. */
#define NAME(name)   \
    void name(void); \
    void name(void) {}

#pragma GCC visibility push(default)
NAME(hipDeviceGetDefaultMemPool)
NAME(hipDeviceGetUuid)
NAME(hipFreeAsync)
NAME(hipGetDeviceProperties)
NAME(hipGetDevicePropertiesR0600)
NAME(hipGraphLaunch)
NAME(hipHostMalloc)
NAME(hipMalloc)
NAME(hipMallocAsync)
NAME(hipMemPoolGetAttribute)
NAME(hipMemcpyParam2D)
NAME(hipMemcpy_spt)
NAME(hipPointerGetAttribute)
NAME(hipPointerGetAttributes)
NAME(hipRuntimeGetVersion)
NAME(hipTexObjectCreate)
NAME(hiprtcGetErrorString)
