#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The interpreter against buffers that the original Sim-D simulator has written.

    check-interpreter.py CORPUS [PROGRAM...]

CORPUS is tests/machine/sim_d/original. Each program runs once; the output is TAP.
"""
import array
import csv
import hashlib
import pathlib
import sys

import interpreter

sys.dont_write_bytecode = True

# The original starts at word 3 of the buffer where the offsets of stgcidx are left out.
UNLIKE = {"stgcidx_0"}


def rows_of(corpus, names):
    """One row of each program that has outputs."""
    rows = {}
    with open(corpus / "cycles.tsv", newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            if row["outputs"] and (not names or row["program"] in names):
                rows.setdefault((row["program"], row["ndrange"], row["width"]), row)
    return list(rows.values())


def near(got, want, tolerance):
    pairs = zip(array.array("f", got.tobytes()), array.array("f", want))
    return all(a == b or abs(a - b) <= tolerance * abs(b) for a, b in pairs)


def same(corpus, got, want, tolerance):
    """A digest, or a file where there is a tolerance."""
    if not tolerance:
        return hashlib.sha256(got.tobytes()).hexdigest() == want
    return near(got, (corpus / "expected" / want).read_bytes(), tolerance)


def differences(corpus, row):
    """Names of the buffers that differ, or the fault."""
    extent = tuple(int(number) for number in row["ndrange"].split(","))
    try:
        buffers = interpreter.run(corpus / "programs" / (row["program"] + ".sas"), extent,
                                  int(row["width"]), original=True)
    except interpreter.Fault as fault:
        return [str(fault)]
    outputs = [output.split("=", 1) for output in row["outputs"].split(";")]
    return ["buffer " + number for number, want in outputs
            if not same(corpus, buffers[int(number)], want, float(row["rtol"]))]


def main():
    corpus, names = pathlib.Path(sys.argv[1]), sys.argv[2:]
    rows, failed = rows_of(corpus, names), 0
    print(f"1..{len(rows)}")
    for place, row in enumerate(rows, 1):
        wrong = differences(corpus, row)
        known = row["program"] in UNLIKE
        failed += bool(wrong) and not known
        print(f"{'not ' if wrong else ''}ok {place} - {row['program']} {row['ndrange']}"
              + (" # TODO quirk of the original" if known else ""))
        if wrong:
            print("# differs: " + ", ".join(wrong))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
