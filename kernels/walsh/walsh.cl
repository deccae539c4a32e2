/* SPDX-License-Identifier: Apache-2.0 */
/* walsh - the fast Walsh-Hadamard transform of one long signal: wide butterflies in global memory,
 * a launch each, then all others in local memory, a group a piece.
 */

__kernel void wide(__global float *signal, int stride)
{
    int me = get_global_id(0);
    int low = 2 * me - (me & (stride - 1));
    float a = signal[low];
    float b = signal[low + stride];

    signal[low] = a + b;
    signal[low + stride] = a - b;
}

__kernel void narrow(__global float *signal, __local float *piece)
{
    int me = get_local_id(0);
    int half_piece = get_local_size(0);
    int first = get_group_id(0) * 2 * half_piece;

    piece[me] = signal[first + me];
    piece[me + half_piece] = signal[first + me + half_piece];
    for (int stride = half_piece; stride > 0; stride /= 2) {
        int low = 2 * me - (me & (stride - 1));

        barrier(CLK_LOCAL_MEM_FENCE);
        float a = piece[low];
        float b = piece[low + stride];
        piece[low] = a + b;
        piece[low + stride] = a - b;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    signal[first + me] = piece[me];
    signal[first + me + half_piece] = piece[me + half_piece];
}
