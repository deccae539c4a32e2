# SPDX-License-Identifier: Apache-2.0
"""bodies that attract one another, one launch a step"""

SIZES = {
    "tiny": {"n": 40, "steps": 2, "block": 16},
    "small": {"n": 300, "steps": 2, "block": 64},
    "large": {"n": 2000, "steps": 3, "block": 256},
}


def describe(job, n, steps, block):
    job.random("bodies_0", "f32", [n, 4], 0, 1, seed=201)
    job.fill("bodies_1", "f32", [n, 4])
    job.fill("velocity", "f32", [n, 4])
    for step in range(steps):
        job.launch("nbody", [-(-n // block)], [block],
                   [f"bodies_{step % 2}", f"bodies_{(step + 1) % 2}", "velocity", {"i32": n},
                    {"f32": 0.001}, {"f32": 0.01}, {"local": 16 * block}])
    job.expect(f"bodies_{steps % 2}")
    job.expect("velocity")


def sim_d(job, n, steps, block):
    for step in range(steps):
        job.ndrange([n, 1], 1024, [f"bodies_{step % 2}", f"bodies_{(step + 1) % 2}", "velocity"],
                    loops={"other": n})
