# SPDX-License-Identifier: Apache-2.0
"""What the measurements of this folder share: runs under valgrind, runs with their own memory, and
tables.

Host instructions are counted by callgrind, which has no AVX-512, so the lanes run their AVX2 copies.
A count does not depend on the load of the host, and hardly on the host.
"""
import concurrent.futures
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# One machine of each family, and the target of its jobs.
FAMILIES = {"vortex": "vortex", "vortex-3.0": "vortex", "jetson-tx2": "pascal", "gcn3": "gcn3",
            "fermi": "rv32", "sim-d": "sim-d"}
# Dense arithmetic, divergence, irregular memory, barriers.
KERNELS = ("sgemm-tiled", "nbody", "mandelbrot", "bfs", "hotspot", "spmv", "sgemm", "reduction")

# The launch alone: without start-up, reading files, and comparing results. A link-time optimiser may
# add a suffix to a function's name.
CLOCKED, FUNCTIONAL = "run_timed*", "run_functional*"
# The same caches on every host.
CACHES = ("--branch-sim=yes", "--cache-sim=yes", "--I1=32768,8,64", "--D1=32768,8,64",
          "--LL=8388608,16,64")


def callgrind(words, inside=CLOCKED, caches=False):
    """The events of a command that happen inside a function, and in what it calls."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out",
             f"--log-file={folder}/log", f"--toggle-collect={inside}", *(CACHES if caches else ()),
             *map(str, words)],
            capture_output=True, text=True)
        log = pathlib.Path(folder, "log").read_text()
    names = re.search(r"Events +: (.*)", log)
    counts = re.search(r"Collected : (.*)", log)
    if done.returncode or not counts or counts[1].split()[0] == "0":
        sys.exit(f"{' '.join(map(str, words))}: status {done.returncode}: {done.stderr}{log[-500:]}")
    return dict(zip(names[1].split(), map(int, counts[1].split()))), done.stdout


def count_run(program, job, *options, functional=False, caches=False):
    """The events of a run's launch, and the run's JSON."""
    mode = ["--functional"] if functional else []
    events, text = callgrind([program, "run", job, "--json", "-", *mode, *options],
                             FUNCTIONAL if functional else CLOCKED, caches)
    return events, json.loads(text)


def alone(program, words):
    """Runs a command by the helper alone.c: what it prints, its seconds from start to end, processor
    seconds and largest resident memory in MiB, without the pages of this process."""
    helper = pathlib.Path(program).resolve().parent / "bench/alone"
    with tempfile.NamedTemporaryFile("r") as report:
        done = subprocess.run([helper, report.name, *map(str, words)], stdout=subprocess.PIPE,
                              text=True)
        if done.returncode:
            sys.exit(f"{' '.join(map(str, words))}: status {done.returncode}")
        wall, processor, kib = report.read().split()
    return done.stdout, float(wall), float(processor), int(kib) / 1024


def together(function, rows):
    """function(*row) for all rows, on all processors, in order; for counts, never for times."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda row: function(*row), rows))


def revision(program):
    """What the program says that it was built from."""
    text = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"\((.*?)\)", text.splitlines()[0])
    return found[1] if found else "unknown"


def mean(values):
    """Geometric; 0 if one of the values is."""
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if all(values) else 0.0


def table(header, rows):
    """Markdown: names on the left, numbers on the right."""
    lines = [f"| {' | '.join(header)} |", "|---|" + "---:|" * (len(header) - 1)]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines)
