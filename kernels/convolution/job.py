# SPDX-License-Identifier: Apache-2.0
"""a separable filter of 17 x 17 over a picture, rows then columns"""

SIZES = {
    "tiny": {"width": 16, "height": 12, "x": 4, "y": 4},
    "small": {"width": 96, "height": 60, "x": 16, "y": 4},
    "large": {"width": 768, "height": 512, "x": 16, "y": 8},
    "sbi-swi": {"width": 128, "height": 128, "x": 16, "y": 8},
}
RADIUS, RESULTS = 8, 4


def describe(job, width, height, x, y):
    strip = lambda size: size * RESULTS + 2 * RADIUS
    job.random("filter", "f32", [2 * RADIUS + 1], -1, 1, seed=171)
    job.random("in", "f32", [height, width], 0, 1, seed=172)
    job.fill("middle", "f32", [height, width])
    job.fill("out", "f32", [height, width])
    job.launch("rows", [-(-width // (x * RESULTS)), height // y], [x, y],
               ["in", "middle", "filter", {"i32": width}, {"local": 4 * strip(x) * y}],
               loops={"for (int i = get_local_id(0);": -(-strip(x) // x)})
    job.launch("columns", [width // x, -(-height // (y * RESULTS))], [x, y],
               ["middle", "out", "filter", {"i32": width}, {"i32": height},
                {"local": 4 * strip(y) * x}],
               loops={"for (int i = get_local_id(1);": -(-strip(y) // y)})
    job.expect("out")
