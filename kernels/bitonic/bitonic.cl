/* SPDX-License-Identifier: Apache-2.0 */
/* bitonic - sorts rows of keys, a group a row, by Batcher's bitonic network in local memory. A
 * work-item compares two keys per step; whether it swaps them depends on the data.
 */

__kernel void bitonic(__global const uint *in, __global uint *out, __local uint *key)
{
    int me = get_local_id(0);
    int half_row = get_local_size(0);
    int length = 2 * half_row;
    int first = get_group_id(0) * length;

    key[me] = in[first + me];
    key[me + half_row] = in[first + me + half_row];
    for (int size = 2; size <= length; size *= 2) {
        bool down = (me & (size / 2)) != 0;

        for (int stride = size / 2; stride > 0; stride /= 2) {
            int low = 2 * me - (me & (stride - 1));
            int high = low + stride;

            barrier(CLK_LOCAL_MEM_FENCE);
            uint a = key[low];
            uint b = key[high];
            if ((a > b) != down) {
                key[low] = b;
                key[high] = a;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[first + me] = key[me];
    out[first + me + half_row] = key[me + half_row];
}
