/* SPDX-License-Identifier: Apache-2.0 */
/* barrier.cl - barrier() and the fences for machines that dispatch RV32 threads themselves.
 *
 * BAR with number 0 and count 0: all threads of the group meet, whether their warps have diverged
 * or not. Local memory is served in order, so only a fence of global memory needs an
 * instruction. */
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
    mem_fence(flags);
    __asm__ volatile(".insn r 0x0B, 4, 0, x0, x0, x0" ::: "memory");
}
