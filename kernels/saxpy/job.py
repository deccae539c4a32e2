# SPDX-License-Identifier: Apache-2.0
"""y = alpha x + y in place"""

SIZES = {
    "tiny": {"n": 777, "block": 16, "alpha": 0.75},
    "small": {"n": 65537, "block": 128, "alpha": -1.3},
    "large": {"n": 3000000, "block": 1024, "alpha": 2.1},
}


def describe(job, n, block, alpha):
    job.random("x", "f32", [n], -1, 1, seed=11)
    job.random("y", "f32", [n], -1, 1, seed=12)
    job.launch("saxpy", [-(-n // block)], [block], ["x", "y", {"f32": alpha}, {"i32": n}])
    job.expect("y")


def sim_d(job, n, block, alpha):
    job.ndrange([n, 1], 1024, ["x", "y", {"f32": alpha}])
