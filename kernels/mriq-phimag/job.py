# SPDX-License-Identifier: Apache-2.0
"""squares of complex numbers, the first kernel of MRI-Q"""

SIZES = {"tiny": {"n": 200}, "small": {"n": 1000}, "large": {"n": 2048}}


def sim_d(job, n):
    job.random("real", "f32", [n], -1, 1, seed=301)
    job.random("imaginary", "f32", [n], -1, 1, seed=302)
    job.fill("magnitude", "f32", [n])
    job.ndrange([n, 1], 1024, ["real", "imaginary", "magnitude"])
    job.expect("magnitude")
