#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`on_out_of_bounds: warn`: accesses outside all buffers read 0, store nothing and are reported; the
default stops. Clocked runs, functional runs and exact bounds agree.

    outside.py WARPCLOCK KERNELS

Prints TAP.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tap import finish, report  # noqa: E402

program, kernels = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
work = tempfile.TemporaryDirectory(prefix="warpclock-outside-")
folder = pathlib.Path(work.name)
# Of c = a + b with 1000 work-items, ten loads of b and five stores to c are outside.
JOB = """kernel: {kernel}
machine: {machine}
{key}
buffers:
  a: {{type: f32, shape: [1000], fill: 1}}
  b: {{type: f32, shape: [990], fill: 2}}
  c: {{type: f32, shape: [995], fill: 0}}
entry: vecadd
grid: [63, 1, 1]
block: [16, 1, 1]
args: [a, b, c, {{i32: 1000}}]
save: {{c: c.txt}}
"""


def run(command, kernel, machine, key, *options):
    job = folder / "job.yaml"
    job.write_text(JOB.format(kernel=kernels / "vecadd" / kernel, machine=machine, key=key))
    return subprocess.run([program, command, job, *options], capture_output=True, text=True)


def check_warnings(kernel, machine, *options):
    where = f"{kernel} on {machine} {' '.join(options)}"
    done = run("run", kernel, machine, "on_out_of_bounds: warn", "--json", "-", *options)
    if done.returncode:
        return report(False, where, done.stderr)
    found = json.loads(done.stdout)["out_of_bounds"]
    loads, stores = found["instructions"]
    report(found["count"] == 15 and (loads["count"], stores["count"]) == (10, 5) and
           loads["nearest"] == "buffer b" and stores["nearest"] == "buffer c" and
           loads["kernel"] == "vecadd" and loads["file"] == "vecadd.cl" and
           loads["bytes"] == 4 and "lane" in loads["text"], f"reported: {where}", found)
    values = [float(line) for line in (folder / "c.txt").read_text().split()]
    report(values == [3.0] * 990 + [1.0] * 5, f"values: {where}", values[-10:])
    text = run("run", kernel, machine, "on_out_of_bounds: warn", *options).stdout
    report("warning: 15 accesses outside all buffers" in text and "vecadd.cl:9" in text,
           f"text: {where}", text)


for kernel, machine in (("pascal.cubin", "jetson-tx2"), ("pascal.cubin", "fermi"),
                        ("rv32.elf", "fermi-sbi-swi"), ("gcn3.hsaco", "gcn3"),
                        ("vortex.elf", "vortex")):
    check_warnings(kernel, machine)
    check_warnings(kernel, machine, "--functional")
    for key in ("on_out_of_bounds: stop", ""):
        done = run("run", kernel, machine, key, "--functional")
        report(done.returncode == 3 and "is outside all allocations" in done.stderr,
               f"{key or 'default'} stops on {machine}", done.stderr)

done = run("run", "pascal.cubin", "jetson-tx2", "on_out_of_bounds: ignore")
report(done.returncode == 2 and "expected stop or warn" in done.stderr, "another action is refused",
       done.stderr)
done = run("check", "pascal.cubin", "jetson-tx2", "on_out_of_bounds: warn", "--json", "-")
found = json.loads(done.stdout) if done.returncode == 0 else {}
report(found.get("bound") == found.get("cycles") and found.get("exact") is True and
       any("outside all buffers" in a["text"] for a in found["assumptions"]) and
       found["out_of_bounds"]["count"] == 15, "an exact bound assumes the zeros",
       done.stderr + done.stdout[:2000])
finish()
