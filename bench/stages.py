#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Host instructions per warp-instruction of clocked runs, by what the hardware does with them.

    bench/stages.py [KERNEL...]     # sgemm-tiled nbody mandelbrot, tiny, if none is named

An instruction belongs to the source file that it comes from, also where the compiler has put it into
a function of another one. That needs a build with debug information, which is made in build-stages:
the same code as the release build.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import measure

BUILD = measure.ROOT / "build-stages"
MACHINES = ("vortex", "jetson-tx2", "gcn3")
# The first pattern that a source matches decides.
STAGES = {
    "what instructions do: lanes, addresses, contents of memory":
        r"src/isa/|src/memory/|machine/\w+/apply\.c|base/lanewise|mem\w+-vec|memcpy|memset",
    "coalescing, caches, banks, DRAM":
        r"hw/(cache|coalescer|sharedmem|localmem|dram|ddr4\w*|memory_level|earliest|reservation|"
        r"throughput_memory)\.|machine/\w+/memory\.c|common/request",
    "fetch, buffers, decode":
        r"hw/(codebuffer|ibuffer|frontend_cost)|/front\.|/head\.h",
    "registers: waits, scoreboards, times":
        r"hw/(scoreboard\w*|dependency|register_match|inflight)|/waits\.|/timing\.c",
    "whose turn it is: schedulers, waking, the cycle loop":
        r"hw/(scheduler\w*|wakeup|agenda|cycle)\.|/clock\.|/turn\.h|/oracle|/resident|common/limits",
    "stalls and counters": r"stalls|/count\.|statistics|/observer|/tell",
    "start of groups and warps":
        r"dispatch|/group\.c|common/(partition|launch|place|warm|warps|words)\.c|/wave\.c|/launch\.c|/kernel\.c",
    "issue: choice of the unit, order of all these": r"src/",
    "the rest": r"",
}


def build():
    for words in (["scripts/configure.sh", BUILD, "--buildtype=release", "-Ddebug=true"],
                  ["ninja", "-C", BUILD, "--quiet", "warpclock"]):
        subprocess.run(words, cwd=measure.ROOT, check=True, stdout=subprocess.DEVNULL)


def stage_of(source):
    return next(stage for stage, pattern in STAGES.items() if re.search(pattern, source))


def by_stage(job):
    """The share of each stage, and host instructions per warp-instruction."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "out")
        text = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}",
             f"--toggle-collect={measure.CLOCKED}", BUILD / "warpclock", "run", job, "--json", "-"],
            check=True, capture_output=True, text=True).stdout
        lines = subprocess.run(["callgrind_annotate", "--threshold=100", out], check=True,
                               capture_output=True, text=True).stdout
    instructions = int(re.search(r'"warp_instructions": (\d+)', text)[1])
    costs = dict.fromkeys(STAGES, 0)
    for count, source in re.findall(r"^ *([\d,]+) \( *[\d.]+%\) +(\S*?):\S+", lines, re.M):
        costs[stage_of(source)] += int(count.replace(",", ""))
    return {stage: cost / instructions for stage, cost in costs.items()}


def main():
    kernels = sys.argv[1:] or ["sgemm-tiled", "nbody", "mandelbrot"]
    build()
    rows = [(machine, kernel) for machine in MACHINES for kernel in kernels]
    found = measure.together(
        lambda machine, kernel: by_stage(
            measure.ROOT / f"kernels/{kernel}/{measure.FAMILIES[machine]}-tiny.yaml"), rows)
    print(f"Revision {measure.revision(BUILD / 'warpclock')}, size tiny.\n")
    lines = [[stage, *(f"{costs[stage]:,.0f}" for costs in found)] for stage in STAGES]
    lines.append(["together", *(f"{sum(costs.values()):,.0f}" for costs in found)])
    print(measure.table(["host instructions for", *(f"`{machine}`, {kernel}"
                                                    for machine, kernel in rows)], lines))


if __name__ == "__main__":
    main()
