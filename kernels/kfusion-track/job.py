# SPDX-License-Identifier: Apache-2.0
"""one step of tracking: pairs each vertex with one of the model, and their error"""

SIZES = {
    "tiny": {"width": 40, "height": 30},
    "small": {"width": 160, "height": 120},
    "large": {"width": 640, "height": 480},
}


def sim_d(job, width, height):
    job.comment("The reference makes the matrices: a pose near the identity, and a camera that")
    job.comment("sees most vertices.")
    shape = [3, height, width]
    job.random("vertex", "f32", shape, 0.5, 1.5, seed=451)
    job.random("normal", "f32", shape, -1, 1.25, seed=452)
    job.random("model_vertex", "f32", shape, 0.5, 1.5, seed=453)
    job.random("model_normal", "f32", shape, -1, 1.25, seed=454)
    job.file("pose", "f32")
    job.file("camera", "f32")
    job.fill("out", "f32", [8, height, width])
    job.ndrange([width, height], 32, ["vertex", "normal", "model_vertex", "model_normal", "pose",
                                      "camera", "out"])
    job.expect("out")
