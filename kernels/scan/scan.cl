/* SPDX-License-Identifier: Apache-2.0 */
/* scan - inclusive prefix sum of n integers in three launches: scan every group's part, scan the
 * parts' totals (one group), add each part's offset.
 *
 * Within a group: Hillis and Steele's doubling over two halves of local memory, so that one barrier
 * a step is enough.
 */

/* Inclusive scan of one value a work-item; local memory holds two of them. */
static int scan_group(int value, __local int *scratch)
{
    int local_id = get_local_id(0);
    int size = get_local_size(0);
    int from = 0;

    scratch[local_id] = value;
    for (int distance = 1; distance < size; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (local_id >= distance)
            value += scratch[from + local_id - distance];
        from = size - from;
        scratch[from + local_id] = value;
    }
    return value;
}

__kernel void scan_parts(__global const int *in, __global int *out, __global int *totals, int n,
                         __local int *scratch)
{
    int i = get_global_id(0);
    int sum = scan_group(i < n ? in[i] : 0, scratch);

    if (i < n)
        out[i] = sum;
    if (get_local_id(0) == get_local_size(0) - 1)
        totals[get_group_id(0)] = sum;
}

/* One group: goes over the totals piece by piece, carrying the sum so far. */
__kernel void scan_totals(__global int *totals, int parts, __local int *scratch, __local int *carry)
{
    int local_id = get_local_id(0);
    int size = get_local_size(0);
    int before = 0;

    for (int first = 0; first < parts; first += size) {
        int i = first + local_id;
        int sum = before + scan_group(i < parts ? totals[i] : 0, scratch);

        if (i < parts)
            totals[i] = sum;
        if (local_id == size - 1)
            carry[0] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        before = carry[0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

__kernel void add_offsets(__global int *out, __global const int *totals, int n)
{
    int i = get_global_id(0);

    if (i < n && get_group_id(0) > 0)
        out[i] += totals[get_group_id(0) - 1];
}
