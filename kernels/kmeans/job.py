# SPDX-License-Identifier: Apache-2.0
"""points to the nearest of k centres, and the centres moved"""

SIZES = {
    "tiny": {"points": 60, "clusters": 3, "features": 4, "iterations": 2, "moves": 1, "block": 16},
    "small": {"points": 750, "clusters": 5, "features": 8, "iterations": 3, "moves": 1,
              "block": 64},
    "large": {"points": 12000, "clusters": 8, "features": 16, "iterations": 5, "moves": 1,
              "block": 256},
    "sbi-swi": {"points": 2048, "clusters": 32, "features": 32, "iterations": 1, "moves": 1,
                "block": 128},
    "swas": {"points": 1024, "clusters": 91, "features": 4, "iterations": 1, "moves": 0,
             "block": 1024},
}


def describe(job, points, clusters, features, iterations, moves, block):
    job.random("points", "f32", [features, points], 0, 1, seed=91)
    job.random("centres", "f32", [clusters, features], 0, 1, seed=92)
    job.fill("membership", "i32", [points])
    counts = [{"i32": points}, {"i32": clusters}, {"i32": features}]
    for _ in range(iterations):
        job.launch("assign_points", [-(-points // block)], [block],
                   ["points", "centres", "membership"] + counts)
        if moves:
            job.launch("move_centres", [-(-clusters * features // block)], [block],
                       ["points", "centres", "membership"] + counts)
    job.expect("membership")
    job.expect("centres")


def sim_d(job, points, clusters, features, iterations, moves, block):
    job.comment("Sim-D divides by multiplying with the reciprocal: rtol is for those roundings.")
    for _ in range(iterations):
        job.ndrange([points, 1], 1024, ["points", "centres", "membership"], "assign_points",
                    loops={"feature": features, "cluster": clusters})
        if moves:
            job.ndrange([features, clusters], 32, ["points", "centres", "membership"],
                        "move_centres", loops={"point": points})
    job.expect("centres", rtol="1e-6")
