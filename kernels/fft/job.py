# SPDX-License-Identifier: Apache-2.0
"""Fourier transforms of 256 complex numbers, one launch per pass"""
import math

SIZES = {"tiny": {"batch": 8}, "small": {"batch": 100}, "large": {"batch": 1024}}
POINTS = 256


def sim_d(job, batch):
    job.comment("The reference calculates in double precision; atol is for eight passes of")
    job.comment("sums that grow to 40.")
    job.random("data_0", "f32", [batch, 2 * POINTS], -1, 1, seed=341)
    job.fill("data_1", "f32", [batch, 2 * POINTS])
    passes = POINTS.bit_length() - 1
    for i in range(passes):
        job.ndrange([POINTS // 2, batch], 128, [f"data_{i % 2}", f"data_{(i + 1) % 2}",
                                                {"i32": 1 << i}, {"f32": -math.pi / (1 << i)}])
    job.expect(f"data_{passes % 2}", atol="1e-4")
