#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Code objects of versions 2 to 5, of one source, run and give the same: each finds its arguments,
hidden ones, dynamic local memory, relocated constants and private memory where its version has it.

    check-versions.py WARPCLOCK

Prints TAP.
"""
import pathlib
import subprocess
import sys
import tempfile

program = pathlib.Path(sys.argv[1]).resolve()
samples = pathlib.Path(__file__).resolve().parent

JOB = """kernel: {binary}
buffers:
  chosen: {{type: i32, shape: [128], fill: 0}}
  offsets: {{type: i32, shape: [128], fill: iota}}
  turned: {{type: f32, shape: [64], fill: iota}}
  spilled: {{type: i32, shape: [64], fill: 5}}
launches:
  - {{entry: choose, grid: 2, block: 64, args: [chosen, {{u32: 1}}, offsets, {{i8: -3}}]}}
  - {{entry: turn, grid: 1, block: [32, 2, 1], args: [turned, {{local: 256}}, {{local: 1024}}]}}
  - {{entry: spill, grid: 1, block: 64, args: [spilled, {{i32: 7}}]}}
  - {{entry: nothing, grid: 1, block: 64, args: []}}
expect:
  chosen: {{file: chosen.txt}}
  turned: {{file: turned.txt}}
  spilled: {{file: spilled.txt}}
"""

# What sample.cl computes from that: numbers[3] is 80; three arrays turned round; kept[5].
EXPECTED = {
    "chosen": [80 + i - 3 for i in range(128)],
    "turned": [3 * (63 - i) for i in range(64)],
    "spilled": [5 * 7 + 5] * 64,
}


def run(folder, version, options):
    job = folder / f"v{version}.yaml"
    job.write_text(JOB.format(binary=samples / f"sample-v{version}.hsaco"))
    return subprocess.run([program, "run", job, "--quiet", *options], capture_output=True,
                          text=True, timeout=120)


with tempfile.TemporaryDirectory(prefix="warpclock-versions-") as place:
    for name, numbers in EXPECTED.items():
        (pathlib.Path(place) / f"{name}.txt").write_text("\n".join(map(str, numbers)) + "\n")
    cases = [(version, options) for version in (2, 3, 4, 5) for options in (["--functional"], [])]
    print(f"1..{len(cases)}")
    for number, (version, options) in enumerate(cases, 1):
        done = run(pathlib.Path(place), version, options)
        how = "without a clock" if options else "clocked"
        print(f"{'not ok' if done.returncode else 'ok'} {number} version {version} {how}")
        for line in done.stderr.splitlines():
            print(f"# {line}")
