// SPDX-License-Identifier: Apache-2.0
// vectoradd.cpp - a HIP program for `warpclock exec`:
//
//     hipcc --offload-arch=gfx803 -O2 vectoradd.cpp -o vectoradd
//     warpclock exec ./vectoradd
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

__global__ void add(const float *a, const float *b, float *sum, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        sum[i] = a[i] + b[i];
}

int main()
{
    const int count = 1000, threads = 64;
    std::vector<float> a(count), b(count), sum(count);
    float *device[3];
    for (int i = 0; i < count; i++) {
        a[i] = 0.5f * i;
        b[i] = 1 - i;
    }
    for (float *&pointer : device) {
        if (hipMalloc(&pointer, count * sizeof(float)) != hipSuccess)
            return 1;
    }
    hipMemcpy(device[0], a.data(), count * sizeof(float), hipMemcpyHostToDevice);
    hipMemcpy(device[1], b.data(), count * sizeof(float), hipMemcpyHostToDevice);
    add<<<(count + threads - 1) / threads, threads>>>(device[0], device[1], device[2], count);
    hipMemcpy(sum.data(), device[2], count * sizeof(float), hipMemcpyDeviceToHost);
    for (int i = 0; i < count; i++) {
        if (sum[i] != a[i] + b[i]) {
            std::printf("FAILED: element %d\n", i);
            return 1;
        }
    }
    std::printf("PASSED!\n");
    return 0;
}
