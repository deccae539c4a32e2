# SPDX-License-Identifier: Apache-2.0
"""sparse matrix times vector, one work-item a row"""

SIZES = {
    "tiny": {"rows": 150, "columns": 120, "block": 16},
    "small": {"rows": 5000, "columns": 4000, "block": 128},
    "large": {"rows": 230000, "columns": 150000, "block": 256},
}


def describe(job, rows, columns, block):
    job.comment("The reference makes the matrix: 0 to 7 elements a row, in every 32nd 32 to 63.")
    job.comment("Its structure is fixed; its values and the vector may be any.")
    job.file("offsets", "i32", fixed=True)
    job.file("indices", "i32", fixed=True)
    job.file("values", "f32")
    job.random("x", "f32", [columns], -1, 1, seed=211)
    job.fill("y", "f32", [rows])
    job.launch("spmv", [-(-rows // block)], [block],
               ["offsets", "indices", "values", "x", "y", {"i32": rows}])
    job.expect("y")


def sim_d(job, rows, columns, block):
    job.ndrange([rows, 1], 1024, ["offsets", "indices", "values", "x", "y"])
