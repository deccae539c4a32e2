# SPDX-License-Identifier: Apache-2.0
"""the run time's mathematical functions"""

SIZES = {
    "tiny": {"n": 120, "block": 16},
    "small": {"n": 2001, "block": 128},
    "large": {"n": 100000, "block": 256},
}


def describe(job, n, block):
    job.comment("The reference calculates in double precision; rtol is what the functions' sources")
    job.comment("state, at most 7 units in the last place. The other outputs are exact.")
    job.random("in", "f32", [n], -32, 32, seed=191)
    for name, rows in ("elementary", 7), ("trigonometric", 3), ("rounding", 7):
        job.fill(f"out_{name}", "f32", [rows, n])
        job.launch(name, [-(-n // block)], [block], ["in", f"out_{name}", {"i32": n}])
    job.random("integer_in", "i32", [n, 2], -2**31, 2**31 - 1, seed=192)
    job.fill("out_integers", "u32", [10, n])
    job.launch("integers", [-(-n // block)], [block], ["integer_in", "out_integers", {"i32": n}])
    job.random("vector_in", "f32", [n, 4], -32, 32, seed=193)
    job.fill("out_vectors", "f32", [5, n, 4])
    job.launch("vectors", [-(-n // block)], [block], ["vector_in", "out_vectors", {"i32": n}])
    job.expect("out_elementary", rtol="8.4e-7")
    job.expect("out_trigonometric", rtol="4.8e-7")
    job.expect("out_rounding")
    job.expect("out_integers")
    job.expect("out_vectors")
