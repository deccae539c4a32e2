#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sim-D's kernels on its three DRAMs, and the speed of the simulator.

    sim-d-memory.py WARPCLOCK KERNELS

SIMD-82: kernels that are bound by DRAM scale almost linearly from DDR4-1866M to DDR4-3200AA, whose clocks are 1.71
apart, and four bank groups are never slower than two. SIMD-85: more than 45,000 compute cycles per second. Prints
TAP.
"""
import json
import os
import pathlib
import resource
import subprocess
import sys

BOUND_BY_DRAM = ("cnn-fc", "kfusion-track", "stencil")
LEAST, CLOCKS = 1.5, 1600 / 933
LEAST_SPEED = 45_000


def cycles(warpclock, job, *settings):
    words = [word for setting in settings for word in ("--set", setting)]
    done = subprocess.run([warpclock, "run", job, "--quiet", "--json", "-", *words], capture_output=True,
                          text=True, check=True, timeout=300)
    return json.loads(done.stdout)["cycles"]


def speeds(warpclock, kernels):
    for name in BOUND_BY_DRAM:
        job = kernels / name / "sim-d-small.yaml"
        ratio = cycles(warpclock, job, "dram.speed=1866M") / cycles(warpclock, job)
        yield f"{name}: {ratio:.2f} from 1866M to 3200AA", LEAST <= ratio <= CLOCKS


def bank_groups(warpclock, kernels):
    for job in sorted(kernels.glob("*/sim-d-tiny.yaml")):
        two, four = cycles(warpclock, job), cycles(warpclock, job, "dram.organisation=x8")
        yield f"{job.parent.name}: {four} cycles with four bank groups, {two} with two", four <= two


def simulation(warpclock, kernels):
    """SRAD, of the paper's two kernels; CPU time, so that others may work on the same host."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    count = cycles(warpclock, kernels / "srad-step/sim-d-small.yaml")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    speed = count / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    yield f"{speed / 1e6:.1f} million compute cycles per second", speed > LEAST_SPEED


def main():
    warpclock, kernels = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    results = [result for test in (speeds, bank_groups, simulation) for result in test(warpclock, kernels)]
    for number, (name, right) in enumerate(results, 1):
        print(f"{'ok' if right else 'not ok'} {number} - {name}")
    print(f"1..{len(results)}")
    sys.exit(not all(right for _, right in results))


main()
