#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The five machines have the numbers of the paper's Table 2, each with its source, and both readings
where the paper is not clear; code of the suite is laid out as thread frontiers need it.

    numbers.py WARPCLOCK KERNELS

Prints TAP. SBI-1, SBI-17, SBI-34, SBI-48, SWI-21.
"""
import json
import pathlib
import subprocess
import sys

COMMON = {"clock.core": 1000, "execution.latency": 8, "scoreboard.entries": 6,
          "l1.bytes": 49152, "l1.ways": 6, "l1.line": 128, "l1.latency": 3, "memory.bandwidth": 10, "memory.latency": 330}
BASELINE = {"warps": 32, "warp_width": 32, "pools": 2, "scheduler.latency": 1,
            "delivery.latency": 0, "reconvergence": "stack", "sbi": "none", "swi": False}
WIDE = {"warps": 16, "warp_width": 64, "pools": 1, "reconvergence": "frontier"}
MACHINES = {
    "fermi": BASELINE,
    "fermi-warp64": WIDE | {"scheduler.latency": 1, "delivery.latency": 1, "sbi": "none",
                            "swi": False},
    "fermi-sbi": WIDE | {"scheduler.latency": 1, "delivery.latency": 1, "sbi": "any",
                         "swi": False, "constraints": True},
    "fermi-swi": WIDE | {"scheduler.latency": 2, "delivery.latency": 1, "sbi": "none",
                         "swi": True, "shuffle": "xor-rev"},
    "fermi-sbi-swi": WIDE | {"scheduler.latency": 2, "delivery.latency": 1, "sbi": "same_warp",
                             "swi": True, "shuffle": "xor-rev"},
}


def parameters(machine, *settings):
    done = subprocess.run([sys.argv[1], "machines", machine, *settings, "--json", "-"],
                          capture_output=True, text=True, check=True)
    return {row["name"]: row for row in json.loads(done.stdout)["parameters"]}


# The readings of what the paper leaves open (A-n): the default, and the others.
READINGS = {
    "sbi": ("any", ["same_warp"]), "interval": ("open", ["closed"]), "pcdiv": ("idom", ["isa", "region"]),
    "divergence": ("at_issue", ["posthoc"]), "contexts.literal": (False, [True]),
    "contexts.model": ("hardware", ["exact"]), "lsu_interweave": (False, [True]), "swi_set": ("same", ["next"]),
    "shuffle_reading": ("meant", ["letter"]), "warps": (16, [24]), "skip_empty_waves": (False, [True]),
    "watchdog": (0, [100]), "mem_split": (True, [False]), "two_divergences": (False, [True]),
}


def compare_numbers(machine, own):
    found = parameters(machine)
    wrong = [f"{name}: {found[name]['value']} instead of {value}"
             for name, value in (COMMON | own).items() if found[name]["value"] != value]
    if found["warps"]["value"] * found["warp_width"]["value"] != 1024:
        wrong.append("not 1024 threads")
    return wrong + [f"{name}: its source is not the paper's table 2" for name in COMMON
                    if "table 2" not in found[name]["source"]]


def compare_readings():
    """A-2, A-6 to A-9, A-13 to A-15, A-17, A-21 to A-23 on fermi-sbi."""
    found = parameters("fermi-sbi")
    wrong = [f"{name}: {found[name]['value']} instead of {value}"
             for name, (value, _) in READINGS.items() if found[name]["value"] != value]
    for name, (_, others) in READINGS.items():
        wrong += [f"{name}={other} has no effect" for other in others
                  if parameters("fermi-sbi", "--set", f"{name}={str(other).lower()}")[name]["value"] != other]
    return wrong


def read_layouts():
    """SBI-17: of every binary of the suite, the branches that do not meet at a higher address."""
    branches = below = 0
    wrong = []
    for binary in sorted(pathlib.Path(sys.argv[2]).glob("*/*")):
        if binary.name not in ("rv32.elf", "pascal.cubin"):
            continue
        done = subprocess.run([sys.argv[1], "cfg", binary, "--json", "-"], capture_output=True,
                              text=True, check=True)
        for graph in json.loads(done.stdout):
            layout, blocks = graph["layout"], graph["blocks"]
            branches, below = branches + layout["branches"], below + layout["below"]
            if len(layout["offenders"]) != layout["branches"] - layout["below"]:
                wrong.append(f"{binary}: {graph['function']}: not all offenders are listed")
            wrong += [f"{binary}: {graph['function']}: block {row['block']} is none"
                      for row in layout["offenders"]
                      if blocks[row["meet"]]["address"] > blocks[row["block"]]["last"]]
    print(f"# {below} of {branches} divergent branches meet at a higher address")
    return wrong if branches > 200 and below > 0.8 * branches else wrong + ["few of them do"]


def call_with(*settings):
    job = pathlib.Path(sys.argv[2]) / "tmd2/pascal-tiny.yaml"
    return subprocess.run([sys.argv[1], "run", job, "--machine", "fermi-sbi", "--json", "-",
                           *(word for setting in settings for word in ("--set", setting))],
                          capture_output=True, text=True, timeout=60)


def hurry_the_watchdog():
    """A-22, SBI-32: an order that changes while splits are fetched back does not run for ever."""
    refused = call_with("watchdog=2")
    done = call_with("watchdog=32", "contexts.cold=1", "contexts.spill=2000")
    wrong = [] if refused.returncode == 2 and "at least 32" in refused.stderr else [refused.stderr]
    if done.returncode or json.loads(done.stdout)["cycles"] > 100000:
        wrong.append(done.stderr + done.stdout[:200])
    return wrong


checks = [(machine, lambda machine=machine, own=own: compare_numbers(machine, own))
          for machine, own in MACHINES.items()]
checks += [("readings", compare_readings), ("layouts of the suite", read_layouts),
           ("a hasty watchdog", hurry_the_watchdog)]
print(f"1..{len(checks)}")
for number, (name, check) in enumerate(checks, 1):
    wrong = check()
    print(f"{'not ok' if wrong else 'ok'} {number} {name}")
    for line in wrong:
        print(f"# {line}")
