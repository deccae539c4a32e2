# SPDX-License-Identifier: Apache-2.0
"""sorting by counting the smaller elements"""

SIZES = {
    "tiny": {"n": 100, "block": 16},
    "small": {"n": 800, "block": 64},
    "large": {"n": 5000, "block": 256},
    "swas": {"n": 1024, "block": 1024},
}


def describe(job, n, block):
    # Floats of that size lie 1/8 apart: 256 values, so that some are equal.
    job.random("in", "f32", [n], 1048576, 1048608, seed=81)
    job.fill("out", "f32", [n])
    job.launch("psort", [-(-n // block)], [block], ["in", "out", {"i32": n}])
    job.expect("out")


def sim_d(job, n, block):
    job.ndrange([n, 1], 1024, ["in", "out"], loops={"other": n})
