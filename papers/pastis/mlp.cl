/* SPDX-License-Identifier: Apache-2.0 */
/* mlp - one dense layer in double precision (PAS-84): out = relu(in * weights + bias), rows are
 * images. Tiles of both factors go through shared memory, as in matmul; blocks are of 16 x 16. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
layer(__global const double *in, __global const double *weights, __global const double *bias,
      __global double *out, int rows, int inputs, int outputs)
{
    __local double tile_in[TILE][TILE], tile_weights[TILE][TILE];
    int x = get_local_id(0), y = get_local_id(1);
    int column = get_global_id(0), row = get_global_id(1);
    double sum = 0.0;

    for (int start = 0; start < inputs; start += TILE) {
        bool in_row = row < rows && start + x < inputs;
        bool in_column = column < outputs && start + y < inputs;
        tile_in[y][x] = in_row ? in[row * inputs + start + x] : 0.0;
        tile_weights[y][x] = in_column ? weights[(start + y) * outputs + column] : 0.0;
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma warpclock loop_bound(16)
#pragma unroll 1
        for (int k = 0; k < TILE; k++)
            sum = __builtin_fma(tile_in[y][k], tile_weights[k][x], sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < rows && column < outputs) {
        sum += bias[column];
        out[row * outputs + column] = sum > 0.0 ? sum : 0.0;
    }
}
