#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""RISC-V programs as real linkers write them: sections say what is code. HOUSE-67

    check-stock.py WARPCLOCK

stock.elf has code, data and code in one segment, thread-local memory after its end, and an exit code.
The same file also runs with other rights of its segment and without sections.

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

program, here = sys.argv[1], pathlib.Path(__file__).resolve().parent
folder = tempfile.TemporaryDirectory(prefix="warpclock-stock-")
work = pathlib.Path(folder.name)
stock = (here / "stock.elf").read_bytes()
READ, WRITE, EXECUTE = 4, 2, 1


def changed(rights=None, sections=True):
    """The program with other rights of its first segment, and perhaps without section headers."""
    data = bytearray(stock)
    start = struct.unpack_from("<I", data, 28)[0]
    if rights is not None:
        struct.pack_into("<I", data, start + 24, rights)
    if not sections:
        struct.pack_into("<I", data, 32, 0)
        struct.pack_into("<HHH", data, 46, 0, 0, 0)
    return data


def run(elf, exit_code=0, *options):
    (work / "program.elf").write_bytes(elf)
    (work / "job.yaml").write_text(
        "kernel: program.elf\nmachine: vortex\nset: {warps: 2, threads: 2}\n"
        "buffers: {out: {type: u32, shape: [4], fill: 0}}\n"
        f"args: [out, {{u32: {exit_code}}}]\nsave: {{out: out.bin}}\n")
    done = subprocess.run([program, "run", work / "job.yaml", *options], capture_output=True,
                          text=True)
    out = work / "out.bin"
    found = list(struct.unpack("<4I", out.read_bytes())) if out.exists() else None
    out.unlink(missing_ok=True)
    return done, found


for name, elf in (("one segment to read and execute", stock),
                  ("one segment with all rights", changed(READ | WRITE | EXECUTE)),
                  ("a segment that is not marked as code", changed(READ | WRITE)),
                  ("all rights and no sections", changed(READ | WRITE | EXECUTE, False))):
    for options in ([], ["--functional"]):
        done, found = run(elf, 0, *options)
        report(done.returncode == 0 and found == [100, 101, 102, 103],
               f"{name} {' '.join(options)}", f"{done.stderr}{found}")
done, found = run(stock, 1)
report(done.returncode == 1 and "ended with exit code 1" in done.stderr,
       "exit code 1 is exit status 1", done.stderr)
done = subprocess.run([program, "dis", here / "stock.elf"], capture_output=True, text=True)
report("ffffffff" not in done.stdout, "data between two parts of code is not listed", done.stdout)
done, found = run(changed(READ, False))
report(done.returncode != 70 and found != [100, 101, 102, 103],
       "without sections and rights the entry's segment is code, and nothing is writable", found)
finish()
