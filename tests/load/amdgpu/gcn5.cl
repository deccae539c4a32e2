/* SPDX-License-Identifier: Apache-2.0 */
/* gcn5.cl - code for gfx900 and gfx906: sums, shifts and masks that GCN5 does in one instruction,
 * pointers to any memory, and halves in pairs, which are not modelled. Needs no library. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

static int item(void)
{
    return __builtin_amdgcn_workitem_id_x() + 64 * __builtin_amdgcn_workgroup_id_x();
}

kernel void whole(global uint *out, global const uint *in, uint n)
{
    uint i = item(), a = in[i], b = in[i + 1], c = in[i + 2];
    uint x = (a << 3) + b, y = (a + b) << 5, z = a + b + c, u = (a << 2) | c, v = (a & b) | c;
    out[i] = x ^ (y | z | 1) ^ ((u ^ v) + n) ^ (uint)(((ulong)n * (n + 77777u)) >> 32);
}

kernel void joined(global float *out, global const float *in, float f)
{
    uint i = item();
    float sum = 0;
    for (int k = 0; k < 4; k++)
        sum = __builtin_fmaf(in[i + k], f, sum);
    out[i] = sum;
}

__attribute__((noinline)) static int third(int *from)
{
    return from[3];
}

kernel void anywhere(global int *out, global int *in, int which)
{
    local int shared[68];
    int own[8];
    uint i = __builtin_amdgcn_workitem_id_x();
    for (int k = 0; k < 8; k++)
        own[(k + which) & 7] = 100 * i + k;
    shared[i] = 3 * i;
    if (i < 4)
        shared[64 + i] = 1000;
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
    __builtin_amdgcn_s_barrier();
    int *from = i % 3 == 0 ? (int *)(in + i) : i % 3 == 1 ? (int *)(shared + i) : (int *)own;
    out[i] = third(from);
    __opencl_atomic_fetch_add((global atomic_int *)(in + 127), 1, __ATOMIC_RELAXED,
                              __OPENCL_MEMORY_SCOPE_DEVICE);
}

kernel void halves(global half2 *out, global const half2 *in)
{
    uint i = item();
    out[i] = in[i] * in[i + 1] + in[i + 2];
}
