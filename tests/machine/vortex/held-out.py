#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Do the derived numbers of vortex-3.0 hold for programs that they were not derived from?

    held-out.py WARPCLOCK FOLDER

FOLDER is that of reference.py. The programs are divided into halves, by their order in the table.
From one half alone the numbers are derived anew: each in turn takes the value for which the cycles of
this half come closest to those of the release's own model, starting from the lowest of its values,
until none changes. The other half is then compared with these numbers. Prints, for either half, the
numbers, and how far ours / theirs is from 1 in the half that they are from and in the other one.
"""
import math
import pathlib
import sys

import reference

VALUES = {
    "icache.latency": (5, 6, 7), "front.branch_resolve": (8, 9, 10, 11, 12),
    "units.overhead": (5, 6, 7, 8, 9), "dcache.latency": (4, 5, 6, 7, 8),
    "dram.overhead": (8, 12, 16, 20, 24), "dram.burst": (3, 4, 5), "dram.cycle": (5, 6, 7, 8, 9),
    "dram.row": (8192, 16384, 32768),
}


def logs_of(warpclock, folder, rows, numbers):
    """Logarithms of ours / theirs, by size."""
    settings = [f"{key}={value}" for key, value in numbers.items()]
    return {size: [math.log(reference.cycles(warpclock, folder / row["program"] / "job.yaml", size,
                                             settings) / int(row[f"simx_{size}x{size}"]))
                   for row in rows] for size in reference.SIZES}


def derive(warpclock, folder, rows):
    """Coordinate by coordinate; the sum of squares decides."""
    known = {}

    def distance(numbers):
        key = tuple(numbers.values())
        if key not in known:
            logs = logs_of(warpclock, folder, rows, numbers)
            known[key] = sum(log * log for part in logs.values() for log in part)
        return known[key]

    numbers, before = {key: values[0] for key, values in VALUES.items()}, None
    while numbers != before:
        before = dict(numbers)
        for key, values in VALUES.items():
            numbers[key] = min(values, key=lambda value: distance(numbers | {key: value}))
    return numbers


def tell(title, logs):
    for size, part in logs.items():
        print(f"  {title}, {size} x {size}: geometric mean {math.exp(sum(part) / len(part)):.2f}, "
              f"{math.exp(min(part)):.2f} to {math.exp(max(part)):.2f}")


def main():
    warpclock, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    rows = reference.table(folder)
    for first in (0, 1):
        taken, held = rows[first::2], rows[1 - first::2]
        numbers = derive(warpclock, folder, taken)
        print(f"from {len(taken)} programs: "
              + ", ".join(f"{key}={value}" for key, value in numbers.items()), flush=True)
        tell("these", logs_of(warpclock, folder, taken, numbers))
        tell(f"the other {len(held)}", logs_of(warpclock, folder, held, numbers))


if __name__ == "__main__":
    main()
