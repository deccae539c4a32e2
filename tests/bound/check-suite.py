#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No run of the suite takes longer than its bound, on several machines.

    check-suite.py WARPCLOCK KERNELS SIZE [--share N]

Every kernel's job of that size runs under `check` on each machine: outputs as expected, observed
within the bound, terms that add up to it, a tree whose nodes are what they are made of, predictions
that are the terms. The bound is for any contents of the buffers, so it does not change with the
data; the random programs of tests/random vary those (spec U-2 to U-6).

Prints TAP, and the tightness of each.
"""
import json
import math
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import predictions
import share

arguments = sys.argv[1:]
every = share.option(arguments)
program, kernels, size = arguments[0], pathlib.Path(arguments[1]).resolve(), arguments[2]
swas = ["--machine", "vortex-swas"]
machines = {
    "swas gtlrr": swas,
    "swas gtlo": [*swas, "--set", "issue=gtlo"],
    "swas lrr": [*swas, "--set", "issue=lrr"],
}
if size == "tiny":
    machines |= {
        "swas 8x16": [*swas, "--set", "warps=8", "--set", "threads=16"],
        "swas, tiny caches": [*swas, "--set", "icache.bytes=512", "--set", "dcache.bytes=1024",
                              "--set", "icache.mshrs=1", "--set", "dcache.mshrs=2"],
        "swas, 3 cores, L2": [*swas, "--set", "cores=3", "--set", "l2.present=true"],
        "baseline": ["--machine", "vortex"],
        "baseline gtlo-lrr": ["--machine", "vortex", "--set", "fetch=gtlo", "--set", "issue=lrr"],
        "stock": ["--machine", "vortex", "--set", "frontend=stock"],
        "2.2": ["--machine", "vortex-2.2"],
        "3.0": ["--machine", "vortex-3.0"],
        "3.0 8x16": ["--machine", "vortex-3.0", "--set", "warps=8", "--set", "threads=16"],
        "3.0, hashed banks": ["--machine", "vortex-3.0", "--set", "dram.mapping=hash",
                              "--set", "dram.banks=4", "--set", "lsu.queue=1"],
        "3.0, slow local memory": ["--machine", "vortex-3.0", "--set", "local.latency=1000",
                                   "--set", "lsu.queue=2"],
    }


def wrong_nodes(term):
    """Names of the nodes that are not the combination of their children."""
    parts = [part["value"] for part in term.get("terms", [])]
    whole = {"number": lambda: term["value"], "sum": lambda: sum(parts),
             "max": lambda: max(parts, default=0), "product": lambda: math.prod(parts)}
    found = [name for part in term.get("terms", []) for name in wrong_nodes(part)]
    return found + ([term["name"]] if whole[term["kind"]]() != term["value"] else [])


def tree_remarks(document):
    tree = document["bound_tree"]
    found = [f"the term {name} is not what it is made of" for name in wrong_nodes(tree)]
    if {part["name"]: part["value"] for part in tree["terms"]} != document["bound_terms"]:
        found.append("the tree has other terms than bound_terms")
    return found + ([] if tree["value"] == document["bound"] else ["the tree is not the bound"])


def remarks(job, options):
    words = [program, "check", job, "--method", "analysis", "--json", "-", *options]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    if done.returncode:
        return [f"status {done.returncode}: {done.stderr.strip()}"], 0
    document = json.loads(done.stdout)
    found = []
    if document["cycles"] > document["bound"]:
        found.append(f"{document['cycles']} cycles observed, bound {document['bound']}")
    if sum(document["bound_terms"].values()) != document["bound"]:
        found.append("the terms do not add up to the bound")
    found += tree_remarks(document)
    if abs(document["tightness"] - document["bound"] / document["cycles"]) > 1e-9:
        found.append("the tightness is not bound / cycles")
    for launch in document["launches"]:
        found += tree_remarks(launch) + predictions.remarks(launch)
        if launch["cycles"] > launch["bound"]:
            found.append(f"{launch['kernel']}: {launch['cycles']} cycles, bound {launch['bound']}")
    return found, document["tightness"]


jobs = sorted(kernels.glob(f"*/vortex-{size}.yaml"))
number = failed = 0
for row, job in enumerate(jobs):
    for column, (name, options) in enumerate(machines.items()):
        if not share.takes(every, row, column):
            continue
        number += 1
        found, tightness = remarks(job, options)
        failed += bool(found)
        print(f"{'not ok' if found else 'ok'} {number} {job.parent.name} on {name}: {tightness:.2f}")
        for remark in found:
            print(f"# {remark}")
print(f"1..{number}")
sys.exit(failed != 0 or not number)
