#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bundles of code objects, programs with HIP code, and code objects that name their chip only in a
note: the right member runs, and others are refused with the reason.

    check-bundles.py WARPCLOCK

Prints TAP.
"""
import pathlib
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tap import finish, report  # noqa: E402

program, samples = sys.argv[1], pathlib.Path(__file__).resolve().parent
work = tempfile.TemporaryDirectory(prefix="warpclock-bundles-")
folder = pathlib.Path(work.name)
V2, V4 = (samples / f"sample-v{version}.hsaco" for version in (2, 4))
V2, V4 = V2.read_bytes(), V4.read_bytes()
JOB = """kernel: {file}
entry: spill
grid: 1
block: 64
buffers: {{out: {{type: i32, shape: [64], fill: 5}}}}
args: [out, {{i32: 7}}]
save: {{out: out.txt}}
"""


def bundle(*members, align=4096):
    """As clang-offload-bundler writes it: (name, bytes) of every member."""
    members = [("host-x86_64-unknown-linux--", b"")] + list(members)
    table = b"__CLANG_OFFLOAD_BUNDLE__" + struct.pack("<Q", len(members))
    size = len(table) + sum(24 + len(name) for name, _ in members)
    body = b""
    for name, content in members:
        at = size + len(body)
        body += bytes(-at % align if content else 0)
        table += struct.pack("<QQQ", size + len(body), len(content), len(name)) + name.encode()
        body += content
    return table + body


def host_program(section, name=b".hip_fatbin"):
    """An x86-64 ELF file with a section of these bytes."""
    names = b"\0" + name + b"\0.shstrtab\0"

    def header(at, kind, offset, size):
        return struct.pack("<IIQQQQIIQQ", at, kind, 2, 0, offset, size, 0, 0, 8, 0)
    start = 64
    table = start + len(section) + len(names)
    table += -table % 8
    body = (section + names).ljust(table - start, b"\0")
    return (b"\x7fELF\2\1\1".ljust(16, b"\0") +
            struct.pack("<HHIQQQIHHHHHH", 2, 62, 1, 0, 0, table, 0, 64, 56, 0, 64, 3, 2) + body +
            bytes(64) + header(1, 1, start, len(section)) +
            header(len(name) + 2, 3, start + len(section), len(names)))


def noted(major, minor, stepping):
    """The sample of version 2 as old compilers wrote it: no chip in e_flags."""
    found = V2.index(b"AMD\0" + struct.pack("<HHIII", 4, 7, 8, 0, 3))
    data = bytearray(V2)
    struct.pack_into("<I", data, 48, 0)
    struct.pack_into("<III", data, found + 8, major, minor, stepping)
    return bytes(data)


def run(content):
    (folder / "kernel").write_bytes(content)
    (folder / "job.yaml").write_text(JOB.format(file=folder / "kernel"))
    done = subprocess.run([program, "run", folder / "job.yaml", "--quiet", "--functional"],
                          capture_output=True, text=True)
    values = (folder / "out.txt").read_text().split() if done.returncode == 0 else []
    return done, values == ["40"] * 64


OTHER = b"\x7fELF" + bytes(60)
GOOD = ("hipv4-amdgcn-amd-amdhsa--gfx803", V4)
RUNS = [
    ("a bundle", bundle(GOOD)),
    ("an old bundle", bundle(("hip-amdgcn-amd-amdhsa-gfx803", V2))),
    ("the member for GCN3 of several", bundle(("hipv4-amdgcn-amd-amdhsa--gfx1030", OTHER), GOOD,
                                              ("hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+", OTHER))),
    ("features after the chip", bundle(("hipv4-amdgcn-amd-amdhsa--gfx803:xnack-", V4))),
    ("a program with HIP code", host_program(bundle(GOOD))),
    ("a program with code of others too",
     host_program(bundle(("hipv4-amdgcn-amd-amdhsa--gfx1030", OTHER)) + bytes(64) + bundle(GOOD))),
    ("the chip in a note alone", noted(8, 0, 3)),
]
REFUSED = [
    ("only other chips", bundle(("hipv4-amdgcn-amd-amdhsa--gfx1030", OTHER)),
     "contains code for gfx1030"),
    ("only the host", bundle(), "contains code for no AMD GPU"),
    ("two source files", host_program(bundle(GOOD) + bundle(GOOD)), "2 source files"),
    ("a compressed bundle", b"CCOB" + bytes(64), "compressed bundle"),
    ("a truncated table", bundle(GOOD)[:60], "truncated"),
    ("a truncated member", bundle(GOOD)[:6000], "extends past the end"),
    ("too many members", b"__CLANG_OFFLOAD_BUNDLE__" + b"\xff" * 8, "the maximum is 256"),
    ("a member that is not a code object", bundle((GOOD[0], b"text" * 20)),
     "is not an AMDGPU code object"),
    ("a note for another chip", noted(7, 0, 1), "code object for gfx701"),
    ("a note without sense", noted(1 << 20, 0, 1), "version 1048576.0.1"),
]
for what, content in RUNS:
    done, good = run(content)
    report(good, what, done.stderr)
for what, content, words in REFUSED:
    done, _ = run(content)
    report(done.returncode == 2 and words in done.stderr, f"refused: {what}", done.stderr)
finish()
