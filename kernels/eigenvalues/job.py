# SPDX-License-Identifier: Apache-2.0
"""eigenvalues of tridiagonal matrices by bisection"""

SIZES = {
    "tiny": {"matrices": 2, "n": 4, "halvings": 3, "width": 0.125},
    "small": {"matrices": 4, "n": 32, "halvings": 8, "width": 0.0625},
    "large": {"matrices": 16, "n": 128, "halvings": 16, "width": 0.00048828125},
    "sbi-swi": {"matrices": 8, "n": 128, "halvings": 9, "width": 0.03125},
}


def describe(job, matrices, n, halvings, width):
    # Gershgorin's circles: |diagonal| <= 4, and twice 2 beside it.
    job.random("diagonals", "f32", [matrices, n], -4, 4, seed=181)
    job.random("beside", "f32", [matrices, n], -2, 2, seed=182)
    job.fill("values", "f32", [matrices, n])
    job.launch("eigenvalues", [matrices], [n],
               ["diagonals", "beside", "values", {"i32": n}, {"f32": -8.0}, {"f32": 8.0},
                {"f32": width}, {"i32": halvings}, {"local": 28 * n}],
               loops={"for (int i = 0; i < n; i++)": n,
                      "for (int reach = 1;": max(1, (n - 1).bit_length()),
                      "for (int i = first[me];": n})
    job.expect("values")
