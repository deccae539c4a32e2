#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How costs grow: with instructions (clocked and functional), threads, cores, memory, the length of a
trace, and the branches and loops of a program whose bound is derived.

Host instructions are counted by valgrind in the launch (a bound: in the whole call), memory is the
largest resident memory of the process. Prints a table with the exponent of each: the cost between
the last two sizes grows as size^exponent, so 1 is linear and 0 is constant.

    bench/growth.py [--program build/warpclock] [--svg docs/growth.svg] [NAME...]
"""
import argparse
import json
import math
import pathlib
import sys
import tempfile

import bound_programs
import chart
import measure

BINARIES = {"vortex": "vortex.elf", "jetson-tx2": "pascal.cubin", "gcn3": "gcn3.hsaco"}
program = folder = None  # set by main()


def job(text):
    """A job file with this text; names of the suite's kernels begin with KERNELS."""
    with tempfile.NamedTemporaryFile("w", dir=folder, suffix=".yaml", delete=False) as file:
        file.write(text.replace("KERNELS", str(measure.ROOT / "kernels")))
    return file.name


def saxpy(machine, count, elements=None):
    shape = f"{{type: f32, shape: [{elements or count}], fill: 1}}"
    return job(f"kernel: KERNELS/saxpy/{BINARIES[machine]}\nmachine: {machine}\n"
               f"buffers:\n  x: {shape}\n  y: {shape}\nentry: saxpy\ngrid: [{count // 64}]\n"
               f"block: [64]\nargs: [x, y, {{f32: 2}}, {{i32: {count}}}]\n")


def sgemm(machine, depth):
    """16 x 16 results, each of `depth` products."""
    return job(f"kernel: KERNELS/sgemm/{BINARIES[machine]}\nmachine: {machine}\nbuffers:\n"
               f"  a: {{type: f32, shape: [16, {depth}], fill: 1}}\n"
               f"  b: {{type: f32, shape: [{depth}, 16], fill: 1}}\n"
               "  c: {type: f32, shape: [16, 16], fill: 0}\nentry: sgemm\ngrid: [4, 4]\n"
               f"block: [4, 4]\nargs: [a, b, c, {{i32: 16}}, {{i32: 16}}, {{i32: {depth}}}]\n")


def instructions_of(*words, functional=False):
    """Host instructions and warp-instructions of a run."""
    events, result = measure.count_run(program, *words, functional=functional)
    return events["Ir"], result["warp_instructions"]


# ---- one function per cost: points of its lines ----

def by_instructions():
    return {machine: [instructions_of(sgemm(machine, depth))[::-1] for depth in (16, 64, 256)]
            for machine in BINARIES}


def by_instructions_functional():
    return {machine: [instructions_of(sgemm(machine, depth), functional=True)[::-1]
                      for depth in (16, 64, 256)] for machine in BINARIES}


def by_threads():
    return {machine: [(count, instructions_of(saxpy(machine, count))[0])
                      for count in (1024, 4096, 16384)] for machine in BINARIES}


def by_cores():
    def cost(machine, setting, cores):
        host, warp = instructions_of(saxpy(machine, 4096), "--set", f"{setting}={cores}")
        return cores, host / warp
    settings = {"vortex": "cores", "jetson-tx2": "sms", "gcn3": "cus"}
    return {machine: [cost(machine, setting, cores) for cores in (1, 4, 16, 64)]
            for machine, setting in settings.items()}


def by_idle_cores():
    """Three groups: all but three units have no work."""
    def cost(target, setting, cores):
        job_of = measure.ROOT / f"kernels/nbody/{target}-tiny.yaml"
        return cores, instructions_of(job_of, "--set", f"{setting}={cores}")[0]
    settings = {"jetson-tx2": ("pascal", "sms"), "gcn3": ("gcn3", "cus")}
    return {machine: [cost(*words, cores) for cores in (4, 16, 64)]
            for machine, words in settings.items()}


