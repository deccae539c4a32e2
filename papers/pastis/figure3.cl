/* SPDX-License-Identifier: Apache-2.0 */
/* figure3 - the example kernel of the PasTiS paper (figure 3, PAS-35): negative elements become 0,
 * the others twice as large. Products wrap. */
__kernel void figure3(__global int *t, int n)
{
    int i = get_global_id(0);

    if (i >= n)
        return;
    if (t[i] < 0)
        t[i] = 0;
    else
        t[i] = (int)(2u * (uint)t[i]);
}
