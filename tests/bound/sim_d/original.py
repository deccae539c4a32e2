#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""original.py WARPCLOCK DATA: bounds of the original's analyser, with analysis=original.

Every row of DATA/wcet.tsv must have L, U, both policies and the numbers of phases that the authors'
analyser printed. SIMD-55, SIMD-58, SIMD-68, SIMD-69, SIMD-71, SIMD-73.
"""
import concurrent.futures
import csv
import json
import os
import subprocess
import sys
import tempfile


def bound(warpclock, data, row):
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as job:
        job.write(f"kernel: {data}/programs/{row['program']}.sas\nndrange: [{row['ndrange']}]\n"
                  f"width: {row['width']}\nmachine: sim-d\n")
        job.flush()
        command = [warpclock, "bound", job.name, "--method", "analysis", "--quiet", "--json", "-"]
        for each in ("policy=access", "compat=original", "analysis=original"):
            command += ["--set", each]
        return subprocess.run(command, capture_output=True, text=True, check=False)


def check(warpclock, data, row):
    """What is wrong with a row, or nothing."""
    answer = bound(warpclock, data, row)
    if answer.returncode != 0:
        return answer.stderr.strip()
    result = json.loads(answer.stdout)
    terms, phases = result["bound_terms"], result["phases"]
    got = [terms["L"], terms["U"], terms["as_access"], terms["as_compute"], result["bound"],
           phases["as_access"], phases["as_compute"]]
    counts = row["phases"].split(",")
    want = [int(value) for value in (row["L"], row["U"], row["access"], row["compute"],
                                     row["access"], counts[2], counts[3])]
    return "" if got == want else f"{got}, {want} expected"


def main():
    warpclock, data = sys.argv[1], os.path.abspath(sys.argv[2])
    with open(os.path.join(data, "wcet.tsv"), encoding="ascii") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    print(f"1..{len(rows)}")
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda row: check(warpclock, data, row), rows)
        for number, (row, wrong) in enumerate(zip(rows, results), 1):
            failed += bool(wrong)
            print(f"{'not ' if wrong else ''}ok {number} - {row['program']}")
            for line in wrong.splitlines():
                print(f"# {line}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
