# SPDX-License-Identifier: Apache-2.0
"""convolution layer: three channels, windows of 7 x 7"""

SIZES = {
    "tiny": {"side": 64, "channels": 2},
    "small": {"side": 96, "channels": 8},
    "large": {"side": 224, "channels": 64},
}


def sim_d(job, side, channels):
    job.random("image", "f32", [3, side, side], 0, 1, seed=351)
    job.random("weights", "f32", [channels, 147], -0.125, 0.125, seed=352)
    job.fill("out", "f32", [channels, side, side - 6])
    job.ndrange([side - 6, channels * side], 32, ["image", "weights", "out"])
    job.expect("out")
