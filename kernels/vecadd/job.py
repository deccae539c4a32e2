# SPDX-License-Identifier: Apache-2.0
"""c = a + b, one work-item an element"""

SIZES = {
    "tiny": {"n": 1000, "block": 16},
    "small": {"n": 100003, "block": 256},
    "large": {"n": 3000001, "block": 256},
}


def describe(job, n, block):
    job.random("a", "f32", [n], -1, 1, seed=1)
    job.random("b", "f32", [n], -1, 1, seed=2)
    job.fill("c", "f32", [n])
    job.launch("vecadd", [-(-n // block)], [block], ["a", "b", "c", {"i32": n}])
    job.expect("c")


def sim_d(job, n, block):
    job.ndrange([n, 1], 1024, ["a", "b", "c"])
