# SPDX-License-Identifier: Apache-2.0
"""the Q matrix of MRI reconstruction, a sum of sines and cosines"""

SIZES = {
    "tiny": {"voxels": 500, "samples": 12},
    "small": {"voxels": 4096, "samples": 50},
    "large": {"voxels": 262144, "samples": 2048},
    "paper": {"voxels": 262144, "samples": 128},
}


def sim_d(job, voxels, samples):
    job.comment("The reference calculates in double precision; atol is for phases of up to")
    job.comment("19, rounded to single precision, in sums of all samples.")
    for seed, name in enumerate("xyz", 311):
        job.random(name, "f32", [voxels], -1, 1, seed=seed)
    job.random("samples", "f32", [samples, 4], -1, 1, seed=314)
    job.fill("real", "f32", [voxels])
    job.fill("imaginary", "f32", [voxels])
    job.ndrange([voxels, 1], 1024, ["x", "y", "z", "samples", "real", "imaginary"],
                loops={"sample": samples})
    job.expect("real", atol="5e-4")
    job.expect("imaginary", atol="5e-4")
