/* SPDX-License-Identifier: Apache-2.0 */
/* ids - what the work-item functions say, in three dimensions: four words a work-item, at its place
 * in the whole grid. Checks the start-up code: ids, sizes, groups that do not fill their last warp.
 */

__kernel void ids(__global uint *out)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    uint z = get_global_id(2);
    __global uint *place = out + 4 * ((z * get_global_size(1) + y) * get_global_size(0) + x);

    place[0] = get_local_id(0) | get_local_id(1) << 8 | get_local_id(2) << 16 |
               get_work_dim() << 24;
    place[1] = get_group_id(0) | get_group_id(1) << 8 | get_group_id(2) << 16 |
               get_global_offset(0) << 24;
    place[2] = get_local_size(0) | get_local_size(1) << 8 | get_local_size(2) << 16;
    place[3] = get_num_groups(0) | get_num_groups(1) << 8 | get_num_groups(2) << 16;
}
