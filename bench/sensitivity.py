#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much each latency of the Jetson TX2 matters: the table of docs/pascal.md (PAS-64).

    bench/sensitivity.py [WARPCLOCK]

Every parameter in cycles is made one less and one more, everything else as it is, on the three
matrix products of the PasTiS paper. A row has the change of their cycles; parameters that change
none are only named.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
program = sys.argv[1] if len(sys.argv) > 1 else root / "build/warpclock"
SIZES = (4, 8, 11)


def call(*arguments):
    """The document, or None where a value is not allowed."""
    done = subprocess.run([program, *arguments, "--json", "-"], capture_output=True, text=True)
    if done.returncode and "below its least" not in done.stderr:
        sys.exit(f"{arguments}: {done.stdout}{done.stderr}")
    return None if done.returncode else json.loads(done.stdout)


def cycles(size, *changed):
    words = [word for setting in changed for word in ("--set", setting)]
    result = call("run", root / f"papers/pastis/jobs/matmul-{size}.yaml", *words)
    return result and result["cycles"]


def changes(entry):
    """For each product the change with a cycle less (None: not allowed) and with one more."""
    found = []
    for size in SIZES:
        for value in (int(entry["value"]) - 1, int(entry["value"]) + 1):
            after = cycles(size, f"{entry['name']}={value}") if value >= 0 else None
            found.append(None if after is None else after - base[size])
    return found


base = {size: cycles(size) for size in SIZES}
times = [entry for entry in call("machines", "jetson-tx2")["parameters"]
         if entry["unit"] == "cycles"]
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    found = list(pool.map(changes, times))
print("| parameter | value |" + "".join(f" {n} x {n}: {base[n]}, -1 | +1 |" for n in SIZES))
print("|---|---:|" + "---:|" * 2 * len(SIZES))
still = []
for entry, row in zip(times, found):
    if any(row):
        print(f"| `{entry['name']}` | {entry['value']} | "
              + " | ".join("" if change is None else f"{change:+d}" if change else "0"
                           for change in row) + " |")
    else:
        still.append(f"`{entry['name']}`")
print("\nNo change: " + ", ".join(still) + ".")
