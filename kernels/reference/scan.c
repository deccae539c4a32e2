/* SPDX-License-Identifier: Apache-2.0 */
/* scan.c - host reference of scan. */
#include "reference.h"

void reference_scan(struct run *run)
{
    int n = number(run, "n");
    const int32_t *in = input_i32(run, "in");
    int32_t *out = new_i32(run, n);
    int32_t sum = 0;

    for (int i = 0; i < n; i++)
        out[i] = sum += in[i];
    write_i32(run, "out", out, n);
}
