#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""original.py WARPCLOCK [--share N]: whole programs against the original Sim-D simulator.

Every row of original/cycles.tsv must have the cycles and the output buffers that the original
produced, with compat=original. SIMD-1, SIMD-5: two work-groups, their
state and their order (wg_*). SIMD-2, SIMD-8: vector and reciprocal instructions (vfp_*, vint_*, vrcp_*). SIMD-12:
every kind of register (mov_*). SIMD-6: folded exits (exit_*). SIMD-7: rows of
other depths of the pipeline. SIMD-9: divisions (div_*). SIMD-11: dependences (dep_*). SIMD-13, SIMD-15:
control flow and injected pops (cf_*). SIMD-16: taken branches (br_*, loop_*). SIMD-17, SIMD-18: programs
of 6 to 253 instructions (len_*). SIMD-20, SIMD-21, SIMD-23: scratchpads (sp_*). SIMD-30, SIMD-35: indexed
transfers (ldgidxit_*, ldgbidx_*). SIMD-38: tiles clipped to their buffer (ldg*_x*, stg*_x*). SIMD-44: rows
with other refresh phases. SIMD-49, SIMD-50, SIMD-51, SIMD-52: all four policies.
"""
import concurrent.futures
import csv
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import share

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "original")
PARAMETERS = {"decode": "pipeline.decode", "execute": "pipeline.execute",
              "sp_width": "scratchpad.width", "refresh": "refresh.phase", "policy": "policy"}


def job_text(row):
    """The job of a row, its outputs as expectations."""
    lines = [f"kernel: {HERE}/programs/{row['program']}.sas", f"ndrange: [{row['ndrange']}]",
             f"width: {row['width']}", "expect:" if row["outputs"] else ""]
    for output in filter(None, row["outputs"].split(";")):
        buffer, value = output.split("=")
        what = (f"sha256: {value}" if row["rtol"] == "0"
                else f"file: {HERE}/expected/{value}, rtol: {row['rtol']}")
        lines.append(f'  "{buffer}": {{{what}}}')
    return "\n".join(lines) + "\n"


def run(warpclock, row):
    """What is wrong with a row, or nothing."""
    sets = ["compat=original"] + [f"{name}={row[key]}" for key, name in PARAMETERS.items()]
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as job:
        job.write(job_text(row))
        job.flush()
        command = [warpclock, "run", job.name, "--quiet", "--json", "-"]
        answer = subprocess.run(command + [word for each in sets for word in ("--set", each)],
                                capture_output=True, text=True, check=False)
    if answer.returncode not in (0, 1):
        return answer.stderr.strip()
    cycles = json.loads(answer.stdout)["cycles"]
    if cycles != int(row["cycles"]):
        return f"{cycles} cycles, {row['cycles']} expected"
    return answer.stderr.strip() if answer.returncode else ""


def name(row):
    return " ".join(row[key] for key in ("program", "ndrange", "width", *PARAMETERS))


def main():
    arguments = sys.argv[1:]
    every = share.option(arguments)
    warpclock = arguments[0]
    with open(os.path.join(HERE, "cycles.tsv"), encoding="ascii") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))[::every]
    print(f"1..{len(rows)}")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for number, (row, problem) in enumerate(
                zip(rows, pool.map(lambda row: run(warpclock, row), rows)), 1):
            print(f"{'not ok' if problem else 'ok'} {number} - {name(row)}")
            for line in problem.splitlines():
                print(f"# {line}")


main()
