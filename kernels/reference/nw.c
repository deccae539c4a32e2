/* SPDX-License-Identifier: Apache-2.0 */
/* nw.c - host reference of nw: the recurrence row by row. */
#include "reference.h"

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

void reference_nw(struct run *run)
{
    int n = number(run, "n");
    int penalty = number(run, "penalty");
    const int32_t *first = input_i32(run, "first");
    const int32_t *second = input_i32(run, "second");
    const int32_t *similarity = input_i32(run, "similarity");
    int stride = n + 1;
    int32_t *score = new_i32(run, (size_t)stride * stride);

    for (int i = 0; i <= n; i++)
        score[i] = score[i * stride] = -i * penalty;
    for (int y = 1; y <= n; y++)
        for (int x = 1; x <= n; x++) {
            int32_t *here = score + y * stride + x;
            int32_t aligned = here[-stride - 1] + similarity[first[y - 1] * 4 + second[x - 1]];

            *here = larger(aligned, larger(here[-1], here[-stride]) - penalty);
        }
    write_i32(run, "score", score, (size_t)stride * stride);
}
