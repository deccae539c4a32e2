/* SPDX-License-Identifier: Apache-2.0 */
/* arms - in which order do the arms of a branch run (PAS-94)? Every lane notes when its arm came,
 * by a counter in shared memory that the lanes of an arm raise together by one. The first `limit`
 * lanes of a warp go one way, every second one of the others another, the rest a third. Loops of a
 * length that is data keep the compiler from predicating the arms, the asm from merging them.
 */
__kernel void arms(__global int *order, __global uint *works, __global const uint *spin,
                   int limit, volatile __local uint *counter)
{
    int lane = get_local_id(0);
    uint work = lane;

    counter[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < limit) {
#pragma unroll 1
        for (uint i = 1; i <= spin[0]; i++)
            work += spin[i];
        counter[0] = counter[0] + 1;
        order[lane] = (int)counter[0];
        __asm__ volatile("// first" ::: "memory");
    } else if (lane % 2) {
#pragma unroll 1
        for (uint i = 1; i <= spin[0]; i++)
            work ^= spin[i];
        counter[0] = counter[0] + 1;
        order[lane] = (int)counter[0];
        __asm__ volatile("// second" ::: "memory");
    } else {
#pragma unroll 1
        for (uint i = 1; i <= spin[0]; i++)
            work *= spin[i];
        counter[0] = counter[0] + 1;
        order[lane] = (int)counter[0];
        __asm__ volatile("// third" ::: "memory");
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    works[lane] = work;
}

/* Two arms alone, which the compiler joins with SSY and SYNC instead of PBK and BRK. */
__kernel void sides(__global int *order, __global uint *works, __global const uint *spin,
                    int limit, volatile __local uint *counter)
{
    int lane = get_local_id(0);
    uint work = lane;

    counter[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < limit) {
#pragma unroll 1
        for (uint i = 1; i <= spin[0]; i++)
            work += spin[i];
        counter[0] = counter[0] + 1;
        order[lane] = (int)counter[0];
        __asm__ volatile("// first" ::: "memory");
    } else {
#pragma unroll 1
        for (uint i = 1; i <= spin[0]; i++)
            work ^= spin[i];
        counter[0] = counter[0] + 1;
        order[lane] = (int)counter[0];
        __asm__ volatile("// second" ::: "memory");
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    works[lane] = work;
}
