/* SPDX-License-Identifier: Apache-2.0 */
/* sample.cl - kernels whose code objects tell something of every kind (build.sh compiles it). */
__constant int numbers[4] = {10, 20, 40, 80};
/* Addresses: relocations of the code object. */
__constant int *const __constant chosen[2] = {&numbers[1], &numbers[3]};

__kernel void choose(__global int *out, uint which, __constant int *offsets, char add)
{
    size_t i = get_global_id(0);
    out[i] = *chosen[which & 1] + offsets[i] + add;
}

__kernel __attribute__((reqd_work_group_size(32, 2, 1)))
void turn(__global float *data, __local float *scratch, __local float4 *more)
{
    __local float tile[64];
    size_t i = get_local_id(1) * 32 + get_local_id(0);
    tile[i] = data[i];
    scratch[i] = data[i];
    more[i] = data[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[i] = tile[63 - i] + scratch[63 - i] + more[63 - i].y;
}

__kernel void spill(__global int *out, int n)
{
    int kept[64];
    for (int i = 0; i < 64; i++)
        kept[i] = i * n + out[i];
    out[get_global_id(0)] = kept[out[get_global_id(0)] & 63];
}

__kernel void nothing(void)
{
}
