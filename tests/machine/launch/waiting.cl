/* SPDX-License-Identifier: Apache-2.0 */
/* waiting.cl - work-groups that wait for each other through global memory. */

static int add(global volatile int *to, int value)
{
#ifdef __NVPTX__ /* its built-ins have no atomics */
    int old;
    __asm__ volatile("atom.global.add.u32 %0, [%1], %2;"
                     : "=r"(old)
                     : "l"(to), "r"(value)
                     : "memory");
    return old;
#else
    return atomic_add(to, value);
#endif
}

/* A group takes its turn when the counter has its number: the last group of the grid first. */
kernel void in_turn(global volatile int *counter, global int *order)
{
    const int groups = get_num_groups(0), turn = groups - 1 - (int)get_group_id(0);
    if (get_local_id(0) == 0) {
        while (add(counter, 0) != turn)
            ;
        order[turn] = get_group_id(0);
        add(counter, 1);
    }
}

/* A barrier of the whole grid by atomics, `rounds` times; between two of them every group reads
 * what the others wrote. The first work-item waits, the others are at the group's barrier. */
static void grid_barrier(global volatile int *arrived, int goal)
{
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        add(arrived, 1);
        while (add(arrived, 0) < goal)
            ;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
}

kernel void rotate(global volatile int *arrived, global volatile int *a, global volatile int *b,
                   int rounds)
{
    const int size = get_global_size(0), i = get_global_id(0), groups = get_num_groups(0);
    for (int r = 0; r < rounds; r++) {
        const int value = a[(i + 1) % size];
        b[i] = value + 1;
        grid_barrier(arrived, groups * (2 * r + 1));
        a[i] = b[i];
        grid_barrier(arrived, groups * (2 * r + 2));
    }
}
