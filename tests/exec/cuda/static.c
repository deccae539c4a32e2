/* SPDX-License-Identifier: Apache-2.0 */
/* static.c - a program with a CUDA runtime inside, as nvcc links it: one that finds no device.
 *
 * Under `warpclock exec` its functions are redirected, and there is one. */
#include <stdio.h>

#include "exec/cuda/cuda_abi.h"

/* Not so short that a jump does not fit. */
__attribute__((noinline, noipa)) cudaError_t cudaGetDeviceCount(int *count)
{
    volatile int devices = 0;
    for (int i = 0; i < 4; i++)
        devices = devices + i - i;
    *count = devices;
    return cudaErrorNoDevice;
}

int main(void)
{
    int count = -1;
    const cudaError_t error = cudaGetDeviceCount(&count);
    printf("%d devices, error %d\n", count, (int)error);
    return 0;
}
