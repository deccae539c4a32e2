#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random kernels and machines: no run exceeds its bound.

    bounds.py TARGET WARPCLOCK SOURCE_ROOT [--seed S] [--count N] [--seconds T] [--keep FOLDER]
              [--suite | --anomalies]

TARGET is fermi (bounds_fermi.py) or gcn3 (bounds_gcn3.py). Each case is a kernel, a launch of random
size with random data, and a machine; half of the machines have numbers drawn from the ranges of the
machine file. `warpclock check --method analysis` compares every number that the bound is made of.

--suite (gcn3) uses the kernels of the suite, in their tiny jobs. --anomalies (fermi) looks for kernels
that run longer with co-issue than without.

Everything follows from the seed. Prints TAP, a line for each file of BATCH kernels. Files of a case that
fails stay in FOLDER, and its command is printed. Skips all that needs clang-16 without it.
"""
import argparse
import pathlib
import shutil
import sys
import tempfile
import time

import bounds_fermi
import bounds_gcn3

TARGETS = {"fermi": bounds_fermi, "gcn3": bounds_gcn3}


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("program", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("root", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1 << 60)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("random-failed"))
    parser.add_argument("--suite", dest="mode", action="store_const", const="suite", default="kernels")
    parser.add_argument("--anomalies", dest="mode", action="store_const", const="anomalies")
    options = parser.parse_args()
    if options.mode not in TARGETS[options.target].MODES:
        parser.error(f"{options.target} has no --{options.mode}")
    return options


def run_batch(options, batches, seed):
    """Messages of the cases that fail; their files are kept."""
    with tempfile.TemporaryDirectory() as name:
        folder, kept = pathlib.Path(name), options.keep / f"{options.target}-{seed}"
        found = batches.run(seed, folder)
        if found and options.mode != "suite":
            shutil.copytree(folder, kept, dirs_exist_ok=True)
        return [message.replace(str(folder), str(kept)) for message in found]


def main():
    options = parse()
    if options.mode != "suite" and not (shutil.which("clang-16") and shutil.which("ld.lld-16")):
        print("1..0 # SKIP clang-16 is not there")
        return 0
    target = TARGETS[options.target]
    batches = target.MODES[options.mode](options)
    end, number, failed = time.monotonic() + options.seconds, 0, 0
    while number * target.BATCH < options.count and time.monotonic() < end:
        seed = options.seed + number
        number += 1
        found = run_batch(options, batches, seed)
        failed += bool(found)
        print(f"{'not ok' if found else 'ok'} {number} seed {seed}: {target.BATCH} kernels", flush=True)
        for message in found:
            print("\n".join(f"# {line}" for line in message.splitlines()))
    batches.report()
    print(f"1..{number}")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
