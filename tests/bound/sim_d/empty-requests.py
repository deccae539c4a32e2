#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bounds of Sim-D programs whose first request has no word for some work-groups (SIMD-53, SIMD-75).

    empty-requests.py WARPCLOCK [PROGRAMS]

The first work-group of a pair then returns to the compute unit before the second one is in its
slot, and stays three phases ahead of it instead of one. The first program is one that took 6 %
longer than the bound of pairs that swap resources; the others are random. Prints TAP.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

program = pathlib.Path(sys.argv[1]).resolve()
count = int(sys.argv[2]) if len(sys.argv) > 2 else 12

DATA = """.data
    0 0x0 1024 {lines} n
    1 0x10000 1024 64 n
    2 0x100000 1024 64 n
.sp_data
    0 0x0 1024 1
.text
    ldglin v0, 0
"""
HEAVY = {"load": "ldglin v1, 1", "scalar": "sldg s1, 1", "write": "stsplin v1, 0",
         "read": "ldsplin v1, 0"}


def work(instructions):
    return [f"mad v{2 + i % 20}, v{2 + i % 20}, v1, v0" for i in range(instructions)]


def text_of(lines, body, iterations):
    loop = [f"smov s0, {iterations}", "loop:"]
    for instructions, request in body:
        loop += work(instructions) + [HEAVY[request]]
    loop += ["sisub s0, s0, 1", f"#bound branchcycle {iterations - 1} 1 0", "sicj.g loop, s0"]
    return DATA.format(lines=lines) + "\n".join(loop + ["stglin v1, 2", "exit", ""])


def programs():
    yield text_of(2, [(24, "load"), (0, "scalar"), (0, "scalar")], 40), 32, 0
    for seed in range(1, count):
        dice = random.Random(seed)
        body = [(dice.choice((0, 0, 1, 12, 24, 30)), dice.choice(list(HEAVY)))
                for _ in range(dice.randint(1, 5))]
        yield (text_of(dice.randint(1, 6), body, dice.randint(2, 20)), dice.randint(3, 16),
               dice.randrange(12480))


def check(folder, text, groups, phase, policy):
    (folder / "k.sas").write_text(text)
    (folder / "job.yaml").write_text(f"kernel: k.sas\nmachine: sim-d\nndrange: [1024, {groups}]\n"
                                     "width: 1024\n")
    done = subprocess.run([program, "check", "job.yaml", "--set", f"policy={policy}", "--set",
                           f"refresh.phase={phase}", "--json", "-"], cwd=folder,
                          capture_output=True, text=True)
    document = json.loads(done.stdout)
    return done.returncode == 0, document.get("cycles"), document.get("bound"), done.stderr


def main():
    cases = [(case, policy) for case in programs() for policy in ("access", "compute")]
    print(f"1..{len(cases)}")
    with tempfile.TemporaryDirectory() as name:
        for number, (case, policy) in enumerate(cases, 1):
            right, cycles, bound, error = check(pathlib.Path(name), *case, policy)
            print(f"{'ok' if right else 'not ok'} {number} program {(number - 1) // 2}, {policy}: "
                  f"{cycles} <= {bound}")
            if not right:
                print("\n".join(f"# {line}" for line in (error + case[0]).splitlines()))


main()
