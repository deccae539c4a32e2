#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A window of a timeline has what the whole has there; a compressed one is the same file; a
pipeline log has the same issues and waits.

    window.py WARPCLOCK KERNELS

Prints TAP.
"""
import collections
import csv
import gzip
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import finish, report  # noqa: E402

sys.dont_write_bytecode = True

import timeline

program, kernels = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
FAMILIES = ["vortex", "pascal", "gcn3", "rv32", "sim-d"]


def tell(problems, name):
    report(not problems, name, "\n".join(problems[:10]))


def differ(what, a, b):
    return [] if a == b else [f"{what}: {str(a)[:80]} in the window, {str(b)[:80]} in the whole"]


def cut(pieces, begin, end):
    """Where each slice is, within the window; tracks by their names, as numbers may differ."""
    return sorted((piece.name, max(piece.begin, begin), min(piece.end, end)) for piece in pieces
                  if piece.end > begin and piece.begin < end)


def compare(part, whole, begin, end):
    problems = []
    for category in ("issue", "stall", "nop"):
        problems += differ(category, cut(part.of(category), begin, end),
                           cut(whole.of(category), begin, end))
    outside = [piece for piece in part.slices if piece.category not in ("launch", "memory", "dram")
               and (piece.begin < begin or piece.end > end)]
    return problems + [f"outside: {piece}" for piece in outside]


with tempfile.TemporaryDirectory(prefix="warpclock-timeline-") as folder:
    folder = pathlib.Path(folder)

    def trace(job, file, *options):
        done = subprocess.run([program, "run", job, "--quiet", "--trace", folder / file, *options],
                              capture_output=True, text=True, check=False)
        return done, (folder / file).read_bytes() if done.returncode == 0 else None

    for target in FAMILIES:
        job = kernels / "bfs" / f"{target}-tiny.yaml"
        whole = timeline.read_perfetto(trace(job, "whole.pftrace")[1])
        last = max(piece.end for piece in whole.of("launch"))
        begin, end = last // 3, last // 2
        part = timeline.read_perfetto(trace(job, "part.pftrace", "--trace-window",
                                            f"{begin}:{end}")[1])
        tell(compare(part, whole, begin, end), f"{target}: cycles {begin} to {end} of {last}")
        part = timeline.read_perfetto(trace(job, "part.pftrace", "--trace-window", f"{begin}:")[1])
        tell(compare(part, whole, begin, last), f"{target}: all after cycle {begin}")

    job = kernels / "sgemm-tiled" / "pascal-tiny.yaml"
    for name in ("t.pftrace", "t.json", "t.csv"):
        plain, packed = trace(job, name)[1], trace(job, name + ".gz")[1]
        tell(differ(name, gzip.decompress(packed), plain) +
             ([] if len(packed) < len(plain) / 2 else [f"{len(packed)} of {len(plain)} bytes"]) +
             differ("again", trace(job, name + ".gz")[1], packed),
             f"{name}.gz is {name}, compressed")
    for target in FAMILIES:
        job = kernels / "bfs" / f"{target}-tiny.yaml"
        whole = timeline.read_perfetto(trace(job, "whole.pftrace")[1])
        log = timeline.read_kanata(trace(job, "t.kanata")[1])
        issues = {piece.begin for piece in whole.of("issue")}  # one of a pair is drawn
        waits = collections.Counter(piece.name for piece in whole.of("stall"))
        tell(differ("issues", sorted(set(log.issues)), sorted(issues)) +
             differ("waits", sum(log.waits.values()), sum(waits.values())),
             f"{target}: a pipeline log")
    job = kernels / "sgemm-tiled" / "pascal-tiny.yaml"
    table = trace(job, "t.csv", "--trace-window", "100:200")[1].decode()
    cycles = [int(row["cycle"]) for row in csv.DictReader(table.splitlines()) if row["pc"]]
    tell([] if cycles and min(cycles) >= 100 and max(cycles) < 200 else ["other cycles"],
         "a window of a table")
    for text in ("", ":", "5", "a:b", "7:7", "9:3", "1:2:3", "-1:5", "99999999999999999999:"):
        done, _ = trace(job, "t.pftrace", "--trace-window", text)
        refused = done.returncode == 2 and "is not a span of cycles" in done.stderr
        tell([] if refused else [done.stderr], f"'{text}' is no window")
    done = subprocess.run([program, "run", job, "--trace-window", "1:2"], capture_output=True,
                          text=True, check=False)
    tell([] if done.returncode == 2 and "without a timeline" in done.stderr else [done.stderr],
         "a window needs a timeline")
finish()
