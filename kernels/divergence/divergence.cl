/* SPDX-License-Identifier: Apache-2.0 */
/* divergence - control flow that differs between lanes in every way C offers: what the insertion of
 * SPLIT, JOIN and PRED has to get right. Integers only, so that each result is exact; each kernel
 * mixes its path into a hash, so that one wrong turn shows.
 */

static uint mix_in(uint hash, uint value)
{
    hash = (hash ^ value) * 16777619u;
    return hash ^ (hash >> 15);
}

/* if, else if, else, nested three deep, with a common tail at every depth */
__kernel void nested_if(__global const uint *in, __global uint *out, int n)
{
    int i = get_global_id(0);

    if (i >= n)
        return;

    uint value = in[i];
    uint hash = 1;
    if (value & 1) {
        hash = mix_in(hash, value);
        if (value & 2) {
            if (value & 4)
                hash = mix_in(hash, 3);
            else
                hash = mix_in(hash, value >> 3);
            hash = mix_in(hash, 5);
        } else if (value & 8) {
            hash = mix_in(hash, 7);
        }
        hash = mix_in(hash, 11);
    } else if (value % 3 == 0) {
        hash = mix_in(hash, value / 3);
    } else {
        hash = mix_in(hash, 13);
        if (value > 1000)
            hash = mix_in(hash, value - 1000);
    }
    out[i] = mix_in(hash, 17);
}

/* a trip count per lane, break, continue, and two ways out */
__kernel void loops(__global const uint *in, __global uint *out, int n)
{
    int i = get_global_id(0);

    if (i >= n)
        return;

    uint value = in[i];
    uint hash = value;
#pragma warpclock loop_bound(31)
    for (uint k = 0; k < (value & 31); k++) {
        if ((value >> k) % 5 == 1)
            continue;
        hash = mix_in(hash, k);
        if (hash % 29 == 0)
            break;
        if (hash % 31 == 3) {
            hash = mix_in(hash, 1000 + k);
            break;
        }
    }
#pragma warpclock loop_bound(334) /* from 52527; no value up to 65535 takes longer */
    do {
        value = value & 1 ? 3 * value + 1 : value / 2;
        hash++;
    } while (value > 8);
    out[i] = mix_in(hash, value);
}

/* a loop inside an if inside a loop inside an if, the inner ones with their own breaks */
__kernel void nested_loops(__global const uint *in, __global uint *out, int n)
{
    int i = get_global_id(0);
    uint hash = i;

    if (i >= n)
        return;

    uint value = in[i];
    if (value % 4 != 3) {
#pragma warpclock loop_bound(8)
        for (uint outer = 0; outer < 1 + (value & 7); outer++) {
            if ((value >> outer) & 1) {
                uint inner = outer;

#pragma warpclock loop_bound(12)
                while (inner < 12) {
                    hash = mix_in(hash, inner);
                    if ((hash & 15) == 5)
                        break;
                    if (hash & 64) {
                        inner += 2;
                        continue;
                    }
                    inner++;
                }
                hash = mix_in(hash, inner);
            } else {
                hash += outer;
                if ((hash & 127) == 9)
                    break;
            }
        }
    }
    out[i] = hash;
}

/* a switch with falling through, a default in the middle, and returns inside of it */
__kernel void switches(__global const uint *in, __global uint *out, int n)
{
    int i = get_global_id(0);

    if (i >= n)
        return;

    uint value = in[i];
    uint hash = 2;
    switch (value % 11) {
    case 0:
        hash = mix_in(hash, 100);
        break;
    case 1:
    case 2:
        hash = mix_in(hash, 101);
        /* falls through */
    case 3:
        hash = mix_in(hash, value);
        break;
    default:
        hash = mix_in(hash, 102);
        break;
    case 5:
        out[i] = 55;
        return;
    case 6:
#pragma warpclock loop_bound(6)
        for (uint k = 0; k < value % 7; k++)
            hash = mix_in(hash, k);
        break;
    case 8:
        if (value & 16) {
            out[i] = 88;
            return;
        }
        hash = mix_in(hash, 103);
    }
    out[i] = hash;
}

/* short circuits with work on their right side, and ternaries in each other */
__kernel void conditions(__global const uint *in, __global uint *out, int n)
{
    int i = get_global_id(0);

    if (i >= n)
        return;

    uint value = in[i];
    uint hash = value;
    if ((value & 1) && in[(i + 1) % n] % 3 == 0 && (value & 2 || in[(i + 2) % n] & 4))
        hash = mix_in(hash, 1);
    if (value % 5 == 0 || (in[(i + 3) % n] & 8 && value % 7 < 3))
        hash = mix_in(hash, 2);
    hash += value % 3 == 0 ? in[(i + 4) % n] : value & 1 ? (hash & 2 ? 3u : 4u) : hash % 9;
    hash = max(hash, value) - min(hash & 255, value & 255);
    out[i] = hash;
}

/* early returns at every depth, some of them out of loops */
__kernel void returns(__global const uint *in, __global uint *out, int n)
{
    int i = get_global_id(0);

    if (i >= n)
        return;

    uint value = in[i];
    out[i] = 0;
    if (value % 13 == 4)
        return;
#pragma warpclock loop_bound(16)
    for (uint k = 0; k < 16; k++) {
        out[i] += k;
        if ((value >> k & 7) == 7)
            return;
#pragma warpclock loop_bound(12) /* 65535 / 2^12 is below 20 */
        while ((value ^ k) & 1) {
            value /= 2;
            if (value < 20) {
                out[i] += 1000;
                return;
            }
        }
    }
    out[i] += value;
}

/* barriers between divergent parts: lanes have to be together again each time */
__kernel void barriers(__global const uint *in, __global uint *out, int n, __local uint *shared)
{
    int local_id = get_local_id(0);
    int size = get_local_size(0);
    int i = get_global_id(0);
    uint hash = i < n ? in[i] : 0;

    for (int round = 0; round < 4; round++) {
        if ((hash + local_id) % 3 == 0) {
            hash = mix_in(hash, round);
        } else {
#pragma warpclock loop_bound(4)
            for (uint k = 0; k < hash % 5; k++)
                hash = mix_in(hash, k);
        }
        shared[local_id] = hash;
        barrier(CLK_LOCAL_MEM_FENCE);
        hash += shared[(local_id + round + 1) % size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n)
        out[i] = hash;
}
