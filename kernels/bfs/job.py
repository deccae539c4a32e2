# SPDX-License-Identifier: Apache-2.0
"""distances from one node of a graph, two launches a level"""

SIZES = {
    "tiny": {"nodes": 150, "levels": 8, "block": 16},
    "small": {"nodes": 5000, "levels": 12, "block": 128},
    "large": {"nodes": 150000, "levels": 16, "block": 256},
}


def describe(job, nodes, levels, block):
    job.comment("A random graph of one to six edges a node; `levels` launches reach every node")
    job.comment("there is to reach, which the reference checks.")
    job.comment("The graph is fixed.")
    job.file("offsets", "i32", fixed=True)
    job.file("edges", "i32", fixed=True)
    job.fill("frontier", "i32", [nodes])
    job.fill("reached", "i32", [nodes])
    job.fill("distance", "i32", [nodes])
    grid, count = [-(-nodes // block)], {"i32": nodes}
    job.launch("begin", grid, [block], ["frontier", "reached", "distance", count, {"i32": 0}])
    for level in range(levels):
        job.launch("expand", grid, [block],
                   ["offsets", "edges", "frontier", "reached", "distance", count, {"i32": level}])
        job.launch("advance", grid, [block], ["frontier", "reached", count])
    job.expect("distance")


def sim_d(job, nodes, levels, block):
    job.ndrange([nodes, 1], 1024, ["frontier", "reached", "distance"], "begin")
    for level in range(levels):
        job.ndrange([nodes, 1], 1024, ["offsets", "edges", "frontier", "reached", "distance",
                                       {"i32": level}], "expand")
        job.ndrange([nodes, 1], 1024, ["frontier", "reached"], "advance")
