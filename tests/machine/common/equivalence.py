#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every tiny kernel of the suite, on several machines, gives the same numbers and the same memory.

    equivalence.py WARPCLOCK KERNELS [TARGET] [--share N]

TARGET is vortex, pascal, gcn3, or rv32 and cubins for the SBI/SWI machines. On each machine a job runs clocked under the eye of the invariants (--check), clocked again without,
clocked with no cycle jumped over (--every-cycle), and without a clock. The three clocked runs agree
in every statistic but the time they took; all four agree in every byte of every buffer, whether the
job expects something of it or not. SWAS-1, SWAS-5 and SWAS-19 hold in all of them by --check,
SWAS-13 and SWAS-47 by the memory, that of divergent kernels too; for SWaS also SWAS-35, SWAS-36 and
SWAS-43 by --check, and SWAS-42 and SWAS-54, because a run of SWaS with a single error ends as a
defect. Oracles look at cycles that are jumped over as at all others. On Pascal the same proves PAS-8
and PAS-9: every cycle of a warp has its reason, and a run without a clock leaves the same memory;
on GCN3 besides PWS-14 and PWS-27 by what the kernels compute; on the SBI/SWI machines SBI-15,
SBI-20, SBI-21, SBI-31, SBI-32, SBI-40, SWI-9, SWI-16, SWI-18 and SWI-24 by the memory, in all
their modes.

Prints TAP.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import share
from buffers import rewrite

arguments = sys.argv[1:]
every = share.option(arguments)
program, kernels = arguments[0], pathlib.Path(arguments[1]).resolve()
target = arguments[2] if len(arguments) > 2 else "vortex"
policies = ["lrr", "gtlrr", "gtlo"]
machines = [[f"fetch={fetch}", f"issue={issue}"] for fetch in policies for issue in policies]
machines += [["frontend=swas", f"issue={policy}"] for policy in policies]
machines += [["frontend=swas", "icache.bytes=512", "icache.mshrs=1"],
             ["frontend=swas", "cores=2", "warps=8", "front.queue=6"],
             ["frontend=swas", "issue=lrr", "oracle.sync=all"],
             ["issue=lrr", "oracle.sync=all", "icache.bytes=256"],
             ["lsu.merge=address"], ["frontend=swas", "lsu.merge=address"],
             ["frontend=stock"], ["warps=4", "threads=4"], ["warps=8", "threads=16"],
             ["cores=3", "l2.present=true"], ["machine=vortex-3.0"]]
if target == "pascal":
    machines = [["scheduler=gto"], ["scheduler=lrr", "yield=false"], ["mode=paper"],
                ["sms=1", "warm=inputs", "l2.write=through", "dual_issue=false"],
                ["l1i.bytes=512", "l1d.mshrs=1", "front.buffer=1", "front.prefetch=1"]]
if target == "gcn3":
    machines = [["scheduler=oldest"], ["scheduler=lrr", "issue.turn=1"],
                ["cus=1", "cu.simds=2", "simd.waves=8", "scheduler=gto"],
                ["l1i.bytes=512", "l1d.mshrs=1", "front.buffer=8", "warm=inputs", "cus=2"],
                ["simd.vgprs=512", "lds.transaction=3", "scheduler=gtlrr", "issue.turn=2"]]
FERMI = [["machine=fermi"], ["machine=fermi-warp64"], ["machine=fermi-sbi"],
         ["machine=fermi-swi"], ["machine=fermi-sbi-swi"],
         ["machine=fermi-sbi", "sbi=same_warp", "constraints=false", "contexts.model=exact"],
         ["machine=fermi-sbi", "mem_split=false", "pcdiv=isa", "interval=closed"],
         ["machine=fermi-sbi", "contexts.literal=true", "contexts.sort_min=64",
          "frontier.order=remap"],
         ["machine=fermi-sbi", "divergence=posthoc", "pcdiv=region", "lsu_interweave=true"],
         ["machine=fermi-sbi-swi", "divergence=posthoc", "watchdog=50", "shuffle_reading=letter"],
         ["machine=fermi-sbi-swi", "contexts.cold=2", "shuffle=xor", "swi_sets=8",
          "two_divergences=true"],
         ["machine=fermi-swi", "shuffle=mirror-odd", "swi_set=next", "swi_sets=4", "swi_tie=first",
          "lsu_interweave=true", "skip_empty_waves=true", "mem_split=true"]]
