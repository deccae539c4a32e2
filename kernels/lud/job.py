# SPDX-License-Identifier: Apache-2.0
"""LU decomposition by tiles, three launches a step"""

SIZES = {
    "tiny": {"n": 12, "tile": 4},
    "small": {"n": 80, "tile": 16},
    "large": {"n": 384, "tile": 16},
}


def describe(job, n, tile):
    job.comment("The reference makes the matrix: random, with a heavy diagonal (no pivots).")
    job.file("matrix", "f32", "input")
    block = {"local": 4 * tile * tile}
    for first in range(0, n, tile):
        behind = (n - first) // tile - 1
        place = ["matrix", {"i32": n}, {"i32": first}]
        job.launch("diagonal", [1], [tile], place + [block])
        if behind:
            job.launch("perimeter", [behind], [2 * tile], place + [block],
                       loops={"for (int y = part;": -(-tile // 2)})
            job.launch("internal", [behind, behind], [tile, tile], place + [block, block])
    job.expect("matrix")
