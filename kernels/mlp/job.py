# SPDX-License-Identifier: Apache-2.0
"""perceptron of 784-128-64-10 neurons, one launch a layer"""

SIZES = {
    "tiny": {"batch": 1, "block": 16},
    "small": {"batch": 8, "block": 64},
    "large": {"batch": 250, "block": 64},
}
NEURONS = [784, 128, 64, 10]


def describe(job, batch, block):
    job.random("layer_0", "f32", [batch, NEURONS[0]], 0, 1, seed=221)
    for i, (inputs, outputs) in enumerate(zip(NEURONS, NEURONS[1:]), 1):
        job.random(f"weights_{i}", "f32", [inputs, outputs], -0.0625, 0.0625, seed=221 + 2 * i)
        job.random(f"bias_{i}", "f32", [outputs], -0.5, 0.5, seed=222 + 2 * i)
        job.fill(f"layer_{i}", "f32", [batch, outputs])
        job.launch("mlp_layer", [-(-outputs // block), batch], [block],
                   [f"layer_{i - 1}", f"weights_{i}", f"bias_{i}", f"layer_{i}", {"i32": inputs},
                    {"i32": outputs}, {"i32": int(i < 3)}])
    job.expect("layer_3")


def sim_d(job, batch, block):
    for i, (inputs, outputs) in enumerate(zip(NEURONS, NEURONS[1:]), 1):
        job.ndrange([outputs, batch], 1024, [f"layer_{i - 1}", f"weights_{i}", f"bias_{i}",
                                             f"layer_{i}", {"f32": 0 if i < 3 else -3e38}],
                    "mlp_layer", loops={"input": inputs})
