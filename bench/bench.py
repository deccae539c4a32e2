#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast, on this host: every kernel of the suite on its three instruction sets, functionally and
clocked.

    bench.py WARPCLOCK KERNELS [SIZE] [NAME...]

A row a kernel: warp-instructions (32 lanes; gcn3: 64), millions of them a second without and with
the clock (best of three runs, without start-up and checks), the same with an observer that listens to every event, the
process's largest memory and what of it the job's buffers are. Then the time from the start of the
process to its end for the smallest job, which is nearly all start-up.
"""
import json
import pathlib
import re
import sys

import measure

program, kernels, size, *names = (sys.argv + ["large"])[1:4] + sys.argv[4:]
BYTES = {"8": 1, "16": 2, "32": 4, "64": 8}


def run(job, *options):
    """The JSON of a run, its wall-clock seconds and its largest resident memory in MiB."""
    text, wall, _, mib = measure.alone(program, [program, "run", job, "--json", "-", *options])
    return json.loads(text), wall, mib


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
    rows = []
    for job in sorted(pathlib.Path(kernels).glob(f"*/{target}-{size}.yaml")):
        if names and job.parent.name not in names:
            continue
        result, _, memory = run(job, "--functional")
        rows.append([job.parent.name, f"{result['warp_instructions']:,}",
                     f"{speed(job, '--functional'):.1f}", f"{speed(job, times=2):.1f}",
                     f"{speed(job, '--check', times=1):.1f}", f"{memory:.1f}",
                     f"{buffer_mib(job):.1f}"])
    print(f"`{result['machine']}`, size {size}:\n")
    print(measure.table(["kernel", "warp-instructions", "functional", "clocked", "observed", "MiB",
                         "of them buffers"], rows) + "\n", flush=True)


for name in ("vortex", "pascal", "gcn3"):
    table(name)
smallest = pathlib.Path(kernels) / "vecadd/vortex-tiny.yaml"
seconds = min(run(smallest, "--functional")[1] for _ in range(20))
print(f"`vecadd-tiny` on `vortex`, from the start of the process to its end: {seconds * 1e3:.1f} ms.")
