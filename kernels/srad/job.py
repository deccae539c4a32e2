# SPDX-License-Identifier: Apache-2.0
"""speckle reducing diffusion on an image, two launches a step"""

SIZES = {
    "tiny": {"width": 19, "height": 14, "steps": 2, "block": 4},
    "small": {"width": 90, "height": 75, "steps": 3, "block": 16},
    "large": {"width": 350, "height": 360, "steps": 10, "block": 16},
}
Q0_SQUARED = 0.05  # of the first step; each step has nine tenths of the one before


def describe(job, width, height, steps, block):
    extent = [{"i32": width}, {"i32": height}]
    grid = [-(-width // block), -(-height // block)]
    job.random("image_0", "f32", [height, width], 0.5, 1.5, seed=171)
    job.fill("image_1", "f32", [height, width])
    job.fill("flow", "f32", [height, width])
    q0_squared = Q0_SQUARED
    for step in range(steps):
        source, result = f"image_{step % 2}", f"image_{(step + 1) % 2}"
        job.launch("coefficient", grid, [block, block],
                   [source, "flow"] + extent + [{"f32": q0_squared}])
        job.launch("diffuse", grid, [block, block],
                   [source, "flow", result] + extent + [{"f32": 0.5}])
        q0_squared *= 0.9
    job.expect(f"image_{steps % 2}")


def sim_d(job, width, height, steps, block):
    job.comment("Sim-D divides by multiplying with the reciprocal: rtol is for those roundings.")
    q0_squared = Q0_SQUARED
    for step in range(steps):
        source, result = f"image_{step % 2}", f"image_{(step + 1) % 2}"
        job.ndrange([width, height], 64, [source, "flow", {"f32": q0_squared}], "coefficient")
        job.ndrange([width, height], 64, [source, "flow", result], "diffuse")
        q0_squared *= 0.9
    job.expect(f"image_{steps % 2}", rtol="1e-5")
