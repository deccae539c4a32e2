#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What each switch of Sim-D's safe analysis brings, kernel by kernel (docs/sim-d-tight.md).

    sim-d-tight.py WARPCLOCK KERNELS [--size small] [--policy access] [--all]

Prints a table of pessimism, bound / observed - 1 in per cent: with no switch, with each switch
alone, and with all; then the mean without outliers (more than 100 % with all switches). The kernels
are those that the paper has too; --all takes every kernel of the suite. Launches of a job are added
up. Ends with status 1 if a run exceeds its bound.
"""
import argparse
import json
import pathlib
import subprocess
import sys

SWITCHES = ("tight.alignment", "tight.groups", "tight.paths", "tight.pairs", "refresh.known")
PAPER = ("cnn-convolution", "cnn-maxpool", "cnn-fc", "fft", "kfusion-depth2vertex",
         "kfusion-half-sample", "kfusion-track", "kfusion-vertex2normal", "mriq-phimag", "mriq-q",
         "spmv-jds", "srad-reduce", "srad-step", "stencil-sp")
WAYS = {"none": (), **{name: (name,) for name in SWITCHES}, "all": SWITCHES}
OUTLIER = 1.0


def call(program, command, job, settings):
    words = [program, command, job, *(word for one in settings for word in ("--set", one)), "--json", "-"]
    if command == "bound":
        words += ["--method", "analysis"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.stdout else {}


def total(document, key):
    launches = document.get("launches", [])
    if not launches or any(key not in launch for launch in launches):
        return None
    return sum(launch[key] for launch in launches)


def measure(program, job, policy):
    """Cycles, and the bound of each way; None: there is none."""
    cycles = total(call(program, "run", job, [f"policy={policy}"]), "cycles")
    bounds = {}
    for way, on in WAYS.items():
        settings = [f"{name}={str(name in on).lower()}" for name in SWITCHES]
        bounds[way] = total(call(program, "bound", job, [f"policy={policy}", *settings]), "bound")
    return cycles, bounds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("kernels", type=pathlib.Path)
    parser.add_argument("--size", default="small")
    parser.add_argument("--policy", default="access")
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    found = sorted(path.parent.name for path in
                   arguments.kernels.glob(f"*/sim-d-{arguments.size}.yaml"))
    names, held = found if arguments.all else PAPER, True
    means = {way: [] for way in WAYS}
    print(f"| kernel, {arguments.size} | observed | " + " | ".join(WAYS) + " |")
    print("|---|---:|" + "---:|" * len(WAYS))
    for name in names:
        job = arguments.kernels / name / f"sim-d-{arguments.size}.yaml"
        cycles, bounds = measure(arguments.program, job, arguments.policy)
        cells = [f"{100 * (bound / cycles - 1):.1f} %" if bound else "" for bound in bounds.values()]
        print(f"| {name} | {cycles:,} | " + " | ".join(cells) + " |", flush=True)
        held &= all(bound is None or bound >= cycles for bound in bounds.values())
        if all(bounds.values()) and bounds["all"] / cycles - 1 <= OUTLIER:
            for way, bound in bounds.items():
                means[way].append(bound / cycles - 1)
    count = len(means["all"])
    print(f"| mean of {count} | | " +
          " | ".join(f"{100 * sum(one) / count:.1f} %" for one in means.values()) + " |")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