def by_memory():
    """MiB of the process beyond that of a small run; the host instructions of the launch."""
    def mib(elements):
        words = [program, "run", saxpy("vortex", 1024, elements), "--quiet"]
        return measure.alone(program, words)[3]
    small = mib(1024)
    points = [(mega, mib(mega << 17) - small) for mega in (8, 32, 128, 512)]  # two buffers
    return {"vortex": points}


def by_memory_in_time():
    return {"vortex": [(mega, instructions_of(saxpy("vortex", 1024, mega << 17))[0])
                       for mega in (8, 32, 128)]}


def by_trace():
    """MiB of a run that writes a timeline, by its warp-instructions."""
    def point(depth, ending):
        words = [program, "run", sgemm("vortex", depth), "--json", "-"]
        out = pathlib.Path(folder, f"trace{ending}")
        text, _, _, mib = measure.alone(program, [*words, "--trace", out])
        out.unlink()
        return json.loads(text)["warp_instructions"], mib
    return {ending: [point(depth, ending) for depth in (64, 512, 4096)]
            for ending in (".pftrace", ".csv")}


def by_graph(kind):
    """A bound of programs with so many branches, or loops, one after the other."""
    def point(machine, count):
        path = job(bound_programs.text(machine, kind, count, folder))
        events, _ = measure.callgrind([program, "bound", path, "--method", "analysis", "--quiet"],
                                      "wc_run*")
        return count, events["Ir"]
    return {machine: [point(machine, count) for count in (50, 200, 800)]
            for machine in bound_programs.MACHINES}


def by_branches():
    return by_graph("branches")


def by_loops():
    return by_graph("loops")


COSTS = {
    "instructions": (by_instructions, "Instructions of the kernel", "warp-instructions",
                     "host instructions"),
    "functional": (by_instructions_functional, "Instructions of the kernel, functional",
                   "warp-instructions", "host instructions"),
    "threads": (by_threads, "Threads of the launch", "threads", "host instructions"),
    "cores": (by_cores, "Cores, SMs, CUs", "cores", "host instructions per warp-instruction"),
    "idle": (by_idle_cores, "SMs and CUs, all but three idle", "units", "host instructions"),
    "memory": (by_memory, "Memory of the process", "MiB of buffers", "MiB"),
    "launch": (by_memory_in_time, "Memory that is not accessed", "MiB of buffers",
               "host instructions"),
    "trace": (by_trace, "Memory while a timeline is written", "warp-instructions", "MiB"),
    "branches": (by_branches, "Bound by analysis: branches on data", "branches",
                 "host instructions"),
    "loops": (by_loops, "Bound by analysis: loops on data", "loops", "host instructions"),
}


def exponent(line):
    (x1, y1), (x2, y2) = line[-2:]
    return math.log(y2 / y1) / math.log(x2 / x1)


def main():
    global program, folder
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="*", default=COSTS, help=", ".join(COSTS))
    parser.add_argument("--program", default=measure.ROOT / "build/warpclock")
    parser.add_argument("--svg", metavar="FILE")
    options = parser.parse_args()
    program = options.program
    panels, rows = [], []
    with tempfile.TemporaryDirectory() as folder:
        measured = measure.together(lambda name: COSTS[name][0](), [(name,) for name in options.name])
    for name, lines in zip(options.name, measured):
        _, title, across, up = COSTS[name]
        panels.append(chart.Panel(title, across, up, lines))
        for label, line in lines.items():
            rows.append([title, f"`{label}`", f"{line[0][0]:,.0f} to {line[-1][0]:,.0f} {across}",
                         f"{line[0][1]:,.0f} to {line[-1][1]:,.0f} {up}", f"{exponent(line):.2f}"])
    print(f"Revision {measure.revision(program)}.\n")
    print(measure.table(["what grows", "machine", "from, to", "cost", "exponent"], rows))
    if options.svg:
        pathlib.Path(options.svg).write_text(chart.svg(panels))


if __name__ == "__main__":
    main()
