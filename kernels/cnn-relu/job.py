# SPDX-License-Identifier: Apache-2.0
"""bias and ReLU of two channels"""

SIZES = {"tiny": {"side": 40}, "small": {"side": 150}, "large": {"side": 256}}


def sim_d(job, side):
    job.random("bias", "f32", [2], -0.5, 0.5, seed=371)
    job.random("layer", "f32", [2, side, side], -1, 1, seed=372)
    job.ndrange([side, side], 256, ["bias", "layer"])
    job.expect("layer")
