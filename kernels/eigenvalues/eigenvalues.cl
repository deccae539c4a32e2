/* SPDX-License-Identifier: Apache-2.0 */
/* eigenvalues - of symmetric tridiagonal matrices, a group a matrix, by bisection.
 *
 * A work-item has an interval with at least one eigenvalue. It counts those below the middle (the
 * sign changes of a Sturm sequence). If both halves have eigenvalues, one goes to a new work-item,
 * whose place is a prefix sum: so the number of busy work-items grows from one to the order of the
 * matrix. Intervals that are narrow enough rest.
 */

/* Eigenvalues below x. */
static int count_below(__local const float *diagonal, __local const float *square, int n, float x)
{
    float q = 1.0f;
    int count = 0;

#pragma unroll 1 /* its code stays small; each step waits for a division anyway */
    for (int i = 0; i < n; i++) {
        q = diagonal[i] - x - square[i] / q;
        q = fabs(q) < 1e-20f ? -1e-20f : q;
        count += q < 0.0f;
    }
    return count;
}

__kernel void eigenvalues(__global const float *diagonals, __global const float *beside,
                          __global float *values, int n, float low, float high, float width,
                          int halvings, __local float *memory)
{
    __local float *diagonal = memory, *square = memory + n;
    __local float *left = memory + 2 * n, *right = memory + 3 * n;
    __local int *first = (__local int *)memory + 4 * n; /* eigenvalues below the interval ... */
    __local int *last = (__local int *)memory + 5 * n;  /* ... and below its right end */
    __local int *place = (__local int *)memory + 6 * n;
    int me = get_local_id(0);
    int from = get_group_id(0) * n;
    int busy = 1;

    diagonal[me] = diagonals[from + me];
    square[me] = me > 0 ? beside[from + me] * beside[from + me] : 0.0f;
    if (me == 0) {
        left[0] = low;
        right[0] = high;
        first[0] = 0;
        last[0] = n;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int halving = 0; halving < halvings; halving++) {
        float middle = 0.0f;
        int below = 0;
        int parts = 0;

        if (me < busy && right[me] - left[me] > width) {
            middle = 0.5f * (left[me] + right[me]);
            below = count_below(diagonal, square, n, middle);
            if (below <= first[me]) {
                left[me] = middle;
            } else if (below >= last[me]) {
                right[me] = middle;
            } else {
                parts = 1;
            }
        }
        place[me] = parts;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int reach = 1; reach < n; reach *= 2) {
            int sum = me >= reach ? place[me - reach] : 0;

            barrier(CLK_LOCAL_MEM_FENCE);
            place[me] += sum;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (parts) {
            int other = busy + place[me] - 1;

            left[other] = middle;
            right[other] = right[me];
            first[other] = below;
            last[other] = last[me];
            right[me] = middle;
            last[me] = below;
        }
        busy += place[n - 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (me < busy) {
        for (int i = first[me]; i < last[me]; i++)
            values[from + i] = 0.5f * (left[me] + right[me]);
    }
}
