#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast, on this host: every kernel of the suite on its three instruction sets, functionally and
clocked.

    bench.py WARPCLOCK KERNELS [SIZE] [NAME...]

A row a kernel: warp-instructions (32 lanes; gcn3: 64), millions of them a second without and with the
clock (best of
three runs, without start-up and checks), the same with an observer that listens to every event, the
process's largest memory and what of it the job's buffers are. Then the time from the start of the
process to its end for the smallest job, which is nearly all start-up.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import time

program, kernels, size, *names = (sys.argv + ["large"])[1:4] + sys.argv[4:]
BYTES = {"8": 1, "16": 2, "32": 4, "64": 8}


def run(job, *options):
    """The JSON of a run, its wall-clock seconds and its largest resident memory in MiB."""
    start = time.perf_counter()
    child = subprocess.Popen([program, "run", job, "--json", "-", *options],
                             stdout=subprocess.PIPE, text=True)
    text = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{job}: status {child.returncode}")
    return json.loads(text), time.perf_counter() - start, usage.ru_maxrss / 1024


def speed(job, *options, times=3):
    """Millions of warp-instructions a second, the best of some runs."""
    return max(run(job, *options)[0]["simulated_kips"] for _ in range(times)) / 1e3


def buffer_mib(job):
    total = 0
    for kind, shape in re.findall(r"type: [iuf](\d+), shape: \[([\d, ]*)\]", job.read_text()):
        count = 1
        for extent in shape.split(","):
            count *= int(extent)
        total += count * BYTES[kind]
    return total / 2**20


def table(target):
    """The kernels of one instruction set."""
    print(f"{target:<14} {'':>18} {'million warp-instructions a second':^34}")
    print(f"{'kernel':<14} {'warp-instructions':>18} {'functional':>11} {'clocked':>9} "
          f"{'observed':>9} {'MiB':>7} {'buffers MiB':>12}")
    for job in sorted(pathlib.Path(kernels).glob(f"*/{target}-{size}.yaml")):
        if names and job.parent.name not in names:
            continue
        result, _, memory = run(job, "--functional")
        print(f"{job.parent.name:<14} {result['warp_instructions']:>18,} "
              f"{speed(job, '--functional'):>11.1f} {speed(job, times=2):>9.1f} "
              f"{speed(job, '--check', times=1):>9.1f} {memory:>7.1f} {buffer_mib(job):>12.1f}",
              flush=True)
    print()


for name in ("vortex", "pascal", "gcn3"):
    table(name)
smallest = pathlib.Path(kernels) / "vecadd/vortex-tiny.yaml"
seconds = min(run(smallest, "--functional")[1] for _ in range(20))
print(f"start to end of vecadd-tiny: {seconds * 1e3:.1f} ms")
