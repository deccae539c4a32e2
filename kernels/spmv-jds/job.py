# SPDX-License-Identifier: Apache-2.0
"""sparse matrix times vector, in jagged diagonals"""

SIZES = {"tiny": {"rows": 150}, "small": {"rows": 2500}, "large": {"rows": 11948}}


def sim_d(job, rows):
    job.comment("The reference makes the matrix: 1 to 60 elements per row, the longest rows first.")
    job.comment("Its structure is fixed; its values and the vector may be any.")
    job.file("lengths", "i32", fixed=True)
    job.file("starts", "i32", fixed=True)
    job.file("places", "i32", fixed=True)
    job.file("indices", "i32", fixed=True)
    job.file("values", "f32")
    job.random("x", "f32", [rows], -1, 1, seed=391)
    job.fill("y", "f32", [rows])
    job.ndrange([rows, 1], 1024, ["lengths", "starts", "places", "indices", "values", "x", "y"])
    job.expect("y")
