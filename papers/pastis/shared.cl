/* SPDX-License-Identifier: Apache-2.0 */
/* shared - the paper's micro-benchmarks of shared memory (section IV, PAS-90 to PAS-93), one kernel
 * a width: the first `lanes` lanes of one warp load element offset[lane] * stride, and store what
 * came and how many cycles passed (row `row`). So any pattern of addresses is data of the job. All
 * this `rounds` times: from the second on the code is in the instruction cache, and time is the
 * load's.
 */
#define BENCHMARK(name, type, words)                                                               \
    __kernel void name(__global const uint *offset, __global type *out, __global uint *cycles,     \
                       int lanes, int stride, int row, int rounds, __local type *memory)           \
    {                                                                                              \
        int lane = get_local_id(0);                                                                \
        volatile __local uint *word = (volatile __local uint *)memory;                             \
        uint at = offset[lane] * stride;                                                           \
                                                                                                   \
        for (int i = 0; i < words; i++)                                                            \
            word[at * words + i] = at * words + i;                                                 \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        if (lane >= lanes)                                                                         \
            return;                                                                                \
        _Pragma("unroll 1") for (int i = 0; i < rounds; i++) {                                     \
            uint start = (uint)__nvvm_read_ptx_sreg_clock();                                       \
            out[lane] = *(volatile __local type *)&memory[at];                                     \
            cycles[32 * row + lane] = (uint)__nvvm_read_ptx_sreg_clock() - start;                  \
        }                                                                                          \
    }

BENCHMARK(load_32, uint, 1)
BENCHMARK(load_64, uint2, 2)
BENCHMARK(load_128, uint4, 4)
