#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A run that stops and continues gives what the uninterrupted one does (LONG-1, LONG-2, LONG-3).

    checkpoints.py WARPCLOCK KERNELS TARGET [KERNEL...] [--share N]

TARGET is vortex, pascal, gcn3, rv32 or sim-d. Every tiny kernel runs at once, and in pieces on
every machine of the family: each piece is a process of its own, which ends in a random cycle with a
checkpoint and continues where the one before it ended. All statistics are the same, also what the
summary names, and so is every byte of every buffer. And two processes, whose addresses differ,
write the same file in the same cycle: an address that went into a file would make a difference.
Prints TAP.
"""
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import share
from buffers import rewrite

program, kernels, target, *chosen = sys.argv[1:]
kernels = pathlib.Path(kernels).resolve()
every = share.option(chosen)
dice = random.Random(f"checkpoints of {target}")

MACHINES = {
    "vortex": [[], ["--machine", "vortex-swas"], ["--machine", "vortex-3.0"],
               ["--set", "cores=2", "--set", "l2.present=true", "--set", "frontend=stock"]],
    "pascal": [[], ["--set", "scheduler=lrr", "--set", "l1d.mshrs=1"],
               ["--machine", "fermi-sbi"], ["--machine", "fermi"]],
    "gcn3": [[], ["--machine", "gcn3-pws"], ["--machine", "gcn3-dws"]],
    "rv32": [[], ["--machine", "fermi-warp64"], ["--machine", "fermi-sbi"],
             ["--machine", "fermi-swi"], ["--machine", "fermi-sbi-swi", "--set", "watchdog=50"]],
    "sim-d": [[]],
}
# Of the process: its time, and where it began.
OWN = {"host_seconds", "simulated_kips", "continued"}
PIECES = 3
FILE_SUM, FILE_TIME = 32, 8


class Failed(Exception):
    pass


def call(job, options, expected):
    done = subprocess.run([program, "run", job, "--json", "-", *options], capture_output=True,
                          text=True, timeout=300)
    if done.returncode != expected:
        raise Failed(f"status {done.returncode}: {(done.stderr or done.stdout).strip()}")
    return json.loads(done.stdout)


def memory(saved):
    return {file.stem: file.read_bytes() for file in saved}


def without_own(result):
    return {key: value for key, value in result.items() if key not in OWN}


def piece(job, machine, file, cycle):
    """Runs up to a cycle."""
    call(job, [*machine, "--checkpoint", file, "--max-cycles", str(cycle)], 4)


def compare_files(job, machine, folder, cycle):
    """Bytes differ only in the time of the host and in the sum over all bytes.

    In the first launch: later, registers of slots that have had no warp yet are what the C library
    returned."""
    files = [folder / "first.checkpoint", folder / "second.checkpoint"]
    for file in files:
        file.unlink(missing_ok=True)
        piece(job, machine, file, cycle)
    first, second = (file.read_bytes() for file in files)
    if len(first) != len(second):
        return "two processes write files of different sizes"
    end = len(first) - FILE_SUM
    places = [i for i in range(end) if first[i] != second[i]] if first[:end] != second[:end] else []
    if places and places[-1] - places[0] >= FILE_TIME:
        return f"two processes write different files: bytes {places[0]} to {places[-1]}"
    return None


def in_pieces(job, saved, machine, folder):
    """None, or what went wrong."""
    whole = call(job, machine, 0)
    expected, cycles = memory(saved), whole["cycles"]
    first = whole.get("launches", [whole])[0]["cycles"]
    # The last instructions have issued before the last of their results is there.
    stops = sorted(dice.sample(range(1, cycles * 9 // 10), PIECES))
    file = folder / "run.checkpoint"
    file.unlink(missing_ok=True)
    for stop in stops:
        piece(job, machine, file, stop)
    for path in saved:
        path.unlink(missing_ok=True)
    parts = call(job, [*machine, "--checkpoint", file], 0)
    if file.exists():
        return "the checkpoint of a complete run is still there"
    if "continued" not in parts:
        return "the run did not continue"
    once, twice = without_own(whole), without_own(parts)
    keys = [key for key in once.keys() | twice.keys() if once.get(key) != twice.get(key)]
    if keys:
        return f"stops at {stops}: {keys[0]}: {once.get(keys[0])} at once, {twice.get(keys[0])}"
    if memory(saved) != expected:
        return f"stops at {stops}: the memory differs"
    return compare_files(job, machine, folder, min(stops[-1], first // 2))


def check(job, machine):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        rewritten, saved = rewrite(job, folder)
        try:
            return in_pieces(rewritten, saved, machine, folder)
        except Failed as failure:
            return str(failure)


def main():
    jobs = sorted(kernels.glob(f"*/{target}-tiny.yaml"))
    jobs = [job for job in jobs if not chosen or job.parent.name in chosen]
    runs = [(job, machine) for row, job in enumerate(jobs)
            for column, machine in enumerate(MACHINES[target]) if share.takes(every, row, column)]
    failed = 0
    print(f"1..{len(runs)}")
    for number, (job, machine) in enumerate(runs, 1):
        problem = check(job, machine)
        failed += problem is not None
        name = " ".join([job.parent.name, *machine])
        print(f"{'not ok' if problem else 'ok'} {number} - {name}", flush=True)
        if problem:
            print(re.sub("^", "# ", problem, flags=re.MULTILINE), flush=True)
    return 1 if failed or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
