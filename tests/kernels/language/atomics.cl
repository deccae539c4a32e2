/* SPDX-License-Identifier: Apache-2.0 */
/* atomics.cl - every atomic function of OpenCL 1.2, on int and uint, in global and local memory. */
enum { RESULTS = 11 };

/* Results do not depend on the order of work-items. */
#define EACH(at, i, type)                                                                          \
    do {                                                                                           \
        type old;                                                                                  \
        atomic_add(&at[0], (type)(i + 1));                                                         \
        atomic_sub(&at[1], (type)i);                                                               \
        atomic_inc(&at[2]);                                                                        \
        atomic_dec(&at[3]);                                                                        \
        atomic_min(&at[4], (type)(i - 20)); /* as int below zero, as uint large */                 \
        atomic_max(&at[5], (type)(i - 20));                                                        \
        atomic_and(&at[6], ~((type)1 << i % 31));                                                  \
        atomic_or(&at[7], (type)1 << i % 31);                                                      \
        atomic_xor(&at[8], (type)(i * 3));                                                         \
        atomic_xchg(&at[9], (type)77);                                                             \
        do                                                                                         \
            old = at[10];                                                                          \
        while (atomic_cmpxchg(&at[10], old, old + 3) != old);                                      \
    } while (0)

__kernel void each(__global int *whole, __global uint *natural, __global int *whole_local,
                   __global uint *natural_local, __global float *real)
{
    __local int mine[RESULTS];
    __local uint natural_mine[RESULTS];
    int item = get_global_id(0), i = get_local_id(0), first = get_group_id(0) * RESULTS;

    if (i < RESULTS) {
        mine[i] = whole_local[first + i];
        natural_mine[i] = natural_local[first + i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    EACH(whole, item, int);
    EACH(natural, item, uint);
    EACH(mine, i, int);
    EACH(natural_mine, i, uint);
    atomic_xchg(&real[0], 2.5f);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < RESULTS) {
        whole_local[first + i] = mine[i];
        natural_local[first + i] = natural_mine[i];
    }
}

/* What they return, under the names of OpenCL 1.0: work-items take numbers of their own. */
__kernel void returned(__global int *next, __global int *taken, __global int *out)
{
    __local int first[1];
    int i = get_local_id(0);

    if (i == 0)
        first[0] = atom_add(&next[0], (int)get_local_size(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    atom_inc(&taken[atom_sub(&next[1], 1)]);
    out[first[0] + i] = atom_xchg(&next[2], 5) == 5;
}
