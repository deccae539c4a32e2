/* SPDX-License-Identifier: Apache-2.0 */
/* gcd.cl - the greatest common divisor of two numbers; how long it takes only they know. */
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
