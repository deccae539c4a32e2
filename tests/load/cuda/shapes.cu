// SPDX-License-Identifier: Apache-2.0
// shapes.cu - kernels in the shapes of real CUDA programs: variables, function pointers, virtual
// functions, recursion, printf, assert, malloc, textures, traps.
#include "cuda.h"

extern "C" __device__ int vprintf(const char *format, void *arguments);
extern "C" __device__ void *malloc(unsigned long bytes);
extern "C" __device__ void free(void *block);
extern "C" __device__ void __assertfail(const char *expression, const char *file, unsigned line,
                                        const char *function, unsigned long char_bytes);

__device__ int counter;
__device__ int table[64] = {10, 20, 30, 40};
__device__ int *first_of_table = table;
__constant__ int weights[4];

__global__ void variables(int *out)
{
    out[THREAD] = table[THREAD & 3] * weights[THREAD & 3] + *first_of_table;
    table[THREAD & 63] = THREAD;
    __nvvm_atom_add_gen_i(&counter, 1);
}

typedef int function(int);
__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int square(int x) { return x * x; }
__device__ function *functions[2] = {twice, square};

__global__ void pointers(int *out) { out[THREAD] = functions[THREAD & 1](out[THREAD]); }

struct shape {
    __device__ virtual int area(int) const = 0;
};
struct square_shape : shape {
    __device__ int area(int x) const override { return x * x; }
};
struct strip : shape {
    int width;
    __device__ int area(int x) const override { return x * width; }
};

__global__ void virtuals(int *out, int width)
{
    square_shape a;
    strip b;
    b.width = width;
    const shape *chosen = THREAD & 1 ? (const shape *)&a : (const shape *)&b;
    out[THREAD] = chosen->area(out[THREAD]);
}

__device__ __noinline__ int depth(int n, volatile int *out)
{
    volatile int here[4] = {n, n, n, n};
    return n == 0 ? 0 : here[n & 3] - n + 1 + depth(n - 1, out);
}

__global__ void recursion(int *out, int n) { out[THREAD] = depth(n, out); }

__global__ void says(const char *word, double x)
{
    struct {
        int thread, width, again;
        const char *word;
        double x;
        long long big;
        int letter;
        unsigned hex;
    } arguments = {(int)THREAD, 6, (int)THREAD, word, x, -1099511627776ll, 'z', 0xbeef};
    vprintf("%d|%*d|%-5s|%.2f|%lld|%c|%%|%x\n", &arguments);
}

__global__ void checks(int limit)
{
    if (THREAD >= limit)
        __assertfail("thread < limit", "shapes.cu", 73, "checks", 1);
}

__global__ void allocates(int **out, int bytes)
{
    int *block = (int *)malloc(bytes);
    if (block)
        *block = THREAD;
    out[THREAD] = block;
    if (THREAD & 1)
        free(block);
}

__global__ void frees(void *block) { free(block); }

__global__ void texture(float *out, unsigned long texture)
{
    float r, g, b, a;
    asm volatile("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];"
                 : "=f"(r), "=f"(g), "=f"(b), "=f"(a)
                 : "l"(texture), "r"((int)THREAD));
    out[THREAD] = r;
}

__global__ void traps() { asm volatile("trap;"); }

