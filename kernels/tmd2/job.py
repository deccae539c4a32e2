# SPDX-License-Identifier: Apache-2.0
"""table maker's dilemma: by division, with shared code that is no join"""

SIZES = {
    "tiny": {"lines": 32, "block": 16, "groups": 2, "steps": 2},
    "small": {"lines": 2000, "block": 128, "groups": 8, "steps": 16},
    "large": {"lines": 20000, "block": 128, "groups": 16, "steps": 32},
    "sbi-swi": {"lines": 2048, "block": 128, "groups": 8, "steps": 16},
}
NEAR = 2**27


def describe(job, lines, block, groups, steps):
    job.random("slope", "u32", [lines], 1, 2**31, seed=193)
    job.random("offset", "u32", [lines], 0, 2**32 - 1, seed=194)
    job.fill("out", "u32", [lines])
    job.launch("tmd2", [groups], [block],
               ["slope", "offset", "out", {"i32": lines}, {"i32": steps}, {"u32": NEAR}],
               loops={"for (int i = get_global_id(0);": -(-lines // (groups * block)),
                      "for (int step = 0;": steps})
    job.expect("out")
