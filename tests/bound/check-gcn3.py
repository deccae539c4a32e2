#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No run of the suite on a GCN3 machine takes longer than its bound (PWS-53).

    check-gcn3.py WARPCLOCK KERNELS SIZE [--table] [--share N]

Every kernel's job of that size runs under `check --method analysis` on gcn3, and with 0, 1, 3 and 7
SpSIMDs or parts on gcn3-pws and gcn3-dws; for gcn3-pws it is split for as many contexts. Some also
run on machines with an extreme number, where one term is most of the bound. Outputs are as expected,
every number is within what the bound predicts, and the terms and the rows of --explain add up to the
bound. Prints TAP, and the tightness of each; with --table a table of them for docs/bound.md.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import share

program, kernels, size, *rest = sys.argv[1:]
every = share.option(rest)
SPLITS = (0, 1, 3, 7)
# Machines on which one term is most of the bound: an error in it has no slack of others to hide in.
SMALL = ["cus=1", "cu.simds=1", "simd.waves=1", "cu.groups=1"]
SLOW_DRAM = ["dram.banks=1", "dram.row_hit=4000", "dram.row_closed=4000", "dram.row_conflict=4000"]
EXTREMES = {
    "slow DRAM": SLOW_DRAM,
    "slow DRAM, small L2": [*SLOW_DRAM, "l2.bytes=1024", "l2.ways=1", "dram.queue=1"],
    "slow DRAM, L2 written through": [*SLOW_DRAM, "l2.write=through", "dram.queue=1"],
    "slow bus": ["dram.burst=1000"],
    "far DRAM": ["dram.overhead=4096"],
    "far DRAM, one place": ["dram.overhead=4096", *SMALL],
    "one miss register": ["dram.overhead=4096", "l1d.mshrs=1", "l2.banks=1", "l2.mshrs=1", "l1s.mshrs=1"],
    "one lane": [f"valu.{name}.lanes=1" for name in ("alu", "fma", "compare", "shift", "mul")] + SMALL,
    "slow vector ALU": [f"valu.{name}.latency=1024" for name in ("alu", "fma", "compare", "shift")],
    "slow scalar unit": ["scalar.latency=1024"],
    "slow branches": ["branch.latency=1024"],
    "slow fetch": ["l1i.latency=3000", "front.decode=500"],
    "small instruction cache": ["l1i.bytes=64", "l1i.ways=1", "l1i.mshrs=1", "l1i.forward=1000"],
    "slow LDS": ["lds.transaction=1000", "lds.latency=1000", "lds.conflict=1000"],
    "slow barriers": ["barrier.release=1024"],
    "slow dispatch": ["dispatch.group=5000", "dispatch.start=5000", "dispatch.wave=5000"],
    "slow atomics": ["atomic.conflict=1024"],
    "slow turns": ["issue.turn=16", *SMALL],
    "slow vector memory": ["vmem.latency=1024", "vmem.lanes=1", "vmem.writeback=1024"],
    "slow scalar memory": ["smem.latency=1024", "l1s.latency=5000"],
    "slow caches": ["l1d.latency=5000", "l2.latency=5000"],
    "slow splits": ["split.cycles=1024", "merge.cycles=1024"],
}
EXTREME_KERNELS = ("divergence", "histogram", "hotspot", "nw", "reduction", "saxpy", "sgemm-tiled", "transpose")


def call(*words):
    return subprocess.run([program, *map(str, words)], capture_output=True, text=True, timeout=600)


