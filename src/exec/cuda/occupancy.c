/* SPDX-License-Identifier: Apache-2.0 */
/* occupancy.c - blocks of a kernel that an SM holds. */
#include "exec/cuda/cuda.h"

static uint32_t round_up(double value, double unit)
{
    const uint64_t step = unit >= 1 ? (uint64_t)unit : 1;
    return (uint32_t)(((uint64_t)value + step - 1) / step * step);
}

static uint32_t min_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

int cuda_occupancy(const struct exec_function *function, int threads, size_t dynamic)
{
    enum { LANES = 32 };
    const uint32_t warps = ((uint32_t)threads + LANES - 1) / LANES;
    const uint32_t registers =
        round_up((double)function->facts.registers * LANES, exec_number("registers.unit", 256));
    const uint32_t shared = round_up((double)(function->facts.shared + dynamic), 256);
    uint32_t blocks = (uint32_t)exec_number("sm.blocks", 32);
    if (threads <= 0 || threads > (int)exec_interface.block_threads() ||
        function->facts.shared + dynamic > exec_interface.block_shared())
        return 0;
    blocks = min_of(blocks, (uint32_t)exec_number("sm.warps", 64) / warps);
    if (registers)
        blocks = min_of(blocks, (uint32_t)exec_number("sm.registers", 65536) / (registers * warps));
    if (shared)
        blocks = min_of(blocks, exec_interface.unit_shared() / shared);
    return (int)blocks;
}

/* The block that fills an SM with the most threads, the largest of them, and blocks that fill all
 * SMs. `dynamic_of`, unless NULL, has the shared memory for a size of block. */
CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function,
                                          size_t (*dynamic_of)(int), size_t dynamic, int limit)
{
    enum { LANES = 32 };
    const int max = (int)exec_interface.block_threads();
    int best = 0;
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = grid && block ? function_find(function, &function) : cudaErrorInvalidValue;
    for (int n = limit > 0 && limit < max ? limit : max; error == cudaSuccess && n > 0;
         n = (n - 1) / LANES * LANES) {
        const int blocks = cuda_occupancy(function, n, dynamic_of ? dynamic_of(n) : dynamic);
        if (blocks * n <= best)
            continue;
        best = blocks * n;
        *block = n;
        *grid = blocks * (int)exec_number("sms", 1);
    }
    return cuda_leave_driver(error == cudaSuccess && !best ? cudaErrorInvalidConfiguration : error);
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction function,
                                                   size_t (*dynamic_of)(int), size_t dynamic,
                                                   int limit, unsigned flags)
{
    (void)flags;
    return cuOccupancyMaxPotentialBlockSize(grid, block, function, dynamic_of, dynamic, limit);
}

cudaError_t cuda_check_cooperative(struct exec_function *function,
                                   const struct launch_sizes *sizes)
{
    const uint64_t threads = (uint64_t)sizes->block[0] * sizes->block[1] * sizes->block[2];
    const uint64_t blocks = (uint64_t)sizes->grid[0] * sizes->grid[1] * sizes->grid[2];
    cudaError_t error = sizes->cooperative ? function_know(function) : cudaSuccess;
    if (error != cudaSuccess || !sizes->cooperative)
        return error;
    const int each = cuda_occupancy(function, threads > INT32_MAX ? 0 : (int)threads,
                                    sizes->shared);
    return blocks <= (uint64_t)each * (uint64_t)exec_number("sms", 1)
               ? cudaSuccess : cudaErrorCooperativeLaunchTooLarge;
}
