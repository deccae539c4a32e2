/* SPDX-License-Identifier: Apache-2.0 */
/* srad_reduce.c - host reference of srad-reduce. */
#include "reference.h"

void reference_srad_reduce(struct run *run)
{
    int n = number(run, "n");
    const float *image = input_f32(run, "image");
    double sum = 0, squares = 0;

    for (int i = 0; i < n; i++) {
        sum += image[i];
        squares += (double)image[i] * image[i];
    }
    write_f32(run, "sum", &(float){(float)sum}, 1);
    write_f32(run, "sum_of_squares", &(float){(float)squares}, 1);
}
