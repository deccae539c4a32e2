/* SPDX-License-Identifier: Apache-2.0 */
/* tmd2 - the table maker's dilemma as in tmd1, by division, with a test of each candidate.
 *
 * Both sides of the branch come to the test, and both may skip it: it is shared code, but not where
 * the branch's sides must meet. Lanes of both sides test together only by thread frontiers.
 */

/* A polynomial in fixed point: whether the function itself is near at that point. */
static uint evaluate(uint x)
{
    uint y = 0x9e3779b9;

    for (int i = 0; i < 12; i++)
        y = mul_hi(y, x) + (y ^ 0x7f4a7c15) + i;
    return y;
}

__kernel void tmd2(__global const uint *slope, __global const uint *offset, __global uint *out,
                   int lines, int steps, uint near)
{
    for (int i = get_global_id(0); i < lines; i += get_global_size(0)) {
        uint p = slope[i];
        uint q = -p;
        uint d = offset[i];
        uint u = 1;
        uint v = 1;
        uint found = 0;

        for (int step = 0; step < steps; step++) {
            if (d < p) {
                uint k = q / p;

                q -= k * p;
                u += k * v;
                p -= q;
                v += u;
                if (q >= p)
                    continue;
            } else {
                d -= p;
                if (q == 0)
                    break;
                uint k = p / q;

                p -= k * q;
                v += k * u;
                q -= p;
                u += v;
                if (d >= q)
                    continue;
            }
            if (evaluate(d + u * v) < near) {
                found = u + v;
                break;
            }
        }
        out[i] = found;
    }
}
