#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No run exceeds its bound, whatever the numbers of the machine are.

    random-machines.py WARPCLOCK KERNELS [--draw PROGRAM] [--seed S] [--count N] [--seconds T]

Each case takes a tiny job of the suite and a machine whose numbers are drawn from all parameters of
the machine file, over their ranges (tests/random/vortex_machine.c), and runs `check`: every number
within what the bound predicts, outputs as expected. A machine that the model refuses, or that has too
few warps for the job's groups, is drawn again. Jobs with fixed buffers are
also taken without, and with the total of a loop. Everything follows from the seed.

Prints TAP; a failing case is reported as the command that shows it.
"""
import argparse
import itertools
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

# What the model says of numbers that do not fit each other or the job.
REFUSALS = ["the core has", "SWaS needs", "less than a line", "maximum of the model",
            "do not form sets", "overlaps", "do not fit below", "do not fit into",
            "does not know ddr4", "no numbers of DDR4"]
# Commands that wait for a job without an end would wait for ever.
LIMIT = 600


def machines(program, file, seed):
    """Settings of one machine after the other, for ever."""
    for block in itertools.count():
        lines = subprocess.run([program, "--file", file, "--seed", str(seed * 1000003 + block),
                                "--count", "100"], capture_output=True, text=True, check=True)
        yield from (line.split() for line in lines.stdout.splitlines())


def case(source, settings, program, jobs):
    """The command of one case, and how it ended."""
    while True:
        words = [program, "check", str(source.choice(jobs)), "--machine", "vortex", "--quiet",
                 "--method", "analysis"]
        for setting in next(settings):
            words += ["--set", setting]
        done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT)
        if done.returncode not in (2, 3) or not any(r in done.stderr for r in REFUSALS):
            return words, done


# Loops over a row: the last element of `offsets` is the sum of all lengths.
ROWS = {"bfs": ("expand", "bfs.cl:31"), "spmv": ("spmv", "spmv.cl:17")}


def write_copy(job, text, folder):
    """The job with other text, elsewhere."""
    copy = pathlib.Path(folder) / job.name
    copy.parent.mkdir()
    copy.write_text(re.sub(r"(kernel|file): ([^,}\n]+)",
                           lambda m: f"{m[1]}: {(job.parent / m[2]).resolve()}", text),
                    encoding="utf-8")
    return copy


def with_other_facts(jobs, folder):
    """Copies of jobs with fixed buffers: in one nothing is, in the other a loop has a total."""
    for job in jobs:
        text, kernel = job.read_text(encoding="utf-8"), job.parent.name
        if "fixed: true" not in text:
            continue
        free = text.replace(", fixed: true", "")
        yield write_copy(job, free, f"{folder}/{kernel}-free")
        entry, loop = ROWS[kernel]
        offsets = job.parent / re.search(r"offsets: {.*file: ([^,}]+)", text)[1]
        loops = f'loops: {{"{loop}": {{total: {int.from_bytes(offsets.read_bytes()[-4:], "little")}}}}}'
        total = re.sub(rf"^entry: {entry}$", rf"entry: {entry}\n{loops}", free, flags=re.M)
        total = total.replace(f"{{entry: {entry}, ", f"{{entry: {entry}, {loops}, ")
        yield write_copy(job, total, f"{folder}/{kernel}-total")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("kernels", type=pathlib.Path)
    parser.add_argument("--draw", type=pathlib.Path, help="default: tests/random/machines beside it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    options = parser.parse_args()
    kernels, end = options.kernels.resolve(), time.monotonic() + options.seconds
    jobs = sorted(kernels.glob("*/vortex-tiny.yaml"))
    draw = options.draw or options.program.resolve().parent / "tests/random/machines"
    settings = machines(draw, kernels.parent / "machines/vortex.yaml", options.seed)
    source, failed, number = random.Random(options.seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        jobs += with_other_facts(jobs, folder)
        while number < options.count and time.monotonic() < end:
            number += 1
            words, done = case(source, settings, str(options.program.resolve()), jobs)
            failed += done.returncode != 0
            print(f"{'not ok' if done.returncode else 'ok'} {number} "
                  f"{pathlib.Path(words[2]).parent.name}")
            if done.returncode:
                print(f"# status {done.returncode}: {' '.join(words)}\n# {done.stderr.strip()}")
    print(f"1..{number}")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
