#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The SWaS paper's six benchmarks under its nine pairs of fetch and issue policies.

    baseline.py WARPCLOCK KERNELS

Prints TAP. Instruction counts stand beside the paper's Table I (SWAS-50) and the span and ranking of
IPC beside its Figure 4 (SWAS-51) as remarks: sizes and compiler differ, so that a gap is told and not
failed. What must hold: every run ends with the right outputs, and each pair is there for each
benchmark.
"""
import json
import math
import pathlib
import subprocess
import sys

program, kernels = sys.argv[1:]
PAPER = {"blackscholes": 192052, "hotspot": 17554, "hotspot3D": 39971, "kmeans": 164077,
         "psort": 492237, "sgemm": 1728}
POLICIES = ["lrr", "gtlrr", "gtlo"]
PAIRS = [f"{fetch}-{issue}" for fetch in POLICIES for issue in POLICIES]

jobs = {name: str(pathlib.Path(kernels) / name / "vortex-small.yaml") for name in PAPER}
done = subprocess.run([program, "compare", *jobs.values(), "--vary", "fetch=" + ",".join(POLICIES),
                       "--vary", "issue=" + ",".join(POLICIES), "--json", "-"],
                      capture_output=True, text=True)
cells = {}
for cell in json.loads(done.stdout)["cells"]:
    setting = dict(word.split("=") for word in cell["machine"].split()[1:])
    cells[pathlib.Path(cell["job"]).parent.name, f"{setting['fetch']}-{setting['issue']}"] = cell

print(f"1..{len(PAPER)}")
for number, (name, instructions) in enumerate(PAPER.items(), 1):
    runs = [cells.get((name, pair)) for pair in PAIRS]
    right = all(run is not None and run["status"] == 0 for run in runs)
    print(f"{'ok' if right else 'not ok'} {number} {name}: nine pairs, right outputs")
    if right:
        counts = runs[0]["warp_instructions"]
        print(f"# {name}: {counts} warp-instructions here, {instructions} in the paper")
        print(f"# {name}: IPC " + " ".join(f"{pair} {run['ipc']:.2f}"
                                           for pair, run in zip(PAIRS, runs)))

ipc = [cell["ipc"] for cell in cells.values()]
print(f"# IPC from {min(ipc):.2f} to {max(ipc):.2f}; the paper: 1.07 to 21.62")
ranking = sorted(PAIRS, key=lambda pair: -math.prod(cells[name, pair]["ipc"] for name in PAPER))
print("# best pairs first: " + " ".join(ranking) + "; the paper: lrr-gtlrr and lrr-gtlo")
