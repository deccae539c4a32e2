// SPDX-License-Identifier: Apache-2.0
// launches.cu - kernels with arguments of all kinds, in namespaces and as templates.
#include "cuda.h"

struct point {
    float x, y, z;
};
struct __attribute__((aligned(16))) vector4 {
    float x, y, z, w;
};
struct arguments {
    char small;
    int *out;
    point at;
    vector4 v;
    short last;
};

__global__ void takes_structure(arguments a)
{
    a.out[0] = a.small;
    a.out[1] = (int)(a.at.x + 10 * a.at.y + 100 * a.at.z);
    a.out[2] = (int)(a.v.x + 10 * a.v.y + 100 * a.v.z + 1000 * a.v.w);
    a.out[3] = a.last;
}

__global__ void takes_vector(vector4 v, int *out) { *out = (int)(v.x + 10 * v.y + v.z + v.w); }

__global__ void follows(int **table, int *out) { out[THREAD] = *table[THREAD]; }

namespace shop {
template <class T> __global__ void scale(T *out, T by) { out[THREAD] = out[THREAD] * by; }
template __global__ void scale<float>(float *, float);
template __global__ void scale<int>(int *, int);
__global__ void only() {}
} // namespace shop
