// SPDX-License-Identifier: Apache-2.0
// vote.cu - a small kernel, for files that contain a cubin.
__global__ void vote(unsigned *out, unsigned odd)
{
    out[threadIdx.x] = __ballot_sync(~0u, (threadIdx.x & 1) == odd);
}
