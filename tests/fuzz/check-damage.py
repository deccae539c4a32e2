#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""HOUSE-36, HOUSE-2: damaged files end in an error that names them, never in a crash.

    check-damage.py WARPCLOCK SOURCE

Every kept input of the fuzz targets that is a file a person could name is given to the command that
reads it, whole, cut short and with bits flipped (the same ones every time). Prints TAP.
"""
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))

import program as rv32

program, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
corpus = source / "fuzz/corpus"

JOB = "kernel: stop.elf\nbuffers:\n  a: {{type: f32, file: input{ending}}}\n"

# Corpus, ending of the damaged file, command line; `job.yaml` reads it as data.
READERS = (
    ("amdgpu", ".hsaco", ["dis", "input.hsaco"]),
    ("amdgpu", ".hsaco", ["split", "input.hsaco", "-o", "out.hsaco"]),
    ("cubin", ".cubin", ["dis", "input.cubin"]),
    ("diverge", ".s", ["diverge", "input.s", "-o", "out.s"]),
    ("elf", ".elf", ["dis", "input.elf"]),
    ("job", ".yaml", ["run", "input.yaml"]),
    ("machine", ".yaml", ["machines", "./input.yaml"]),
    ("npy", ".npy", ["run", "job.yaml"]),
    ("npy", ".csv", ["run", "job.yaml"]),
    ("npy", ".bin", ["run", "job.yaml"]),
)
# A job may be sound but for the files that it names; then those are named.
PLACED = re.compile(rb"(?!warpclock: )\S+: error: .")


def damaged(content, dice):
    yield content
    for _ in range(4):
        yield content[:dice.randrange(len(content) + 1)]
    for flips in (1, 1, 4, 16):
        copy = bytearray(content)
        for _ in range(flips if copy else 0):
            copy[dice.randrange(len(copy))] ^= 1 << dice.randrange(8)
        yield bytes(copy)


def problem(folder, ending, arguments, content):
    """What is wrong with the answer to this content, or None."""
    (folder / f"input{ending}").write_bytes(content)
    done = subprocess.run([program, *arguments, "--quiet"], cwd=folder, capture_output=True,
                          timeout=60)
    if done.returncode not in (0, 2):
        return f"status {done.returncode}: {done.stderr[-500:]}"
    if done.returncode == 2 and not PLACED.match(done.stderr):
        return f"a message without a file's name: {done.stderr}"
    return None


def check(name, ending, arguments):
    dice = random.Random(name)
    with tempfile.TemporaryDirectory(prefix="warpclock-damage-") as place:
        folder = pathlib.Path(place)
        (folder / "stop.elf").write_bytes(rv32.elf(rv32.programs["stop"]))
        (folder / "job.yaml").write_text(JOB.format(ending=ending))
        count = 0
        for kept in sorted((corpus / name).iterdir()):
            for content in damaged(kept.read_bytes(), dice):
                count += 1
                found = problem(folder, ending, arguments, content)
                if found:
                    return count, f"{kept.name}, variant {count}: {found}"
        return count, None


print(f"1..{len(READERS)}")
for number, (name, ending, arguments) in enumerate(READERS, 1):
    count, found = check(name, ending, arguments)
    print(f"{'not ok' if found else 'ok'} {number} {name} as {ending}: {count} files")
    if found:
        print(f"# {found}")
