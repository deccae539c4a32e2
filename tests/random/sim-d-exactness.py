#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random Sim-D programs that are called exact take the same cycles for other contents (HOUSE-46).

    sim-d-exactness.py WARPCLOCK [--seeds A:B] [--seconds S] [--contents N] [--keep FOLDER]

For each seed, `bound --method exact` says whether the launch is exact, with one of the four policies,
a refresh phase and a pipeline that depend on the seed. If it is, it must take the cycles of its bound
with its own contents and with each kind of contents of tests/bound/metamorphosis.py in all buffers.
If it is not, all contents must make the same run up to the cycle of the first decision.

Prints TAP, a line for each seed, and how many were exact. The files of a seed that fails stay in
FOLDER/sim-d-exact-N (random-failed/sim-d-exact-N).
"""
import argparse
import array
import itertools
import pathlib
import random
import shutil
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent / "bound"))
import metamorphosis as meta  # noqa: E402
import sim_d_programs  # noqa: E402

POLICIES = ("unconstrained", "pairwise", "compute", "access")
STEADY = (1, 0.95, 0.7, 0.3)
LIMIT = 10 ** 7
PREFIX = 6  # kinds of contents that are compared up to the first decision


def settings(seed):
    dice = random.Random(f"settings {seed}")
    found = {"policy": POLICIES[seed % 4], "refresh.phase": dice.randrange(12480),
             "pipeline.decode": dice.choice((1, 3, 3)), "pipeline.execute": dice.choice((3, 5, 9)),
             "scratchpad.width": dice.choice((4, 8, 16, 32)),
             "dram.organisation": dice.choice(("x16", "x16", "x8")),
             "compat": dice.choice(("fixed", "fixed", "fixed", "original"))}
    return [word for key, value in found.items() for word in ("--set", f"{key}={value}")]


def write_words(folder, program, words_of):
    for buffer in program.buffers.values():
        data = array.array("I", words_of(buffer)).tobytes()
        (folder / f"{buffer.name}.bin").write_bytes(data)


def wild(kind):
    def words_of(buffer):
        dice, count = random.Random(f"{kind} {buffer.name}"), len(buffer.words)
        return [meta.WILD[kind](dice, 4, i, count) & 0xffffffff for i in range(count)]
    return words_of


def test_exact(warpclock, folder, program, options, bound, kinds):
    job = folder / "job.yaml"
    for name, words_of in [("own contents", lambda buffer: buffer.words),
                           *((kind, wild(kind)) for kind in kinds)]:
        write_words(folder, program, words_of)
        cycles = meta.cycles_of(warpclock, job, options, LIMIT)
        if cycles != [bound]:
            return f"bound {bound}, but {cycles} cycles with {name}: {' '.join(options)}"
    return None


def test_prefix(warpclock, folder, program, options, cycle, kinds):
    job, first = folder / "job.yaml", None
    for kind in kinds[:PREFIX] if cycle else []:
        write_words(folder, program, wild(kind))
        found = meta.statistics_of(warpclock, job, options, cycle)
        first = first or found
        if found != first:
            return f"another run with {kind} before cycle {cycle}: {' '.join(options)}"
    return None


def try_seed(warpclock, seed, folder, kinds):
    """Whether the program is exact, and what is wrong, or None."""
    program = sim_d_programs.Program(seed, steady=STEADY[seed // 4 % len(STEADY)])
    options = settings(seed)
    (folder / "program.sas").write_text(program.text, encoding="utf-8")
    (folder / "job.yaml").write_text(
        f"kernel: program.sas\nmachine: sim-d\nndrange: {list(program.extent)}\n"
        f"width: {program.width}\n", encoding="utf-8")
    write_words(folder, program, lambda buffer: buffer.words)
    found = meta.derive(warpclock, folder / "job.yaml", options, 1)
    if isinstance(found, str):
        return False, found
    if found[0]["exact"]:
        return True, test_exact(warpclock, folder, program, options, found[0]["bound"], kinds)
    return False, test_prefix(warpclock, folder, program, options, found[0]["depends_on"]["cycle"],
                              kinds)


def seeds_of(text):
    first, _, end = text.partition(":")
    return range(int(first), int(end)) if end else itertools.count(int(first))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("warpclock", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--seeds", type=seeds_of, default=range(1, 11))
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--contents", type=int, default=len(meta.WILD), help="only the first N kinds")
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("random-failed"))
    arguments = parser.parse_args()
    kinds, start = list(meta.WILD)[:arguments.contents], time.monotonic()
    count = exact = failed = 0
    for seed in arguments.seeds:
        if arguments.seconds and time.monotonic() - start > arguments.seconds:
            break
        count += 1
        with tempfile.TemporaryDirectory() as name:
            is_exact, wrong = try_seed(arguments.warpclock, seed, pathlib.Path(name), kinds)
            exact += is_exact
            print(f"{'not ' if wrong else ''}ok {count} - seed {seed}: "
                  f"{'exact' if is_exact else 'not exact'}", flush=True)
            if wrong:
                failed += 1
                target = arguments.keep / f"sim-d-exact-{seed}"
                shutil.rmtree(target, ignore_errors=True)
                shutil.copytree(name, target)
                print(f"# {wrong}\n# files: {target}")
    print(f"1..{count}\n# {exact} of {count} are exact")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
