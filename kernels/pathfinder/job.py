# SPDX-License-Identifier: Apache-2.0
"""cheapest way down a grid, some rows a launch"""

SIZES = {
    "tiny": {"columns": 75, "rows": 9, "rows_a_launch": 3, "block": 16},
    "small": {"columns": 3000, "rows": 20, "rows_a_launch": 5, "block": 128},
    "large": {"columns": 50000, "rows": 80, "rows_a_launch": 10, "block": 256},
}


def describe(job, columns, rows, rows_a_launch, block):
    job.random("costs", "i32", [rows, columns], 0, 9, seed=181)
    job.random("line_0", "i32", [columns], 0, 9, seed=182)
    job.fill("line_1", "i32", [columns])
    groups = -(-columns // (block - 2 * rows_a_launch))
    launches = rows // rows_a_launch
    for i in range(launches):
        job.launch("pathfinder", [groups], [block],
                   ["costs", f"line_{i % 2}", f"line_{(i + 1) % 2}", {"i32": columns},
                    {"i32": i * rows_a_launch}, {"i32": rows_a_launch}, {"local": 4 * block}])
    job.expect(f"line_{launches % 2}")


def sim_d(job, columns, rows, rows_a_launch, block):
    groups = -(-columns // (1024 - 2 * rows_a_launch))
    for i in range(rows // rows_a_launch):
        job.ndrange([1024 * groups, 1], 1024,
                    ["costs", f"line_{i % 2}", f"line_{(i + 1) % 2}", {"i32": i * rows_a_launch},
                     {"i32": rows_a_launch}], loops={"row": rows_a_launch})
