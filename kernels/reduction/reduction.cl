/* SPDX-License-Identifier: Apache-2.0 */
/* reduction - sum of n floats: one partial sum a group, then one group sums those.
 *
 * A work-item first adds elements a whole grid apart; then the group folds its local memory in
 * halves. The group's size has to be a power of two. The host launches the same kernel twice.
 */

__kernel void reduction(__global const float *in, __global float *out, int n,
                        __local float *partial)
{
    int local_id = get_local_id(0);
    float sum = 0.0f;

    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i];
    partial[local_id] = sum;

    for (int width = get_local_size(0) / 2; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (local_id < width)
            partial[local_id] += partial[local_id + width];
    }
    if (local_id == 0)
        out[get_group_id(0)] = partial[0];
}
