/* SPDX-License-Identifier: Apache-2.0 */
/* montecarlo - prices of call options as the mean over many samples, a group an option: sum and sum
 * of squares per work-item, then by a tree in local memory.
 */

__kernel void montecarlo(__global const float *price, __global const float *strike,
                         __global const float *sample, __global float *mean,
                         __global float *square, int samples, float drift, float spread,
                         __local float *memory)
{
    int option = get_group_id(0);
    int me = get_local_id(0);
    int size = get_local_size(0);
    __local float *sums = memory;
    __local float *squares = memory + size;
    float sum = 0.0f;
    float squared = 0.0f;

    for (int i = me; i < samples; i += size) {
        float gain = price[option] * exp(drift + spread * sample[i]) - strike[option];

        if (gain > 0.0f) {
            sum += gain;
            squared += gain * gain;
        }
    }
    sums[me] = sum;
    squares[me] = squared;
#pragma warpclock loop_bound(10) /* halves of at most 1024 */
    for (int half_size = size / 2; half_size > 0; half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < half_size) {
            sums[me] += sums[me + half_size];
            squares[me] += squares[me + half_size];
        }
    }
    if (me == 0) {
        mean[option] = sums[0] / (float)samples;
        square[option] = squares[0] / (float)samples;
    }
}
