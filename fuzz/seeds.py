#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes inputs of the target `kernel` from jobs of the kernel suite.

    seeds.py OUT JOB...

An input is the job without what it expects, a NUL byte, and its binary, which the job then calls
`kernel` (fuzz/through.h). Its name is the kernel's and the job's: saxpy-vortex-tiny.
"""
import pathlib
import re
import sys


def seed(job):
    """The input for a job of the suite, if all its launches are in one binary."""
    text = job.read_text().split("\nexpect:")[0] + "\n"
    names = set(re.findall(r"\bkernel: ([\w./-]+)", text))
    if len(names) != 1:
        return None
    binary = names.pop()
    return text.replace(f"kernel: {binary}", "kernel: kernel").encode() + b"\0" + \
        (job.parent / binary).read_bytes()


out = pathlib.Path(sys.argv[1])
out.mkdir(parents=True, exist_ok=True)
for job in map(pathlib.Path, sys.argv[2:]):
    content = seed(job)
    if content:
        (out / f"{job.parent.name}-{job.stem}").write_bytes(content)
