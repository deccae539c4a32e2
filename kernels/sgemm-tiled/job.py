# SPDX-License-Identifier: Apache-2.0
"""C = A B through tiles in local memory"""

SIZES = {
    "tiny": {"m": 18, "n": 22, "k": 13, "tile": 4},
    "small": {"m": 100, "n": 96, "k": 90, "tile": 16},
    "large": {"m": 320, "n": 320, "k": 320, "tile": 16},
}


def describe(job, m, n, k, tile):
    job.random("a", "f32", [m, k], -1, 1, seed=31)
    job.random("b", "f32", [k, n], -1, 1, seed=32)
    job.fill("c", "f32", [m, n])
    job.launch(f"sgemm_tiled_{tile}", [-(-n // tile), -(-m // tile)], [tile, tile],
               ["a", "b", "c", {"i32": m}, {"i32": n}, {"i32": k}])
    job.expect("c")


def sim_d(job, m, n, k, tile):
    job.ndrange([n, -(-m // 32) * 32], 32, ["a", "b", "c"],
                loops={"tile": -(-k // 32), "product": min(k, 32)})
