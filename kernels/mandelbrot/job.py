# SPDX-License-Identifier: Apache-2.0
"""iterations of z = z*z + c for each pixel"""

SIZES = {
    "tiny": {"width": 30, "height": 21, "block": 4, "step": 0.125, "limit": 40},
    "small": {"width": 100, "height": 75, "block": 16, "step": 0.03, "limit": 150},
    "large": {"width": 400, "height": 300, "block": 16, "step": 0.0075, "limit": 500},
}
LEFT, TOP = -2.25, 1.125


def describe(job, width, height, block, step, limit):
    job.fill("iterations", "i32", [height, width])
    job.launch("mandelbrot", [-(-width // block), -(-height // block)], [block, block],
               ["iterations", {"i32": width}, {"i32": height}, {"f32": LEFT}, {"f32": TOP},
                {"f32": step}, {"i32": limit}], loops={"while (count < limit": limit})
    job.expect("iterations")


def sim_d(job, width, height, block, step, limit):
    job.ndrange([width, height], 32, ["iterations", {"f32": step}, {"i32": limit}],
                loops={"iterate": limit})
