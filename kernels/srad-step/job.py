# SPDX-License-Identifier: Apache-2.0
"""one step of SRAD on the image of the Sim-D paper"""

SIZES = {
    "tiny": {"width": 30, "height": 20, "steps": 1},
    "small": {"width": 128, "height": 100, "steps": 1},
    "large": {"width": 502, "height": 458, "steps": 1},
}


def sim_d(job, width, height, steps):
    job.comment("Sim-D divides by multiplying with the reciprocal: rtol is for those roundings.")
    job.random("image_0", "f32", [height, width], 0.5, 1.5, seed=171)
    job.fill("image_1", "f32", [height, width])
    job.fill("flow", "f32", [height, width])
    job.ndrange([width, height], 512, ["image_0", "flow", {"f32": 0.05}], "../srad/coefficient")
    job.ndrange([width, height], 512, ["image_0", "flow", "image_1"], "../srad/diffuse")
    job.expect("image_1", rtol="1e-5")
