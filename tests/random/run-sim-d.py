#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs in Sim-D assembly give what a direct interpreter says they give.

    run-sim-d.py WARPCLOCK [--seeds A:B] [--seconds S] [--keep FOLDER] [--functional]

For each seed from A to B-1, a program of sim_d_programs.py runs in the interpreter of
tests/isa/sim_d, then functionally and clocked in warpclock, on a random machine of sim_d_machines.py. All output
buffers have to be equal, and a clocked run that skips no idle cycle must take as long as one that
does. SIMD-12, SIMD-17. With --seconds it stops at the first seed that starts later, and B may be left out.
With --functional there are no clocked runs.

Prints TAP, a line for each seed. The files of a seed that fails stay in FOLDER/sim-d-N
(random-failed/sim-d-N).
"""
import argparse
import array
import itertools
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent / "isa" / "sim_d"))
import assembly  # noqa: E402
import interpreter  # noqa: E402
import sim_d_machines  # noqa: E402
import sim_d_programs  # noqa: E402

FILL = 0x3fc00001  # of registers and scratchpads that nobody has written


def expected(program):
    """Buffer number -> words; the fill of registers must not matter."""
    parsed = assembly.parse(program.text)
    contents = {buffer.number: buffer.words for buffer in program.buffers.values()}
    launch = interpreter.Launch(parsed, program.extent, program.width, contents=contents, fill=FILL)
    return launch.run()


def save_lines(program):
    return ["save:"] + [f'  "{buffer.number}": {buffer.name}.npy'
                        for buffer in program.buffers.values() if buffer.checked]


def saved_words(path):
    """The words of a .npy file of version 1."""
    content = path.read_bytes()
    return array.array("I", content[10 + int.from_bytes(content[8:10], "little"):])


def differences(buffer, got, want):
    """Places where words differ, in `near` by more than its tolerance."""
    if len(got) != len(want):
        return [f"{len(got)} words, expected {len(want)}"]
    places = [i for i, (a, b) in enumerate(zip(got, want)) if a != b]
    if buffer.tolerance:
        a, b = (array.array("f", words.tobytes()) for words in (got, want))
        places = [i for i in places
                  if not abs(a[i] - b[i]) <= buffer.tolerance * max(abs(b[i]), 1e-3)]
    return places


def run(warpclock, folder, arguments):
    command = [warpclock, "run", "job.yaml", "--quiet", "--json", "result.json", *arguments]
    try:
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120,
                                check=False)
    except subprocess.TimeoutExpired:
        return "no end within 120 s"
    if result.returncode != 0:
        return f"status {result.returncode}: {(result.stderr or result.stdout).strip()}"
    return None


def compare(program, folder, want):
    for buffer in program.buffers.values():
        if buffer.checked:
            got = saved_words(folder / (buffer.name + ".npy"))
            places = differences(buffer, got, want[buffer.number])
            if places:
                return (f"buffer {buffer.number} ({buffer.name}): {len(places)} words differ, "
                        f"first at {places[0]}")
    return None


def try_seed(warpclock, seed, folder, ways):
    """What is wrong with a seed, or None."""
    program = sim_d_programs.Program(seed)
    sim_d_machines.write_files(program, folder, save_lines(program))
    want = expected(program)
    for buffer in program.buffers.values():
        if buffer.checked:
            (folder / (buffer.name + ".expected.bin")).write_bytes(want[buffer.number].tobytes())
    cycles = set()
    for arguments in ways:
        wrong = run(warpclock, folder, arguments) or compare(program, folder, want)
        if "--functional" not in arguments and not wrong:
            cycles.add(json.loads((folder / "result.json").read_text())["cycles"])
            wrong = f"cycles {sorted(cycles)}" if len(cycles) > 1 else None
        if wrong:
            return f"warpclock run job.yaml {' '.join(arguments)}: {wrong}"
    return None


def settings(seed):
    """Random parameters; those of the machine file for every eighth seed."""
    dice = random.Random(f"sim-d machine {seed}")
    if seed % 8 == 0:
        return []
    return sim_d_machines.settings(dice)


def ways_of(seed, functional):
    clocked = [word for setting in settings(seed) for word in ("--set", setting)]
    timed = [clocked, clocked + ["--every-cycle", "--check"]]
    return [["--functional"]] + ([] if functional else timed)


def keep(folder, seed, where):
    target = where / f"sim-d-{seed}"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(folder, target)
    return target


def seeds_of(text):
    first, _, end = text.partition(":")
    return range(int(first), int(end)) if end else itertools.count(int(first))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("warpclock")
    parser.add_argument("--seeds", type=seeds_of, default=range(1, 11))
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("random-failed"))
    parser.add_argument("--functional", action="store_true")
    arguments = parser.parse_args()
    warpclock, start = os.path.abspath(arguments.warpclock), time.monotonic()
    count = failed = 0
    for seed in arguments.seeds:
        if arguments.seconds and time.monotonic() - start > arguments.seconds:
            break
        count += 1
        with tempfile.TemporaryDirectory() as name:
            wrong = try_seed(warpclock, seed, pathlib.Path(name),
                             ways_of(seed, arguments.functional))
            print(f"{'not ' if wrong else ''}ok {count} - seed {seed}", flush=True)
            if wrong:
                failed += 1
                print(f"# {wrong}\n# files: {keep(pathlib.Path(name), seed, arguments.keep)}")
    print(f"1..{count}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
