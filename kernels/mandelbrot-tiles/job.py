# SPDX-License-Identifier: Apache-2.0
"""iterations of z = z*z + c for each pixel, by groups that go from tile to tile"""

SIZES = {
    "tiny": {"width": 30, "height": 21, "block": 4, "step": 0.125, "limit": 40, "groups": 5},
    "small": {"width": 100, "height": 75, "block": 16, "step": 0.03, "limit": 150, "groups": 8},
    "large": {"width": 400, "height": 300, "block": 16, "step": 0.0075, "limit": 500, "groups": 16},
    "sbi-swi": {"width": 128, "height": 96, "block": 16, "step": 0.0234375, "limit": 64,
                "groups": 4},
}
LEFT, TOP = -2.25, 1.125


def describe(job, width, height, block, step, limit, groups):
    across, down = -(-width // block), -(-height // block)
    job.fill("iterations", "i32", [height, width])
    job.launch("mandelbrot_tiles", [groups], [block, block],
               ["iterations", {"i32": width}, {"i32": height}, {"f32": LEFT}, {"f32": TOP},
                {"f32": step}, {"i32": limit}, {"i32": across}, {"i32": across * down},
                {"local": 4}],
               loops={"while (count < limit": limit,
                      "while (*tile < tiles)": -(-across * down // groups)})
    job.expect("iterations")
