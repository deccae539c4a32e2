/* SPDX-License-Identifier: Apache-2.0 */
/* divergence.c - host reference of divergence: each kernel's rule for one element.
 *
 * What the kernels say with early exits and nested branches is said here with single conditions and
 * loops that end in one place, wherever that is possible.
 */
#include "reference.h"

#include <stdbool.h>
#include <stdio.h>

static uint32_t mix(uint32_t hash, uint32_t value)
{
    uint32_t product = (hash ^ value) * 16777619u;

    return product ^ product >> 15;
}

static uint32_t nested_if(const uint32_t *in, int n, int i)
{
    uint32_t value = in[i];
    uint32_t hash = 1;

    (void)n;
    if (value % 2 == 1) {
        hash = mix(hash, value);
        if ((value & 6) == 6)
            hash = mix(mix(hash, 3), 5);
        else if ((value & 6) == 2)
            hash = mix(mix(hash, value >> 3), 5);
        else if (value & 8)
            hash = mix(hash, 7);
        return mix(mix(hash, 11), 17);
    }
    if (value % 3 == 0)
        return mix(mix(hash, value / 3), 17);
    hash = mix(hash, 13);
    return mix(value > 1000 ? mix(hash, value - 1000) : hash, 17);
}

static uint32_t loops(const uint32_t *in, int n, int i)
{
    uint32_t value = in[i];
    uint32_t hash = value;
    bool done = false;

    (void)n;
    for (uint32_t k = 0; k < value % 32 && !done; k++) {
        if ((value >> k) % 5 != 1) {
            hash = mix(hash, k);
            done = hash % 29 == 0;
            if (!done && hash % 31 == 3) {
                hash = mix(hash, 1000 + k);
                done = true;
            }
        }
    }
    do {
        value = value % 2 == 1 ? 3 * value + 1 : value / 2;
        hash++;
    } while (value > 8);
    return mix(hash, value);
}

static uint32_t inner_loop(uint32_t hash, uint32_t from)
{
    uint32_t k = from;
    bool done = false;

    while (k < 12 && !done) {
        hash = mix(hash, k);
        done = hash % 16 == 5;
        if (!done)
            k += hash & 64 ? 2 : 1;
    }
    return mix(hash, k);
}

static uint32_t nested_loops(const uint32_t *in, int n, int i)
{
    uint32_t value = in[i];
    uint32_t hash = (uint32_t)i;
    bool done = value % 4 == 3;

    (void)n;
    for (uint32_t k = 0; k <= value % 8 && !done; k++) {
        if (value >> k & 1) {
            hash = inner_loop(hash, k);
        } else {
            hash += k;
            done = hash % 128 == 9;
        }
    }
    return hash;
}

static uint32_t switches(const uint32_t *in, int n, int i)
{
    uint32_t value = in[i];
    uint32_t way = value % 11;
    uint32_t hash = 2;

    (void)n;
    if (way == 0)
        return mix(hash, 100);
    if (way == 1 || way == 2)
        return mix(mix(hash, 101), value);
    if (way == 3)
        return mix(hash, value);
    if (way == 5)
        return 55;
    if (way == 6) {
        for (uint32_t k = 0; k < value % 7; k++)
            hash = mix(hash, k);
        return hash;
    }
    if (way == 8)
        return value & 16 ? 88 : mix(hash, 103);
    return mix(hash, 102);
}

static uint32_t conditions(const uint32_t *in, int n, int i)
{
    uint32_t value = in[i];
    uint32_t hash = value;
    bool first = in[(i + 1) % n] % 3 == 0;
    bool second = in[(i + 2) % n] & 4;
    bool third = in[(i + 3) % n] & 8;

    if ((value & 1) && first && ((value & 2) || second))
        hash = mix(hash, 1);
    if (value % 5 == 0 || (third && value % 7 < 3))
        hash = mix(hash, 2);
    if (value % 3 == 0)
        hash += in[(i + 4) % n];
    else if (value & 1)
        hash += hash & 2 ? 3 : 4;
    else
        hash += hash % 9;
    uint32_t larger = hash > value ? hash : value;
    uint32_t smaller = hash % 256 < value % 256 ? hash % 256 : value % 256;
    return larger - smaller;
}

static uint32_t returns(const uint32_t *in, int n, int i)
{
    uint32_t value = in[i];
    uint32_t sum = 0;

    (void)n;
    if (value % 13 == 4)
        return 0;
    for (uint32_t k = 0; k < 16; k++) {
        sum += k;
        if ((value >> k) % 8 == 7)
            return sum;
        while (value % 2 != k % 2) {
            value /= 2;
            if (value < 20)
                return sum + 1000;
        }
    }
    return sum + value;
}

/* One round of `barriers` for one element, before the group's elements are exchanged. */
static uint32_t round_of_barriers(uint32_t hash, uint32_t local_id, uint32_t round)
{
    if ((hash + local_id) % 3 == 0)
        return mix(hash, round);
    for (uint32_t k = 0; k < hash % 5; k++)
        hash = mix(hash, k);
    return hash;
}

static void barriers(struct run *run, const uint32_t *in, int n)
{
    uint32_t size = number(run, "block");
    int groups = (n + (int)size - 1) / (int)size;
    uint32_t *hash = new_u32(run, groups * size);
    uint32_t *shared = new_u32(run, size);

    for (int i = 0; i < n; i++)
        hash[i] = in[i];
    for (uint32_t *group = hash; group < hash + groups * size; group += size)
        for (uint32_t round = 0; round < 4; round++) {
            for (uint32_t i = 0; i < size; i++)
                shared[i] = round_of_barriers(group[i], i, round);
            for (uint32_t i = 0; i < size; i++)
                group[i] = shared[i] + shared[(i + round + 1) % size];
        }
    write_u32(run, "out_barriers", hash, n);
}

void reference_divergence(struct run *run)
{
    static const struct {
        const char *name;
        uint32_t (*rule)(const uint32_t *in, int n, int i);
    } kernels[] = {
        {"out_nested_if", nested_if},
        {"out_loops", loops},
        {"out_nested_loops", nested_loops},
        {"out_switches", switches},
        {"out_conditions", conditions},
        {"out_returns", returns},
    };
    int n = number(run, "n");
    const uint32_t *in = input_u32(run, "in");
    uint32_t *out = new_u32(run, n);

    for (size_t kernel = 0; kernel < sizeof kernels / sizeof kernels[0]; kernel++) {
        for (int i = 0; i < n; i++)
            out[i] = kernels[kernel].rule(in, n, i);
        write_u32(run, kernels[kernel].name, out, n);
    }
    barriers(run, in, n);
}
