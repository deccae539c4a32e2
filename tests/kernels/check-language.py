#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check-language.py - the programs of language/ on every machine, against what Python computes.

    check-language.py WARPCLOCK

Atomic functions, vectors and structures by value, printf, as the compile scripts translate them;
the binaries are committed (language/build.sh). Clocked and functional. HOUSE-180, HOUSE-181,
HOUSE-182. Prints TAP.
"""
import functools
import pathlib
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import finish, report  # noqa: E402

LANGUAGE = pathlib.Path(__file__).resolve().parent / "language"
MACHINES = {"vortex": "vortex.elf", "fermi": "rv32.elf", "gcn3": "gcn3.hsaco",
            "gcn5": "gcn5.hsaco", "jetson-tx2": "pascal.cubin"}
ANALYSED = {"vortex": "vortex-swas", "gcn3": "gcn3"} # machines with bounds for all launches
GROUPS, ITEMS = 2, 48

warpclock = pathlib.Path(sys.argv[1]).resolve()


def run(folder, command, machine, job, *options):
    (folder / "job.yaml").write_text(job, encoding="utf-8")
    return subprocess.run([warpclock, command, "job.yaml", "--machine", machine, *options],
                          cwd=folder, capture_output=True, text=True, check=False)


def words(folder, name, form="i"):
    data = (folder / name).read_bytes()
    return list(struct.unpack(f"{len(data) // 4}{form}", data))


def check_run(machine, name, folder, job, outputs, *options):
    """Both kinds of runs leave `outputs`: file -> (form, numbers)."""
    for kind in ([], ["--functional"]):
        for file in outputs:
            (folder / file).unlink(missing_ok=True)
        done = run(folder, "run", machine, job, *kind, *options)
        found = {file: words(folder, file, form) for file, (form, _) in outputs.items()
                 if (folder / file).exists()}
        report(done.returncode == 0 and
               found == {file: numbers for file, (_, numbers) in outputs.items()},
               f"{machine}: {name} {' '.join(kind)}", f"{done.stderr}\n{found}")


# ---- atomic functions ----

def each(start, items, unsigned):
    """What EACH of atomics.cl leaves, of numbers as 32-bit words."""
    def fold(function, numbers, first):
        return functools.reduce(function, numbers, first)

    def number(word):
        word %= 2**32
        return word if unsigned or word < 2**31 else word - 2**32

    return [number(word) for word in (
        start[0] + sum(i + 1 for i in items), start[1] - sum(items), start[2] + len(items),
        start[3] - len(items), min([start[4], *(number(i - 20) for i in items)]),
        max([start[5], *(number(i - 20) for i in items)]),
        fold(lambda a, i: a & ~(1 << i % 31), items, start[6]),
        fold(lambda a, i: a | 1 << i % 31, items, start[7]),
        fold(lambda a, i: a ^ i * 3, items, start[8]), 77, start[10] + 3 * len(items))]


def check_atomics(machine, folder):
    start = [5, 6, 7, 8, 9, 10, 0x7FFFFFFF, 4, 0x12345, 1, 2]
    (folder / "start.bin").write_bytes(struct.pack("11i", *start))
    (folder / "starts.bin").write_bytes(struct.pack("22i", *start, *start))
    job = f"""kernel: {LANGUAGE}/atomics-{MACHINES[machine]}
entry: each
grid: {GROUPS}
block: {ITEMS}
buffers:
  whole: {{type: i32, shape: 11, file: start.bin}}
  natural: {{type: u32, shape: 11, file: start.bin}}
  whole_local: {{type: i32, shape: 22, file: starts.bin}}
  natural_local: {{type: u32, shape: 22, file: starts.bin}}
  real: {{type: f32, shape: 1, fill: 0}}
args: [whole, natural, whole_local, natural_local, real]
save: {{whole: a.bin, natural: b.bin, whole_local: c.bin, natural_local: d.bin, real: e.bin}}
"""
    everyone, group = range(GROUPS * ITEMS), range(ITEMS)
    options = ["--set", "isa.a=true"] if machine == "vortex" else []
    check_run(machine, "atomic functions", folder, job, {
        "a.bin": ("i", each(start, everyone, False)), "b.bin": ("I", each(start, everyone, True)),
        "c.bin": ("i", each(start, group, False) * GROUPS),
        "d.bin": ("I", each(start, group, True) * GROUPS), "e.bin": ("f", [2.5])}, *options)
    count = GROUPS * ITEMS
    (folder / "next.bin").write_bytes(struct.pack("3i", 0, count - 1, 5))
    job = f"""kernel: {LANGUAGE}/atomics-{MACHINES[machine]}
entry: returned
grid: {GROUPS}
block: {ITEMS}
buffers:
  next: {{type: i32, shape: 3, file: next.bin}}
  taken: {{type: i32, shape: {count}, fill: 0}}
  out: {{type: i32, shape: {count}, fill: 0}}
