#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ddr4.py WARPCLOCK ROOT: machines with DDR4 instead of the simple DRAM (SIMD-41).

Every tiny kernel, in all speeds, organisations and page policies in turn: results are right, the
checker of invariants finds no command that breaks a rule, and being watched changes no cycle. Then
the example machine files, and what is refused."""
import json
import pathlib
import subprocess
import sys

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
MACHINES = {"vortex": "vortex", "pascal": "jetson-tx2", "gcn3": "gcn3"}
CHOICES = [("3200AA", "x16", "open"), ("3200AA", "x8", "open"), ("1866M", "x16", "open"),
           ("3200AA", "x16", "closed"), ("3200AA", "x8", "closed"), ("1866M", "x16", "closed")]


def call(*arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)


def cycles(job, *options):
    done = call("run", str(job), *options, "--json", "-")
    if done.returncode != 0:
        return None, done.stderr.strip()
    return json.loads(done.stdout)["cycles"], ""


def settings(speed, organisation, page):
    return ["--set", "dram.model=ddr4", "--set", f"dram.speed={speed}",
            "--set", f"dram.organisation={organisation}", "--set", f"dram.page={page}"]


def suite():
    """One test per kernel: (name, problem)."""
    number = 0
    for target, machine in MACHINES.items():
        for job in sorted(root.glob(f"kernels/*/{target}-tiny.yaml")):
            choice = CHOICES[number % len(CHOICES)]
            number += 1
            watched, problem = cycles(job, "--machine", machine, "--check", *settings(*choice))
            plain, trouble = cycles(job, "--machine", machine, *settings(*choice))
            if not problem and watched != plain:
                problem = f"{watched} cycles when watched, {plain} otherwise"
            yield f"{job.parent.name} on {machine}, {' '.join(choice)}", problem or trouble


def effect():
    """All choices differ from each other and from the simple model where DRAM is the limit."""
    for target, machine in MACHINES.items():
        job = root / f"kernels/saxpy/{target}-small.yaml"
        found = {cycles(job, "--machine", machine, *settings(*choice))[0] for choice in CHOICES}
        found.add(cycles(job, "--machine", machine)[0])
        problem = "" if len(found) == len(CHOICES) + 1 else f"only {sorted(found)}"
        yield f"saxpy on {machine}: each choice has its own time", problem


def examples():
    for file in sorted((root / "examples/machines").glob("*.yaml")):
        target = next(t for t, m in MACHINES.items() if file.name.startswith(m))
        job = root / f"kernels/sgemm/{target}-tiny.yaml"
        yield f"{file.name} runs sgemm", cycles(job, "--machine", str(file), "--check")[1]


def refusals():
    job = str(root / "kernels/saxpy/vortex-tiny.yaml")
    bound = ["bound", job, "--set", "dram.model=ddr4"]
    for name, arguments, status, text in (
            ("numbers that are not known", ["run", job, *settings("1866M", "x8", "open")], 2,
             "no numbers of DDR4-1866M in organisation x8"),
            ("the analysis", [*bound, "--method", "analysis"], 2, "does not know ddr4"),
            ("an exact bound names the refresh", bound, 0, "first refresh of DRAM falls due")):
        done = call(*arguments)
        problem = "" if done.returncode == status and text in done.stdout + done.stderr else \
            f"status {done.returncode}: {done.stderr.strip()}"
        yield name, problem


tests = [test for group in (suite, effect, examples, refusals) for test in group()]
print(f"1..{len(tests)}")
for index, (name, problem) in enumerate(tests, 1):
    print(f"{'not ok' if problem else 'ok'} {index} - {name}")
    if problem:
        print(f"# {problem}")
