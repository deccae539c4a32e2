# SPDX-License-Identifier: Apache-2.0
"""normals of a map of vertices"""

SIZES = {
    "tiny": {"width": 40, "height": 30},
    "small": {"width": 160, "height": 120},
    "large": {"width": 640, "height": 480},
}


def sim_d(job, width, height):
    job.comment("The reference calculates in double precision; a component may be the")
    job.comment("difference of numbers of 200 times its size: that decides atol.")
    job.random("vertex", "f32", [3, height, width], -1, 7, seed=431)
    job.fill("normal", "f32", [3, height, width])
    job.ndrange([width, height], 32, ["vertex", "normal"])
    job.expect("normal", rtol="1e-5", atol="1e-5")
