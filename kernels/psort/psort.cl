/* SPDX-License-Identifier: Apache-2.0 */
/* psort - sorting by ranks: each work-item counts the elements that go before its own and stores it
 * at that place. Equal elements keep their order. The comparison is one of control flow, as in the
 * program of that name that comes with Vortex: lanes part in every round.
 */

__kernel void psort(__global const float *in, __global float *out, int n)
{
    int i = get_global_id(0);

    if (i >= n)
        return;

    float value = in[i];
    int rank = 0;
    for (int j = 0; j < n; j++) {
        float other = in[j];

        rank += other < value || (other == value && j < i);
    }
    out[rank] = value;
}
