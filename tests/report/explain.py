#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`warpclock explain`: every sentence rests on a number that other commands print.

    explain.py WARPCLOCK KERNELS

Prints TAP.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

program, kernels = sys.argv[1], pathlib.Path(sys.argv[2])
JOBS = [("sgemm", "vortex", "vortex"), ("bfs", "pascal", "jetson-tx2"), ("spmv", "gcn3", "gcn3"),
        ("histogram", "rv32", "fermi"), ("sgemm-tiled", "rv32", "fermi-sbi-swi")]
count = 0


def tell(problems, name):
    global count
    count += 1
    print(f"{'not ok' if problems else 'ok'} {count} {name}")
    for problem in problems:
        print(f"# {problem}")


def call(*arguments, status=(0,)):
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    assert done.returncode in status, done.stderr
    return done.stdout


def look_up(document, path):
    for name, index in re.findall(r"(\w+)(?:\[(\d+)\])?", path):
        document = document[name]
        document = document[int(index)] if index else document
    return document


def compare(explained, run):
    for sentence in explained["sentences"]:
        if sentence["number"] in (None, "exact", "tightness", "bound_problem"):
            continue
        if sentence["number"].startswith("explain_loops"):
            continue
        found = look_up(run, sentence["number"])
        if abs(found - sentence["value"]) > 1e-9 * abs(found):
            yield f"{sentence['text']}: {sentence['number']} is {found}"


def repeat(explained, job, machine):
    for trial in explained["what_if"]:
        if trial["key"] == "fixed":
            continue
        cycles = json.loads(call("run", job, "-m", machine, "--set",
                                 f"{trial['key']}={trial['value']}", "--json", "-"))["cycles"]
        if cycles != trial["cycles"]:
            yield f"{trial}: {cycles} cycles"


for kernel, target, machine in JOBS:
    job = kernels / kernel / f"{target}-tiny.yaml"
    explained = json.loads(call("explain", job, "-m", machine, "--json", "-"))
    run = json.loads(call("run", job, "-m", machine, "--profile", "--json", "-"))
    topics = {sentence["topic"] for sentence in explained["sentences"]}
    problems = list(compare(explained, run)) + list(repeat(explained, job, machine))
    if not {"time", "bound", "line"} <= topics:
        problems.append(f"topics {topics}")
    tell(problems, f"{kernel} on {machine}: numbers and other runs are true")
    lines = call("explain", job, "-m", machine).splitlines()
    tell([line for line in lines if len(line) > 80], f"{kernel} on {machine}: fits a screen")

text = call("explain", kernels / "histogram" / "rv32-tiny.yaml")
tell([] if "`fixed: true` on buffer values" in text else [text], "a buffer that would make it exact")

with tempfile.TemporaryDirectory() as folder:
    job = (kernels / "saxpy" / "vortex-tiny.yaml").read_text()
    job = re.sub(r"^kernel: (.*)$", lambda m: f"kernel: {kernels / 'saxpy' / m[1]}", job, flags=re.M)
    job = job.split("expect:")[0]
    name = re.search(r"buffers:\n\s+(\w+):", job)[1]
    path = pathlib.Path(folder) / "job.yaml"
    path.write_text(job + f"save: {{{name}: out.npy}}\nexpect: {{{name}: {{sha256: {'0' * 64}}}}}\n")
    text = call("explain", path, status=(1,))
    tell([] if "results are wrong" in text and not (path.parent / "out.npy").exists() else [text],
         "wrong results are said, and nothing is saved")
print(f"1..{count}")
