# SPDX-License-Identifier: Apache-2.0
"""finite differences in three dimensions, a star of radius 4"""

SIZES = {
    "tiny": {"columns": 8, "rows": 8, "layers": 11, "x": 4, "y": 4},
    "small": {"columns": 32, "rows": 16, "layers": 16, "x": 16, "y": 8},
    "large": {"columns": 128, "rows": 96, "layers": 40, "x": 32, "y": 8},
    "sbi-swi": {"columns": 64, "rows": 32, "layers": 16, "x": 32, "y": 8},
}
RADIUS = 4


def describe(job, columns, rows, layers, x, y):
    width, height = columns + 2 * RADIUS, rows + 2 * RADIUS
    job.random("factor", "f32", [RADIUS + 1], -1, 1, seed=211)
    job.random("in", "f32", [layers, height, width], 0, 1, seed=212)
    job.fill("out", "f32", [layers, height, width])
    job.launch("fd3d", [columns // x, rows // y], [x, y],
               ["in", "out", "factor", {"i32": width}, {"i32": height}, {"i32": layers},
                {"local": 4 * (x + 2 * RADIUS) * (y + 2 * RADIUS)}])
    job.expect("out")
