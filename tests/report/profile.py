#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Profiles account for every cycle of every warp, on every machine and in every file format.

    profile.py WARPCLOCK KERNELS

The instructions of a profile add up to its lines, the lines to the whole, and the whole to the
statistics of the run. A profile changes no number of the run. Prints TAP.
"""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

program, kernels = sys.argv[1], pathlib.Path(sys.argv[2])
MACHINES = [("vortex", "vortex"), ("vortex", "vortex-swas"), ("pascal", "jetson-tx2"),
            ("gcn3", "gcn3"), ("gcn3", "gcn3-dws"), ("rv32", "fermi"), ("rv32", "fermi-sbi-swi"),
            ("pascal", "fermi-swi"), ("sim-d", "sim-d")]
NUMBERS = ["cycles", "executions", "lanes", "issues", "transactions", "misses"]
number = 0


def tell(problems, name):
    global number
    number += 1
    print(f"{'not ok' if problems else 'ok'} {number} {name}")
    for problem in problems:
        print(f"# {problem}")


def run(job, machine, *options):
    done = subprocess.run([program, "run", job, "-m", machine, "--json", "-", *options],
                          capture_output=True, text=True)
    return json.loads(done.stdout)


def sums(parts):
    out = {key: sum(part[key] for part in parts) for key in NUMBERS}
    out["stalls"] = {reason: sum(part["stalls"][reason] for part in parts)
                     for reason in parts[0]["stalls"]}
    return out


def compare_parts(what, whole, parts):
    return [f"{what}: {key} is {whole[key]}, its parts have {value}"
            for key, value in sums(parts).items() if whole[key] != value]


def compare_statistics(document, machine):
    profile, problems = document["profile"], []
    executions = document["warp_instructions"]
    lanes = document["thread_instructions"]
    if machine == "sim-d":  # a work-group is one execution
        executions = profile["executions"]
    if "sbi" in machine:  # replays count again
        executions, lanes = document["sbi_swi"]["issued"], profile["lanes"]
    if (profile["executions"], profile["lanes"]) != (executions, lanes):
        problems.append(f"{profile['executions']} executions with {profile['lanes']} lanes, "
                        f"the statistics have {executions} with {lanes}")
    for reason, cycles in profile["stalls"].items():
        if document["stalls"].get(reason, 0) != cycles:
            problems.append(f"{cycles} cycles of {reason}, not {document['stalls'].get(reason)}")
    if profile["cycles"] != profile["issues"] + sum(profile["stalls"].values()):
        problems.append("cycles are not issues and waits")
    return problems


def compare_runs(document, plain):
    changed = [key for key in plain if key not in ("host_seconds", "simulated_kips")
               and plain[key] != document[key]]
    return [f"--profile changes {key}" for key in changed]


for kernel in ("bfs", "sgemm-tiled"):
    for target, machine in MACHINES:
        job = kernels / kernel / f"{target}-tiny.yaml"
        document = run(job, machine, "--profile")
        profile = document["profile"]
        problems = compare_parts("the profile", profile, profile["lines"])
        for line in profile["lines"]:
            problems += compare_parts(f"line {line['line']}", line, line["instructions"])
        problems += compare_statistics(document, machine)
        problems += compare_runs(document, run(job, machine))
        named = [line for line in profile["lines"] if line["file"]]
        if not any(line["text"] for line in named):
            problems.append("no line has its source text")
        tell(problems, f"{kernel} on {machine}: every cycle is accounted for")

with tempfile.TemporaryDirectory() as folder:
    folder, job = pathlib.Path(folder), kernels / "bfs" / "pascal-tiny.yaml"
    whole = run(job, "jetson-tx2", "--profile")["profile"]

    def written(name):
        subprocess.run([program, "run", job, "-q", "--profile-file", folder / name], check=True)
        return (folder / name).read_text()

    tell([] if json.loads(written("p.json")) == whole else ["another profile"], "JSON file")
    rows = list(csv.DictReader(written("p.csv").splitlines()))
    tell([] if sum(int(row["cycles"]) for row in rows) == whole["cycles"] and
         {row["file"] for row in rows} == {"bfs.cl"} else ["other cycles"], "table")
    scope = json.loads(written("p.speedscope.json"))
    stacks = scope["profiles"][0]
    tell([] if sum(stacks["weights"]) == stacks["endValue"] == whole["cycles"] and
         all(frame < len(scope["shared"]["frames"]) for stack in stacks["samples"]
             for frame in stack) else ["other weights"], "speedscope")
    grind = written("callgrind.out.1").splitlines()
    events = next(line for line in grind if line.startswith("events:")).split()[1:]
    costs = [line.split() for line in grind if line.startswith("0x")]
    tell([] if sum(int(cost[2]) for cost in costs) == whole["cycles"] and
         all(len(cost) == len(events) + 2 for cost in costs) else ["other costs"], "callgrind")
    done = subprocess.run([program, "run", job, "--functional", "--profile"], capture_output=True,
                          text=True)
    tell([] if done.returncode == 2 and "no cycles to profile" in done.stderr else [done.stderr],
         "a functional run has no profile")
print(f"1..{number}")
