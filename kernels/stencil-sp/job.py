# SPDX-License-Identifier: Apache-2.0
"""seven-point stencil in three dimensions, through the scratchpad"""

SIZES = {
    "tiny": {"width": 128, "height": 8, "depth": 4},
    "small": {"width": 128, "height": 32, "depth": 8},
    "large": {"width": 128, "height": 128, "depth": 32},
}


def sim_d(job, width, height, depth):
    job.random("from", "f32", [depth, height, width], -1, 1, seed=321)
    job.fill("to", "f32", [depth, height, width])
    job.ndrange([width - 2, height * (depth - 2)], 128, ["from", "to", {"i32": height}])
    job.expect("to")
