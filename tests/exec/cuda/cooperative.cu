// SPDX-License-Identifier: Apache-2.0
// cooperative.cu - kernels of cooperative launches: all blocks wait for each other.
#include <cooperative_groups.h>

// Every thread reads what a thread of another block wrote, in each of `rounds` rounds.
extern "C" __global__ void rotate(int *values, int count, int rounds)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < rounds; round++) {
        const int next = values[(i + 1) % count];
        grid.sync();
        values[i] = next + 1;
        grid.sync();
    }
}

extern "C" __global__ void is_cooperative(int *out)
{
    *out = cooperative_groups::this_grid().is_valid();
}
