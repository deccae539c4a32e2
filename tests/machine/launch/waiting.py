#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Work-groups that wait for each other (waiting.cl) end, with a clock and without, with the same
memory. A grid that does not fit into the machine runs into its limit, as it would on hardware.

    waiting.py WARPCLOCK

Prints TAP.
"""
import pathlib
import subprocess
import sys
import tempfile

program, here = sys.argv[1], pathlib.Path(__file__).resolve().parent
work = tempfile.TemporaryDirectory(prefix="warpclock-waiting-")
folder = pathlib.Path(work.name)
GROUPS, BLOCK, ROUNDS = 6, 96, 3
SIZE = GROUPS * BLOCK
JOB = """kernel: {kernel}
machine: {machine}
buffers:
  counter: {{type: i32, shape: [1], fill: 0}}
  order: {{type: i32, shape: [{groups}], fill: 0}}
  arrived: {{type: i32, shape: [1], fill: 0}}
  a: {{type: i32, shape: [{size}], fill: iota}}
  b: {{type: i32, shape: [{size}], fill: 0}}
launches:
  - {{entry: in_turn, grid: {groups}, block: 32, args: [counter, order]}}
  - {{entry: rotate, grid: {groups}, block: {block}, args: [arrived, a, b, {{i32: {rounds}}}]}}
save: {{order: order.txt, a: a.txt}}
"""
EXPECTED = {"order.txt": list(range(GROUPS))[::-1],
            "a.txt": [(i + ROUNDS) % SIZE + ROUNDS for i in range(SIZE)]}
MACHINES = [("waiting.hsaco", "gcn3"), ("waiting.hsaco", "gcn3-pws"),
            ("waiting.cubin", "jetson-tx2"), ("waiting.cubin", "fermi-sbi"),
            ("waiting.elf", "fermi"), ("waiting.elf", "fermi-sbi-swi")]


def run(kernel, machine, groups, *options):
    job = folder / "job.yaml"
    job.write_text(JOB.format(kernel=here / kernel, machine=machine, groups=groups, size=SIZE,
                              block=BLOCK, rounds=ROUNDS))
    return subprocess.run([program, "run", job, "--quiet", *options], capture_output=True,
                          text=True, timeout=300)


def contents():
    return {name: [int(word) for word in (folder / name).read_text().split()] for name in EXPECTED}


number = 0
for kernel, machine in MACHINES:
    for options in ([], ["--functional"]):
        number += 1
        done = run(kernel, machine, GROUPS, "--max-cycles", "40000000", *options)
        good = done.returncode == 0 and contents() == EXPECTED
        print(f"{'ok' if good else 'not ok'} {number} {kernel} on {machine} {' '.join(options)}")
        for line in done.stderr.splitlines():
            print(f"# {line}")
for options in ([], ["--functional"]):
    number += 1
    done = run("waiting.hsaco", "gcn3", 4000, "--max-cycles", "3000000", "--set", "cus=1", *options)
    good = done.returncode == 4 and "limit reached" in done.stderr
    print(f"{'ok' if good else 'not ok'} {number} a grid that does not fit {' '.join(options)}")
    for line in done.stderr.splitlines() if not good else []:
        print(f"# {line}")
print(f"1..{number}")
