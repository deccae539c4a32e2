/* SPDX-License-Identifier: Apache-2.0 */
/* gcd.cl - greatest common divisor of two numbers; the iterations depend on the data. */
__kernel void gcd(__global const uint *a, __global const uint *b, __global uint *out)
{
    int i = get_global_id(0);
    uint x = a[i], y = b[i];

    while (y != 0) {
        uint rest = x % y;
        x = y;
        y = rest;
    }
    out[i] = x;
}
