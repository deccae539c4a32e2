#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""dram.py SERVE: single requests on Sim-D's memory system against the original simulator's.

SIMD-27, SIMD-33: every command of the requests in original/dram_commands.tsv, in its cycle. SIMD-25,
SIMD-32, SIMD-34, SIMD-44: the cycles of the one-request programs in original/dram.tsv. In these a
request writes back 9 cycles after the program is loaded, 8 more after each vector instruction before
it; a store ends its program, a load is followed by the 18 cycles of an exit. SERVE is
sim_d_serve, which also checks every command against the rules of DDR4 (SIMD-41)."""
import csv
import os
import subprocess
import sys

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "original")
DEPTH, COLUMNS, EXIT = 9, 8, 18
# Vector instructions before a request.
BEFORE = {"stglin": 1, "stglin.vec2": 4, "stglin.vec4": 4, "ldgbidx": 2}
# Indexes: first, difference from lane to lane, and vector instructions before.
INDEX = {"lane": (0, 1, 3), "lane x16": (0, 16, 4), "lane x17": (0, 17, 4), "same": (0, 0, 4),
         "reversed": (1023, 65535, 4), "lane x4096": (0, 4096, 5), "lane x8192": (0, 8192, 5)}
INDEXES = 65536


def rows(name):
    with open(os.path.join(HERE, name), encoding="ascii") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def request_line(row):
    """The input of SERVE for a row of dram.tsv."""
    name, _, index = row["request"].partition(" index ")
    write = "write" if name.startswith("st") else "read"
    if index:
        first, factor, before = INDEX[index]
        shape = f"{INDEXES} {first} {factor}"
    else:
        before = BEFORE.get(name, 0)
        shape = f"{row['words']} {row['pitch']} {row['lines']}"
    cycle = int(row["load"]) + DEPTH + COLUMNS * before
    kind = "index" if index else "tile"
    return f"{kind} {write} 0 {cycle} {row['address']} {shape}\n"


def serve(program, row, phase):
    answer = subprocess.run([program, "3200AA", "x16", row["sp_width"], str(phase), "all"],
                            input=request_line(row), text=True, capture_output=True, check=False)
    if answer.returncode != 0:
        return [], None, answer.stderr
    lines = [line.split("\t") for line in answer.stdout.splitlines()]
    return lines[:-1], int(lines[-1][2]), ""


def wanted_commands():
    """(program, phase) -> commands as SERVE prints them."""
    wanted = {}
    for row in rows("dram_commands.tsv"):
        kind = row["command"] + ("A" if row["autoprecharge"] == "1" else "")
        entry = [row["clock"], kind] + [row[key] or "0" for key in ("bank", "row", "column")]
        wanted.setdefault((row["program"], row["refresh"]), []).append(entry)
    return wanted


def difference(wanted, got):
    for place, (a, b) in enumerate(zip(wanted, got)):
        if a != b:
            return f"command {place}: {' '.join(a)} expected, {' '.join(b)} found"
    return "" if len(wanted) == len(got) else f"{len(got)} commands, {len(wanted)} expected"


def main():
    program = sys.argv[1]
    commands = wanted_commands()
    table = rows("dram.tsv")
    print(f"1..{len(table)}")
    for number, row in enumerate(table, 1):
        got, done, problem = serve(program, row, row["refresh"])
        if done is not None:
            cycles = done + (1 if row["request"].startswith("st") else EXIT)
            if cycles != int(row["cycles"]):
                problem = f"{cycles} cycles, {row['cycles']} expected"
            wanted = commands.pop((row["program"], row["refresh"]), None)
            if wanted is not None:
                problem = problem or difference(wanted, got)
        print(f"{'not ok' if problem else 'ok'} {number} - {row['program']} {row['request']} "
              f"{row['lines']}x{row['words']} refresh {row['refresh']}")
        if problem:
            print(f"# {problem}")
    if commands:
        print(f"Bail out! no request for {sorted(commands)}")


main()
