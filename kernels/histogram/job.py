# SPDX-License-Identifier: Apache-2.0
"""how often each value occurs, without atomic operations"""

SIZES = {
    "tiny": {"n": 1000, "bins": 16, "block": 16, "groups": 4},
    "small": {"n": 200000, "bins": 30, "block": 64, "groups": 16},
    "large": {"n": 12500001, "bins": 30, "block": 64, "groups": 64},
    "sbi-swi": {"n": 131072, "bins": 12, "block": 128, "groups": 16},
}


def describe(job, n, bins, block, groups):
    job.random("values", "u32", [n], 0, bins - 1, seed=71, assume=True)
    job.fill("partial", "u32", [groups, bins])
    job.fill("histogram", "u32", [bins])
    job.launch("count_values", [groups], [block],
               ["values", "partial", {"i32": n}, {"i32": bins}, {"local": 4 * bins * block}],
               loops={"for (int i = get_global_id(0);": -(-n // (groups * block)),
                      "for (int bin = local_id;": -(-bins // block)})
    job.launch("add_partial", [-(-bins // block)], [block],
               ["partial", "histogram", {"i32": groups}, {"i32": bins}])
    job.expect("histogram")
