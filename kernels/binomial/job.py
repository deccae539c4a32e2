# SPDX-License-Identifier: Apache-2.0
"""prices of options by binomial trees"""

SIZES = {
    "tiny": {"options": 3, "leaves": 16},
    "small": {"options": 16, "leaves": 128},
    "large": {"options": 96, "leaves": 256},
    "sbi-swi": {"options": 8, "leaves": 256},
}
GROWTH, UP, DOWN = 0.0625, 0.5, 0.484375


def describe(job, options, leaves):
    job.comment("The reference calculates in double precision; rtol is for a rounding per level.")
    job.random("price", "f32", [options], 16, 48, seed=231)
    job.random("strike", "f32", [options], 8, 24, seed=232)
    job.fill("call", "f32", [options])
    job.launch("binomial", [options], [leaves],
               ["price", "strike", "call", {"f32": GROWTH}, {"f32": UP}, {"f32": DOWN},
                {"local": 4 * leaves}])
    job.expect("call", rtol="3e-5", atol="1e-6")
