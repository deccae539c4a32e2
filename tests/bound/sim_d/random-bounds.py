#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No run of a random Sim-D program takes longer than its bound.

    random-bounds.py WARPCLOCK [--seeds A:B] [--seconds S] [--keep FOLDER]

For each seed from A to B-1, a program of tests/random/sim_d_programs.py runs under all four
policies, each on another machine of tests/random/sim_d_machines.py, and with some of the switches
of the analysis off.
Each run must stay within its bound, and L within the bound within U. SIMD-70, SIMD-75. A seed whose
program the analysis refuses counts as skipped; one out of ten must have a bound. With --seconds it
stops at the first seed that starts later, and B may be left out.

Prints TAP, a line for each seed. The files of a seed that fails stay in FOLDER/sim-d-bound-N
(random-failed/sim-d-bound-N).
"""
import argparse
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
sys.path.insert(0, str(HERE.parent.parent / "random"))
import sim_d_machines  # noqa: E402
import sim_d_programs  # noqa: E402

POLICIES = ["unconstrained", "pairwise", "compute", "access"]
# Switches of the analysis, in all combinations; all of them most often (docs/sim-d-tight.md).
SWITCHES = ("tight.alignment", "tight.groups", "tight.paths", "tight.pairs", "refresh.known")
TIGHT = [[]] * 16 + [[f"{name}=false" for name in names]
                     for count in range(1, len(SWITCHES) + 1)
                     for names in itertools.combinations(SWITCHES, count)]


def settings(dice, policy):
    """The policy, and a random machine; sometimes the one of the machine file."""
    machine = sim_d_machines.settings(dice) if dice.random() < 0.7 else []
    return [*(each for each in machine if not each.startswith("policy=")), f"policy={policy}",
            *dice.choice(TIGHT)]


def check(warpclock, folder, sets):
    """What is wrong, or None; "refused" if there is no bound."""
    arguments = [word for each in sets for word in ("--set", each)]
    command = [warpclock, "check", "job.yaml", "--method", "analysis", "--quiet", "--json", "-",
               *arguments]
    try:
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300,
                                check=False)
    except subprocess.TimeoutExpired:
        return "no end within 300 s"
    if "no bound" in result.stderr:
        return "refused"
    if result.returncode != 0:
        return f"status {result.returncode}: {(result.stderr or result.stdout).strip()[:400]}"
    answer = json.loads(result.stdout)
    terms = answer["bound_terms"]
    if answer["cycles"] > answer["bound"]:
        return f"{answer['cycles']} cycles, bound {answer['bound']}"
    if not terms["L"] <= answer["bound"] <= terms["U"]:
        return f"bound {answer['bound']}, L {terms['L']}, U {terms['U']}"
    return None


def try_seed(warpclock, seed, folder):
    sim_d_machines.write_files(sim_d_programs.Program(seed), folder)
    dice = random.Random(seed)
    for policy in POLICIES:
        sets = settings(dice, policy)
        wrong = check(warpclock, folder, sets)
        if wrong:
            return wrong if wrong == "refused" else f"{' '.join(sets)}: {wrong}"
    return None


def keep(folder, seed, where):
    target = where / f"sim-d-bound-{seed}"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(folder, target)
    return target


def seeds_of(text):
    first, _, end = text.partition(":")
    return range(int(first), int(end)) if end else itertools.count(int(first))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("warpclock")
    parser.add_argument("--seeds", type=seeds_of, default=range(1, 26))
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("random-failed"))
    arguments = parser.parse_args()
    warpclock, start = os.path.abspath(arguments.warpclock), time.monotonic()
    count = failed = refused = 0
    for seed in arguments.seeds:
        if arguments.seconds and time.monotonic() - start > arguments.seconds:
            break
        count += 1
        with tempfile.TemporaryDirectory() as name:
            wrong = try_seed(warpclock, seed, pathlib.Path(name))
            if wrong == "refused":
                refused += 1
                print(f"ok {count} - seed {seed} # SKIP the analysis refuses it", flush=True)
                continue
            print(f"{'not ' if wrong else ''}ok {count} - seed {seed}", flush=True)
            if wrong:
                failed += 1
                print(f"# {wrong}\n# files: {keep(pathlib.Path(name), seed, arguments.keep)}")
    few = count - refused < count / 10
    print(f"{'not ' if few else ''}ok {count + 1} - {refused} of {count} programs refused")
    print(f"1..{count + 1}")
    sys.exit(1 if failed or few else 0)


if __name__ == "__main__":
    main()
