/* SPDX-License-Identifier: Apache-2.0 */
/* binomial - prices of call options by binomial trees, a group an option.
 *
 * Work-item i has leaf i. The tree is folded from its leaves to its root in local memory, one level
 * per step.
 */

__kernel void binomial(__global const float *price, __global const float *strike,
                       __global float *call, float growth, float up, float down,
                       __local float *value)
{
    int option = get_group_id(0);
    int i = get_local_id(0);
    int steps = get_local_size(0) - 1;
    float leaf = price[option] * exp(growth * (float)(2 * i - steps)) - strike[option];

    value[i] = leaf > 0.0f ? leaf : 0.0f;
    for (int level = steps; level > 0; level--) {
        float folded = 0.0f;

        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < level)
            folded = up * value[i + 1] + down * value[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < level)
            value[i] = folded;
    }
    if (i == 0)
        call[option] = value[0];
}