args: [next, taken, out]
save: {{next: a.bin, taken: b.bin, out: c.bin}}
"""
    check_run(machine, "what atomic functions return", folder, job, {
        "a.bin": ("i", [count, -1, 5]), "b.bin": ("i", [1] * count), "c.bin": ("i", [1] * count)},
        *options)
    if options:
        done = run(folder, "run", machine, job)
        report(done.returncode == 3 and "isa.a=true" in done.stderr,
               f"{machine}: without atomic instructions it says so", done.stderr)


# ---- vectors and structures ----

COUNT = 20
BY_VALUE = """args:
  - out
  - {f32: [1.5, 2, 3, 4]}
  - {i32: [5, 6]}
  - {f32: [1, 2, 3, 0]}
  - {struct: [{f32: 7}, {f32: 8}, {i32: 9}]}
  - {struct: [{i32: 10}, {i32: 11}, {i32: 12}, {u8: 200}]}
  - {struct: [{i8: -3}, {i64: 21474836481}, {i16: -7}]}
  - {struct: [{f32: 2.5}]}
  - {struct: [{u8: 2}, {u8: 3}]}
  - {struct: [{i16: -4}, {i32: 6}]}
  - {u8: [9, 200]}
  - {i64: [-5, 6]}
  - {i8: -9}
  - {f32: 0.25}
  - {u32: 20}
"""


def by_value(i):
    """What work-item i stores."""
    row = [10, 11, 12]
    row[i % 3] *= 10
    return [1.5 + i + 2 * 3 - 4, 506, 1 + 2 + 3 + 7 - 8 + 9, sum(row) + 200, -3 + 5 - 7,
            2.5 + 2 * 256 + 3, -4000 + 6 + 9 - 200, -5 - 6 - 9 + 0.25]


def check_by_value(machine, folder):
    binary = f"kernel: {LANGUAGE}/by-value-{MACHINES[machine]}\n"
    job = binary + """entry: k
grid: 2
block: 16
buffers: {out: {type: f32, shape: 160, fill: 0}}
save: {out: out.bin}
""" + BY_VALUE
    numbers = [number for i in range(COUNT) for number in by_value(i)]
    check_run(machine, "vectors and structures", folder, job, {"out.bin": ("f", numbers)})
    if machine in ANALYSED:
        done = run(folder, "check", ANALYSED[machine], job)
        report(done.returncode == 0, f"{machine}: its bound", done.stdout + done.stderr)
    launch = binary + """entry: {}
grid: 1
block: 4
buffers: {{out: {{type: i32, shape: 4, fill: 0}}}}
args: [out, {{i32: [{}]}}, {}]
save: {{out: out.bin}}
"""
    sixteen = ", ".join(map(str, range(16)))
    check_run(machine, "more words than registers", folder, launch.format("many", sixteen, "{i32: 7}"),
              {"out.bin": ("i", [0 + 70 + 1500 + 7] * 4)})
    if not MACHINES[machine].endswith(".cubin"):
        job = launch.format("calling", "1, 2, 3, 4", "{i8: [5, 6, 7, 0]}")
        check_run(machine, "a kernel that calls one", folder, job,
                  {"out.bin": ("i", [1 + 40 + 700 + 11] * 4)})
    refused = [(launch.format("many", "1, 2, 3", "{i32: 7}"),
                "argument 2 of many has 64 bytes; found 12 bytes"),
               (launch.format("many", sixteen, "{f32: 7}"),
                "argument 3 of many: 'last' is an int of 4 bytes; found an f32"),
               (launch.format("many", sixteen, "{struct: [{i32: 7}, {i32: 7}]}"),
                "argument 3 of many has 4 bytes; found 8 bytes (a structure)")]
    if MACHINES[machine].endswith(".elf"):
        refused.append((launch.format("many", sixteen, "{struct: [{i32: 7}]}"),
                        "argument 3 is a structure; 'last' expects a number (int)"))
    for wrong, message in refused:
        done = run(folder, "run", machine, wrong)
        report(done.returncode == 2 and message in done.stderr, f"{machine}: {message}",
               done.stderr)


# ---- printf ----

PRINTED = """plain, 100%
abc|abcdefgh|3|left     |right100%|cut
x -1 -2 1099511627776 1.500000,-2.000000 0x1,0x2,0x3,0xff
"""


def check_printf(machine, folder):
    job = f"""kernel: {LANGUAGE}/printf-{MACHINES[machine]}
grid: 1
block: 70
buffers: {{out: {{type: i32, shape: 70, fill: 1}}}}
args: [out, {{f32: 4}}]
save: {{out: out.bin}}
"""
    items = sorted(f"item {i} of four: {2 * i ** 0.5:.2f}" for i in range(70))
    for kind in ([], ["--functional"]):
        done = run(folder, "run", machine, job, *kind)
        lines = done.stdout.splitlines()
        others = "".join(f"{line}\n" for line in lines if not line.startswith("item "))
        report(done.returncode == 0 and others.startswith(PRINTED) and
               sorted(line for line in lines if line.startswith("item ")) == items and
               words(folder, "out.bin") == [0] * 70, f"{machine}: printf {' '.join(kind)}",
               done.stdout + done.stderr)


with tempfile.TemporaryDirectory(prefix="warpclock-language-") as place:
    for name in MACHINES:
        check_atomics(name, pathlib.Path(place))
        check_by_value(name, pathlib.Path(place))
    for name in ("gcn3", "gcn5"):
        check_printf(name, pathlib.Path(place))
finish()
