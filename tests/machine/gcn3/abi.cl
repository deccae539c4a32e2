/* SPDX-License-Identifier: Apache-2.0 */
/* abi.cl - kernels that read what a launch must have put into registers and memory, and that reach
 * every memory by addresses which do not say which one it is (build.sh compiles it). */
__attribute__((noinline)) int look(const int *from, int i)
{
    return from[i];
}

__attribute__((noinline)) void add(int *to, int more)
{
    *to += more;
}

/* Scratch, local and global memory through one pointer, lane by lane another one. */
__kernel void mixed(__global int *out, __local int *shared, int first)
{
    int mine[8];
    int i = get_local_id(0);
    for (int k = 0; k < 8; k++)
        mine[k] = k * i;
    shared[i] = 100 + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    int which = (first + i) % 3;
    const int *from = which == 0 ? (const int *)mine
                      : which == 1 ? (const int *)shared
                                   : (const int *)(out + 64 * get_group_id(0));
    int found = look(from, 3);
    int *to = i & 1 ? (int *)mine : (int *)(shared + i);
    barrier(CLK_LOCAL_MEM_FENCE);
    add(to, 1000);
    out[256 + get_global_id(0)] = found + *to;
}

/* All that a work-item can ask about its place. */
__kernel void places(__global long *out)
{
    size_t i = get_global_id(0) + get_global_size(0) *
               (get_global_id(1) + get_global_size(1) * get_global_id(2));
    long value = get_work_dim();
    for (uint d = 0; d < 3; d++)
        value = value * 16 + get_local_size(d);
    for (uint d = 0; d < 3; d++)
        value = value * 16 + get_num_groups(d);
    for (uint d = 0; d < 3; d++)
        value = value * 16 + get_group_id(d) * 4 + get_local_id(d);
    out[i] = value + get_global_offset(0);
}
