#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiled kernels find what the launch has put into registers and memory, whatever the version.

    abi.py WARPCLOCK

The kernels of abi.cl, as code objects of versions 2 to 5, with a clock and without. Prints TAP.
"""
import pathlib
import struct
import subprocess
import sys
import tempfile

program, here = sys.argv[1], pathlib.Path(__file__).resolve().parent


def numbers(path, kind):
    """The numbers of a .npy file."""
    content = path.read_bytes()
    (header,) = struct.unpack("<H", content[8:10])
    return [value for (value,) in struct.iter_unpack("<" + kind, content[10 + header:])]


def run(folder, version, options, entry, kind, more):
    job = folder / "job.yaml"
    job.write_text(f"kernel: {here}/abi-v{version}.hsaco\nentry: {entry}\nmachine: gcn3\n"
                   f"save: {{out: out.npy}}\n{more}")
    subprocess.run([program, "run", job, "--quiet", *options], check=True, timeout=60)
    return numbers(folder / "out.npy", kind)


def mixed(folder, version, options):
    found = run(folder, version, options, "mixed", "i", "grid: 2\nblock: 64\n"
                "buffers: {out: {type: i32, shape: [512], fill: iota}}\n"
                "args: [out, {local: 256}, {i32: 1}]\n")
    for g in range(128):
        group, i = divmod(g, 64)
        looked = (3 * i, 103, 64 * group + 3)[(1 + i) % 3]
        if found[256 + g] != looked + (1000 if i & 1 else 1100 + i):
            return f"work-item {g}: {found[256 + g]}"
    return None


def places(folder, version, options):
    groups, block = (3, 2, 2), (4, 2, 3)
    sizes = [a * b for a, b in zip(groups, block)]
    found = run(folder, version, options, "places", "q", f"grid: {list(groups)}\n"
                f"block: {list(block)}\nargs: [out]\n"
                f"buffers: {{out: {{type: i64, shape: [{sizes[0] * sizes[1] * sizes[2]}], fill: 0}}}}\n")
    for i, value in enumerate(found):
        place = (i % sizes[0], i // sizes[0] % sizes[1], i // sizes[0] // sizes[1])
        expected = 3
        for digit in (*block, *groups, *(p // b * 4 + p % b for p, b in zip(place, block))):
            expected = expected * 16 + digit
        if value != expected:
            return f"work-item {place}: {value:x}, expected {expected:x}"
    return None


cases = [(test, version, options) for test in (mixed, places) for version in (2, 3, 4, 5)
         for options in ([], ["--functional"])]
print(f"1..{len(cases)}")
failed = False
with tempfile.TemporaryDirectory() as scratch:
    for number, (test, version, options) in enumerate(cases, 1):
        try:
            problem = test(pathlib.Path(scratch), version, options)
        except (subprocess.SubprocessError, OSError) as error:
            problem = str(error)
        failed |= bool(problem)
        name = " ".join([test.__name__, f"version {version}", *options])
        print(f"{'not ok' if problem else 'ok'} {number} {name}")
        if problem:
            print(f"# {problem}")
sys.exit(failed)
