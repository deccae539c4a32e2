// SPDX-License-Identifier: Apache-2.0
// host.cu - a program as people write and nvcc compiles it: launches by <<<>>>, a template, a
// constant, streams, events, dynamic shared memory, printf. It checks its own results.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        const cudaError_t error = (call);                                                          \
        if (error != cudaSuccess) {                                                                \
            std::printf("%s: %s\n", #call, cudaGetErrorString(error));                             \
            std::exit(1);                                                                          \
        }                                                                                          \
    } while (0)

__constant__ float weights[4];

template <typename T> __global__ void smooth(const T *in, T *out, int count)
{
    extern __shared__ unsigned char bytes[];
    T *tile = reinterpret_cast<T *>(bytes);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < count ? in[i] : T(0);
    __syncthreads();
    T sum = T(0);
    for (unsigned k = 0; k < 4; k++)
        sum += T(weights[k]) * tile[(threadIdx.x + k) % blockDim.x];
    if (i < count)
        out[i] = sum;
}

__global__ void greet(int number)
{
    if (threadIdx.x == 0)
        printf("block %d says %d\n", (int)blockIdx.x, number);
}

template <typename T> static bool is_right(const std::vector<T> &in, const std::vector<T> &out)
{
    const float host[4] = {1, 2, 3, 4};
    for (size_t i = 0; i < out.size(); i++) {
        T sum = T(0);
        for (size_t k = 0; k < 4; k++)
            sum += T(host[k]) * in[i / 128 * 128 + (i + k) % 128];
        if (sum != out[i])
            return false;
    }
    return true;
}

template <typename T> static void run(const char *name, cudaStream_t stream)
{
    const int count = 1024, threads = 128;
    std::vector<T> in(count), out(count);
    T *device_in, *device_out;
    cudaEvent_t start, stop;
    float ms = 0;
    for (int i = 0; i < count; i++)
        in[i] = T(i % 7);
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaMalloc(&device_in, count * sizeof(T)));
    CHECK(cudaMalloc(&device_out, count * sizeof(T)));
    CHECK(cudaMemcpyAsync(device_in, in.data(), count * sizeof(T), cudaMemcpyHostToDevice, stream));
    CHECK(cudaEventRecord(start, stream));
    smooth<T><<<count / threads, threads, threads * sizeof(T), stream>>>(device_in, device_out,
                                                                         count);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop, stream));
    CHECK(cudaMemcpyAsync(out.data(), device_out, count * sizeof(T), cudaMemcpyDeviceToHost,
                          stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    std::printf("%s: %s\n", name, is_right(in, out) && ms >= 0 ? "PASS" : "FAIL");
    CHECK(cudaFree(device_in));
    CHECK(cudaFree(device_out));
}

int main()
{
    const float host[4] = {1, 2, 3, 4};
    cudaDeviceProp properties;
    cudaStream_t stream;
    int blocks = 0;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    CHECK(cudaMemcpyToSymbol(weights, host, sizeof host));
    CHECK(cudaStreamCreate(&stream));
    run<float>("float", stream);
    run<int>("int", stream);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, smooth<float>, 128, 512));
    std::printf("compute capability %d.%d, %d blocks\n", properties.major, properties.minor, blocks);
    greet<<<2, 32>>>(blocks);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaStreamDestroy(stream));
    return 0;
}
