# SPDX-License-Identifier: Apache-2.0
"""prices of options as the mean over samples"""

SIZES = {
    "tiny": {"options": 2, "samples": 100, "block": 16},
    "small": {"options": 8, "samples": 1500, "block": 128},
    "large": {"options": 64, "samples": 16384, "block": 256},
    "sbi-swi": {"options": 8, "samples": 4096, "block": 256},
}


def describe(job, options, samples, block):
    job.comment("The reference calculates in double precision; exp has a relative error of 1e-7, which")
    job.comment("the subtraction of the strike multiplies.")
    job.random("price", "f32", [options], 16, 48, seed=261)
    job.random("strike", "f32", [options], 16, 48, seed=262)
    job.random("sample", "f32", [samples], -2, 2, seed=263)
    job.fill("mean", "f32", [options])
    job.fill("square", "f32", [options])
    job.launch("montecarlo", [options], [block],
               ["price", "strike", "sample", "mean", "square", {"i32": samples}, {"f32": 0.0625},
                {"f32": 0.25}, {"local": 8 * block}],
               loops={"for (int i = me;": -(-samples // block)})
    job.expect("mean", rtol="2e-5", atol="1e-6")
    job.expect("square", rtol="2e-5", atol="1e-6")
