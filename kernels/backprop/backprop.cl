/* SPDX-License-Identifier: Apache-2.0 */
/* backprop - one training step of a layer: forward through a wide input, and new weights.
 *
 * weight is inputs x SIZE. A group of SIZE x SIZE work-items has SIZE inputs; their products with
 * the weights are added in local memory by a tree, and each group writes a row of partial sums.
 */

#define SIZE 16

__kernel void forward(__global const float *input, __global const float *weight,
                      __global float *partial, __local float *product)
{
    int unit = get_local_id(0);
    int row = get_local_id(1);
    int rows = get_local_size(1);
    int from = get_group_id(0) * rows + row;

    product[row * SIZE + unit] = weight[from * SIZE + unit] * input[from];
    for (int half_rows = rows / 2; half_rows > 0; half_rows /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (row < half_rows)
            product[row * SIZE + unit] += product[(row + half_rows) * SIZE + unit];
    }
    if (row == 0)
        partial[get_group_id(0) * SIZE + unit] = product[unit];
}

/* What the units give, and the error of each against its target. */
__kernel void output(__global const float *partial, __global const float *target,
                     __global float *delta, int groups)
{
    int unit = get_global_id(0);
    float sum = 0.0f;

    for (int group = 0; group < groups; group++)
        sum += partial[group * SIZE + unit];
    float value = sum / (1.0f + fabs(sum));
    delta[unit] = value * (1.0f - value) * (target[unit] - value);
}

__kernel void adjust(__global float *weight, __global float *momentum,
                     __global const float *input, __global const float *delta)
{
    int unit = get_local_id(0);
    int from = get_group_id(0) * get_local_size(1) + get_local_id(1);
    int at = from * SIZE + unit;
    float change = 0.25f * delta[unit] * input[from] + 0.5f * momentum[at];

    weight[at] += change;
    momentum[at] = change;
}
