/* SPDX-License-Identifier: Apache-2.0 */
/* barrier.cl - barrier() and the fences for RV32.
 *
 * A group's barrier is the machine's barrier with the number of the group's slot; all its warps
 * take part. A group of one warp passes at once: its lanes run in step. Local memory is served in
 * order, so only a fence of global memory needs an instruction.
 */
#define LAUNCH_WARPS_PER_GROUP 40 /* as in launch.h, which C headers keep out of OpenCL C */

extern __constant const uint __warpclock_launch[64];

#define BUILTIN __attribute__((overloadable, always_inline))

BUILTIN void mem_fence(cl_mem_fence_flags flags)
{
    if (flags & CLK_GLOBAL_MEM_FENCE)
        __asm__ volatile("fence" ::: "memory");
    else
        __asm__ volatile("" ::: "memory");
}

BUILTIN void read_mem_fence(cl_mem_fence_flags flags)
{
    mem_fence(flags);
}

BUILTIN void write_mem_fence(cl_mem_fence_flags flags)
{
    mem_fence(flags);
}

BUILTIN __attribute__((convergent)) void barrier(cl_mem_fence_flags flags)
{
    uint slot;
    uint warps = __warpclock_launch[LAUNCH_WARPS_PER_GROUP / 4];

    mem_fence(flags);
    __asm__("lw %0, -4(tp)" : "=r"(slot));
    __asm__ volatile(".insn r 0x0B, 4, 0, x0, %0, %1" :: "r"(slot), "r"(warps) : "memory");
}
