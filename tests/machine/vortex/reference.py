#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cycles of vortex-3.0 beside those of the model that comes with Vortex 3.0 (docs/vortex.md).

    reference.py WARPCLOCK FOLDER [KEY=VALUE]...

FOLDER has a folder with a job.yaml for each program, and cycles.tsv: a line `program`, `simx_32x32`,
`simx_4x4` for each, with the cycles of that model at 32 warps of 32 threads and at 4 of 4. Prints
ours / theirs for each program and the geometric means; further arguments are settings. The exit
status is 1 if a mean is further than 5 % from 1 or a program further than 25 %.
"""
import csv
import json
import math
import pathlib
import subprocess
import sys

SIZES = (32, 4)
MEAN, EACH = math.log(1.05), math.log(1.25)


def cycles(program, job, size, settings):
    words = [program, "run", str(job), "--machine", "vortex-3.0", "--json", "-"]
    for setting in (f"warps={size}", f"threads={size}", "oracle=off", *settings):
        words += ["--set", setting]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{job}: status {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)["cycles"]


def table(folder):
    with open(folder / "cycles.tsv", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def compare(program, folder, settings):
    logs = {size: [] for size in SIZES}
    for row in table(folder):
        line = f"{row['program']:24}"
        for size in SIZES:
            theirs = int(row[f"simx_{size}x{size}"])
            ours = cycles(program, folder / row["program"] / "job.yaml", size, settings)
            logs[size].append(math.log(ours / theirs))
            line += f" {theirs:9} {ours:9} {ours / theirs:5.2f}"
        print(line, flush=True)
    return logs


def main():
    program, folder, *settings = sys.argv[1:]
    far = False
    for size, logs in compare(program, pathlib.Path(folder), settings).items():
        mean, inside = sum(logs) / len(logs), sum(abs(log) <= EACH for log in logs)
        print(f"{size} x {size}: geometric mean {math.exp(mean):.3f}, {inside} of {len(logs)} "
              f"within 25 %")
        far |= abs(mean) > MEAN or inside < len(logs)
    sys.exit(far)


if __name__ == "__main__":
    main()
