# SPDX-License-Identifier: Apache-2.0
"""fully connected layer with ReLU"""

SIZES = {
    "tiny": {"inputs": 64, "outputs": 100},
    "small": {"inputs": 300, "outputs": 1500},
    "large": {"inputs": 4096, "outputs": 4096},
}


def sim_d(job, inputs, outputs):
    job.random("in", "f32", [inputs], 0, 1, seed=381)
    job.random("weights", "f32", [inputs, outputs], -0.0625, 0.0625, seed=382)
    job.fill("out", "f32", [outputs])
    job.ndrange([outputs, 1], 1024, ["in", "weights", "out"], loops={"input": inputs})
    job.expect("out")
