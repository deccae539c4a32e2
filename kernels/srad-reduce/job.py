# SPDX-License-Identifier: Apache-2.0
"""sum and sum of squares of an image, as SRAD needs them"""

SIZES = {"tiny": {"n": 3001}, "small": {"n": 50001}, "large": {"n": 229916}}


def sim_d(job, n):
    job.comment("The reference sums in double precision: rtol is for all the kernel's roundings.")
    groups = -(-n // 2048)
    job.random("image", "f32", [n], 0, 1, seed=331)
    job.fill("squares", "f32", [n])
    for name in "sum", "sum_of_squares":
        job.fill(f"partial_{name}", "f32", [groups])
        job.fill(name, "f32", [1])
    job.ndrange([n, 1], 1024, ["image", "squares"], "prepare")
    job.ndrange([-(-n // 2), 1], 1024, ["image", "squares", "partial_sum",
                                        "partial_sum_of_squares"], "reduce")
    job.ndrange([-(-groups // 2), 1], 1024, ["partial_sum", "partial_sum_of_squares", "sum",
                                             "sum_of_squares"], "reduce")
    job.expect("sum", rtol="1e-6")
    job.expect("sum_of_squares", rtol="1e-6")
