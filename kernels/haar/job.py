# SPDX-License-Identifier: Apache-2.0
"""Haar's wavelet transform of rows of samples"""

SIZES = {
    "tiny": {"rows": 4, "length": 32},
    "small": {"rows": 24, "length": 512},
    "large": {"rows": 512, "length": 1024},
    "sbi-swi": {"rows": 32, "length": 1024},
}


def describe(job, rows, length):
    job.random("in", "f32", [rows, length], -1, 1, seed=241)
    job.fill("out", "f32", [rows, length])
    job.launch("haar", [rows], [length // 2], ["in", "out", {"local": 4 * length}],
               loops={"for (int pairs = length / 2;": length.bit_length() - 1})
    job.expect("out")
