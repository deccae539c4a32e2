#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Parameters of the Jetson TX2 model, fitted by micro-benchmarks that the PasTiS paper lacks.

    papers/pastis/microbench.py [WARPCLOCK] [-o MACHINE.yaml] [KEY=VALUE]...

PAS-95, MB6 to MB9: latency and throughput of the units, a pointer chase through L1, L2 and DRAM,
sizes of the caches, and how many warps hide a latency. Each parameter is worked out from cycles of
`latency.cl`, as it would be on a board, less others that are taken as known, and stands beside the
machine's own; they are equal when the model does what its file says. The exit status is 1 where
they are not. KEY=VALUE changes the machine under test; -o writes the fitted values as a machine
file that is based on it.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
arguments = sys.argv[1:]
if {"-h", "--help"} & set(arguments):
    print(__doc__)
    sys.exit()
if arguments and arguments[-1] == "-o":
    sys.exit("microbench.py: error: -o needs the name of a file")
output = None
if "-o" in arguments:
    place = arguments.index("-o")
    output = pathlib.Path(arguments[place + 1])
    del arguments[place:place + 2]
settings = [word for word in arguments if "=" in word]
programs = [word for word in arguments if "=" not in word]
program = programs[0] if programs else here.parent.parent / "build/warpclock"
folder = tempfile.TemporaryDirectory(prefix="warpclock-microbench-")


