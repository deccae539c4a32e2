# SPDX-License-Identifier: Apache-2.0
"""a training step of a layer of a neural network"""

SIZES = {
    "tiny": {"inputs": 16, "rows": 1},
    "small": {"inputs": 512, "rows": 16},
    "large": {"inputs": 32768, "rows": 16},
    "sbi-swi": {"inputs": 2048, "rows": 16},
}
UNITS = 16


def describe(job, inputs, rows):
    groups = inputs // rows
    job.random("input", "f32", [inputs], 0, 1, seed=221)
    job.random("weight", "f32", [inputs, UNITS], -1, 1, seed=222)
    job.random("momentum", "f32", [inputs, UNITS], -1, 1, seed=223)
    job.random("target", "f32", [UNITS], 0, 1, seed=224)
    job.fill("partial", "f32", [groups, UNITS])
    job.fill("delta", "f32", [UNITS])
    job.launch("forward", [groups], [UNITS, rows],
               ["input", "weight", "partial", {"local": 4 * UNITS * rows}],
               loops={"for (int half_rows = rows / 2;": 4})
    job.launch("output", [1], [UNITS], ["partial", "target", "delta", {"i32": groups}])
    job.launch("adjust", [groups], [UNITS, rows], ["weight", "momentum", "input", "delta"])
    job.expect("delta")
    job.expect("weight")
    job.expect("momentum")
