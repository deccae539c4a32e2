# SPDX-License-Identifier: Apache-2.0
"""inclusive prefix sum of n integers in three launches"""

SIZES = {
    "tiny": {"n": 300, "block": 16},
    "small": {"n": 30001, "block": 128},
    "large": {"n": 1000003, "block": 256},
}


def describe(job, n, block):
    parts = -(-n // block)
    job.random("in", "i32", [n], -100, 155, seed=51)
    job.fill("out", "i32", [n])
    job.fill("totals", "i32", [parts])
    scratch = {"local": 8 * block}
    job.launch("scan_parts", [parts], [block], ["in", "out", "totals", {"i32": n}, scratch])
    job.launch("scan_totals", [1], [block], ["totals", {"i32": parts}, scratch, {"local": 4}])
    job.launch("add_offsets", [parts], [block], ["out", "totals", {"i32": n}])
    job.expect("out")


def sim_d(job, n, block):
    job.ndrange([n, 1], 1024, ["in", "out", "totals"], "scan_parts")
    job.ndrange([1024, 1], 1024, ["totals"], "scan_totals")
    job.ndrange([n, 1], 1024, ["out", "totals"], "add_offsets")