def call(*words):
    done = subprocess.run([program, *words, "--json", "-"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{words}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def cycles(launches, buffer, threads=1):
    """Of the last launch of a job."""
    path = pathlib.Path(folder.name) / "job.yaml"
    path.write_text("\n".join([
        f"kernel: {here}/latency.cubin", "machine: jetson-tx2", "grid: [1, 1, 1]",
        f"block: [{threads}, 1, 1]", f"buffers: {{data: {buffer}}}", "launches:",
        *(f"  - {{entry: {entry}, args: [data{''.join(', ' + word for word in words)}]}}"
          for entry, *words in launches)]) + "\n")
    words = [word for setting in settings for word in ("--set", setting)]
    return call("run", path, *words)["launches"][-1]["cycles"]


def pass_cycles(entry, buffer, *words, before=(), threads=1, first=3, more=8):
    """What one more pass costs, after `first` of them."""
    runs = [cycles([*before, (entry, *words, f"{{i32: {count}}}")], buffer, threads)
            for count in (first, first + more)]
    return (runs[1] - runs[0]) / more


def each(entry, buffer, *words, **options):
    """What one more operation of a pass costs."""
    long, short = (pass_cycles(f"{entry}_{length}", buffer, *words, **options)
                   for length in (32, 16))
    return (long - short) / 16


FACTORS = ("{f32: 0.5}", "{f32: 1.5}")
REGISTERS = "{type: %s, shape: [1024], fill: 0}"


def unit(name, warps=1):
    """An operation of a chain, where each processing block has so many warps."""
    kind = "f64" if name == "double" else "f32"
    return each(name, REGISTERS % kind, *FACTORS, threads=128 * warps)


def ring(count, stride):
    """A buffer, and the launch that links `count` of its elements, `stride` bytes apart."""
    return (f"{{type: u64, shape: [{count * stride // 8}], fill: 0}}",
            [("link", f"{{i32: {count}}}", f"{{i32: {stride // 8}}}")])


def chase(count, stride=128):
    """A load of the chase, when `count` elements have been gone through before."""
    buffer, before = ring(count, stride)
    rounds = -(-count // 16)
    return each("chase", buffer, before=before, first=rounds, more=rounds)


def largest(fits, low, high):
    """The largest number for which it fits, by halving."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def constant_line(lines):
    return pass_cycles("constant_lines", REGISTERS % "u32", f"{{i32: {lines}}}") / lines


def code_step(length):
    return pass_cycles(f"code_{length}", REGISTERS % "f32", *FACTORS) / length


machine = {entry["name"]: entry["value"] for entry in call("machines", "jetson-tx2")["parameters"]}
machine.update(setting.split("=", 1) for setting in settings)
known = lambda name: int(machine[name])
rows = []


def fit(benchmark, name, value, how, most=None):
    """`most`: what was measured says only that the parameter lies from `value` up to here."""
    own = known(name)
    good = value <= own <= (value if most is None else most)
    rows.append((benchmark, name, value, most, own, good, how))


# MB6: one warp waits for each result; eight of them, or eight chains, keep the unit busy.
for name, operation in (("fma", "FFMA"), ("double", "DFMA"), ("special", "MUFU")):
    latency = unit(name)
    busy = each("wide", REGISTERS % "f32", *FACTORS) / 8 if name == "fma" else unit(name, 8) / 8
    # ptxas waits 13 cycles behind a MUFU, and behind the last FFMA of a line of code: what is
    # shorter does not show.
    hidden = latency if name == "special" and latency == 13 else None
    fit("MB6", f"units.{name}.latency", 1 if hidden else int(latency),
        f"chain of {operation}: {latency:g} cycles each", hidden)
    fit("MB6", f"units.{name}.lanes", round(32 / busy), f"eight of them: {busy:g} cycles each")

# MB7: one lane follows addresses through a ring of lines.
to_l1, through_l1 = known("lsu.latency"), known("l1d.forward") + known("l1d.delivery")
l1 = chase(8)
l1_lines = largest(lambda count: chase(count) == l1, 8, 1024)
l2 = chase(2 * l1_lines)
l2_lines = largest(lambda count: chase(count) == l2, 2 * l1_lines, 16384)
dram = chase(64, known("dram.row") * known("dram.banks"))
fit("MB7", "l1d.latency", l1 - to_l1, "8 lines, less lsu.latency")
fit("MB7", "l1d.bytes", 128 * l1_lines, "longest ring that stays in L1")
fit("MB7", "l2.latency", l2 - to_l1 - through_l1,
    "twice L1, less lsu.latency and the way through L1")
fit("MB7", "l2.bytes", 128 * l2_lines, "longest ring that stays in L2 beside code and constants",
    128 * l2_lines + 16384)
fit("MB7", "dram.overhead", dram - to_l1 - through_l1 - known("l2.forward") - known("l2.delivery")
    - known("dram.row_conflict") - known("dram.burst"), "a row of one bank after the other")

# MB8: tables and code that no longer fit.
constant = each("constants", REGISTERS % "u32")
lines = largest(lambda count: constant_line(count) <= constant_line(8), 8, 256)
codes = (640, 704, 736, 768, 832, 1024)
fitting = [length for length in codes if code_step(length) <= code_step(codes[0])][-1]
beyond = [length for length in codes if length > fitting] or [2 * fitting]
fit("MB8", "constant.latency", constant - to_l1, "chain of LDC, less lsu.latency")
fit("MB8", "constant.bytes", 64 * lines, "longest table that stays beside the parameters",
    64 * lines + 256)
fit("MB8", "l1i.bytes", fitting * 32 // 3, "longest loop that stays, and the next one",
    beyond[0] * 32 // 3 + 128)

# MB9: as many warps as hide a latency.
for name in ("fma", "double"):
    alone = unit(name)
    warps = largest(lambda count: unit(name, count) <= 1.25 * alone, 1, 9)
    fit("MB9", f"units.{name}.latency", warps * 32 // known(f"units.{name}.lanes"),
        f"up to {warps} warps of a processing block take as long as one, within a quarter")

print("| | parameter | fitted | machine file | from |")
print("|---|---|---:|---:|---|")
for benchmark, name, value, most, own, good, how in rows:
    told = f"{value:g}" if most is None else f"{value:g} to {most:g}"
    print(f"| {benchmark} | `{name}` | {told} | {own}{'' if good else ' (differs)'} | {how} |")
if output:
    lines = ["# SPDX-License-Identifier: Apache-2.0", f"name: {output.stem}",
             "about: jetson-tx2 with what papers/pastis/microbench.py fitted",
             "based_on: jetson-tx2", "version: 1", "parameters:"]
    exact = {name: (int(value), f"papers/pastis/microbench.py {benchmark}")
             for benchmark, name, value, most, *_ in rows if most is None}
    lines += [f"  {name}: {{value: {value}, source: measured {source}}}"
              for name, (value, source) in exact.items()]
    output.write_text("\n".join(lines) + "\n")
sys.exit(not all(row[5] for row in rows))
