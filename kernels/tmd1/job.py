# SPDX-License-Identifier: Apache-2.0
"""table maker's dilemma: how near lines come to an integer, by subtraction"""

SIZES = {
    "tiny": {"lines": 40, "block": 16, "groups": 2, "steps": 10},
    "small": {"lines": 2000, "block": 128, "groups": 8, "steps": 30},
    "large": {"lines": 32768, "block": 128, "groups": 16, "steps": 100},
    "sbi-swi": {"lines": 1024, "block": 128, "groups": 8, "steps": 60},
}


def describe(job, lines, block, groups, steps):
    job.random("slope", "u32", [lines], 1, 2**31, seed=191)
    job.random("offset", "u32", [lines], 0, 2**32 - 1, seed=192)
    job.fill("out", "u32", [lines])
    job.launch("tmd1", [groups], [block],
               ["slope", "offset", "out", {"i32": lines}, {"i32": steps}],
               loops={"for (int i = get_global_id(0);": -(-lines // (groups * block)),
                      "for (int step = 0;": steps})
    job.expect("out")
