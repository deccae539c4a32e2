#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pins the timing of the suite: cycles, instructions and bound of every tiny job on every machine.

    cycles.py WARPCLOCK KERNELS          compares with cycles.tsv, prints TAP
    cycles.py WARPCLOCK KERNELS --write  regenerates cycles.tsv (`make cycles`)

Runs are otherwise compared only with each other, so a change that shifts all of them alike would go
unnoticed. A commit that changes a row of cycles.tsv says why in its message. HOUSE-38.
"""
import json
import pathlib
import subprocess
import sys

program, kernels, *options = sys.argv[1:]
TABLE = pathlib.Path(__file__).with_name("cycles.tsv")
HEAD = ("job", "machine", "cycles", "warp_instructions", "thread_instructions", "bound")
# Machines that run the jobs of a target: by the beginning of their names. Sim-D has measurements of
# its original instead (machine/sim_d).
MACHINES = {"vortex": ("vortex",), "pascal": ("jetson", "fermi"), "gcn3": ("gcn3",),
            "rv32": ("fermi",)}


def call(*arguments):
    done = subprocess.run([program, *arguments, "--json", "-"], capture_output=True, text=True,
                          timeout=600)
    return done.returncode, done.stdout, done.stderr


def machines():
    """The names of all machines."""
    return [machine["name"] for machine in json.loads(call("machines")[1])["machines"]]


def measure(job, machine):
    """A row of the table."""
    status, text, error = call("run", str(job), "--machine", machine)
    if status:
        sys.exit(f"{job} on {machine}: status {status}\n{error}")
    run = json.loads(text)
    status, text, _ = call("bound", str(job), "--machine", machine, "--method", "analysis")
    bound = json.loads(text)["bound"] if status == 0 else "-"
    name = f"{job.parent.name}/{job.stem}"
    return (name, machine, *(str(run[key]) for key in HEAD[2:5]), str(bound))


def measure_all():
    names = machines()
    for job in sorted(pathlib.Path(kernels).glob("*/*-tiny.yaml")):
        prefixes = MACHINES.get(job.stem.removesuffix("-tiny"), ())
        for machine in names:
            if machine.startswith(prefixes):
                yield measure(job, machine)


def compare():
    pinned = {}
    for line in TABLE.read_text().splitlines()[1:]:
        row = tuple(line.split("\t"))
        pinned[row[:2]] = row
    rows = list(measure_all())
    names = {row[:2] for row in rows}
    print(f"1..{len(rows) + 1}")
    for number, row in enumerate(rows, 1):
        same = pinned.get(row[:2]) == row
        print(f"{'ok' if same else 'not ok'} {number} {row[0]} on {row[1]}")
        if not same:
            print(f"# pinned {pinned.get(row[:2], 'nothing')}, measured {row}")
    left = sorted(set(pinned) - names)
    print(f"{'not ok' if left else 'ok'} {len(rows) + 1} every pinned row was measured")
    for job, machine in left:
        print(f"# {job} on {machine}")


if "--write" in options:
    lines = ["\t".join(row) for row in (HEAD, *measure_all())]
    TABLE.write_text("\n".join(lines) + "\n")
else:
    compare()
