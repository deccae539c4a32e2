# SPDX-License-Identifier: Apache-2.0
"""vertices of the pixels of a depth image"""

SIZES = {
    "tiny": {"width": 40, "height": 30},
    "small": {"width": 160, "height": 120},
    "large": {"width": 640, "height": 480},
}


def sim_d(job, width, height):
    job.random("depth", "f32", [height, width], 0.5, 4.5, seed=421)
    job.random("camera", "f32", [9], -1, 1, seed=422)
    job.fill("vertex", "f32", [3, height, width])
    job.ndrange([width, height], 64, ["depth", "camera", "vertex"])
    job.expect("vertex")
