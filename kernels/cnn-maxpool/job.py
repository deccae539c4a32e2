# SPDX-License-Identifier: Apache-2.0
"""maxima of windows of 3 x 3, two pixels apart"""

SIZES = {"tiny": {"channels": 2}, "small": {"channels": 9}, "large": {"channels": 64}}


def sim_d(job, channels):
    job.random("image", "f32", [channels, 112, 112], -1, 1, seed=361)
    job.fill("out", "f32", [channels, 64, 55])
    job.ndrange([55, 64 * channels - 9], 32, ["image", "out"])
    job.expect("out")
