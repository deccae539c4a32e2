# SPDX-License-Identifier: Apache-2.0
"""depths in millimetres to metres, every second pixel"""

SIZES = {
    "tiny": {"width": 32, "height": 24},
    "small": {"width": 80, "height": 60},
    "large": {"width": 320, "height": 240},
}


def sim_d(job, width, height):
    job.random("millimetres", "u32", [2 * height, 2 * width], 0, 8191, seed=401)
    job.fill("metres", "f32", [height, width])
    job.ndrange([width, height], 32, ["millimetres", "metres"])
    job.expect("metres")
