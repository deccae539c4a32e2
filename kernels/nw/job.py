# SPDX-License-Identifier: Apache-2.0
"""scores of the best alignment of two sequences, one launch a diagonal of tiles"""

SIZES = {
    "tiny": {"n": 24, "tile": 8, "penalty": 3},
    "small": {"n": 128, "tile": 16, "penalty": 4},
    "large": {"n": 1280, "tile": 32, "penalty": 5},
    "sbi-swi": {"n": 256, "tile": 16, "penalty": 4},
}


def describe(job, n, tile, penalty):
    tiles = n // tile
    job.random("first", "i32", [n], 0, 3, seed=151, assume=True)
    job.random("second", "i32", [n], 0, 3, seed=152, assume=True)
    job.random("similarity", "i32", [4, 4], -6, 9, seed=153)
    job.fill("score", "i32", [n + 1, n + 1])
    job.launch("borders", [-(-(n + 1) // tile)], [tile], ["score", {"i32": n}, {"i32": penalty}])
    for diagonal in range(2 * tiles - 1):
        first_tile = max(0, diagonal - tiles + 1)
        job.launch("nw", [min(diagonal, tiles - 1) - first_tile + 1], [tile],
                   ["score", "first", "second", "similarity", {"i32": n}, {"i32": penalty},
                    {"i32": diagonal}, {"i32": first_tile}, {"local": 4 * (tile + 1) ** 2}])
    job.expect("score")


def sim_d(job, n, tile, penalty):
    edge = 32  # of Sim-D's tiles; scores do not depend on them
    tiles = -(-n // edge)
    job.ndrange([n + 1, 1], 1024, ["score", {"i32": penalty}], "borders")
    for diagonal in range(2 * tiles - 1):
        first_tile = max(0, diagonal - tiles + 1)
        count = min(diagonal, tiles - 1) - first_tile + 1
        job.ndrange([edge * count, edge], edge,
                    ["score", "first", "second", "similarity", {"i32": penalty},
                     {"i32": diagonal}, {"i32": first_tile}])
