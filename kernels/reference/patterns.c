/* SPDX-License-Identifier: Apache-2.0 */
/* patterns.c - host reference of patterns: one round of each kernel as a function. */
#include "reference.h"

static uint32_t mix(uint32_t x, uint32_t factor)
{
    for (uint32_t i = 0; i < 12; i++)
        x = (x ^ x >> 7) * factor + i;
    return x;
}

static uint32_t stir(uint32_t x, uint32_t factor)
{
    for (uint32_t i = 0; i < 12; i++)
        x = (x + (x << 9)) * factor ^ i;
    return x;
}

static uint32_t unbalanced(uint32_t x, uint32_t round)
{
    (void)round;
    return x & 0x300 ? x + 1 : mix(x, 0x2c1b3c6d);
}

static uint32_t balanced(uint32_t x, uint32_t round)
{
    return x & 0x100 ? mix(x, 0x2c1b3c6d) : stir(x + round, 0x297a2d39);
}

static uint32_t nested(uint32_t x, uint32_t round)
{
    if (x & 0x100) {
        x = mix(x, 0x2c1b3c6d);
        return x & 0x200 ? stir(x + round, 0x1b56c4e9) : mix(x, 0x45d9f3b3);
    }
    x = stir(x + round, 0x297a2d39);
    return x & 0x400 ? mix(x, 0x7feb352d) - 1 : x;
}

static uint32_t looping(uint32_t x, uint32_t round)
{
    uint32_t times = x >> 5 & 7;

    (void)round;
    for (uint32_t time = 0; time < times; time++)
        x = (x ^ x >> 11) * 0x2c1b3c6d + time;
    return x * 0x297a2d39 + (x >> 15);
}

void reference_patterns(struct run *run)
{
    static const struct {
        const char *name;
        uint32_t (*once)(uint32_t x, uint32_t round);
    } kernels[] = {
        {"unbalanced", unbalanced}, {"balanced", balanced}, {"nested", nested},
        {"looping", looping},
    };
    int n = number(run, "n");
    int rounds = number(run, "rounds");
    const uint32_t *in = input_u32(run, "in");

    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        uint32_t *out = new_u32(run, n);

        for (int i = 0; i < n; i++) {
            out[i] = in[i];
            for (int round = 0; round < rounds; round++)
                out[i] = kernels[k].once(out[i], round);
        }
        write_u32(run, kernels[k].name, out, n);
    }
}
