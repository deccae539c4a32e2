#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Launches that are called exact take the same cycles for other contents of their buffers (HOUSE-46).

    exactness.py WARPCLOCK KERNELS [--doc docs/bound.md] [--long] [--only TEXT]
                 [--contents N]
    exactness.py WARPCLOCK KERNELS --table
    exactness.py WARPCLOCK FOLDER --jobs

`bound --method exact` says which launches of the tiny jobs of the suite are exact, on every machine.
Each must take the cycles of its bound in the job itself, and with every kind of contents in
metamorphosis.py (random bits, zeros, NaN, extremes, ...) in all buffers that are not fixed. A launch
after one that is not exact runs with contents like those of the job, and with all others as the first
one of a job. A launch that is not exact must run the same way with all contents up to the cycle of
its first decision. --doc requires that the table there says the same about every launch. --long adds
machines. --only takes the cases whose name contains TEXT, --contents the first N kinds of contents.

--jobs tests all FOLDER/*.yaml and FOLDER/*/job.yaml on the machine of the job, for example random
programs that tests/random/programs --write has written.

Prints TAP; a difference is told with the two commands that show it. --table prints the tables of
docs/bound.md instead: for launches that are not exact the fewest and the most cycles that any of
these contents took.
"""
import argparse
import collections
import pathlib
import re
import shutil
import sys
import tempfile
from multiprocessing.pool import ThreadPool

import metamorphosis as meta

LEGAL_TABLE = 12  # contents like those of the job
PROCESSES = 2
FERMI = ("fermi", "fermi-warp64", "fermi-sbi", "fermi-swi", "fermi-sbi-swi")
MACHINES = {
    "vortex": {"vortex": [], "vortex-swas": ["machine=vortex-swas"],
               "vortex-3.0": ["machine=vortex-3.0"]},
    "pascal": {"jetson-tx2": []},
    "gcn3": {"gcn3": []},
    "rv32": {"fermi": [], "fermi-sbi-swi": ["machine=fermi-sbi-swi"]},
    "sim-d": {"sim-d": []},
}
# The other machines: in tables too; their launches run with other contents in long tests only.
RELATIVES = {
    "vortex": {"vortex-2.2": ["machine=vortex-2.2"]},
    "pascal": {f"{name}, cubin": [f"machine={name}"] for name in FERMI},
    "gcn3": {"gcn3-dws": ["machine=gcn3-dws"], "gcn3-pws": ["machine=gcn3-pws"]},
    "rv32": {name: [f"machine={name}"] for name in FERMI if name not in MACHINES["rv32"]},
}
VARIANTS = {
    "vortex": {"vortex, L2, two cores": ["cores=2", "l2.present=true", "dcache.bytes=1024"]},
    "pascal": {"jetson-tx2, paper": ["mode=paper"], "fermi-sbi": ["machine=fermi-sbi"]},
    "gcn3": {"gcn3, warm": ["warm=inputs", "cus=1"]},
    "sim-d": {"sim-d, compute": ["policy=compute", "refresh.phase=12000"],
              "sim-d, access": ["policy=access", "refresh.phase=5000", "scratchpad.width=4"]},
}
LONG = {
    "vortex": {"vortex, stock": ["frontend=stock", "fetch=gtlo", "issue=lrr"],
               "vortex, oracles": ["oracle.sync=all", "fetch=gtlrr", "issue=gtlo"],
               "vortex, narrow units": ["units.fma.lanes=4", "units.fdiv.lanes=1",
                                        "units.div.interval=30", "lsu.merge=address"],
               "vortex-swas, 8x16": ["machine=vortex-swas", "warps=8", "threads=16"],
               "vortex-3.0, 4x4": ["machine=vortex-3.0", "warps=16", "threads=8"]},
    "pascal": {"jetson-tx2, warm": ["warm=inputs"],
               "jetson-tx2, one SM": ["sms=1", "scheduler=lrr", "warm_code=false"]},
    "gcn3": {"gcn3, lrr": ["scheduler=lrr", "warm_code=false"],
             "gcn3, narrow": ["vmem.lanes=1", "lds.banks=1", "l1d.mshrs=1"]},
    "sim-d": {f"sim-d, {policy}, phase {phase}": [f"policy={policy}", f"refresh.phase={phase}"]
              for policy in ("unconstrained", "pairwise", "compute", "access")
              for phase in (700, 3300, 9900)} |
             {"sim-d, x8": ["dram.organisation=x8", "pipeline.decode=1"],
              "sim-d, original": ["compat=original", "pipeline.execute=9"]},
}
OUTSIDE = "work-items outside the NDRange stay on; their registers are 0, but nothing has set them"
# Why no contents change the cycles of a launch although a decision depends on them: a machine's name,
# or the beginning of several.
CAUSES = {
    ("histogram", "count_values", ""):
        "the value selects a row of a table in local memory in which each work-item has a column of "
        "its own: whatever the rows are, no two work-items meet in a bank",
    ("blackscholes", "blackscholes", "sim-d"): OUTSIDE,
    ("kfusion-half-sample", "kfusion-half-sample", "sim-d"): OUTSIDE,
    ("kmeans", "move_centres", "sim-d"):
        "the launch before it writes the number of a centre for every point, so one line of work-items "
        "is always on",
    ("kmeans", "move_centres", "gcn3"):
        "the launch before it writes the number of a centre for every point, so the branch that skips "
        "points of no centre is never taken",
    ("nw", "nw", "gcn3"): "the letters select an element of a table that is one cache line",
    ("kmeans", "move_centres", "fermi"):
        "the launch before it writes the number of a centre for every point, so each point is added by "
        "as many work-items, whichever they are",
    ("nw", "nw", "fermi"): "the letters select an element of a table that is one block of 128 bytes",
    ("bitonic", "bitonic", "fermi"):
        "the comparison is the guard of stores to local memory, which take the same time whichever "
        "work-items store: no two meet in a bank",
}


def cause_of(job, kernel, machine):
    return next((cause for (a_job, a_kernel, beginning), cause in CAUSES.items()
                 if (a_job, a_kernel) == (job, kernel) and machine.startswith(beginning)),
                "cause unknown")


class SuiteCase(meta.Case):
    """A job of the suite on a machine."""

    def __init__(self, job, kind, machine, settings, with_contents):
        super().__init__(job, settings, folder=f"{job.path.parent.name}-{kind}")
        self.kind, self.machine, self.with_contents = kind, machine, with_contents
        self.is_documented = machine in MACHINES[kind] or machine in RELATIVES.get(kind, {})
        self.name = f"{job.path.parent.name} on {machine}"


class Explorer(meta.Tester):
    def test(self, case):
        return super().test(case) if case.with_contents else self.derive(case)

    def explore(self, case):
        """Of launches that are not exact: how far do their cycles differ?"""
        launches = self.derive(case)
        if all(launches.exact):
            return launches
        self.run(case, launches, "own contents", None)
        self.run_legal(case, launches, LEGAL_TABLE)
        for kind in self.kinds:
            self.run(case, launches, kind, meta.wild(kind))
        for number in range(2, LEGAL_TABLE):
            for buffer in case.job.buffers:
                self.run(case, launches, f"legal contents {number} of {buffer.name}",
                         meta.legal(number, buffer.name))
        return launches


def cases(kernels, tables, only, without_contents=None):
    for path in sorted(kernels.glob("*/*-tiny.yaml")):
        kind = path.stem.removesuffix("-tiny")
        if kind not in MACHINES:
            continue
        job = meta.Job(path)
        for table in tables:
            for machine, settings in table.get(kind, {}).items():
                case = SuiteCase(job, kind, machine, settings, table is not without_contents)
                if only in case.name:
                    yield case


def own_cases(folder):
    """Jobs with a machine of their own."""
    for path in sorted([*folder.glob("*/job.yaml"), *folder.glob("*.yaml")]):
        name = path.parent.name if path.stem == "job" else path.stem
        case = meta.Case(meta.Job(path), [], folder=name)
        case.name, case.with_contents, case.is_documented = name, True, False
        yield case


# ---- the tables ----

def kernels_of(case, launches):
    """Kernel -> numbers of its launches, in the order of the job."""
    found = collections.OrderedDict()
    for number, launch in enumerate(launches.found):
        found.setdefault(launch["kernel"], []).append(number)
    return found


def spread(launches, numbers):
    """The widest range of cycles of one launch that is not exact."""
    ranges = [(min(seen.values()), max(seen.values())) for number in numbers
              if not launches.exact[number] and (seen := launches.seen[number])]
    return max(ranges, key=lambda ends: ends[1] - ends[0])


def cell(launches, numbers):
    if all(launches.exact[number] for number in numbers):
        return "exact"
    low, high = spread(launches, numbers)
    return f"false alarm, {low:,}" if low == high else f"{low:,}..{high:,}"


def reason(launches, numbers):
    """What the first launch of a kernel that is not exact depends on."""
    first = [number for number in numbers if not launches.exact[number]]
    if not first:
        return "exact"
    found = launches.found[first[0]]["depends_on"]
    source = re.sub(r"^buffer (.*)", r"`\1`", found["source"])
    source = re.sub(r"^memory of the program.*", "variables", source)
    place = f", line {found['line']}" if "line" in found else ""
    return f"{source}{place}: `{found.get('instruction', found['subject'])}`"


def print_cells(cells, rows, tables):
    machines = [name for table in tables.values() for name in table]
    print("| kernel | " + " | ".join(machines) + " |\n|---|" + "---|" * len(machines))
    for row in rows:
        line = [cells.get((row, machine), "") for machine in machines]
        if any(line):
            print(f"| {row[0]}: {row[1]} | " + " | ".join(line) + " |")
    print()


def print_false_alarms(cells):
    alarms = collections.OrderedDict()
    for (row, machine), text in cells.items():
        if text.startswith("false"):
            cause = cause_of(*row, machine)
            alarms.setdefault((row, cause), []).append(machine)
    for ((job, kernel), cause), machines in alarms.items():
        print(f"- False alarm, {job}: {kernel} on {'; '.join(machines)}: {cause}.")


def print_table(results):
    cells, reasons, rows = {}, {}, collections.OrderedDict()
    for case, launches in results:
        for kernel, numbers in kernels_of(case, launches).items():
            row = (case.job.path.parent.name, kernel)
            rows[row] = True
            cells[row, case.machine] = cell(launches, numbers)
            reasons[row, case.machine] = reason(launches, numbers)
    print_cells(cells, rows, MACHINES)
    print_cells(cells, rows, RELATIVES)
    print("| kernel | Vortex | jetson-tx2 | gcn3 | fermi | sim-d |\n|---|---|---|---|---|---|")
    for row in rows:
        columns = [reasons.get((row, machine), "")
                   for machine in ("vortex", "jetson-tx2", "gcn3", "fermi", "sim-d")]
        if set(columns) - {"exact", ""}:
            print(f"| {row[0]}: {row[1]} | " + " | ".join(columns) + " |")
    print()
    print_false_alarms(cells)
    exact = sum(text == "exact" for text in cells.values())
    false = sum(text.startswith("false") for text in cells.values())
    print(f"\n{len(cells)} in all: {exact} exact, {false} false alarms.")


def documented(path):
    """(job, kernel, machine) -> is it exact, from the table of a document."""
    found, machines = {}, None
    for line in path.read_text().splitlines():
        words = [word.strip() for word in line.strip("|").split("|")]
        if words[0] == "kernel" and ("vortex-swas" in words or "vortex-2.2" in words):
            machines = words[1:]
        elif machines and line.startswith("| ") and ": " in words[0]:
            job, kernel = words[0].split(": ")
            found |= {(job, kernel, machine): word == "exact"
                      for machine, word in zip(machines, words[1:])}
        elif machines and not line.startswith("|"):
            machines = None
    return found


def compare_document(table, case, launches):
    for kernel, numbers in kernels_of(case, launches).items():
        exact = all(launches.exact[number] for number in numbers)
        told = table.get((case.job.path.parent.name, kernel, case.machine))
        if case.is_documented and told != exact:
            launches.problems.append(
                f"{kernel} is {'' if exact else 'not '}exact; the document does not say so: "
                "run exactness.py --table")


# ---- the program ----

def command_line():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("kernels", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--doc", type=pathlib.Path)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--jobs", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--contents", type=int, default=len(meta.WILD), metavar="N",
                        help="only the first N kinds")
    parser.add_argument("--keep", type=lambda name: pathlib.Path(name).resolve(),
                        help="where the job files stay")
    return parser.parse_args()


def report(number, case, launches):
    exact = sum(launches.exact)
    print(f"{'not ok' if launches.problems else 'ok'} {number} {case.name}: {exact} of "
          f"{len(launches.found)} launches exact")
    for problem in launches.problems[:5]:
        print(f"# {problem}")
    sys.stdout.flush()
    return not launches.problems


def test_all(tester, chosen, pool, doc):
    table = documented(doc) if doc else None
    good = True
    print(f"1..{len(chosen)}")
    for number, launches in enumerate(pool.imap(tester.test, chosen), 1):
        if table is not None:
            compare_document(table, chosen[number - 1], launches)
        good &= report(number, chosen[number - 1], launches)
    return good


def main():
    options = command_line()
    folder = options.keep or pathlib.Path(tempfile.mkdtemp(prefix="warpclock-exact-"))
    folder.mkdir(parents=True, exist_ok=True)
    tester, good = Explorer(options.program, folder, options.contents), True
    tables = [MACHINES, RELATIVES] + ([] if options.table else [VARIANTS] + [LONG] * options.long)
    without_contents = None if options.table or options.long else RELATIVES
    chosen = list(own_cases(options.kernels) if options.jobs else
                  cases(options.kernels, tables, options.only, without_contents))
    with ThreadPool(PROCESSES) as pool:
        if options.table:
            print_table(zip(chosen, pool.imap(tester.explore, chosen)))
        else:
            good = test_all(tester, chosen, pool, options.doc)
    if good and not options.keep:
        shutil.rmtree(folder)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
