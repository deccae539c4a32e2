/* SPDX-License-Identifier: Apache-2.0 */
/* mlp - layers of a perceptron: out = W in + bias for a batch of inputs, with ReLU (the larger of
 * the value and 0) behind all layers but the last. One launch a layer; x counts the neurons, y the
 * inputs.
 */

__kernel void mlp_layer(__global const float *in, __global const float *weights,
                        __global const float *bias, __global float *out, int inputs, int outputs,
                        int relu)
{
    int neuron = get_global_id(0);
    int sample = get_global_id(1);

    if (neuron >= outputs)
        return;

    float sum = bias[neuron];
    for (int i = 0; i < inputs; i++)
        sum += weights[i * outputs + neuron] * in[sample * inputs + i];
    if (relu && sum < 0.0f)
        sum = 0.0f;
    out[sample * outputs + neuron] = sum;
}