def machines(job, folder):
    """Name and options of each machine."""
    yield "gcn3", ["--machine", "gcn3"]
    for splits in SPLITS:
        yield f"gcn3-dws {splits}", ["--machine", "gcn3-dws", "--set", f"splits={splits}"]
    for splits in SPLITS:
        options = ["--machine", "gcn3-pws", "--set", f"splits={splits}"]
        if splits:
            table = pathlib.Path(folder) / f"{splits}.yaml"
            done = call("split", job.parent / "gcn3.hsaco", "--depth", splits, "--table", table)
            assert done.returncode == 0, done.stderr
            options += ["--split", table]
        yield f"gcn3-pws {splits}", options
    extreme = size == "tiny" and job.parent.name in EXTREME_KERNELS
    for name, settings in EXTREMES.items() if extreme else ():
        machine = ["gcn3", "gcn3-dws"][len(name) % 2]
        words = [word for setting in settings for word in ("--set", setting)]
        yield f"{machine}, {name}", ["--machine", machine, *words]
        if machine == "gcn3-dws":
            yield f"gcn3-pws, {name}", ["--machine", "gcn3-pws", "--set", f"splits={SPLITS[-1]}",
                                        "--split", table, *words]


def tree_is_sound(term):
    parts = [part["value"] for part in term.get("terms", [])]
    return term["kind"] != "sum" or (sum(parts) == term["value"] and
                                     all(map(tree_is_sound, term.get("terms", []))))


def remarks(job, options):
    """What is wrong, as sentences; and the document."""
    done = call("check", job, "--method", "analysis", "--json", "-", *options)
    if done.returncode:
        return [f"status {done.returncode}: {done.stderr.strip()}"], None
    document, found = json.loads(done.stdout), []
    if sum(document["bound_terms"].values()) != document["bound"]:
        found.append("the terms do not add up to the bound")
    if not tree_is_sound(document["bound_tree"]):
        found.append("a term is not the sum of its parts")
    for launch in document["launches"]:
        if launch["cycles"] > launch["bound"]:
            found.append(f"{launch['kernel']}: {launch['cycles']} cycles, bound {launch['bound']}")
        seen = {one["name"]: one["observed"] for one in launch["expectations"] if one["kind"] == "work"}
        if not seen.get("instructions") or not seen.get("fetches") or not seen.get("scalar cache loads"):
            found.append(f"{launch['kernel']}: the run was not counted")
    return found, document


def explain_remarks(job):
    """The rows of --explain add up to the bound and to each of its terms."""
    done = call("bound", job, "--method", "analysis", "--explain", "--json", "-")
    if done.returncode:
        return [f"status {done.returncode}: {done.stderr.strip()}"]
    document, terms = json.loads(done.stdout), {}
    for row in document["explain"]:
        for name, cycles in row["terms"].items():
            terms[name] = terms.get(name, 0) + cycles
    wanted = {name: cycles for name, cycles in document["bound_terms"].items() if cycles}
    return [] if terms == wanted else [f"--explain has {terms}, the bound {wanted}"]


def write_table(results):
    print("| kernel | observed | bound | tightness | dws, S = 3 | pws, S = 1 | S = 3 | S = 7 |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for name, row in results.items():
        base = row["gcn3"]
        others = [f"{row[key]['bound'] / row[key]['cycles']:.2f}"
                  for key in ("gcn3-dws 3", "gcn3-pws 1", "gcn3-pws 3", "gcn3-pws 7")]
        print(f"| {name} | {base['cycles']:,} | {base['bound']:,} | "
              f"{base['bound'] / base['cycles']:.2f} | {' | '.join(others)} |")


def main():
    jobs = sorted(pathlib.Path(kernels).resolve().glob(f"*/gcn3-{size}.yaml"))
    number = failed = 0
    results = {}
    for row, job in enumerate(jobs):
        with tempfile.TemporaryDirectory() as folder:
            for column, (name, options) in enumerate(machines(job, folder)):
                if not share.takes(every, row, column):
                    continue
                number += 1
                found, document = remarks(job, options)
                found += explain_remarks(job) if name == "gcn3" else []
                failed += bool(found)
                tightness = document["bound"] / document["cycles"] if document else 0
                results.setdefault(job.parent.name, {})[name] = document
                print(f"{'not ok' if found else 'ok'} {number} {job.parent.name} on {name}: "
                      f"{tightness:.2f}", flush=True)
                for remark in found:
                    print(f"# {remark}")
    print(f"1..{number}")
    if "--table" in rest and not failed:
        write_table(results)
    return failed != 0 or not number


if __name__ == "__main__":
    sys.exit(main())
