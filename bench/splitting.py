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
import pathlib
import resource
import subprocess
import sys
import tempfile

import measure

program, kernels, size, *names = (sys.argv + ["tiny"])[1:4] + sys.argv[4:]


def files():
    for path in sorted(pathlib.Path(kernels).glob("*/gcn3.hsaco")):
        if not names or path.parent.name in names:
            yield path


def host_instructions(job, machine, *options):
    """Per wavefront instruction, from the start of the launch to its end."""
    events, result = measure.count_run(program, job, "--machine", machine, *options)
    return events["Ir"] / result["warp_instructions"]


def row(binary, table):
    subprocess.run([program, "split", binary, "--table", table, "--quiet"], check=True)
    job = binary.parent / f"gcn3-{size}.yaml"
    plain = host_instructions(job, "gcn3")
    pws = host_instructions(job, "gcn3-pws", "--split", table)
    dws = host_instructions(job, "gcn3-dws")
    return [binary.parent.name, f"{plain:,.0f}", f"{pws:,.0f}", f"{pws / plain:.2f}", f"{dws:,.0f}",
            f"{dws / plain:.2f}"]


def seconds(binary, out, select):
    """Processor time of one call."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, "split", binary, "-o", out, "--select", select, "--quiet"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


with tempfile.TemporaryDirectory() as folder:
    print(measure.table(["kernel", "`gcn3`", "`gcn3-pws`", "times", "`gcn3-dws`", "times"],
                        [row(binary, f"{folder}/table") for binary in files()]) + "\n")
    for select in ("paper", "optimal"):
        slowest = max((seconds(path, f"{folder}/out.hsaco", select), path.parent.name)
                      for path in sorted(pathlib.Path(kernels).glob("*/gcn3.hsaco")))
        print(f"split --select {select}: {slowest[0] * 1e3:.0f} ms at most ({slowest[1]})")
