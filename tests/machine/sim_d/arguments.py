#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""arguments.py WARPCLOCK: buffers of a job as arguments of a Sim-D program, and what it prints.

Argument k is buffer k, with the shape of the job's buffer, at the address that .data has for it. So the same
contents give the same cycles and the same results whether the job names a buffer by its id or passes it, in any
order, also where the original reads words outside its buffer (SIMD-38).
"""
import array
import itertools
import json
import os
import subprocess
import sys
import tempfile

# Adds two tiles and a scalar; with compat=original the tile overhangs the buffers by a line.
ADD = """.data
    0 0x0 64 16
    1 0x1000 64 16
    2 0x2000 1 1
    3 0x3000 64 16
.text
    ldglin v0, 0, 0, 1
    ldglin v1, 1
    sldg s0, 2
    add v2, v0, v1
    add v2, v2, s0
    stglin v2, 3
    exit
"""
SHAPES = """.data
    0 0 4 4
    1 0x1000 8 4 n
.text
    bufquery.dim_x s0, 0
    bufquery.dim_y s1, 0
    printsgpr s0
    printsgpr s1
    bufquery.dim_x s0, 1
    bufquery.dim_y s1, 1
    printsgpr s0
    printsgpr s1
    exit
"""
SHOW = """.data
    0 0 64 32
.text
    smov s1, sc.wg_off_y
    printsgpr s1
    mov v1, vc.lid_x
    cvt.i2f v2, v1
    printvgpr v2, 67
    iadd v3, v1, -5
    itest.le p1, v3
    itest.l p2, v1
    printpr p2
    cpush.if done
    cmask p1
    printcmask.if
    cpop
done:
    printcmask.exit
    cpush.if over
    itest.ge p1, v1
    cmask p1
    printtrace 1
over:
    printtrace -7
    stglin v1, 0
    exit
