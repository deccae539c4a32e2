/* SPDX-License-Identifier: Apache-2.0 */
/* sample.c - a program with a bit of everything that the loader reads; see build.sh. */
#include "sample_inline.h"

_Thread_local int in_local_memory[24];
int counters[4] = {1, 2, 3, 4};
static int zeroed[100];

void scale(float *out, const float *in, float factor, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = times(in[i], factor);
}

void count(int *out, int which)
{
    *out = counters[which & 3]++ + zeroed[which & 31] + in_local_memory[which & 15];
    zeroed[which & 31]++;
}

void dropped(int *out)
{
    *out = 7;
}
