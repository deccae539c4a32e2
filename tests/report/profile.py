#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Profiles account for every cycle of every warp, on every machine and in every file format.

    profile.py WARPCLOCK KERNELS

The instructions of a profile add up to its lines, the lines to the whole, and the whole to the
statistics of the run. A profile changes no number of the run. Prints TAP.
"""
import csv
import gzip
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import finish, report  # noqa: E402

program, kernels = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
MACHINES = [("vortex", "vortex"), ("vortex", "vortex-swas"), ("pascal", "jetson-tx2"),
            ("gcn3", "gcn3"), ("gcn3", "gcn3-dws"), ("rv32", "fermi"), ("rv32", "fermi-sbi-swi"),
            ("pascal", "fermi-swi"), ("sim-d", "sim-d")]
NUMBERS = ["cycles", "executions", "lanes", "issues", "transactions", "misses"]


def tell(problems, name):
    report(not problems, name, "\n".join(problems[:10]))


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


def by_line(lines, reason):
    """Cycles by source line, of any function, or by instruction where there is no line."""
    sums = {}
    for line in lines:
        place = (line["file"], line["line"], None if line["file"] else line["address"])
        sums[place] = sums.get(place, 0) + line["stalls"][reason]
    return sums


def compare_costs(document):
    """The two reasons that cost most, which a run counts without its events."""
    profile, costs, problems = document["profile"], document["costs"], []
    longest = sorted(filter(None, profile["stalls"].values()), reverse=True)[:2]
    if [cost["cycles"] for cost in costs] != longest:
        problems.append(f"costs {costs}, the profile has {longest}")
    for cost in costs:
        reason, sums = cost["reason"], by_line(profile["lines"], cost["reason"])
        place = (cost["file"], cost["line"], None if cost["file"] else cost["address"])
        if cost["cycles"] != profile["stalls"][reason]:
            problems.append(f"{reason}: {cost['cycles']}, not {profile['stalls'][reason]}")
        if not cost["line_cycles"] == sums.get(place) == max(sums.values()):
            problems.append(f"{reason}: {cost['line_cycles']} at {place}, the profile has "
                            f"{sums.get(place)} there and {max(sums.values())} at most")
        if abs(cost["share"] - cost["cycles"] / profile["cycles"]) > 0.02:
            problems.append(f"{reason}: a share of {cost['share']}")
    return problems


# The published types of speedscope's files (src/lib/file-format-spec.ts): what must be there, of
# which type, and what may be there besides.
SCOPE_FILE = {"$schema": str, "shared": dict, "profiles": list}, {"name", "exporter",
                                                                 "activeProfileIndex"}
SCOPE_FRAME = {"name": str}, {"file", "line", "col"}
SCOPE_PROFILE = {"type": str, "name": str, "unit": str, "startValue": int, "endValue": int,
                 "samples": list, "weights": list}, set()


def compare_type(what, found, wanted):
    needed, optional = wanted
    return ([f"{what}: {key} is {found.get(key)!r}" for key, kind in needed.items()
             if not isinstance(found.get(key), kind)] +
            [f"{what}: {key}" for key in found if key not in needed and key not in optional])


def compare_scope(scope):
    problems = compare_type("file", scope, SCOPE_FILE)
    for frame in scope["shared"]["frames"]:
        problems += compare_type("frame", frame, SCOPE_FRAME)
    for profile in scope["profiles"]:
        problems += compare_type("profile", profile, SCOPE_PROFILE)
        if profile["type"] != "sampled" or len(profile["samples"]) != len(profile["weights"]):
            problems.append(f"{profile['type']}, {len(profile['weights'])} weights")
    return problems


def annotated(folder):
    """What valgrind's own reader makes of a file; None: it is not installed."""
    if not shutil.which("callgrind_annotate"):
        return None
    return subprocess.run(["callgrind_annotate", f"--include={kernels / 'bfs'}",
                           folder / "callgrind.out.1"], capture_output=True, text=True).stdout


for kernel in ("bfs", "sgemm-tiled"):
    for target, machine in MACHINES:
        job = kernels / kernel / f"{target}-tiny.yaml"
        document = run(job, machine, "--profile")
        profile = document["profile"]
        problems = compare_parts("the profile", profile, profile["lines"])
        for line in profile["lines"]:
            problems += compare_parts(f"line {line['line']}", line, line["instructions"])
        problems += compare_statistics(document, machine)
        if machine != "gcn3-dws":  # there waits of a part may end with another one's instruction
            problems += compare_costs(document)
        problems += compare_runs(document, run(job, machine))
        named = [line for line in profile["lines"] if line["file"]]
        if not any(line["text"] for line in named):
            problems.append("no line has its source text")
        tell(problems, f"{kernel} on {machine}: every cycle is accounted for")

with tempfile.TemporaryDirectory() as folder:
    folder, job = pathlib.Path(folder), kernels / "bfs" / "pascal-tiny.yaml"
    whole = run(job, "jetson-tx2", "--profile")["profile"]

    def written_bytes(name):
        subprocess.run([program, "run", job, "-q", "--profile-file", folder / name], check=True)
        return (folder / name).read_bytes()

    def written(name):
        return written_bytes(name).decode()

    tell([] if json.loads(written("p.json")) == whole else ["another profile"], "JSON file")
    rows = list(csv.DictReader(written("p.csv").splitlines()))
    tell([] if sum(int(row["cycles"]) for row in rows) == whole["cycles"] and
         {row["file"] for row in rows} == {"bfs.cl"} else ["other cycles"], "table")
    packed = [gzip.decompress(written_bytes(name)) for name in ("p.csv.gz", "p.json.gz")]
    tell([] if packed == [(folder / name).read_bytes() for name in ("p.csv", "p.json")] else
         ["other contents"], "compressed files")
    scope = json.loads(written("p.speedscope.json"))
    stacks = scope["profiles"][0]
    tell([] if sum(stacks["weights"]) == stacks["endValue"] == whole["cycles"] and
         all(frame < len(scope["shared"]["frames"]) for stack in stacks["samples"]
             for frame in stack) else ["other weights"], "speedscope")
    tell(compare_scope(scope), "speedscope's published types")
    grind = written("callgrind.out.1").splitlines()
    events = next(line for line in grind if line.startswith("events:")).split()[1:]
    costs = [line.split() for line in grind if line.startswith("0x")]
    tell([] if sum(int(cost[2]) for cost in costs) == whole["cycles"] and
         all(len(cost) == len(events) + 2 for cost in costs) else ["other costs"], "callgrind")
    text = annotated(folder)
    if text is not None:
        total = re.search(r"^\s*([\d,]+) \(100\.0%\).*PROGRAM TOTALS", text, re.M)
        tell([] if total and int(total[1].replace(",", "")) == whole["cycles"] and
             "if (distance[neighbour] < 0) {" in text else [text[:2000]],
             "callgrind_annotate reads it and finds the source")
    done = subprocess.run([program, "run", job, "--functional", "--profile"], capture_output=True,
                          text=True)
    tell([] if done.returncode == 2 and "no cycles to profile" in done.stderr else [done.stderr],
         "a functional run has no profile")
finish()
