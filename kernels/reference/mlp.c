/* SPDX-License-Identifier: Apache-2.0 */
/* mlp.c - host reference of mlp. */
#include "reference.h"

#include <stdio.h>

static const int neurons[] = {784, 128, 64, 10};

/* out = weights (inputs x outputs) applied to in, plus bias; ReLU where asked for */
static void layer(const float *in, const float *weights, const float *bias, float *out, int inputs,
                  int outputs, int relu)
{
    for (int neuron = 0; neuron < outputs; neuron++)
        out[neuron] = bias[neuron];
    for (int i = 0; i < inputs; i++)
        for (int neuron = 0; neuron < outputs; neuron++)
            out[neuron] += weights[i * outputs + neuron] * in[i];
    for (int neuron = 0; neuron < outputs && relu; neuron++)
        if (out[neuron] < 0.0f)
            out[neuron] = 0.0f;
}

void reference_mlp(struct run *run)
{
    int batch = number(run, "batch");
    float *in = input_f32(run, "layer_0");

    for (int i = 1; i <= 3; i++) {
        int inputs = neurons[i - 1];
        int outputs = neurons[i];
        float *out = new_f32(run, (size_t)batch * outputs);
        char name[32];

        snprintf(name, sizeof name, "weights_%d", i);
        const float *weights = input_f32(run, name);
        snprintf(name, sizeof name, "bias_%d", i);
        const float *bias = input_f32(run, name);
        for (int sample = 0; sample < batch; sample++)
            layer(in + sample * inputs, weights, bias, out + sample * outputs, inputs, outputs,
                  i < 3);
        in = out;
    }
    write_f32(run, "layer_3", in, (size_t)batch * 10);
}
