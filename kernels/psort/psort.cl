/* SPDX-License-Identifier: Apache-2.0 */
/* psort - sorting by ranks: each work-item counts the elements that go before its own and stores it
 * at that place. Equal elements keep their order. The comparison differs from lane to lane, so its
 * outcome is added: a branch would part the lanes in every round.
 */

__kernel void psort(__global const int *in, __global int *out, int n)
{
    int i = get_global_id(0);

    if (i >= n)
        return;

    int value = in[i];
    int rank = 0;
    for (int j = 0; j < n; j++) {
        int other = in[j];

        rank += (other < value) | ((other == value) & (j < i));
    }
    out[rank] = value;
}
