/* SPDX-License-Identifier: Apache-2.0 */
/* histogram - how often each of `bins` values occurs, without atomic operations.
 *
 * Every work-item counts its elements in a column of its own in local memory; the group adds the
 * columns and writes one partial histogram; a second launch adds those.
 */

__kernel void count_values(__global const uint *values, __global uint *partial, int n, int bins,
                           __local uint *columns)
{
    int local_id = get_local_id(0);
    int size = get_local_size(0);

    for (int bin = 0; bin < bins; bin++)
        columns[bin * size + local_id] = 0;
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        columns[values[i] * size + local_id]++;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int bin = local_id; bin < bins; bin += size) {
        uint count = 0;

        for (int column = 0; column < size; column++)
            count += columns[bin * size + column];
        partial[get_group_id(0) * bins + bin] = count;
    }
}

__kernel void add_partial(__global const uint *partial, __global uint *histogram, int groups,
                          int bins)
{
    int bin = get_global_id(0);
    uint count = 0;

    if (bin >= bins)
        return;
    for (int group = 0; group < groups; group++)
        count += partial[group * bins + bin];
    histogram[bin] = count;
}
