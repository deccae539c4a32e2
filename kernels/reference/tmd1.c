/* SPDX-License-Identifier: Apache-2.0 */
/* tmd1.c - host reference of tmd1: the walk of one line at a time. */
#include "reference.h"

static uint32_t multiply_high(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b >> 32);
}

/* One subtraction: of the smaller distance from the larger one. */
static void subtract(uint32_t *p, uint32_t *q, uint32_t *u, uint32_t *v)
{
    if (*q >= *p) {
        *q -= *p;
        *u += *v;
    } else {
        *p -= *q;
        *v += *u;
    }
}

static uint32_t walk(uint32_t p, uint32_t d, int steps)
{
    uint32_t q = -p;
    uint32_t u = 1;
    uint32_t v = 1;
    uint32_t nearest = d;

    for (int step = 0; step < steps; step++) {
        if (d < p) {
            subtract(&p, &q, &u, &v);
            p ^= multiply_high(u ^ step, v) & 3;
        } else {
            d -= p;
            subtract(&q, &p, &v, &u);
            q ^= multiply_high(v + step, u) & 3;
            d += multiply_high(p, u + v) << 3;
        }
        nearest = (nearest < d ? nearest : d) + (u * 0x9e3779b9 >> 30);
        d = (d ^ nearest >> 9) + (q >> 3);
        u = (u ^ d >> 7) & 0xffff;
        v = (v + (nearest >> 5)) & 0xffff;
    }
    return nearest;
}

void reference_tmd1(struct run *run)
{
    int lines = number(run, "lines");
    int steps = number(run, "steps");
    const uint32_t *slope = input_u32(run, "slope");
    const uint32_t *offset = input_u32(run, "offset");
    uint32_t *out = new_u32(run, lines);

    for (int i = 0; i < lines; i++)
        out[i] = walk(slope[i], offset[i], steps);
    write_u32(run, "out", out, lines);
}
