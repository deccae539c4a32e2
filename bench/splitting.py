#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What wavefront splitting costs the host.

    splitting.py WARPCLOCK KERNELS [SIZE] [NAME...]

One row per kernel: instructions of the host per wavefront instruction of the clocked run, counted by
valgrind, on gcn3, on gcn3-pws with the split points of `warpclock split`, and on gcn3-dws with the
unmodified code; and how many times that of gcn3 they are. Counts do not depend on the load of the
host. Then the processor time that `warpclock split` takes to choose split points, by either
algorithm, and to write the new file.
"""
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

program, kernels, size, *names = (sys.argv + ["tiny"])[1:4] + sys.argv[4:]


def files():
    for path in sorted(pathlib.Path(kernels).glob("*/gcn3.hsaco")):
        if not names or path.parent.name in names:
            yield path


def host_instructions(job, machine, *options):
    """Per wavefront instruction, from the start of the launch to its end."""
    with tempfile.NamedTemporaryFile() as result:
        words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                 "--toggle-collect=run_timed", program, "run", job, "--machine", machine, "--quiet",
                 "--json", result.name, *options]
        done = subprocess.run(words, capture_output=True, text=True)
        counted = re.search(r"Collected : (\d+)", done.stderr)
        if done.returncode or not counted:
            sys.exit(f"{job}: status {done.returncode}: {done.stderr[-500:]}")
        return int(counted[1]) / json.loads(pathlib.Path(result.name).read_text())["warp_instructions"]


def row(binary, table):
    subprocess.run([program, "split", binary, "--table", table, "--quiet"], check=True)
    job = binary.parent / f"gcn3-{size}.yaml"
    plain = host_instructions(job, "gcn3")
    pws = host_instructions(job, "gcn3-pws", "--split", table)
    dws = host_instructions(job, "gcn3-dws")
    print(f"{binary.parent.name:<14} {plain:>8.0f} {pws:>9.0f} {pws / plain:>6.2f} {dws:>9.0f} "
          f"{dws / plain:>6.2f}", flush=True)


def seconds(binary, out, select):
    """Processor time of one call."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, "split", binary, "-o", out, "--select", select, "--quiet"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


with tempfile.TemporaryDirectory() as folder:
    print(f"{'':<14} host instructions per wavefront instruction")
    print(f"{'kernel':<14} {'gcn3':>8} {'gcn3-pws':>9} {'times':>6} {'gcn3-dws':>9} {'times':>6}")
    for binary in files():
        row(binary, f"{folder}/table")
    print()
    for select in ("paper", "optimal"):
        slowest = max((seconds(path, f"{folder}/out.hsaco", select), path.parent.name)
                      for path in sorted(pathlib.Path(kernels).glob("*/gcn3.hsaco")))
        print(f"split --select {select}: {slowest[0] * 1e3:.0f} ms at most ({slowest[1]})")
