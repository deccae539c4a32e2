/* SPDX-License-Identifier: Apache-2.0 */
/* kernels.cl - kernels of the OpenCL test programs. */
#include "scale.h" /* found by a build option, or given to clCompileProgram() */

__kernel void vector(__global const float *a, __global const float *b, __global float *c, int n,
                     float factor)
{
    int i = get_global_id(0);
    if (i < n)
        c[i] = (a[i] + b[i]) * factor + SCALE;
}

/* Sums of groups, through local memory of the kernel's own and of an argument. */
__kernel void sums(__global const int *in, __global int *out, __local int *part)
{
    __local int scale;
    int i = get_local_id(0);
    if (i == 0)
        scale = SCALE;
    part[i] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
        if (i < step)
            part[i] += part[i + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i == 0)
        out[get_group_id(0)] = part[0] * scale;
}

/* Which group and item a work-item is, in three dimensions. */
__kernel void places(__global int *out)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int item = (z * get_global_size(1) + y) * get_global_size(0) + x;
    out[item] = x + 100 * y + 10000 * z;
}

__kernel void sizes(__global int *out)
{
    if (get_global_id(0) == 0)
        out[0] = get_local_size(0);
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void required(__global int *out)
{
    out[get_global_id(0)] = get_local_size(0);
}

__kernel void ids(__global int *out)
{
    out[get_global_id(0)] = get_global_id(0);
}

__kernel void small(__global int *out, uchar a, short b, ulong c)
{
    out[0] = a;
    out[1] = b;
    out[2] = (int)(c >> 32);
    out[3] = (int)c;
}

typedef struct {
    float x;
    short n;
    uchar tag;
} particle;

__kernel void by_value(__global float *out, float4 v, int2 w, particle p, float3 f, float last)
{
    int i = get_global_id(0);
    v.y += i;
    out[i] = v.x + v.y + v.z * v.w + w.x - w.y + p.x * p.n + p.tag + f.z + last;
}

__kernel void null_or_not(__global const int *in, __global int *out)
{
    out[0] = in ? in[0] : -1;
}

__kernel void write_at(__global int *out, int i)
{
    out[i] = 1;
}
