# SPDX-License-Identifier: Apache-2.0
"""temperature of a stack of chips, one launch a time step"""

SIZES = {
    "tiny": {"width": 13, "height": 9, "layers": 4, "steps": 2, "block": 4},
    "small": {"width": 60, "height": 50, "layers": 6, "steps": 3, "block": 16},
    "large": {"width": 256, "height": 250, "layers": 8, "steps": 8, "block": 16},
    "swas": {"width": 32, "height": 32, "layers": 32, "steps": 1, "block": 32},
}


def describe(job, width, height, layers, steps, block):
    shape = [layers, height, width]
    job.random("power", "f32", shape, 0, 1, seed=121)
    job.random("temperature_0", "f32", shape, 320, 352, seed=122)
    job.fill("temperature_1", "f32", shape)
    for step in range(steps):
        job.launch("hotspot3D", [-(-width // block), -(-height // block)], [block, block],
                   ["power", f"temperature_{step % 2}", f"temperature_{(step + 1) % 2}",
                    {"i32": width}, {"i32": height}, {"i32": layers}, {"f32": 0.1},
                    {"f32": 0.5}, {"f32": 0.25}, {"f32": 80.0}])
    job.expect(f"temperature_{steps % 2}")


def sim_d(job, width, height, layers, steps, block):
    for step in range(steps):
        job.ndrange([width, height], 64, ["power", f"temperature_{step % 2}",
                                          f"temperature_{(step + 1) % 2}", {"i32": layers}],
                    loops={"layer": layers})
