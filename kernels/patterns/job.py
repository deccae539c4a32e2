# SPDX-License-Identifier: Apache-2.0
"""the four shapes of divergence: if, if and else, nested branches, loops"""

SIZES = {
    "tiny": {"n": 48, "block": 16, "rounds": 3},
    "small": {"n": 1024, "block": 128, "rounds": 6},
    "large": {"n": 16384, "block": 256, "rounds": 20},
    "sbi-swi": {"n": 1024, "block": 128, "rounds": 16},
}
# Programs of their own for the SBI/SWI paper.
PARTS = ("unbalanced", "balanced", "nested", "looping")


def describe(job, n, block, rounds):
    job.random("in", "u32", [n], 0, 2**32 - 1, seed=201)
    for kernel in [job.part] if job.part else PARTS:
        job.fill(kernel, "u32", [n])
        job.launch(kernel, [n // block], [block], ["in", kernel, {"i32": rounds}],
                   loops={"for (int time = 0;": 7} if kernel == "looping" else None)
        job.expect(kernel)
