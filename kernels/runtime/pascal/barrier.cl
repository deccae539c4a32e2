/* SPDX-License-Identifier: Apache-2.0 */
/* barrier.cl - barrier() and the fences for NVIDIA GPUs.
 *
 * bar.sync orders the memory accesses of the group's work-items; a fence orders those of one
 * work-item as the others of its group see them (PTX ISA: bar.sync, membar.cta).
 */
#define BUILTIN __attribute__((overloadable, always_inline))

BUILTIN void mem_fence(cl_mem_fence_flags flags)
{
    (void)flags;
    __nvvm_membar_cta();
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
    (void)flags;
    __syncthreads();
}
