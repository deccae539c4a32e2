#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Host instructions per simulated warp-instruction, clocked and functional.

One table per mode, a row per kernel, a column per machine family. The launch alone is counted, by
valgrind: the load of the host does not matter. A warp-instruction is what the machine counts as one:
an instruction of 32 lanes on Vortex, Pascal and Fermi, of 64 on GCN3 and Sim-D. The last row is the
clocked mean per simulated cycle.

    bench/instructions.py                           # all machines, size tiny: a minute on two cores
    bench/instructions.py --json new.json           # ... and keep the counts
    bench/instructions.py --compare old.json        # ... with the change since then
    bench/instructions.py --misses --mode clocked   # branches predicted wrong and cache misses
    bench/instructions.py --size small --machine gcn3 bfs spmv
"""
import argparse
import json

import measure

MODES = ("clocked", "functional")
# What a simulated cache and predictor count, per warp-instruction.
MISSES = {"branches predicted wrong": ("Bcm", "Bim"),
          "misses of the first level": ("I1mr", "D1mr", "D1mw"),
          "misses of the last level": ("ILmr", "DLmr", "DLmw")}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernel", nargs="*", default=measure.KERNELS)
    parser.add_argument("--program", default=measure.ROOT / "build/warpclock")
    parser.add_argument("--size", default="tiny", choices=("tiny", "small", "large"))
    parser.add_argument("--machine", action="append", choices=list(measure.FAMILIES))
    parser.add_argument("--mode", action="append", choices=MODES)
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--json", metavar="FILE", help="write the counts")
    parser.add_argument("--compare", metavar="FILE", help="show the change since these counts")
    return parser.parse_args()


def count(options, kernel, machine, mode):
    job = measure.ROOT / f"kernels/{kernel}/{measure.FAMILIES[machine]}-{options.size}.yaml"
    events, result = measure.count_run(options.program, job, "--machine", machine,
                                       functional=mode == "functional", caches=options.misses)
    return {"kernel": kernel, "machine": machine, "mode": mode, "size": options.size,
            "warp_instructions": result["warp_instructions"], "cycles": result["cycles"], **events}


def per(row, names, unit="warp_instructions"):
    return sum(row[name] for name in names) / row[unit]


class Table:
    """Counts by kernel and machine, and the earlier ones."""

    def __init__(self, rows, before):
        self.rows = rows
        self.before = {key(row): row for row in before}

    def cell(self, rows, names, unit="warp_instructions"):
        now = measure.mean(per(row, names, unit) for row in rows)
        old = [self.before.get(key(row)) for row in rows]
        text = f"{now:,.0f}" if now >= 100 else f"{now:,.3g}"
        if not all(old) or not all(name in row for row in old for name in names):
            return text
        change = 100 * (now / measure.mean(per(row, names, unit) for row in old) - 1)
        return f"{text} ({change:+.0f} %)"

    def show(self, mode, names):
        rows = [row for row in self.rows if row["mode"] == mode]
        machines = list(dict.fromkeys(row["machine"] for row in rows))
        lines = []
        for kernel in dict.fromkeys(row["kernel"] for row in rows):
            lines.append([kernel] + [self.cell([row for row in rows if row["kernel"] == kernel
                                                and row["machine"] == machine], names)
                                     for machine in machines])
        columns = [[row for row in rows if row["machine"] == machine] for machine in machines]
        lines.append(["geometric mean"] + [self.cell(column, names) for column in columns])
        if mode == "clocked":
            lines.append(["... per cycle"] + [self.cell(column, names, "cycles")
                                              for column in columns])
        print(measure.table(["kernel"] + [f"`{machine}`" for machine in machines], lines))


def key(row):
    return row["kernel"], row["machine"], row["mode"], row["size"]


def main():
    options = arguments()
    todo = [(options, kernel, machine, mode) for mode in options.mode or MODES
            for machine in options.machine or measure.FAMILIES for kernel in options.kernel]
    rows = measure.together(count, todo)
    before = json.load(open(options.compare)) if options.compare else {"rows": []}
    tables = Table(rows, before["rows"])
    what = MISSES if options.misses else {"host instructions": ("Ir",)}
    made = measure.revision(options.program)
    print(f"Revision {made}, size {options.size}"
          + (f", compared with {before['revision']}" if options.compare else "") + ".")
    for mode in options.mode or MODES:
        for name, events in what.items():
            print(f"\n{name[0].upper()}{name[1:]} per warp-instruction, {mode}:\n")
            tables.show(mode, events)
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"revision": made, "rows": rows}, file, indent=1)


if __name__ == "__main__":
    main()