"""
RANGES = ", ".join(f"{64 * i + 6}-{64 * i + 63}" for i in range(16))
LINES = ["5: work-group (0, {y}): s1 = 0x000000{s:02x}, {s}, {f}",
         "8: work-group (0, {y}): lane 67: v2 = 0x40400000, 1077936128, 3",
         "12: work-group (0, {y}): p2 = no lane",
         "15: work-group (0, {y}): vc.ctrl_run = lanes " + RANGES,
         "18: work-group (0, {y}): vc.ctrl_exit = lanes 0-1023",
         "24: work-group (0, {y}): trace -7"]


def run(warpclock, folder, program, job, *arguments):
    for name, text in (("k.sas", program), ("job.yaml", "kernel: k.sas\n" + job)):
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)
    return subprocess.run([warpclock, "run", os.path.join(folder, "job.yaml"), *arguments],
                          capture_output=True, text=True, check=False, timeout=60)


def measure(warpclock, folder, job, output, *arguments):
    """Cycles and output of ADD, or what went wrong."""
    job = "ndrange: [64, 16]\n" + job + f"save: {{{output}: out.npy}}\n"
    answer = run(warpclock, folder, ADD, job, "--quiet", "--json", "-", *arguments)
    if answer.returncode:
        return answer.stderr
    with open(os.path.join(folder, "out.npy"), "rb") as file:
        words = array.array("f", file.read()[-64 * 16 * 4:])
    return json.loads(answer.stdout).get("cycles"), words


FILLS = {"x": "{type: f32, shape: [16, 64], fill: iota}", "y": "{type: f32, shape: [16, 64], fill: 2}",
         "z": "{type: f32, shape: [16, 64], fill: 0}"}


def passed(order):
    """The job with arguments; `order` of its list of buffers."""
    return ("args: [x, y, {f32: 0.5}, z]\nbuffers:\n" +
            "".join(f"  {name}: {FILLS[name]}\n" for name in order))


def placement(warpclock, folder):
    """By id, and as arguments in any order: the same cycles and words. A fill has the type f32."""
    by_id = 'buffers: {"0": {fill: iota}, "1": {fill: 2}, "2": {fill: 0.5}}\n'
    for settings in ([], ["--functional"], ["--set", "compat=original"],
                     ["--set", "compat=original", "--functional"]):
        want = measure(warpclock, folder, by_id, '"3"', *settings)
        right = isinstance(want, tuple) and want[1][64] == 64 + 64 + 2.5
        yield f"by id {' '.join(settings)}", "" if right else str(want)
        for order in itertools.permutations(FILLS):
            got = measure(warpclock, folder, passed(order), "z", *settings)
            yield f"{' '.join(order)} {' '.join(settings)}", "" if got == want else f"{got}\n{want}"


def shapes(warpclock, folder):
    """Extents of a buffer as dimensions of a mapped one; ids after the arguments keep theirs."""
    for shape, dims in (("[5]", (5, 1)), ("[3, 7]", (7, 3)), ("[2, 3, 7]", (7, 6)), (None, (1, 1))):
        args = f"args: [a]\nbuffers: {{a: {{type: u32, shape: {shape}, fill: 0}}}}\n"
        job = "ndrange: [32, 1]\n" + (args if shape else "args: [{u32: 7}]\n")
        for mode in ((), ("--functional",)):
            answer = run(warpclock, folder, SHAPES, job, "--quiet", *mode)
            found = [int(line.split(", ")[2]) for line in answer.stdout.splitlines()
                     if "work-group (0, 0): s" in line]
            want = [*dims, 8, 4]
            yield f"shape {shape} {' '.join(mode)}", "" if found == want else answer.stderr + str(found)


def large(warpclock, folder):
    """An argument that does not fit at the address of .data goes elsewhere, not over another buffer."""
    job = ('ndrange: [64, 16]\nargs: [x]\nbuffers:\n  x: {type: f32, shape: [200, 64], fill: 1}\n'
           '  "1": {fill: 2}\nsave: {"3": out.npy}\n')
    answer = run(warpclock, folder, ADD, job, "--quiet")
    with open(os.path.join(folder, "out.npy"), "rb") as file:
        words = set(array.array("f", file.read()[-64 * 16 * 4:]))
    yield "large argument", "" if answer.returncode == 0 and words == {3.0} else f"{answer.stderr} {words}"


def ping_pong(warpclock, folder):
    """A buffer is an input of one launch and the output of another; launches have scalars of their own."""
    job = ("ndrange: [64, 16]\nbuffers:\n" + "".join(f"  {name}: {FILLS[name]}\n" for name in "yz") +
           "launches:\n  - {args: [y, y, {f32: 1}, z]}\n  - {args: [z, z, {f32: 2}, y]}\n"
           "save: {y: out.npy}\n")
    for mode in ((), ("--functional",)):
        answer = run(warpclock, folder, ADD, job, "--quiet", *mode)
        with open(os.path.join(folder, "out.npy"), "rb") as file:
            words = array.array("f", file.read()[-64 * 16 * 4:])
        # The last line is outside the first operand: its register starts with 0.
        right = answer.returncode == 0 and words[0] == 12 and words[15 * 64] == 5
        yield f"ping-pong {' '.join(mode)}", "" if right else f"{answer.stderr} {words[0]} {words[15 * 64]}"


def printing(warpclock, folder):
    """The print instructions: the lines of a work-group are the same in every run, in the same order."""
    for mode in ((), ("--functional",), ("--every-cycle",), ("--set", "policy=pairwise")):
        answer = run(warpclock, folder, SHOW, "ndrange: [64, 32]\n", "--quiet", *mode)
        for y in range(2):
            numbers = {"y": y, "s": 16 * y, "f": "2.24207754e-44" if y else "0"}
            want = ["k.sas:" + line.format(**numbers) for line in LINES]
            found = [line for line in answer.stdout.splitlines() if f"(0, {y})" in line]
            yield f"printing {y} {' '.join(mode)}", "" if found == want else "\n".join(found)
    answer = run(warpclock, folder, SHOW, "ndrange: [64, 32]\n", "--json", "-")
    json.loads(answer.stdout)
    yield "console output beside JSON", "" if answer.stderr.count("k.sas:") == 12 else answer.stderr


def main():
    with tempfile.TemporaryDirectory() as folder:
        number = 0
        tests = (placement, shapes, large, ping_pong, printing)
        for number, (name, problem) in enumerate(
                itertools.chain.from_iterable(test(sys.argv[1], folder) for test in tests), 1):
            print(f"{'not ok' if problem else 'ok'} {number} - {name}")
            for line in problem.splitlines():
                print(f"# {line[:300]}")
        print(f"1..{number}")


main()