if target in ("rv32", "cubins"):
    machines = FERMI
HOST_TIME = {"host_seconds", "simulated_kips"}


def run(job, saved, options):
    """Statistics and the bytes of all buffers; or what went wrong."""
    for file in saved:
        file.unlink(missing_ok=True)
    done = subprocess.run([program, "run", job, "--json", "-", *options],
                          capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise RuntimeError(f"status {done.returncode}: {(done.stderr or done.stdout).strip()}")
    numbers = {key: value for key, value in json.loads(done.stdout).items() if key not in HOST_TIME}
    return numbers, {file.stem: file.read_bytes() for file in saved}


def different(first, second):
    return [key for key in first.keys() | second.keys() if first.get(key) != second.get(key)]


def words(settings):
    """Options; `machine=NAME` names another machine."""
    return [word for setting in settings for word in
            (["--machine", setting[8:]] if setting.startswith("machine=") else ["--set", setting])]


def memory_without_a_clock(job, saved, settings, known):
    """Of the machine's shape; policies and front end make no difference there."""
    shape = tuple(word for word in settings if not word.startswith(("fetch=", "issue=", "front", "scheduler=")))
    if shape not in known:
        known[shape] = run(job, saved, words(shape) + ["--functional"])[1]
    return known[shape]


def compare(job, saved, settings, known):
    options = words(settings)
    numbers, memory = run(job, saved, options + ["--check"])
    remarks = []
    for name, more in (("again", []), ("every cycle", ["--every-cycle"])):
        other_numbers, other_memory = run(job, saved, options + more)
        remarks += [f"{name}: '{key}' differs" for key in different(numbers, other_numbers)]
        remarks += [f"{name}: buffer {key} differs" for key in different(memory, other_memory)]
    functional = memory_without_a_clock(job, saved, settings, known)
    remarks += [f"functional: buffer {key} differs" for key in different(memory, functional)]
    if not memory:
        remarks.append("the job has no buffer")
    return remarks


def largest_block(job):
    blocks = re.findall(r"block: \[(\d+), (\d+), (\d+)\]", job.read_text())
    return max((int(x) * int(y) * int(z) for x, y, z in blocks), default=1)


def room(settings):
    numbers = dict(setting.split("=") for setting in settings)
    return int(numbers.get("warps", 32)) * int(numbers.get("threads", 32))


jobs = sorted(kernels.glob(f"*/{'pascal' if target == 'cubins' else target}-tiny.yaml"))
number = 0
failed = False
with tempfile.TemporaryDirectory() as scratch:
    for row, job in enumerate(jobs):
        rewritten, buffers = rewrite(job, pathlib.Path(scratch))
        functional_memory = {}
        for column, machine in enumerate(machines):
            if not share.takes(every, row, column):
                continue
            number += 1
            name = f"{job.parent.name} {' '.join(machine)}"
            if largest_block(job) > room(machine):
                print(f"ok {number} {name} # SKIP needs {largest_block(job)} threads a core")
                continue
            try:
                problems = compare(rewritten, buffers, machine, functional_memory)
            except (RuntimeError, OSError, subprocess.TimeoutExpired) as problem:
                problems = str(problem).splitlines()
            failed |= bool(problems)
            print(f"{'not ok' if problems else 'ok'} {number} {name}")
            for remark in problems:
                print(f"# {remark}")
print(f"1..{number}")
sys.exit(failed or not number)
