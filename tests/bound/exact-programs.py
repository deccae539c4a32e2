#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that were written against `bound --method exact`: ways that data could take unseen.

    exact-programs.py WARPCLOCK ELF

Each row of the table names a program of tests/bound/programs, the two first words of its buffer that
are compared, and what depends on the buffer; or that the launch is exact. A launch that is exact takes
the same cycles with both words.

Prints TAP.
"""
import pathlib
import sys
import tempfile

import metamorphosis as meta

program, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
RELEASE_3 = ["machine=vortex-3.0"]

# What is shown; the program; two words; the machine's numbers; what depends on the buffer.
CASES = [
    ("the host writes data into memory", "ring", (0, 1), RELEASE_3, "beq"),
    ("data in mscratch start with a warp", "mscratch", (0, 1), [], "vx_wspawn"),
    ("data in mscratch of a release that does not pass it", "mscratch", (0, 1), RELEASE_3,
     "vx_wspawn"),
    ("data in registers of an earlier warp", "kept", (0, 1), [], "beq"),
    ("data in flags", "flags", (0, 1), [], "beq"),
    ("data between lr.w and sc.w", "reservation", (0, 1), ["isa.a=true"], "sc.w"),
    ("data under a later store", "last_store", (0, 1), [], None),
    ("data that lanes add to a word", "atomics", (1, 77), ["isa.a=true"], None),
    ("data in mepc", "return", (0, 4), RELEASE_3, "mret"),
]


def write_job(path, name, word):
    path.write_text(f"kernel: {folder}/exact_{name}.elf\nmachine: vortex\nbuffers:\n"
                    f"  data: {{type: u32, shape: [64], fill: {word}}}\nargs: [data, {{u32: 0}}]\n")
    return path


def remarks(case, work):
    _, name, words, settings, decides = case
    options = meta.Case(None, settings).options()
    jobs = [write_job(work / f"{name}-{word}.yaml", name, word) for word in words]
    found = meta.derive(program, jobs[0], options, 1)
    if isinstance(found, str):
        return [found]
    cycles = [meta.cycles_of(program, job, options, 10000000) for job in jobs]
    instruction = found[0].get("depends_on", {}).get("instruction", "")
    if decides is None:
        same = cycles[0] == cycles[1] == [found[0].get("bound")]
        return [] if found[0]["exact"] and same else [f"not exact: {instruction} {cycles}"]
    if found[0]["exact"] or not instruction.startswith(decides):
        return [f"called exact or decided by '{instruction}'; {cycles[0]} and {cycles[1]} cycles"]
    return []


failed = 0
print(f"1..{len(CASES)}")
with tempfile.TemporaryDirectory() as work:
    for number, case in enumerate(CASES, 1):
        found = remarks(case, pathlib.Path(work))
        failed += bool(found)
        print(f"{'not ok' if found else 'ok'} {number} {case[0]}")
        for remark in found:
            print(f"# {remark}")
sys.exit(failed != 0)
