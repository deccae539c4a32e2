# SPDX-License-Identifier: Apache-2.0
"""what the work-item functions say, in three dimensions"""

SIZES = {
    "tiny": {"grid_x": 5, "grid_y": 3, "grid_z": 4, "x": 3, "y": 2, "z": 2},
    "small": {"grid_x": 11, "grid_y": 9, "grid_z": 3, "x": 7, "y": 5, "z": 3},
    "large": {"grid_x": 30, "grid_y": 19, "grid_z": 9, "x": 15, "y": 9, "z": 2},
}


def describe(job, grid_x, grid_y, grid_z, x, y, z):
    job.fill("out", "u32", [grid_z * z, grid_y * y, grid_x * x * 4])
    job.launch("ids", [grid_x, grid_y, grid_z], [x, y, z], ["out"])
    job.expect("out")
