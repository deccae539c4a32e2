#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""CUDA kernels in the shapes of real programs run and give the right results. PAS-22

    check-shapes.py WARPCLOCK

Each runs on two machines, with and without a clock, from a cubin with addresses in its code (ptxas up
to 12.3) and from one with addresses in bank 4. What one kernel needs stops no other kernel.

Prints TAP.
"""
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from cubin import with_relocation  # noqa: E402
from tap import finish, report  # noqa: E402

program, here = sys.argv[1], pathlib.Path(__file__).resolve().parent
OLD, NEW, LINKED = "shapes-11.8.cubin", "shapes-12.6.cubin", "linked-11.8.cubin"
folder = tempfile.TemporaryDirectory(prefix="warpclock-cuda-")
work = pathlib.Path(folder.name)


def run(kernel, text, *options):
    job = work / "job.yaml"
    path = kernel if str(kernel).startswith("/") else here / kernel
    job.write_text(f"kernel: {path}\ngrid: [1]\n{text}\n")
    return subprocess.run([program, "run", job, "--quiet", *options], capture_output=True, text=True)


def saved(name, letter="i", width=4):
    data = (work / name).read_bytes()
    return list(struct.unpack(f"<{len(data) // width}{letter}", data))


def out(fill, shape=8, kind="i32"):
    return (f"buffers: {{out: {{type: {kind}, shape: [{shape}], fill: {fill}}}}}\n"
            "save: {out: out.bin}\n")


EACH = range(8)
VALUES = [  # kernel, the rest of the job, the values in `out`
    ("_Z9variablesPi", "symbols: {weights: {type: i32, shape: [4], fill: iota}}\n" + out(0) +
     "args: [out]", [[10, 20, 30, 40][i & 3] * (i & 3) + 10 for i in EACH]),
    ("_Z8pointersPi", out("iota") + "args: [out]", [i * i if i & 1 else 2 * i for i in EACH]),
    ("_Z8virtualsPii", out("iota") + "args: [out, {i32: 5}]",
     [i * i if i & 1 else 5 * i for i in EACH]),
    ("_Z9recursionPii", out(0) + "args: [out, {i32: 10}]", [10] * 8),
    ("_Z9recursionPii", out(0) + "stack: 16384\nargs: [out, {i32: 60}]", [60] * 8),
]
MESSAGES = [  # kernel, the rest of the job, status, words of the message
    ("_Z9recursionPii", out(0) + "args: [out, {i32: 60}]", 3, "'stack: BYTES' of the job"),
    ("_Z6checksi", "args: [{i32: 6}]", 3, "block (0, 0, 0), thread (6, 0, 0): assertion "
     "'thread < limit' failed in checks, shapes.cu:73"),
    ("_Z5trapsv", "args: []", 3, "the program gave up: trap or breakpoint"),
    ("_Z7texturePfm", out(0) + "args: [out, {u64: 0}]", 3, "the texture or surface is not bound"),
    ("_Z5freesPv", out(0) + "args: [out]", 3, "which malloc did not return"),
]
SAYS = "".join(f"{i}|{i:6}|{'word':5}|2.50|-1099511627776|z|%|beef\n" for i in EACH)


def check_all(kernel, machine, *options):
    where = f"{kernel} on {machine} {' '.join(options)}"

    def job(entry, rest):
        return run(kernel, f"entry: {entry}\nmachine: {machine}\nblock: [8]\n{rest}", *options)

    for entry, rest, expected in VALUES:
        done = job(entry, rest)
        found = saved("out.bin") if done.returncode == 0 else None
        report(found == expected, f"{entry}, {where}", f"{done.stderr}\n{found}, not {expected}")
    for entry, rest, status, words in MESSAGES:
        done = job(entry, rest)
        report(done.returncode == status and words in done.stderr, f"{entry}: {words}, {where}",
               done.stderr)
    (work / "word.bin").write_bytes(b"word\0")
    done = job("_Z4saysPKcd", "buffers: {word: {type: u8, file: word.bin}}\n"
               "args: [word, {f64: 2.5}]")
    report(done.stdout == SAYS, f"printf, {where}", done.stdout + done.stderr)
    done = job("_Z9allocatesPPii", "heap: 4096\n" + out(0, kind="u64") + "args: [out, {i32: 1000}]")
    blocks = saved("out.bin", "Q", 8) if done.returncode == 0 else []
    report(len({b for b in blocks if b}) == 4 and 0 in blocks,
           f"malloc returns 0 when the heap is used up, {where}", f"{done.stderr}{blocks}")


for kernel in (OLD, NEW):
    for machine in ("jetson-tx2", "fermi", "fermi-sbi-swi"):
        check_all(kernel, machine)
    check_all(kernel, "jetson-tx2", "--functional")
    for command in ("info", "dis"):
        done = subprocess.run([program, command, here / kernel], capture_output=True, text=True)
        report(done.returncode == 0 and "_Z7texturePfm" in done.stdout, f"{command} of {kernel}",
               done.stderr)

# A listing of a kernel has the functions that it calls; targets are in the column of addresses.
for kernel in (OLD, NEW):
    text = subprocess.run([program, "dis", here / kernel, "--kernel", "_Z9recursionPii"],
                          capture_output=True, text=True).stdout
    addresses = {int(word, 16) for word in re.findall(r"^ +([0-9a-f]{8}):", text, re.MULTILINE)}
    targets = {int(word, 16) for word in re.findall(r"(?:BRA|CAL|SSY|SYNC) 0x([0-9a-f]+) ;", text)}
    addresses |= {address - 8 for address in addresses if address % 32 == 8}  # control words
    names = re.findall(r"^(\S+):  ; ", text, re.MULTILINE)
    report(targets and targets <= addresses and names[0] == "_Z9recursionPii" and
           any("depth" in name for name in names), f"listing with calls, {kernel}", text)

done = run(LINKED, "block: [1]\n" + out(0, 2) + "args: [out, {i32: 1}]")
report(done.returncode == 0 and saved("out.bin") == [8, 28], "calls between files that were linked",
       done.stderr)

# A relocation of a type that nobody knows stops the kernels that need it, and nothing else.
unknown = work / "unknown.cubin"
unknown.write_bytes(with_relocation(here / OLD, ".text._Z9variablesPi", 99))
SAYS_UNKNOWN = "relocation type 99 ("
done = subprocess.run([program, "info", unknown], capture_output=True, text=True)
report(done.returncode == 0 and "not filled in" in done.stdout and SAYS_UNKNOWN in done.stdout,
       "info of a file with an unknown relocation", done.stdout + done.stderr)
done = subprocess.run([program, "info", unknown, "--json", "-"], capture_output=True, text=True)
report(done.returncode == 0 and re.search(r'"instruction": \d+,\s+"kernel": null', done.stdout) and
       SAYS_UNKNOWN in done.stdout, "... as JSON", done.stdout + done.stderr)
done = subprocess.run([program, "dis", unknown], capture_output=True, text=True)
report(done.returncode == 0 and "_Z9variablesPi" in done.stdout, "... its listing", done.stderr)
done = run(unknown, "entry: _Z8pointersPi\nblock: [8]\n" + out("iota") + "args: [out]")
report(done.returncode == 0 and saved("out.bin") == [i * i if i & 1 else 2 * i for i in EACH],
       "... another kernel", done.stderr)
done = run(unknown, "entry: _Z9variablesPi\nblock: [8]\n" + out(0) + "args: [out]")
report(done.returncode == 3 and "_Z9variablesPi needs an address of a kind that is not known: "
       + SAYS_UNKNOWN in done.stderr, "... the kernel that needs it", done.stderr)

# A compressed fat binary, and a program for the host with one.
fat = (here / "vote-11.8.fatbin").read_bytes()


def host_program(section):
    """An x86-64 ELF file whose section .nv_fatbin has these bytes."""
    names = b"\0.nv_fatbin\0.shstrtab\0"
    def header(name, kind, offset, size):
        return struct.pack("<IIQQQQIIQQ", name, kind, 2, 0, offset, size, 0, 0, 8, 0)
    start = 64
    table = start + len(section) + len(names)
    table += -table % 8
    body = (section + names).ljust(table - start, b"\0")
    return (b"\x7fELF\2\1\1".ljust(16, b"\0") +
            struct.pack("<HHIQQQIHHHHHH", 2, 62, 1, 0, 0, table, 0, 64, 56, 0, 64, 3, 2) + body +
            bytes(64) + header(1, 1, start, len(section)) +
            header(12, 3, start + len(section), len(names)))


VOTE = "block: [32]\n" + out(0, 32, "u32") + "args: [out, {u32: 1}]"
(work / "program").write_bytes(host_program(fat + bytes(8)))
other = (here / "vote-zstd.fatbin").read_bytes()
(work / "several").write_bytes(host_program(fat + bytes(16) + other))
for name, kernel in (("a compressed fat binary", "vote-11.8.fatbin"),
                     ("a fat binary compressed with zstd", "vote-zstd.fatbin"),
                     ("the first source file of a program", str(work / "several#1")),
                     ("the second source file of a program", str(work / "several#2")),
                     ("a program with a fat binary", str(work / "program"))):
    done = run(kernel, VOTE)
    found = saved("out.bin", "I") if done.returncode == 0 else None
    report(found == [0xaaaaaaaa] * 32, name, done.stderr)
for name, section, words in (
        ("two source files in a program", fat + fat, "2 source files with kernels"),
        ("a program without a cubin", fat[:16] + b"", "truncated"),
        ("a program with an empty section", b"\0" * 16, "contains nothing"),
        ("a damaged cubin in zstd", other[:100] + b"\xff" * 40 + other[140:], "(zstd) is damaged"),
        ("a damaged cubin", fat[:100] + b"\xff" * 40 + fat[140:], "damaged")):
    (work / "program").write_bytes(host_program(section))
    done = run(str(work / "program"), VOTE)
    report(done.returncode == 2 and (words in done.stderr or name.startswith("a program without")),
           f"refused: {name}", done.stderr)
done = run(str(work / "several#3"), VOTE)
report(done.returncode == 2 and "there is no #3" in done.stderr, "refused: a third source file",
       done.stderr)
done = subprocess.run([program, "info", work / "several#2"], capture_output=True, text=True)
report(done.returncode == 0 and "vote" in done.stdout, "info of the second source file",
       done.stderr)
finish()
