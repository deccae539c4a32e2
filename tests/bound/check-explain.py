#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check-explain.py - what `bound --explain` lists makes up the bound, exactly (HOUSE-50).

    check-explain.py WARPCLOCK KERNELS SIZE ELF [MACHINE...] [--share N]

For each job of the suite, and for a loop with a total (ELF/rows.elf), each machine and both methods:
the rows of every term sum to the term, those of every launch to its bound; instructions sum to their row; no loop has more cycles than the bound; a bound
is the same with and without its explanation. Prints TAP.
"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import share

MACHINES = {
    "vortex-swas": [],
    "vortex": [],
    "vortex stock": ["--set", "frontend=stock"],
    "vortex-swas of two cores": ["--set", "cores=2"],
    "vortex-swas, small icache": ["--set", "icache.bytes=512"],
}


def bound(program, job, machine, *options):
    done = subprocess.run(
        [program, "bound", str(job), "--machine", machine.split()[0].rstrip(","), "--json", "-",
         *MACHINES[machine], *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        return None, done.stderr.decode()
    return json.loads(done.stdout), ""


def row_problem(row):
    name = row["shared"] or f'{row["file"]}:{row["line"]}'
    if sum(row["terms"].values()) != row["cycles"]:
        return f"{name}: its terms are not its cycles"
    if not row["shared"] and sum(i["cycles"] for i in row["instructions"]) != row["cycles"]:
        return f"{name}: its instructions are not its cycles"
    return None


def problem_of(part):
    """The first way in which a document, or one launch of it, contradicts itself; or None."""
    sums = collections.Counter()
    for row in part["explain"]:
        sums.update(row["terms"])
        if row_problem(row):
            return row_problem(row)
    for term, cycles in part["bound_terms"].items():
        if sums[term] != cycles:
            return f"{term} is {cycles}, its rows {sums[term]}"
    if sum(sums.values()) != part["bound"]:
        return f'rows of {sum(sums.values())} for a bound of {part["bound"]}'
    if any(loop["cycles"] > part["bound"] for loop in part["explain_loops"]):
        return "a loop above the bound"
    return None


def compare(program, job, machine, method):
    plain, error = bound(program, job, machine, "--method", method)
    if plain is None:
        return error
    explained, error = bound(program, job, machine, "--method", method, "--explain")
    if explained is None:
        return error
    if explained["bound_tree"] != plain["bound_tree"]:
        return "another bound with --explain"
    if "explain" in plain:
        return "explained without --explain"
    for part in [explained, *explained["launches"]]:
        exact = part.get("exact", False)
        if exact == ("explain" in part):
            return "an exact bound has no worst path, any other one has"
        if not exact and problem_of(part):
            return problem_of(part)
    return None


def with_total(elf, folder):
    """128 work-items, each with a loop of at most 50 iterations, 130 in all."""
    job = pathlib.Path(folder) / "rows" / "total.yaml"
    job.parent.mkdir()
    job.write_text(f"kernel: {pathlib.Path(elf).resolve()}/rows.elf\nmachine: vortex-swas\n"
                   "buffers:\n  out: {type: u32, shape: [128], fill: 1}\n"
                   "args: [out, {u32: 0}]\n"
                   'loops: {"0x80000058": {max: 50, total: 130}}\n', encoding="utf-8")
    return job


def check(program, jobs, machines, every):
    cases = [(job, machine, method) for row, job in enumerate(jobs)
             for column, machine in enumerate(machines or MACHINES)
             if share.takes(every, row, column) for method in ("analysis", "auto")]
    print(f"1..{len(cases)}")
    for number, (job, machine, method) in enumerate(cases, 1):
        error = compare(program, job, machine, method)
        print(f'{"not " if error else ""}ok {number} - {job.parent.name} on {machine}, {method}',
              flush=True)
        if error:
            print("#", error.replace("\n", "\n# "))


def main():
    program, kernels, size, elf, *machines = sys.argv[1:]
    every = share.option(machines)
    with tempfile.TemporaryDirectory() as folder:
        check(program, [*sorted(pathlib.Path(kernels).glob(f"*/vortex-{size}.yaml")),
                        with_total(elf, folder)], machines, every)


if __name__ == "__main__":
    main()
