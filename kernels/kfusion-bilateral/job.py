# SPDX-License-Identifier: Apache-2.0
"""bilateral filter of a depth image"""

SIZES = {
    "tiny": {"width": 64, "height": 30},
    "small": {"width": 160, "height": 120},
    "large": {"width": 640, "height": 480},
}


def sim_d(job, width, height):
    job.comment("The reference calculates in double precision; rtol is for the exponential of")
    job.comment("the program, a polynomial, and for sums of 25 terms.")
    job.random("depth", "f32", [height, width], -0.25, 3.75, seed=441)
    job.random("spatial", "f32", [25], 0.25, 1.25, seed=442)
    job.fill("out", "f32", [height, width])
    job.ndrange([width, -(-height // 32) * 32], 32, ["depth", "spatial", "out"])
    job.expect("out", rtol="1e-5")
