/* SPDX-License-Identifier: Apache-2.0 */
/* backprop.c - host reference of backprop, with the additions in the order of its tree. */
#include "reference.h"

#include <math.h>

enum { UNITS = 16, ROWS_MAX = 16 };

static float partial_sum(const float *input, const float *weight, int rows)
{
    float product[ROWS_MAX];

    for (int row = 0; row < rows; row++)
        product[row] = weight[row * UNITS] * input[row];
    for (int half = rows / 2; half > 0; half /= 2)
        for (int row = 0; row < half; row++)
            product[row] += product[row + half];
    return product[0];
}

static float error_of(const float *input, const float *weight, float target, int inputs, int rows)
{
    float sum = 0.0f;

    for (int from = 0; from < inputs; from += rows)
        sum += partial_sum(input + from, weight + from * UNITS, rows);
    float value = sum / (1.0f + fabsf(sum));
    return value * (1.0f - value) * (target - value);
}

void reference_backprop(struct run *run)
{
    int inputs = number(run, "inputs");
    int rows = number(run, "rows");
    const float *input = input_f32(run, "input");
    const float *target = input_f32(run, "target");
    float *weight = input_f32(run, "weight");
    float *momentum = input_f32(run, "momentum");
    float delta[UNITS];

    for (int unit = 0; unit < UNITS; unit++)
        delta[unit] = error_of(input, weight + unit, target[unit], inputs, rows);
    for (int i = 0; i < inputs * UNITS; i++) {
        momentum[i] = 0.25f * delta[i % UNITS] * input[i / UNITS] + 0.5f * momentum[i];
        weight[i] += momentum[i];
    }
    write_f32(run, "delta", delta, UNITS);
    write_f32(run, "weight", weight, (size_t)inputs * UNITS);
    write_f32(run, "momentum", momentum, (size_t)inputs * UNITS);
}
