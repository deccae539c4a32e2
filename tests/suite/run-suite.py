#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every kernel of the suite in one size on one machine: each output equals its host reference.

    run-suite.py WARPCLOCK KERNELS TARGET-SIZE [option of `warpclock run`...]

With --functional or clocked, as the options say; a clocked run on Vortex also accounts for every
cycle of every warp exactly once, with no more issues than cycles of its cores.

Prints TAP. A job that its own comment declares too big for the machine (`needs: N work-items`) is
skipped where the machine of the options is smaller. HOUSE-12, HOUSE-14 for local memory, and SIMD-79
for the kernels of the Sim-D paper in its sizes (sim-d-large). SIMD-43: all Sim-D kernels on the three
DRAMs, with the checker of DDR4.
"""
import json
import pathlib
import re
import subprocess
import sys

program, kernels, jobs_of, *options = sys.argv[1:]
target, size = jobs_of.rsplit("-", 1)
settings = dict(option.split("=") for option in options if "=" in option)
threads_a_core = int(settings.get("warps", 32)) * int(settings.get("threads", 32))


def largest_block(job):
    """Work-items of the largest block that the job launches."""
    blocks = re.findall(r"block: \[(\d+), (\d+), (\d+)\]", job.read_text())
    return max((int(x) * int(y) * int(z) for x, y, z in blocks), default=1)


def account(result):
    """What does not add up in a clocked run."""
    slots = int(settings.get("warps", 32)) * int(settings.get("cores", 1))
    told = result["warp_instructions"] + sum(result["stalls"].values())
    problems = []
    if told != slots * result["cycles"]:
        problems.append(f"{told} warp-cycles told of {slots * result['cycles']}")
    if result["warp_instructions"] > result["cycles"] * int(settings.get("cores", 1)):
        problems.append("more than one issue a cycle")
    return problems


def run(job):
    done = subprocess.run([program, "run", job, "--json", "-", *options],
                          capture_output=True, text=True, timeout=600)
    if done.returncode:
        return False, (done.stderr or done.stdout).strip().splitlines()
    result = json.loads(done.stdout)
    wrong = [f"{name}: {text}" for name, text in result["checks"].items() if text != "ok"]
    if not result["checks"]:
        wrong.append("the job expects nothing")
    if result["mode"] == "timed" and target == "vortex":
        wrong += account(result)
    return not wrong, wrong


jobs = sorted(pathlib.Path(kernels).glob(f"*/{jobs_of}.yaml"))
print(f"1..{len(jobs)}")
for number, job in enumerate(jobs, 1):
    name = f"{job.parent.name}-{size}"
    if target == "vortex" and largest_block(job) > threads_a_core:
        print(f"ok {number} {name} # SKIP needs {largest_block(job)} threads a core")
        continue
    passed, remarks = run(job)
    print(f"{'ok' if passed else 'not ok'} {number} {name}")
    for remark in remarks:
        print(f"# {remark}")
