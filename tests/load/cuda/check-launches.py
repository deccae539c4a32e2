#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Launches as CUDA programs make them: structures, pointers into buffers, C++ names. HOUSE-68

    check-launches.py WARPCLOCK

Prints TAP.
"""
import pathlib
import struct
import subprocess
import sys
import tempfile

program, here = sys.argv[1], pathlib.Path(__file__).resolve().parent
folder = tempfile.TemporaryDirectory(prefix="warpclock-launches-")
work = pathlib.Path(folder.name)
OUT = "buffers: {out: {type: i32, shape: [4], fill: 0}}\nsave: {out: out.bin}\n"
INTS = ("buffers: {a: {type: i32, shape: [4], fill: iota}}\nsave: {a: out.bin}\n")
MEMBERS = ("{i8: -3}, {buffer: out, offset: 0}, {struct: [{f32: 1}, {f32: 2}, {f32: 3}]}, "
           "{f32: [4, 5, 6, 7]}, {i16: 9}")
TABLE = ("buffers:\n  a: {type: i32, shape: [4], fill: iota}\n"
         "  t: {type: u64, shape: [4], fill: 0, pointers: [a, {buffer: a, offset: 12}, "
         "{buffer: a, offset: 4}]}\n  out: {type: i32, shape: [4], fill: 0}\n"
         "save: {out: out.bin}\n")
SCALED = [0, 3, 6, 9]
VARIABLES = ("entry: variables\nblock: [8]\nbuffers: {out: {type: i32, shape: [8], fill: 0}}\n"
             "symbols: {weights: {type: i32, shape: 4, fill: 1}, table: {type: i32}}\nargs: [out]\n")

CASES = [  # what is shown; kernel; the rest of the job; status; words in `out` or of the message
    ("a structure with pointers, structures and vectors", "launches",
     f"entry: takes_structure\nblock: [1]\n{OUT}args: [{{struct: [{MEMBERS}]}}]", 0,
     [-3, 321, 7654, 9]),
    ("a structure of another size", "launches",
     f"entry: takes_structure\nblock: [1]\n{OUT}args: [{{struct: [out, {{i32: 1}}]}}]", 2,
     "argument 1 of _Z15takes_structure9arguments has 64 bytes; found 16 bytes (a structure)"),
    ("a vector by value", "launches",
     f"entry: takes_vector\nblock: [1]\n{OUT}args: [{{f32: [1, 2, 3, 4]}}, out]", 0, [28, 0, 0, 0]),
    ("a pointer into a buffer", "launches",
     f"entry: takes_vector\nblock: [1]\n{OUT}args: [{{f32: [1, 2, 3, 4]}}, {{buffer: out, offset: 8}}]",
     0, [0, 0, 28, 0]),
    ("a pointer past the end of a buffer", "launches",
     f"entry: takes_vector\nblock: [1]\n{OUT}args: [{{f32: [1, 2, 3, 4]}}, {{buffer: out, offset: 17}}]",
     2, "offset 17 is past the end of buffer 'out', which has 16 bytes"),
    ("pointers as contents of a buffer", "launches",
     f"entry: follows\nblock: [3]\n{TABLE}args: [t, out]", 0, [0, 3, 1, 0]),
    ("... in elements of another size", "launches",
     f"entry: follows\nblock: [3]\n{TABLE.replace('u64', 'u32')}args: [t, out]", 2,
     "its 3 pointers need 8 bytes each"),
    ("local memory in a structure", "launches",
     f"entry: takes_structure\nblock: [1]\n{OUT}args: [{{struct: [{{local: 4}}]}}]", 2,
     "cannot be a member of a structure"),
    ("a template by its name in the source", "launches",
     f"entry: 'shop::scale<int>(int*,int)'\nblock: [4]\n{INTS}args: [a, {{i32: 3}}]", 0, SCALED),
    ("... without parameters", "launches",
     f"entry: shop::scale<int>\nblock: [4]\n{INTS}args: [a, {{i32: 3}}]", 0, SCALED),
    ("... and a name that two of them have", "launches",
     f"entry: scale\nblock: [4]\n{INTS}args: [a, {{i32: 3}}]", 2,
     "'scale' may be any of: shop::scale<int>(int*, int), shop::scale<float>(float*, float)"),
    ("a template without its namespace", "launches",
     f"entry: scale<int>\nblock: [4]\n{INTS}args: [a, {{i32: 3}}]", 0, SCALED),
    ("... with parameters", "launches",
     f"entry: 'scale<int>(int*, int)'\nblock: [4]\n{INTS}args: [a, {{i32: 3}}]", 0, SCALED),
    ("a template that is not there", "launches",
     f"entry: scale<long>\nblock: [4]\n{INTS}args: [a, {{i32: 3}}]", 2,
     "no kernel named scale<long>; its kernels are: "),
    ("... and the nearest name", "launches",
     f"entry: scale<itn>\nblock: [4]\n{INTS}args: [a, {{i32: 3}}]", 2, "did you mean 'scale<int>'?"),
    ("... of those without arguments", "launches", "entry: onyl\nblock: [1]\nargs: []", 2,
     "did you mean 'only'?"),
    ("names of the source in a message", "launches", "block: [1]\nargs: []", 2,
     "shop::scale<int>(int*, int)"),
    ("a name without its namespace", "launches",
     "entry: only\nblock: [1]\nargs: []", 0, None),
    ("a variable of the binary is saved as words", "shapes",
     VARIABLES + "save: {counter: out.bin}", 0, [8]),
    ("... and with the type that the job declares is expected", "shapes",
     VARIABLES + "expect: {table: {file: table.bin}}", 0, None),
    ("... which may differ", "shapes", VARIABLES + "expect: {table: {file: zeros.bin}}", 1,
     "table differs"),
    ("a variable that no binary has", "shapes", VARIABLES + "save: {conter: out.bin}", 2,
     "did you mean 'counter'?"),
    ("initial contents for a variable that no binary has", "shapes",
     VARIABLES.replace("weights", "weight"), 2, "did you mean 'weights'?"),
]

(work / "table.bin").write_bytes(struct.pack("<64i", *(list(range(8)) + [0] * 56)))
(work / "zeros.bin").write_bytes(bytes(256))
print(f"1..{len(CASES)}")
failures = 0
for number, (what, kernel, rest, status, expected) in enumerate(CASES, 1):
    (work / "job.yaml").write_text(f"kernel: {here}/{kernel}-12.6.cubin\ngrid: [1]\n{rest}\n")
    done = subprocess.run([program, "run", work / "job.yaml", "--quiet"], capture_output=True,
                          text=True)
    found, good = done.stderr, done.returncode == status
    if isinstance(expected, list) and good:
        data = (work / "out.bin").read_bytes()
        found = list(struct.unpack(f"<{len(data) // 4}i", data))
        good = found == expected
    elif isinstance(expected, str):
        good &= expected in done.stderr
    failures += not good
    print(f"{'ok' if good else 'not ok'} {number} {what}")
    if not good:
        print(f"# status {done.returncode}: {found}\n# {done.stderr}")
sys.exit(failures > 0)
