# SPDX-License-Identifier: Apache-2.0
"""rows of keys, sorted by a bitonic network in local memory"""

SIZES = {
    "tiny": {"rows": 3, "length": 32},
    "small": {"rows": 16, "length": 256},
    "large": {"rows": 128, "length": 1024},
    "sbi-swi": {"rows": 16, "length": 512},
}


def describe(job, rows, length):
    phases = length.bit_length() - 1
    job.random("in", "u32", [rows, length], 0, 2**16 - 1, seed=161)
    job.fill("out", "u32", [rows, length])
    job.launch("bitonic", [rows], [length // 2], ["in", "out", {"local": 4 * length}],
               loops={"for (int size = 2;": phases, "for (int stride = size / 2;": phases})
    job.expect("out")
