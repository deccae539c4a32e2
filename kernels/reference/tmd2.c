/* SPDX-License-Identifier: Apache-2.0 */
/* tmd2.c - host reference of tmd2: the walk of one line at a time. */
#include "reference.h"

#include <stdbool.h>

enum { NEAR = 1 << 27 };

struct line {
    uint32_t p, q, d, u, v;
};

static uint32_t evaluate(uint32_t x)
{
    uint32_t y = 0x9e3779b9;

    for (uint32_t i = 0; i < 12; i++)
        y = (uint32_t)((uint64_t)y * x >> 32) + (y ^ 0x7f4a7c15) + i;
    return y;
}

/* Whether there is a candidate after it. */
static bool step_left(struct line *l)
{
    uint32_t k = l->q / l->p;

    l->q -= k * l->p;
    l->u += k * l->v;
    l->p -= l->q;
    l->v += l->u;
    return l->q < l->p;
}

static bool step_right(struct line *l)
{
    uint32_t k = l->p / l->q;

    l->p -= k * l->q;
    l->v += k * l->u;
    l->q -= l->p;
    l->u += l->v;
    return l->d < l->q;
}

static uint32_t walk(struct line l, int steps)
{
    for (int step = 0; step < steps; step++) {
        bool left = l.d < l.p;

        if (!left)
            l.d -= l.p;
        if (!left && l.q == 0)
            return 0;
        if ((left ? step_left : step_right)(&l) && evaluate(l.d + l.u * l.v) < NEAR)
            return l.u + l.v;
    }
    return 0;
}

void reference_tmd2(struct run *run)
{
    int lines = number(run, "lines");
    int steps = number(run, "steps");
    const uint32_t *slope = input_u32(run, "slope");
    const uint32_t *offset = input_u32(run, "offset");
    uint32_t *out = new_u32(run, lines);

    for (int i = 0; i < lines; i++)
        out[i] = walk((struct line){slope[i], -slope[i], offset[i], 1, 1}, steps);
    write_u32(run, "out", out, lines);
}
