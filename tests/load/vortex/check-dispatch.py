#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs for the hardware dispatcher of Vortex 3.0, and programs of another release. HOUSE-95

    check-dispatch.py WARPCLOCK

dispatch.elf has two kernels. The dispatcher gives each warp its group and threads in CSRs, its own
local memory and barrier; it uses places and warp slots again, and sets up each slot once.

Prints TAP.
"""
import pathlib
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tap import finish, report  # noqa: E402

program, here = sys.argv[1], pathlib.Path(__file__).resolve().parent
folder = tempfile.TemporaryDirectory(prefix="warpclock-dispatch-")
work = pathlib.Path(folder.name)
MODES = ([], ["--every-cycle"], ["--functional"])


def run(job, command="run", options=(), machine="vortex-3.0"):
    (work / "job.yaml").write_text(f"kernel: {here}/dispatch.elf\nmachine: {machine}\n{job}")
    done = subprocess.run([program, command, work / "job.yaml", *options], capture_output=True,
                          text=True)
    return done


def words(name):
    data = (work / name).read_bytes()
    return list(struct.unpack(f"<{len(data) // 4}I", data))


def neighbour(grid, block, cores, warps, threads, shared):
    count = grid[0] * grid[1] * block
    harts = cores * warps * threads
    return (f"entry: neighbour\ngrid: [{grid[0]}, {grid[1]}]\nblock: {block}\nshared: {shared}\n"
            f"set: {{cores: {cores}, warps: {warps}, threads: {threads}}}\n"
            f"buffers: {{out: {{type: u32, shape: {count}, fill: 7}}, "
            f"harts: {{type: u32, shape: {harts}, fill: 0}}}}\n"
            "args: [out, harts]\nsave: {out: out.bin, harts: harts.bin}\n")


def expected(grid, block):
    return [x + 100 * y + 10000 * (thread ^ 1)
            for y in range(grid[1]) for x in range(grid[0]) for thread in range(block)]


for grid, block, cores, warps, threads, shared in (
        ((3, 5), 8, 1, 4, 4, 32),       # two warps per group, places used again
        ((3, 5), 6, 1, 4, 4, 24),       # the last warp has two lanes
        ((7, 2), 8, 3, 4, 2, 16384),    # one place per core: all of its local memory
        ((1, 1), 2, 2, 4, 4, 8)):       # one core has nothing to do
    times = set()
    for mode in MODES:
        done = run(neighbour(grid, block, cores, warps, threads, shared), options=mode)
        good = done.returncode == 0 and words("out.bin") == expected(grid, block)
        report(good and max(words("harts.bin")) == 1,
               f"grid {grid} of {block} on {cores} cores of {warps} x {threads} {' '.join(mode)}",
               done.stderr)
        times |= {line for line in done.stdout.splitlines() if " cycles" in line and "neighbour" in line}
    report(len(times) == 1, "skipping cycles changes nothing", times)

done = run("entry: place\ngrid: 1\nblock: [3, 2, 2]\nset: {warps: 4, threads: 4}\n"
           "buffers: {out: {type: u32, shape: 12, fill: 7}, harts: {type: u32, shape: 16, fill: 0}}\n"
           "args: [out, harts]\nsave: {out: out.bin}\n")
report(done.returncode == 0 and
       words("out.bin") == [x + 10 * y + 100 * z for z in range(2) for y in range(2)
                            for x in range(3)], "thread indexes in three dimensions", done.stderr)

small = neighbour((3, 5), 8, 1, 4, 4, 32)
done = run(small, command="bound")
report(done.returncode == 0 and "exactly" in done.stdout, "an exact bound",
       done.stdout + done.stderr)
done = run(small.replace("shared: 32", "shared: 16"))
report(done.returncode == 3 and "local memory of the work-group" in done.stderr,
       "an access outside the group's local memory is a fault", done.stderr)
for what, job, machine, message in (
        ("another release has no dispatcher", small.replace("set: {", "set: {isa.v3: true, "),
         "vortex", "hardware dispatcher of Vortex 3.0"),
        ("a block larger than a core", small.replace("block: 8", "block: 17"), "vortex-3.0",
         "the core has 4 warps of 4 threads"),
        ("a local argument", small.replace("[out, harts]", "[out, {local: 64}]"), "vortex-3.0",
         "argument 2 is local memory"),
        ("too much local memory", small.replace("shared: 32", "shared: 16385"), "vortex-3.0",
         "needs 16385 bytes of local memory"),
        ("the kernels are listed", small.replace("entry: neighbour\n", ""), "vortex-3.0",
         "its kernels are: neighbour, place"),
        ("a program of another release",
         "set: {isa.v3: true}\nbuffers: {out: {type: u32, shape: 1, fill: 0}}\nargs: [out]\n",
         "vortex", "the program is for Vortex 2.2 or 3.0")):
    done = run(job, machine=machine)
    report(done.returncode in (2, 3) and message in done.stderr, f"refused: {what}", done.stderr)
finish()
