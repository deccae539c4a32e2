# SPDX-License-Identifier: Apache-2.0
"""temperature of a chip, one launch a time step"""

SIZES = {
    "tiny": {"width": 23, "height": 17, "steps": 3, "block": 4},
    "small": {"width": 100, "height": 90, "steps": 4, "block": 16},
    "large": {"width": 512, "height": 500, "steps": 10, "block": 16},
    "swas": {"width": 32, "height": 32, "steps": 7, "block": 32},
}


def describe(job, width, height, steps, block):
    job.random("power", "f32", [height, width], 0, 1, seed=111)
    job.random("temperature_0", "f32", [height, width], 320, 352, seed=112)
    job.fill("temperature_1", "f32", [height, width])
    for step in range(steps):
        job.launch("hotspot", [-(-width // block), -(-height // block)], [block, block],
                   ["power", f"temperature_{step % 2}", f"temperature_{(step + 1) % 2}",
                    {"i32": width}, {"i32": height}, {"f32": 0.25}, {"f32": 0.3},
                    {"f32": 0.4}, {"f32": 0.01}, {"f32": 80.0}])
    job.expect(f"temperature_{steps % 2}")


def sim_d(job, width, height, steps, block):
    for step in range(steps):
        job.ndrange([width, height], 64, ["power", f"temperature_{step % 2}",
                                          f"temperature_{(step + 1) % 2}"])
