/* SPDX-License-Identifier: Apache-2.0 */
/* patterns - the four shapes of divergence, each as a kernel that computes much and loads little:
 * an `if` without else, both sides of equal length, nested branches, and loops of different
 * lengths. Which way a work-item goes depends on its data.
 */

static uint mix(uint x, uint factor)
{
    for (int i = 0; i < 12; i++)
        x = (x ^ x >> 7) * factor + i;
    return x;
}

/* The same length, but other instructions: sides that differ in constants only would be one. */
static uint stir(uint x, uint factor)
{
    for (int i = 0; i < 12; i++)
        x = (x + (x << 9)) * factor ^ i;
    return x;
}

__kernel void unbalanced(__global const uint *in, __global uint *out, int rounds)
{
    uint x = in[get_global_id(0)];

    for (int round = 0; round < rounds; round++) {
        if (x & 0x300)
            x++;
        else
            x = mix(x, 0x2c1b3c6d);
    }
    out[get_global_id(0)] = x;
}

__kernel void balanced(__global const uint *in, __global uint *out, int rounds)
{
    uint x = in[get_global_id(0)];

    for (int round = 0; round < rounds; round++) {
        if (x & 0x100)
            x = mix(x, 0x2c1b3c6d);
        else
            x = stir(x + round, 0x297a2d39);
    }
    out[get_global_id(0)] = x;
}

__kernel void nested(__global const uint *in, __global uint *out, int rounds)
{
    uint x = in[get_global_id(0)];

    for (int round = 0; round < rounds; round++) {
        if (x & 0x100) {
            x = mix(x, 0x2c1b3c6d);
            if (x & 0x200)
                x = stir(x + round, 0x1b56c4e9);
            else
                x = mix(x, 0x45d9f3b3);
        } else {
            x = stir(x + round, 0x297a2d39);
            if (x & 0x400)
                x = mix(x, 0x7feb352d) - 1;
        }
    }
    out[get_global_id(0)] = x;
}

__kernel void looping(__global const uint *in, __global uint *out, int rounds)
{
    uint x = in[get_global_id(0)];

    for (int round = 0; round < rounds; round++) {
        int times = x >> 5 & 7;

        for (int time = 0; time < times; time++)
            x = (x ^ x >> 11) * 0x2c1b3c6d + time;
        x = x * 0x297a2d39 + (x >> 15);
    }
    out[get_global_id(0)] = x;
}
