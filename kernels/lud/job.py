# SPDX-License-Identifier: Apache-2.0
"""LU decomposition by tiles, three launches a step"""

SIZES = {
    "tiny": {"n": 12, "tile": 4},
    "small": {"n": 80, "tile": 16},
    "large": {"n": 384, "tile": 16},
    "sbi-swi": {"n": 128, "tile": 16},
}


def describe(job, n, tile):
    job.comment("The reference makes the matrix: random, with a heavy diagonal (no pivots).")
    job.file("matrix", "f32", "input", shape=[n, n])
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


def sim_d(job, n, tile):
    job.comment("Sim-D divides by multiplying with the reciprocal: rtol and atol are for those roundings.")
    edge = 32  # of Sim-D's tiles; steps do not depend on them
    for first in range(0, n, edge):
        place = ["matrix", {"i32": first}]
        behind = n - first - edge
        job.ndrange([edge, edge], edge, place, "diagonal",
                    loops={"step": max(1, min(edge, n - first) - 1)})
        if behind > 0:
            lines = -(-behind // edge) * edge
            job.ndrange([behind, edge], edge, place, "right")
            job.ndrange([edge, lines], edge, place, "below")
            job.ndrange([behind, lines], edge, place, "internal")
    job.expect("matrix", rtol="1e-5", atol="1e-6")
