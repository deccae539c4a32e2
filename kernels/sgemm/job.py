# SPDX-License-Identifier: Apache-2.0
"""C = A B, one work-item an element of C"""

SIZES = {
    "tiny": {"m": 18, "n": 22, "k": 13, "block": 4},
    "small": {"m": 100, "n": 96, "k": 90, "block": 16},
    "large": {"m": 320, "n": 320, "k": 320, "block": 16},
    "swas": {"m": 32, "n": 32, "k": 3, "block": 32},
}


def describe(job, m, n, k, block):
    job.random("a", "f32", [m, k], -1, 1, seed=21)
    job.random("b", "f32", [k, n], -1, 1, seed=22)
    job.fill("c", "f32", [m, n])
    job.launch("sgemm", [-(-n // block), -(-m // block)], [block, block],
               ["a", "b", "c", {"i32": m}, {"i32": n}, {"i32": k}])
    job.expect("c")


def sim_d(job, m, n, k, block):
    job.ndrange([n, m], 1024, ["a", "b", "c"], loops={"step": k})
