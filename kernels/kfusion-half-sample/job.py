# SPDX-License-Identifier: Apache-2.0
"""image of half the size, without pixels of another depth"""

SIZES = {
    "tiny": {"width": 32, "height": 24},
    "small": {"width": 80, "height": 60},
    "large": {"width": 320, "height": 240},
}


def sim_d(job, width, height):
    job.comment("Sim-D divides by multiplying with the reciprocal: rtol is for those roundings.")
    job.random("depth", "f32", [2 * height, 2 * width], 1, 2, seed=411)
    job.fill("half", "f32", [height, width])
    job.ndrange([width, height], 32, ["depth", "half"])
    job.expect("half", rtol="1e-6")
