# SPDX-License-Identifier: Apache-2.0
"""transposed matrix by tiles in local memory"""

SIZES = {
    "tiny": {"width": 37, "height": 22, "tile": 4},
    "small": {"width": 250, "height": 300, "tile": 16},
    "large": {"width": 1500, "height": 1601, "tile": 16},
}


def describe(job, width, height, tile):
    job.random("in", "f32", [height, width], -1, 1, seed=61)
    job.fill("out", "f32", [width, height])
    job.launch("transpose", [-(-width // tile), -(-height // tile)], [tile, tile],
               ["in", "out", {"i32": width}, {"i32": height}, {"local": 4 * tile * (tile + 1)}])
    job.expect("out")


def sim_d(job, width, height, tile):
    job.ndrange([width, -(-height // 32) * 32], 32, ["in", "out"])
