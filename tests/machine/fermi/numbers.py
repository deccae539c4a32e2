#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The five machines have the numbers of the paper's Table 2, each with its source.

    numbers.py WARPCLOCK

Prints TAP. SBI-1, SBI-34, SWI-21.
"""
import json
import subprocess
import sys

COMMON = {"execution.latency": 8, "scoreboard.entries": 6, "l1.bytes": 49152, "l1.ways": 6,
          "l1.line": 128, "l1.latency": 3, "memory.bandwidth": 10, "memory.latency": 330}
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


def parameters(machine):
    done = subprocess.run([sys.argv[1], "machines", machine, "--json", "-"], capture_output=True,
                          text=True, check=True)
    return {row["name"]: row for row in json.loads(done.stdout)["parameters"]}


print(f"1..{len(MACHINES)}")
for number, (machine, own) in enumerate(MACHINES.items(), 1):
    found = parameters(machine)
    wrong = [f"{name}: {found[name]['value']} instead of {value}"
             for name, value in (COMMON | own).items() if found[name]["value"] != value]
    if found["warps"]["value"] * found["warp_width"]["value"] != 1024:
        wrong.append("not 1024 threads")
    wrong += [f"{name}: its source is not the paper's table 2" for name in COMMON
              if "table 2" not in found[name]["source"]]
    print(f"{'not ok' if wrong else 'ok'} {number} {machine}")
    for line in wrong:
        print(f"# {line}")
