# SPDX-License-Identifier: Apache-2.0
"""sum of n floats, partial sums first"""

SIZES = {
    "tiny": {"n": 1500, "block": 16, "groups": 8},
    "small": {"n": 200001, "block": 128, "groups": 64},
    "large": {"n": 20000001, "block": 256, "groups": 256},
}


def describe(job, n, block, groups):
    job.comment("The reference sums in double precision: rtol is for all the kernel's roundings.")
    job.random("in", "f32", [n], 0, 1, seed=41)
    job.fill("partial", "f32", [groups])
    job.fill("sum", "f32", [1])
    scratch = {"local": 4 * block}
    stride = "for (int i = get_global_id(0);"
    job.launch("reduction", [groups], [block], ["in", "partial", {"i32": n}, scratch],
               loops={stride: -(-n // (groups * block))})
    job.launch("reduction", [1], [block], ["partial", "sum", {"i32": groups}, scratch],
               loops={stride: -(-groups // block)})
    job.expect("sum", rtol="3e-7")


def sim_d(job, n, block, groups):
    job.ndrange([1024 * groups, 1], 1024, ["in", "partial"],
                loops={"element": -(-n // (1024 * groups))})
    job.ndrange([1024, 1], 1024, ["partial", "sum"], loops={"element": -(-groups // 1024)})
