/* SPDX-License-Identifier: Apache-2.0 */
/* binomial.c - host reference of binomial, in double precision. The constants as in its job.py. */
#include "reference.h"

#include <math.h>
#include <stdlib.h>

static float price_of(double price, double strike, int leaves)
{
    double *value = malloc(leaves * sizeof *value);

    if (!value)
        die("no memory");
    for (int i = 0; i < leaves; i++)
        value[i] = fmax(price * exp(0.0625 * (2 * i - (leaves - 1))) - strike, 0.0);
    for (int level = leaves - 1; level > 0; level--)
        for (int i = 0; i < level; i++)
            value[i] = 0.5 * value[i + 1] + 0.484375 * value[i];
    float root = (float)value[0];
    free(value);
    return root;
}

void reference_binomial(struct run *run)
{
    int options = number(run, "options");
    int leaves = number(run, "leaves");
    const float *price = input_f32(run, "price");
    const float *strike = input_f32(run, "strike");
    float *call = new_f32(run, options);

    for (int i = 0; i < options; i++)
        call[i] = price_of(price[i], strike[i], leaves);
    write_f32(run, "call", call, options);
}
