#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No run exceeds its bound, whatever the numbers of the machine are.

    random-machines.py WARPCLOCK KERNELS --seed S --count N

Each case takes a tiny job of the suite and a machine with random latencies, widths, caches, policies
and front end, and runs `check`: observed within the bound, outputs as expected. A machine that the
model refuses, or that has too few warps for the job's groups, is drawn again. Jobs with fixed
buffers are also taken without, and with the total of a loop. Everything follows from the seed.

Prints TAP; a failing case is told as the command that shows it.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

# What may be set, to what, and in which share of the cases.
CHOICES = {
    "issue": (["lrr", "gtlrr", "gtlo"], 0.7),
    "warps": ([1, 2, 4, 8, 16, 32], 0.3),
    "threads": ([1, 2, 4, 8, 16, 32], 0.3),
    "cores": ([1, 2, 3], 0.15),
    "heap.align": ([4, 16, 64, 4096], 0.2),
    "l2.present": (["true"], 0.3),
    "l2.line": ([64, 128, 256, 1024], 0.2),
    "l2.bytes": ([4096, 65536, 1048576], 0.2),
    "l2.ways": ([1, 2, 8], 0.2),
    "l2.banks": ([1, 2, 4, 16], 0.2),
    "l2.mshrs": ([1, 2, 7, 32], 0.3),
    "l2.latency": ([1, 10, 60, 700], 0.3),
    "l2.forward": ([0, 1, 40, 500], 0.3),
    "l2.delivery": ([0, 1, 60, 500], 0.3),
    "icache.line": ([16, 32, 64, 128], 0.2),
    "icache.latency": ([1, 2, 3, 9, 64], 0.3),
    "icache.banks": ([1, 2, 4], 0.2),
    "icache.bytes": ([256, 512, 1024, 2048, 16384], 0.3),
    "icache.mshrs": ([1, 2, 4, 16], 0.3),
    "icache.ways": ([1, 2, 4], 0.2),
    "icache.forward": ([0, 1, 5, 200], 0.2),
    "icache.delivery": ([0, 1, 7, 200], 0.2),
    "icache.replacement": (["fifo", "lru"], 0.2),
    "dcache.line": ([16, 32, 64, 128, 256], 0.3),
    "dcache.bytes": ([256, 512, 1024, 4096, 16384], 0.3),
    "dcache.mshrs": ([1, 2, 3, 4, 16, 64], 0.3),
    "dcache.ways": ([1, 2, 4], 0.2),
    "dcache.banks": ([1, 2, 4, 8], 0.3),
    "dcache.latency": ([1, 4, 20, 400], 0.2),
    "dcache.forward": ([0, 2, 9, 300], 0.2),
    "dcache.delivery": ([0, 1, 9, 300], 0.2),
    "dcache.replacement": (["fifo", "lru"], 0.2),
    "dram.banks": ([1, 2, 4, 16, 64], 0.3),
    "dram.queue": ([1, 2, 8, 32], 0.3),
    "dram.row_hit": ([1, 14, 1000], 0.3),
    "dram.row_closed": ([1, 28, 1000], 0.3),
    "dram.row_conflict": ([1, 10, 42, 100, 1000], 0.3),
    "dram.burst": ([1, 2, 4, 9, 32, 300], 0.3),
    "dram.overhead": ([0, 16, 100, 500, 1024], 0.3),
    "dram.line": ([16, 32, 64, 128, 512], 0.2),
    "dram.row": ([512, 2048, 8192], 0.2),
    "lsu.latency": ([0, 1, 4, 30, 400], 0.3),
    "lsu.writeback": ([0, 2, 11], 0.3),
    "lsu.merge": (["address"], 0.2),
    "front.decode": ([1, 2, 5], 0.2),
    "front.branch_resolve": ([1, 2, 3, 6, 16], 0.3),
    "front.cancel_wrong_miss": (["true"], 0.15),
    "barrier.release": ([1, 2, 30, 1000], 0.3),
    "wspawn.delay": ([1, 2, 50, 1024], 0.3),
    "wspawn.gap": ([0, 1, 4, 40, 1000], 0.3),
    "local.banks": ([1, 4, 32], 0.3),
    "local.latency": ([1, 3, 17, 1024], 0.3),
    "local.word": ([1, 4, 16], 0.1),
}
# Each unit may be slow, narrow or not pipelined.
for unit in ["alu", "branch", "mul", "div", "fma", "fdiv", "fsqrt", "fcvt", "fmisc", "fence", "csr",
             "warp_control", "barrier", "vote"]:
    CHOICES |= {f"units.{unit}.latency": ([1, 2, 9, 200], 0.1),
                f"units.{unit}.interval": ([1, 2, 30], 0.07),
                f"units.{unit}.lanes": ([0, 1, 4], 0.07)}
FRONTENDS = {
    "swas": {"front.queue": ([3, 4, 5, 8, 15], 0.4)},
    "paper": {"fetch": (["fp", "lrr", "gtlrr", "gtlo"], 0.8),
              "front.queue": ([1, 2, 4, 8, 16], 0.3)},
    "stock": {"front.queue": ([1, 2, 4, 16], 0.3)},
}
# What the model says of numbers that do not fit each other or the job.
REFUSALS = ["the core has", "SWaS needs", "less than a line", "maximum of the model",
            "do not form sets"]


def draw(source):
    frontend = source.choice(["swas", "swas", "swas", "paper", "stock"])
    settings = {"frontend": frontend}
    for name, (values, share) in (CHOICES | FRONTENDS[frontend]).items():
        if source.random() < share:
            settings[name] = source.choice(values)
    return settings


def case(source, program, jobs):
    """The command of one case, and how it ended."""
    while True:
        words = [program, "check", str(source.choice(jobs)), "--machine", "vortex", "--quiet",
                 "--method", "analysis"]
        for name, value in draw(source).items():
            words += ["--set", f"{name}={value}"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=600)
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
    parser.add_argument("program")
    parser.add_argument("kernels", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    options = parser.parse_args()
    jobs = sorted(options.kernels.resolve().glob("*/vortex-tiny.yaml"))
    source, failed = random.Random(options.seed), 0
    print(f"1..{options.count}")
    with tempfile.TemporaryDirectory() as folder:
        jobs += with_other_facts(jobs, folder)
        for number in range(1, options.count + 1):
            words, done = case(source, options.program, jobs)
            failed += done.returncode != 0
            print(f"{'not ok' if done.returncode else 'ok'} {number} "
                  f"{pathlib.Path(words[2]).parent.name}")
            if done.returncode:
                print(f"# status {done.returncode}: {' '.join(words)}\n# {done.stderr.strip()}")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
