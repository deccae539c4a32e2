# SPDX-License-Identifier: Apache-2.0
"""prices of call and put options"""

SIZES = {
    "tiny": {"n": 200, "each": 1, "block": 16, "rate": 0.02, "volatility": 0.3},
    "small": {"n": 10001, "each": 1, "block": 128, "rate": 0.02, "volatility": 0.3},
    "large": {"n": 1000000, "each": 3, "block": 256, "rate": 0.02, "volatility": 0.3},
    "swas": {"n": 20480, "each": 20, "block": 1024, "rate": 0.02, "volatility": 0.3},
}


def describe(job, n, each, block, rate, volatility):
    job.comment("The reference calculates in double precision with the exact normal distribution.")
    job.comment("A price is the difference of two numbers of up to 48, each some roundings and the")
    job.comment("polynomial's error off: that decides atol (1.6e-5 measured).")
    job.random("price", "f32", [n], 16, 48, seed=101)
    job.random("strike", "f32", [n], 16, 48, seed=102)
    job.random("years", "f32", [n], 0.25, 4.25, seed=103)
    job.fill("call", "f32", [n])
    job.fill("put", "f32", [n])
    job.launch("blackscholes", [-(-n // (block * each))], [block],
               ["price", "strike", "years", "call", "put", {"f32": rate}, {"f32": volatility},
                {"i32": n}, {"i32": each}], loops={"for (int i = first;": each})
    job.expect("call", rtol="1e-6", atol="2e-5")
    job.expect("put", rtol="1e-6", atol="2e-5")


def sim_d(job, n, each, block, rate, volatility):
    job.ndrange([n, 1], 1024, ["price", "strike", "years", "call", "put"])
