#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails allocations of the command, one by one: the same output, or a clear error. HOUSE-51.

    walk.py WARPCLOCK FAIL_ALLOC.so SOURCE_ROOT [--all | --runs N | --seconds N] [--share N/M]
            [--only PART] [--keep FOLDER] [--under COMMAND]

Each case is run once undisturbed to count its allocations, then again and again while allocation N
fails: alone, or with all that follow. A run must do what the undisturbed one did (status, output,
files), or end with status 70 or 2 and a message that names memory. It must not be killed by a
signal, hang, leave a temporary file or change another file. Without --all some N of each case are
tried, evenly spread; with --seconds others in each round until the time is over. --under puts a
command before warpclock, such as valgrind. Prints TAP.
"""
import argparse
import pathlib
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

parser = argparse.ArgumentParser()
parser.add_argument("program", type=pathlib.Path)
parser.add_argument("library", type=pathlib.Path)
parser.add_argument("source", type=pathlib.Path)
parser.add_argument("--all", action="store_true")
parser.add_argument("--runs", type=int, default=6, help="of a case and mode, without --all")
parser.add_argument("--seconds", type=int, default=0, help="rounds until then")
parser.add_argument("--share", default="0/1", help="every M-th case, from the N-th on")
parser.add_argument("--only", default="", help="cases whose name contains this")
parser.add_argument("--keep", type=pathlib.Path, help="folder for the output of failed runs")
parser.add_argument("--under", default="", help="a command that runs warpclock")
options = parser.parse_args()
source = options.source.resolve()
MEMORY = re.compile(r"memory|allocate", re.I)
TIMES = re.compile(r'"(host_seconds|simulated_kips|bound_seconds)": [\d.e+-]+'
                   r'|[\d.]+ s( on this host.*|\b)')
OLD = '{"warpclock": "an earlier report"}\n'


def kernel(name):
    return str(source / "kernels" / name)


def cases():
    """Name, arguments, and the job file to write, if any."""
    for family, also in (("vortex", "vortex-swas"), ("pascal", "jetson-tx2"), ("gcn3", "gcn3")):
        job = kernel(f"saxpy/{family}-tiny.yaml")
        binary = kernel("saxpy/" + {"vortex": "vortex.elf", "pascal": "pascal.cubin",
                                    "gcn3": "gcn3.hsaco"}[family])
        yield f"run {family}", ["run", job]
        yield f"run {family} --json", ["run", job, "--json", "-", "--check"]
        yield f"run {family} -f", ["run", "-f", job, "--json", "out.json"]
        yield f"run {family} barriers", ["run", kernel(f"reduction/{family}-tiny.yaml"), "--quiet"]
        yield f"run {family} --trace", ["run", job, "--trace", "out.pftrace", "--set",
                                        "dram.row_hit=30"]
        yield f"run {family} --trace csv", ["run", job, "--trace", "out.csv", "--quiet"]
        yield f"run {family} --trace json", ["run", job, "--trace", "out.json", "--quiet"]
        yield f"run {family} --steps", ["run", job, "--steps", "out.steps", "--json", "out.json"]
        yield f"run {family} --dump", ["run", job, "--dump", "out.json", "--dump-at", "20,300"]
        yield f"run {family} limit", ["run", job, "--max-cycles", "100", "--json", "out.json"]
        yield f"run {family} save", ["run", "job.yaml", "--json", "-"], saving_job(family)
        yield f"run {family} fault", ["run", "job.yaml"], faulting_job(family)
        yield f"bound {family}", ["bound", job, "-m", also]
        yield f"bound {family} --json", ["bound", job, "-m", also, "--json", "-", "--explain"]
        yield f"check {family}", ["check", job, "-m", also, "--json", "out.json"]
        yield f"compare {family}", ["compare", job, kernel(f"vecadd/{family}-tiny.yaml"), "-f"]
        yield f"compare {family} --json", ["compare", job, "-m", also, "--bound", "--json", "-"]
        yield f"info {family}", ["info", binary]
        yield f"info {family} --json", ["info", binary, "--json", "out.json"]
        yield f"dis {family}", ["dis", binary]
        yield f"dis {family} --json", ["dis", binary, "--json", "-"]
        yield f"cfg {family}", ["cfg", binary]
        yield f"cfg {family} --json", ["cfg", binary, "--json", "-"]
        yield f"cfg {family} --dot", ["cfg", binary, "--dot"]
    for name in ("vortex", "jetson-tx2", "gcn3"):
        yield f"machines {name}", ["machines", name]
        yield f"machines {name} --json", ["machines", name, "--json", "-"]
    loops = kernel("spmv/vortex-tiny.yaml")
    yield "bound analysis", ["bound", loops, "-m", "vortex-swas", "--method", "analysis"]
    yield "bound analysis --json", ["bound", loops, "-m", "vortex-swas", "--method", "analysis",
                                    "--explain", "--json", "-"]
    yield "check analysis", ["check", kernel("psort/vortex-tiny.yaml"), "-m", "vortex-swas",
                             "--method", "analysis", "--json", "out.json"]
    yield "compare --vary", ["compare", kernel("vecadd/vortex-tiny.yaml"), "--vary",
                             "threads=4,8", "--json", "out.json"]
    yield "paper swas", ["paper", "swas", "--table", "anomalies"]
    yield "paper swas --json", ["paper", "swas", "--table", "cycles", "--json", "-"]
    yield "paper pastis", ["paper", "pastis", "--table", "stack"]
    yield "paper pastis --json", ["paper", "pastis", "--table", "conflicts", "--json", "-"]
    divergent = kernel("divergence/gcn3.hsaco")
    yield "split", ["split", divergent, "-o", "out.hsaco", "--json", "out.json"]
    yield "split --list", ["split", divergent, "--list", "--select", "optimal"]
    yield "split --table", ["split", divergent, "--table", "out.yaml", "--json", "-"]
    for machine in ("gcn3-dws", "gcn3-pws"):
        yield f"run {machine}", ["run", kernel("bfs/gcn3-tiny.yaml"), "-m", machine, "--json", "-"]
    yield "paper pws", ["paper", "pws", "--table", "overhead", "--json", "-"]
    yield "paper sim-d", ["paper", "sim-d", "--table", "3", "--json", "-"]
    yield "paper sbi-swi", ["paper", "sbi-swi", "--table", "cost", "--json", "-"]
    yield "bound gcn3 analysis", ["bound", kernel("psort/gcn3-tiny.yaml"), "--method", "analysis",
                                  "--explain", "--json", "-"]
    yield "check gcn3-pws analysis", ["check", kernel("psort/gcn3-tiny.yaml"), "-m", "gcn3-pws",
                                      "--method", "analysis"]
    for machine in ("fermi", "fermi-sbi-swi"):
        yield f"run {machine}", ["run", kernel("reduction/rv32-tiny.yaml"), "-m", machine, "--check"]
        yield f"run {machine} cubin", ["run", kernel("saxpy/pascal-tiny.yaml"), "-m", machine,
                                       "--json", "-"]
    program = kernel("saxpy/saxpy.sas")
    job = kernel("saxpy/sim-d-tiny.yaml")
    yield "run sim-d", ["run", job, "--check", "--json", "-"]
    yield "run sim-d -f", ["run", "-f", job, "--steps", "out.steps"]
    yield "run sim-d --trace", ["run", job, "--trace", "out.pftrace"]
    for name in ("info", "dis", "cfg"):
        yield f"{name} sim-d", [name, program, "--json", "-"]
    yield "run vortex DDR4", ["run", kernel("saxpy/vortex-tiny.yaml"), "--set", "dram.model=ddr4"]
    yield "first-diff", ["first-diff", "a.steps", "b.steps"]
    yield "diverge", ["diverge", "in.s", "-o", "out.s"]
    yield "diverge to stdout", ["diverge", "in.s"]
    yield "machines", ["machines"]
    yield "machines --json", ["machines", "--json", "out.json"]
    yield "machines --names", ["machines", "--names"]
    yield "statistics", ["statistics"]
    yield "statistics --json", ["statistics", "--json", "-"]
    for isa in ("rv32", "sass", "gcn3"):
        yield f"instructions {isa}", ["instructions", isa]
    yield "instructions --json", ["instructions", "sass", "--json", "-"]
    yield "help", ["help"]
    yield "help run", ["help", "run"]
    yield "completion", ["completion", "bash"]
    yield "version", ["--version"]
    yield "no command", []
    yield "bad command", ["rum"]
    yield "bad option", ["run", "--jsom", "-"]
    yield "bad machine", ["machines", "vortx", "--json", "out.json"]
    yield "bad setting", ["run", kernel("saxpy/vortex-tiny.yaml"), "--set", "wraps=3"]
    yield "bad job", ["run", "job.yaml", "--json", "-"], "kernel: [\nbuffers: 3\n"
    yield "bad key", ["run", "job.yaml"], f"kernel: {kernel('saxpy/vortex.elf')}\ngird: 3\n"


def suite_job(family):
    """A job of the suite that can be in any folder, without what it expects."""
    job = (source / f"kernels/saxpy/{family}-tiny.yaml").read_text().split("expect:")[0]
    return re.sub(r"(?<=kernel: )(\S+)", lambda m: kernel("saxpy/" + m[1]), job)


def saving_job(family):
    return suite_job(family) + "save: {y: y.npy}\n"


def faulting_job(family):
    """The kernel leaves its buffers."""
    return suite_job(family).replace("shape: [777]", "shape: [40]")


class Case:
    def __init__(self, name, arguments, job=None):
        self.name, self.arguments, self.job = name, arguments, job
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="exhaustion-"))
        self.outputs = [a for a in arguments if a.startswith("out.")]

    def prepare(self):
        """A new folder: an output that exists keeps its contents or is replaced as a whole."""
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        for name in self.outputs:
            (self.folder / name).write_text(OLD)
        if self.job:
            (self.folder / "job.yaml").write_text(self.job)
        if self.name == "first-diff":
            for name, text in step_logs.items():
                (self.folder / name).write_text(text)
        if self.name.startswith("diverge"):
            shutil.copy(source / "tests/pass/diverge/shapes/break-continue.s", self.folder / "in.s")

    def run(self, **environment):
        self.prepare()
        command = [*shlex.split(options.under), str(options.program.resolve()), *self.arguments]
        variables = {"LD_PRELOAD": str(options.library.resolve()), "PATH": "/usr/bin:/bin",
                     "LC_ALL": "C", "MALLOC_PERTURB_": "165", **environment}
        try:
            done = subprocess.run(command, cwd=self.folder, env=variables, capture_output=True,
                                  timeout=600 if options.under else 60, stdin=subprocess.DEVNULL)
            status, out, err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as late:
            status, out, err = "timeout", late.stdout or b"", late.stderr or b""
        files = {p.name: p.read_bytes() for p in sorted(self.folder.iterdir())}
        return Run(status, out, err, files)

    def undisturbed(self):
        with tempfile.NamedTemporaryFile() as count:
            result = self.run(FAIL_COUNT=count.name)
            return result, int(pathlib.Path(count.name).read_text())


class Run:
    def __init__(self, status, out, err, files):
        self.status = status
        self.out, self.err = (TIMES.sub("", text.decode(errors="replace")) for text in (out, err))
        self.files = {name: TIMES.sub("", data.decode(errors="replace"))
                      for name, data in files.items()}

    def fault(self, good):
        """What is wrong with this run, or None."""
        if self.status == "timeout":
            return "hangs"
        if self.status < 0:
            return f"killed by {signal.Signals(-self.status).name}"
        strangers = set(self.files) - set(good.files)
        if strangers:
            return f"leaves {', '.join(sorted(strangers))}"
        if self.status == good.status and self.out == good.out and self.files == good.files:
            same = self.err == good.err or MEMORY.search(self.err) or self.is_shorter_error(good)
            return None if same else "other messages"
        if self.status not in (2, 70) and (self.status != good.status or good.status == 0):
            return f"status {self.status}, and other output than with status {good.status}"
        if not MEMORY.search(self.err):
            return f"status {self.status} without a message about memory"
        return self.changed_file(good)

    def is_shorter_error(self, good):
        """The same error, perhaps without the source line or the hint."""
        return good.status != 0 and self.err[:40] == good.err[:40]

    def changed_file(self, good):
        for name, text in good.files.items():
            now = self.files.get(name)
            inputs = ("in.", "job.", "a.", "b.")
            if now in (text, OLD) or now is None and not name.startswith(inputs):
                continue
            if not now or not now.startswith("{") or not ('"error": {' in now or MEMORY.search(now)):
                return f"wrong contents of {name}"
        return None


def numbers(count, index):
    """The allocations to fail: all, or some with a stride that differs from case to case."""
    if options.all:
        return range(1, count + 1)
    stride = max(1, count // options.runs)
    return range(1 + index % stride, count + 1, stride)


def walk(case, index):
    """Runs, and those that went wrong: what happened, and the settings that show it."""
    good, count = case.undisturbed()
    again = case.run()
    if again.fault(good):
        return 1, [(again.fault(good), "undisturbed", again)]
    wrong, runs = [], 0
    for mode, last in (("once", None), ("from there on", "0")):
        for number in numbers(count, index):
            setting = {"FAIL_AT": str(number)} | ({"FAIL_LAST": last} if last else {})
            result = case.run(**setting)
            runs += 1
            fault = result.fault(good)
            if fault:
                wrong.append((fault, f"allocation {number} of {count}, {mode}", result))
    return runs, wrong


def keep(case, at, result):
    folder = options.keep / re.sub(r"\W+", "-", f"{case.name} {at}")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "stdout").write_text(result.out)
    (folder / "stderr").write_text(result.err)
    for name, text in result.files.items():
        (folder / name).write_text(text)


def make_step_logs():
    """Two logs, the second with a difference near its end."""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "log"
        subprocess.run([options.program.resolve(), "run", "-f", "-q",
                        kernel("ids/vortex-tiny.yaml"), "--steps", log], check=True)
        text = "".join(log.read_text().splitlines(keepends=True)[:400])
    return {"a.steps": text, "b.steps": text[:-3] + ("0" if text[-3] != "0" else "1") + text[-2:]}


def report(number, case, runs, wrong):
    print(f"{'not ok' if wrong else 'ok'} {number} - {case.name}: {runs} runs", flush=True)
    for fault, at, result in wrong[:5]:
        print(f"# {fault}: {at}")
        print("".join(f"#   {line}\n" for line in result.err.splitlines()[:3]), end="", flush=True)
    if options.keep:
        for fault, at, result in wrong:
            keep(case, at, result)


share, shares = map(int, options.share.split("/"))
chosen = [row for i, row in enumerate(cases())
          if i % shares == share and options.only in row[0]]
step_logs = make_step_logs()
ends = time.monotonic() + options.seconds
number = total = bad = 0
chance = random.Random(int(ends) if options.seconds else 1)
while number == 0 or time.monotonic() < ends:
    for row in chosen:
        number += 1
        case = Case(*row)
        runs, wrong = walk(case, chance.randrange(1 << 20) if options.seconds else number)
        total += runs
        bad += len(wrong)
        report(number, case, runs, wrong)
        shutil.rmtree(case.folder)
print(f"# {total} runs, {bad} wrong")
print(f"1..{number}")
sys.exit(bad > 0)
