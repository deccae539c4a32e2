/* SPDX-License-Identifier: Apache-2.0 */
/* cnn.c - host references of cnn-convolution, cnn-maxpool, cnn-relu and cnn-fc. */
#include "reference.h"

#define WINDOW 7
#define COLOURS 3

static float relu(float value)
{
    return value < 0.0f ? 0.0f : value;
}

static float window_sum(const float *image, const float *weight, int side, int x, int y)
{
    float sum = 0.0f;

    for (int c = 0; c < COLOURS; c++)
        for (int v = y; v < y + WINDOW; v++)
            for (int u = x; u < x + WINDOW; u++)
                sum += image[(c * side + v) * side + u] * *weight++;
    return sum;
}

void reference_cnn_convolution(struct run *run)
{
    int side = number(run, "side");
    int channels = number(run, "channels");
    int width = side - WINDOW + 1;
    const float *image = input_f32(run, "image");
    const float *weights = input_f32(run, "weights");
    float *out = new_f32(run, (size_t)channels * side * width);

    for (int c = 0; c < channels; c++)
        for (int y = 0; y < width; y++)
            for (int x = 0; x < width; x++)
                out[(c * side + y) * width + x] =
                    window_sum(image, weights + c * COLOURS * WINDOW * WINDOW, side, x, y);
    write_f32(run, "out", out, (size_t)channels * side * width);
}

#define POOL_IN    112
#define POOL_OUT   55
#define POOL_LINES 64 /* of a channel of the result */

static float window_max(const float *pixel)
{
    float most = pixel[0];

    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 3; x++)
            if (pixel[y * POOL_IN + x] > most)
                most = pixel[y * POOL_IN + x];
    return most;
}

void reference_cnn_maxpool(struct run *run)
{
    int channels = number(run, "channels");
    const float *image = input_f32(run, "image");
    size_t count = (size_t)channels * POOL_LINES * POOL_OUT;
    float *out = new_f32(run, count);

    for (int c = 0; c < channels; c++)
        for (int y = 0; y < POOL_OUT; y++)
            for (int x = 0; x < POOL_OUT; x++)
                out[(c * POOL_LINES + y) * POOL_OUT + x] =
                    window_max(image + (c * POOL_IN + 2 * y) * POOL_IN + 2 * x);
    write_f32(run, "out", out, count);
}

void reference_cnn_relu(struct run *run)
{
    int side = number(run, "side");
    const float *bias = input_f32(run, "bias");
    float *layer = input_f32(run, "layer");

    for (int i = 0; i < 2 * side * side; i++)
        layer[i] = relu(layer[i] + bias[i / (side * side)]);
    write_f32(run, "layer", layer, (size_t)2 * side * side);
}

void reference_cnn_fc(struct run *run)
{
    int inputs = number(run, "inputs");
    int outputs = number(run, "outputs");
    const float *in = input_f32(run, "in");
    const float *weights = input_f32(run, "weights");
    float *out = new_f32(run, outputs);

    for (int i = 0; i < inputs; i++)
        for (int neuron = 0; neuron < outputs; neuron++)
            out[neuron] += weights[(size_t)i * outputs + neuron] * in[i];
    for (int neuron = 0; neuron < outputs; neuron++)
        out[neuron] = relu(out[neuron]);
    write_f32(run, "out", out, outputs);
}
