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

program, kernels = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
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


def compare(explained, checked):
    """Every sentence has a number, which the document of `check --report` has, too."""
    for sentence in explained["sentences"]:
        found = look_up(checked, sentence["number"])
        if abs(found - sentence["value"]) > 1e-9 * abs(found):
            yield f"{sentence['text']}: {sentence['number']} is {found}"
    if explained["what_if"] != checked["what_if"]:
        yield f"a page tries something else: {checked['what_if']}"


def repeat(explained, job, machine):
    for trial in explained["what_if"]:
        if trial["key"] in ("fixed", "loops"):
            continue
        change = (("-m", trial["value"]) if trial["key"] == "machine" else
                  ("-m", machine, "--set", f"{trial['key']}={trial['value']}"))
        cycles = json.loads(call("run", job, *change, "--json", "-"))["cycles"]
        if cycles != trial["cycles"]:
            yield f"{trial}: {cycles} cycles"


def sentences(*arguments, status=(0,)):
    return " ".join(call("explain", *arguments, status=status).split())


with tempfile.TemporaryDirectory() as folder:
    for kernel, target, machine in JOBS:
        job = kernels / kernel / f"{target}-tiny.yaml"
        explained = json.loads(call("explain", job, "-m", machine, "--json", "-"))
        checked = json.loads(call("check", job, "-m", machine, "--json", "-", "--report",
                                  pathlib.Path(folder) / "page.html"))
        topics = {sentence["topic"] for sentence in explained["sentences"]}
        problems = list(compare(explained, checked)) + list(repeat(explained, job, machine))
        if not {"time", "bound", "line"} <= topics:
            problems.append(f"topics {topics}")
        tell(problems, f"{kernel} on {machine}: numbers and other runs are true")
        lines = call("explain", job, "-m", machine).splitlines()
        tell([line for line in lines if len(line) > 80], f"{kernel} on {machine}: fits a screen")

text = call("explain", kernels / "histogram" / "rv32-tiny.yaml")
tell([] if "`fixed: true` on buffer values" in text else [text], "a buffer that would make it exact")

text = sentences(kernels / "histogram" / "pascal-tiny.yaml")
found = re.search(r"through shared memory; histogram\.cl:24 \(.*?\) makes [\d.]+ passes per", text)
tell([] if found and "scattered" not in text else [text], "the line with bank conflicts is named")
tell([] if "the largest launch has 4 blocks of 1 warp for 128 slots" in text else [text],
     "a launch that does not fill the machine")
tell([] if "With shared.banks=64 it takes" in text else [text], "conflicts: twice the banks")
tell([] if re.search(r"% of the time of all warps is at histogram\.cl:17", text) else [text],
     "a share says of what")

text = sentences(kernels / "psort" / "vortex-tiny.yaml", "-m", "vortex-swas")
tell([] if re.search(r"psort\.cl:16 .* with 100 iterations each\. The launch fixes "
                      r"how often it runs at most\.", text) and
     "loops:" not in text else [text], "a loop that the launch bounds needs no bound")
tell([] if "the launch has 7 work-groups of 1 warp for 32 slots" in text else [text],
     "slots are compared with the warps of groups, not with those that start")
tell([] if "A work-group has 16 threads: a multiple of 32 fills its warps" in text and
     "With threads=16 it takes" in text else [text], "idle lanes have something to try")

text = sentences(kernels / "mandelbrot-tiles" / "vortex-tiny.yaml")
tell([] if re.search(r"With front\.queue=8 it takes 3[\d ]+ cycles, 1\.0\d times as long: this is "
                     r"slower\.", text) and "0.9" not in text.split("With ", 1)[1] else [text],
     "what makes it slower is said to be slower")

text = sentences(kernels / "sgemm-tiled" / "rv32-tiny.yaml")
tell([] if "only 8 blocks of 1 warp fit at the same time into 32 slots, the launch has 30" in text and
     re.search(r"With sm\.groups=16 it takes|make no difference.* sm\.groups=16", text) else [text],
     "places for groups that are full")

with tempfile.TemporaryDirectory() as folder:
    job = (kernels / "spmv" / "vortex-tiny.yaml").read_text().replace(", fixed: true", "")
    job = job.split("expect:")[0].replace("kernel: ", f"kernel: {kernels}/spmv/")
    path = pathlib.Path(folder) / "job.yaml"
    path.write_text(job.replace("../..", str(kernels.parent)))
    explained = json.loads(call("explain", path, "-m", "vortex-swas", "--json", "-"))
    tried = {trial["key"]: trial for trial in explained["what_if"]}
    exact = json.loads(call("bound", kernels / "spmv" / "vortex-tiny.yaml", "-m", "vortex-swas",
                            "--json", "-"))
    tell([] if tried["fixed"] == {"key": "fixed", "value": "offsets, indices",
                                  "cycles": exact["bound"]} else [str(tried)],
         "two buffers that make it exact together")
    path.write_text(path.read_text() + f"loops: {{{tried['loops']['value']}}}\n")
    fewer = json.loads(call("bound", path, "-m", "vortex-swas", "--method", "analysis", "--json",
                            "-"))
    tell([] if tried["loops"]["cycles"] == fewer["bound"] and "62" in tried["loops"]["value"]
         else [str(tried)], "the costliest loop with one iteration less")

text = sentences(kernels / "bfs" / "vortex-tiny.yaml", "-m", "vortex-swas", "--max-cycles", "20000",
                 status=(4,))
tell([] if re.search(r"was stopped after [\d ]+ cycles on vortex-swas, with 4 of 17 launches done",
                     text) and "% of the time of all warps is" in text else [text],
     "a run that is cut short: what is known")

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
