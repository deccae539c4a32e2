# SPDX-License-Identifier: Apache-2.0
"""control flow that differs between lanes, in every way C offers"""

SIZES = {
    "tiny": {"n": 85, "block": 16},
    "small": {"n": 3001, "block": 128},
    "large": {"n": 80000, "block": 256},
}
KERNELS = ["nested_if", "loops", "nested_loops", "switches", "conditions", "returns"]


def describe(job, n, block):
    job.random("in", "u32", [n], 0, 65535, seed=231)
    grid = [-(-n // block)]
    for kernel in KERNELS:
        job.fill(f"out_{kernel}", "u32", [n])
        job.launch(kernel, grid, [block], ["in", f"out_{kernel}", {"i32": n}])
        job.expect(f"out_{kernel}")
    job.fill("out_barriers", "u32", [n])
    job.launch("barriers", grid, [block], ["in", "out_barriers", {"i32": n}, {"local": 4 * block}])
    job.expect("out_barriers")
