# SPDX-License-Identifier: Apache-2.0
"""fast Walsh-Hadamard transform of a signal"""

SIZES = {
    "tiny": {"n": 128, "piece": 32},
    "small": {"n": 4096, "piece": 512},
    "large": {"n": 262144, "piece": 1024},
    "sbi-swi": {"n": 8192, "piece": 1024},
}


def describe(job, n, piece):
    half = piece // 2
    job.random("signal", "f32", [n], -1, 1, seed=251)
    stride = n // 2
    while stride >= piece:
        job.launch("wide", [n // 2 // half], [half], ["signal", {"i32": stride}])
        stride //= 2
    job.launch("narrow", [n // piece], [half], ["signal", {"local": 4 * piece}],
               loops={"for (int stride = half_piece;": piece.bit_length() - 1})
    job.expect("signal")
