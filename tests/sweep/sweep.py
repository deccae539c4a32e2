#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""warpclock sweep from outside: points, errors with their line, failing runs, interrupts.

    sweep.py WARPCLOCK SOURCE

Prints TAP.
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

from bench import Bench
import tap

program, source = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
bench = Bench(program)


def sweep(text, *more, db="results.db", fresh=True):
    if fresh:
        for path in bench.folder.glob(db + "*"):
            path.unlink()
    bench.write("sweep.yaml", text)
    return bench.call("sweep", "sweep.yaml", "--db", db, "--jobs", "2", *more)


def settings():
    return {row[0] for row in bench.rows("SELECT settings FROM runs")}


# ---- SWEEP-1: points ----

status, out, messages = sweep("""schema: 1
about: two axes, pairs, seeds, an exclusion
jobs: [stop.yaml]
machines: [vortex, vortex-swas]
mode: [run, functional]
set: {isa.a: true}
parameters:
  warps: {from: 2, to: 8, times: 2}
zip:
  - {threads: [2, 4], cores: [1, 2]}
exclude:
  - {machine: vortex-swas, cores: 2}
  - {warps: [2, 4], mode: functional}
""")
tap.report(status == 0 and out == "12 runs, all ok\n", "a sweep of all axes runs",
           f"{status} {out}{messages}")
expected = {(m, mode, w, t, t // 2) for m in ("vortex", "vortex-swas") for mode in ("run", "functional")
            for w in (2, 4, 8) for t in (2, 4)
            if not (m == "vortex-swas" and t == 4) and not (w in (2, 4) and mode == "functional")}
found = {tuple(row) for row in bench.rows("""SELECT machine, mode,
    (SELECT value FROM parameters WHERE run = id AND name = 'warps'),
    (SELECT value FROM parameters WHERE run = id AND name = 'threads'),
    (SELECT value FROM parameters WHERE run = id AND name = 'cores') FROM runs""")}
tap.report(found == expected, "grid, ranges, pairs and exclusions give these points",
           f"{found ^ expected}")

sweep("jobs: ['s*p.yaml']\nparameters: {dcache.latency: {from: 10, to: 11, step: 0.5}}\n")
tap.report(settings() == {"dcache.latency=10", "dcache.latency=10.5", "dcache.latency=11"},
           "ranges have steps, patterns name jobs", settings())

bench.write("random.yaml", "kernel: stop.elf\nmachine: vortex\nbuffers:\n"
            "  a: {type: u32, shape: [4], fill: random, min: 0, max: 9, seed: 5}\n"
            "  b: {type: u32, shape: [4], fill: 0}\nargs: [a, b]\nexpect: {b: {equal: b}}\n"
            "save: {b: out.npy}\n")
sweep("jobs: [random.yaml]\nseeds: 3\n")
texts = bench.rows("SELECT text FROM jobs")
seeds = sorted(int(re.search(r'seed"?: (\d+)', text)[1]) for text, in texts)
tap.report(seeds == [5, 1000008, 2000011], "seeds move the seeds of random buffers", texts)
tap.report(not (bench.folder / "out.npy").exists() and "save" not in texts[0][0],
           "a sweep saves nothing", texts)

status, _, _ = sweep("jobs: [counting.yaml]\nparameters:\n  job.buffers.a.fill: [10, 20]\n")
cycles = [row[0] for row in bench.rows("SELECT cycles FROM runs ORDER BY id")]
tap.report(status == 0 and cycles[0] < cycles[1], "values of the job are parameters", cycles)

# ---- SWEEP-7: what a run leaves ----

status, out, _ = sweep("jobs: [known.yaml]\nmode: check\ndeadline: 20us\n", "--json", "-")
row = bench.rows("SELECT status, exit, cycles, bound, deadline_met, machine_hash, version, "
                 "host_seconds, job_hash, attempts FROM runs")[0]
tap.report(json.loads(out)["ok"] == 1 and row[:2] == ("ok", 0) and row[2] and row[3] >= row[2] and
           len(row[5]) == 64 and row[6] and row[7] > 0 and len(row[8]) == 64 and row[9] == 1,
           "a row has status, cycles, bound, hashes, version and time", (out, row))
single = json.loads(bench.call("check", "known.yaml", "--json", "-")[1])
counters = dict(bench.rows("SELECT name, value FROM counters"))
tap.report(row[2] == single["cycles"] and row[3] == single["bound"] and
           counters["warp_instructions"] == single["warp_instructions"],
           "the numbers are those of `warpclock check`", (row, single))
text = bench.rows("SELECT text FROM jobs")[0][0]
tap.report(text == (bench.folder / "known.yaml").read_text(), "the text of the job is kept", text)

# ---- SWEEP-2: errors ----

WRONG = {
    "no jobs": ("machines: [vortex]\n", "sweep.yaml:1:1: error: a sweep needs 'jobs'"),
    "an unknown key": ("jobs: [stop.yaml]\nmachine: vortex\n", "sweep.yaml:2:1: error: "),
    "a job that is not there": ("jobs:\n  - none.yaml\n", "sweep.yaml:2:5: error: job 'none.yaml'"),
    "a pattern without files": ("jobs: ['none*.yaml']\n", "no file matches 'none*.yaml'"),
    "an empty range": ("jobs: [stop.yaml]\nparameters:\n  warps: {from: 4, to: 2}\n",
                       "sweep.yaml:3:10: error: the range is empty"),
    "pairs of different length": ("jobs: [stop.yaml]\nzip: {warps: [1, 2], threads: [1]}\n",
                                  "'threads' has 1 values, 'warps' has 2"),
    "a name in two places": ("jobs: [stop.yaml]\nset: {warps: 2}\nparameters: {warps: [1]}\n",
                             "'warps' has values in two places"),
    "an exclusion of nothing": ("jobs: [stop.yaml]\nparameters: {warps: [1]}\n"
                                "exclude:\n  - {warps: 9}\n", "sweep.yaml:4:5: error: no point"),
    "an exclusion by an unknown name": ("jobs: [stop.yaml]\nparameters: {warps: [1]}\n"
                                        "exclude: [{wraps: 1}]\n", "did you mean 'warps'?"),
    "an unknown mode": ("jobs: [stop.yaml]\nmode: fast\n", "expected run, functional, bound"),
    "too many points": ("jobs: [stop.yaml]\nseeds: 100000\nparameters: {warps: {from: 1, to: 99}}\n",
                        "more than 1000000 combinations"),
    "a machine that does not exist": ("jobs: [stop.yaml]\nmachines: [vortex, vortex-sws]\n",
                                      "sweep.yaml:2:20: error: unknown machine 'vortex-sws'"),
    "its nearest name": ("jobs: [stop.yaml]\nmachines: vortex-sws\n", "did you mean 'vortex-swas'?"),
    "a machine file that does not exist": ("jobs: [stop.yaml]\nmachines: [none.yaml]\n",
                                           "sweep.yaml:2:12: error: "),
    "a parameter that no machine has": ("jobs: [stop.yaml]\nparameters:\n  wraps: [1, 2]\n",
                                        "sweep.yaml:3:10: error: no machine of this sweep has a "
                                        "parameter 'wraps'\n  hint: did you mean 'warps'?"),
    "a paired parameter that no machine has": ("jobs: [stop.yaml]\nzip: {warps: [1], wraps: [1]}\n",
                                               "sweep.yaml:2:6: error: no machine of this sweep"),
    "a newer schema": ("schema: 2\njobs: [stop.yaml]\n", "schema 2 is not known"),
}
for name, (text, message) in WRONG.items():
    status, _, messages = sweep(text)
    tap.report(status == 2 and message in messages and not (bench.folder / "results.db").exists(),
               f"refused: {name}", f"{status} {messages}")
tap.report(bench.call("sweep", "sweep.yaml")[0] == 2, "--db is needed")
bench.write("sweep.yaml", "jobs: [stop.yaml]\n")
for words, message in ((["--tasks", "5"], "--tasks is a part of --slurm"),
                       (["--slurm-options", "--time=1"], "--slurm-options is a part of --slurm"),
                       (["--no-wait"], "--no-wait is a part of --slurm"),
                       (["--slurm", "--shard", "1/2"], "--slurm makes the shards itself"),
                       (["--slurm", "--retry", "all"], "--retry works on this host"),
                       (["--merge", "--retry", "all"], "--merge runs nothing"),
                       (["--retry", "ok"], "--retry")):
    status, _, messages = bench.call("sweep", "sweep.yaml", "--db", "never.db", *words)
    tap.report(status == 2 and message in messages and not (bench.folder / "never.db").exists(),
               f"refused: {' '.join(words)}", f"{status} {messages}")
out = bench.call("sweep", "--help")[1]
missing = [name for name in ("tasks", "slurm-options", "no-wait", "publish", "retry", "shard", "merge")
           if f"--{name} " not in out]
tap.report(not missing, "--help has every option of a sweep", missing)
bench.write("other.db", "no database, but a text that is long enough to be read as a header, is it?" * 9)
status, _, messages = sweep("jobs: [stop.yaml]\n", db="other.db", fresh=False)
tap.report(status == 2 and messages.startswith("other.db: error: "), "another file is refused",
           messages)

# ---- HOUSE-44: no output replaces an input or another output ----

bench.write("parent.yaml", "name: parent\nabout: x\nbased_on: vortex-swas\nversion: 1\n")
bench.write("child.yaml", "name: child\nabout: x\nbased_on: parent\nversion: 1\n")
bench.write("own.yaml", "name: own\nabout: x\nbased_on: vortex\nversion: 1\n")
for name in ("in.bin", "other.bin", "want.bin"):
    bench.write(name, "\0" * 16)
bench.write("reader.yaml", "kernel: stop.elf\nmachine: own.yaml\nbuffers:\n"
            "  a: {type: u32, shape: [4], file: in.bin}\nargs: [a]\n"
            "expect: {a: {file: want.bin}}\nsave: {a: out.bin}\n")
bench.write("reader-2.yaml", (bench.folder / "reader.yaml").read_text())
READING = ("jobs: ['reader*.yaml']\nmachines: [child.yaml, vortex]\n"
           "parameters: {job.buffers.a.file: [in.bin, other.bin]}\n")


def everything():
    return {path.name: path.read_bytes() for path in bench.folder.iterdir() if path.is_file()}


def refused(message, *words):
    before = everything()
    status, _, messages = bench.call(*words)
    changed = {name for name in before.keys() | everything().keys()
               if before.get(name) != everything().get(name)}
    tap.report(status == 2 and message in messages and messages.count("error: ") == 1 and not changed,
               f"refused: {' '.join(words)}", f"{status} {messages} {changed}")


status, out, messages = sweep(READING)
machines = {row[0] for row in bench.rows("SELECT machine FROM runs")}
tap.report(status == 0 and out == "8 runs, all ok\n" and machines == {"child.yaml", "vortex"},
           "jobs that save to one file are no conflict", f"{out}{messages}{machines}")
for name in ("sweep.yaml", "reader.yaml", "reader-2.yaml", "stop.elf", "in.bin", "other.bin", "want.bin",
             "own.yaml", "child.yaml", "parent.yaml"):
    refused("would overwrite", "sweep", "sweep.yaml", "--db", "never.db", "--json", name)
    refused("would overwrite", "sweep", "sweep.yaml", "--db", name)
for name in ("results.db", "results.db-wal", "results.db-shm", "./results.db"):
    refused("are the same file", "sweep", "sweep.yaml", "--db", "results.db", "--json", name)
    refused("would overwrite", "query", "results.db", "results", "--json", name)
    refused("would overwrite", "query", "results.db", "results", "--report", name)
    refused("would overwrite", "sweep", "--merge", "results.db", "--db", "never.db", "--json", name)
refused("are the same file", "sweep", "sweep.yaml", "--db", "never.db", "--json", "never.db")
refused("are the same file", "sweep", "--merge", "results.db", "--db", "never.db", "--json", "never.db")
refused("would overwrite", "sweep", "--merge", "results.db", "--db", "results.db")
refused("are the same file", "sweep", "sweep.yaml", "--db", "never.db", "--publish", "pub.db", "--json",
        "pub.db")
refused("are the same file", "sweep", "sweep.yaml", "--db", "never.db", "--publish", "never.db",
        "--shard", "1/1")
refused("would overwrite", "sweep", "sweep.yaml", "--db", "never.db", "--publish", "stop.elf")
for name in (":memory:", "file:x.db?mode=memory"):
    refused("is not the name of a database file", "sweep", "sweep.yaml", "--db", name)
    refused("is not the name of a database file", "query", name)

# ---- SWEEP-3: failing runs are rows ----

status, out, messages = sweep("jobs: [stop.yaml]\nmachines: [vortex, gcn3]\n"
                              "parameters: {branch.latency: 2}\n")
found = dict(bench.rows("SELECT machine, message FROM runs"))
tap.report(status == 1 and "'vortex' has no parameter 'branch.latency'" in found["vortex"],
           "a parameter of some machines only is a row", f"{found} {messages}")
bench.write("broken.yaml", "kernle: x\n")
bench.write("wrong.yaml", "kernel: stop.elf\nmachine: vortex\nbuffers:\n"
            "  a: {type: u32, shape: [4], fill: 1}\n  c: {type: u32, shape: [4], fill: 2}\n"
            "args: [a, c]\nexpect:\n  c: {equal: a}\n")
status, out, messages = sweep("""jobs: [fault.yaml, stop.yaml, broken.yaml, loop.yaml, wrong.yaml]
parameters: {warps: [4, -1]}
limits: {cycles: 10000}
""")
found = {row[:2]: row[2:] for row in bench.rows(
    "SELECT job, (SELECT value FROM parameters WHERE run = id), status, message FROM runs")}
words = {job: found[job, 4][0] for job in ("fault.yaml", "stop.yaml", "broken.yaml", "loop.yaml",
                                           "wrong.yaml")}
tap.report(words == {"fault.yaml": "fault", "stop.yaml": "ok", "broken.yaml": "bad input",
                     "loop.yaml": "limit", "wrong.yaml": "mismatch"},
           "faults, limits, differences and bad files are rows", words)
tap.report(all(row[0] == "bad input" and row[1] for key, row in found.items() if key[1] == -1),
           "refused parameters are rows with a message", found)
tap.report(status == 1 and "not ok" in out, "the sweep goes on to its end, with status 1", out)
tap.report("kernle" in found["broken.yaml", 4][1], "messages are those of `warpclock run`", found)

# ---- SWEEP-13: running again what is done ----

def begun():
    """How often each run was begun, by its id: every worker of a command takes a new number."""
    return dict(bench.rows("SELECT id, worker FROM runs"))


def retried(what):
    before, (status, _, _) = begun(), bench.call("sweep", "sweep.yaml", "--db", "results.db", "-q",
                                                 "--retry", what)
    again = {run for run, worker in begun().items() if worker > before[run]}
    rows = bench.rows("SELECT count(*), max(attempts), sum(state <> 'done') FROM runs")
    return again, status, rows == [(10, 1, 0)]


statuses = dict(bench.rows("SELECT id, status FROM runs"))
with_status = {what: {run for run, status in statuses.items() if status == what}
               for what in ("ok", "limit", "bad input")}
tap.report(retried("limit") == (with_status["limit"], 1, True), "--retry of one status runs that again")
tap.report(retried("bad-input") == (with_status["bad input"], 1, True), "... a status of two words")
tap.report(retried("failed") == (set(statuses) - with_status["ok"], 1, True), "... all that failed")
tap.report(retried("all") == (set(statuses), 1, True), "... everything")
tap.report(dict(bench.rows("SELECT id, status FROM runs")) == statuses, "and finds the same")
counters = bench.rows("SELECT run, name, value FROM counters ORDER BY 1, 2")
connection = bench.database()
connection.execute("UPDATE runs SET status = 'crash', cycles = NULL, attempts = 20, worker = 0 "
                   "WHERE status = 'ok'")
connection.commit()
connection.close()
tap.report(retried("crash") == (with_status["ok"], 1, True) and
           bench.rows("SELECT run, name, value FROM counters ORDER BY 1, 2") == counters,
           "a run that crashed is as new, and leaves all its counters")
bench.write("other.yaml", "jobs: [fault.yaml]\n")
bench.call("sweep", "other.yaml", "--db", "results.db", "-q")
before = begun()
bench.call("sweep", "sweep.yaml", "--db", "results.db", "-q", "--retry", "fault")
changed = [run for run, worker in begun().items() if worker != before[run]]
tap.report(len(changed) == 1, "--retry is for the points of this sweep alone", changed)

# ---- SWEEP-3, again: time and memory ----

started = time.monotonic()
status, _, _ = sweep("jobs: [loop.yaml, stop.yaml]\nlimits: {seconds: 1}\n")
words = dict(bench.rows("SELECT job, status FROM runs"))
tap.report(words == {"loop.yaml": "timeout", "stop.yaml": "ok"} and time.monotonic() - started < 60,
           "a run that takes too long is a row", words)

bench.write("large.yaml", "kernel: stop.elf\nmachine: vortex\nbuffers:\n"
            "  a: {type: u32, shape: [50000000], fill: 1}\nargs: [a]\n")
sweep("jobs: [large.yaml, stop.yaml]\nlimits: {memory: 64M}\n")
words = dict(bench.rows("SELECT job, status FROM runs"))
told = bench.rows("SELECT message FROM runs WHERE job = 'large.yaml'")[0][0]
tap.report(words == {"large.yaml": "memory", "stop.yaml": "ok"} and "'memory' in the sweep's" in told,
           "a run that needs too much memory is a row", f"{words} {told}")

sweep("jobs: [stop.yaml]\nparameters: {warps: [4, 04, 0x4, 010]}\n")
values = bench.rows("SELECT settings, value FROM runs JOIN parameters ON run = id ORDER BY 2")
tap.report(values == [("warps=4", 4), ("warps=10", 10)], "equal numbers are one point", values)
status, _, messages = sweep('jobs: ["a\\nb.yaml"]\n')
tap.report(status == 2 and "job 'a b.yaml'" in messages, "a name is one line in a message", messages)

# ---- SWEEP-6: continuing ----

SLOW = "jobs: [loop.yaml, stop.yaml, known.yaml]\nlimits: {cycles: 100000000000}\n"


def workers_of(process):
    path = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(word) for word in path.read_text().split()]


def begin(text):
    for path in bench.folder.glob("results.db*"):
        path.unlink()
    bench.write("sweep.yaml", text)
    process = bench.start("sweep", "sweep.yaml", "--db", "results.db", "--jobs", "2",
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    ends = time.monotonic() + 60
    while time.monotonic() < ends:
        time.sleep(0.1)
        if (bench.folder / "results.db").exists():
            try:
                if bench.rows("SELECT sum(state = 'done') FROM runs")[0][0] == 2:
                    break
            except Exception: # the tables are being made
                pass
    return process


process = begin(SLOW)
process.send_signal(signal.SIGINT)
out, messages = process.communicate(timeout=60)
states = bench.rows("SELECT job, state, attempts FROM runs WHERE state <> 'done'")
tap.report(process.returncode == 130 and "2 of 3 runs are done" in out and "interrupted" in messages,
           "^C ends the sweep with status 130", f"{process.returncode} {out} {messages}")
tap.report(states == [("loop.yaml", "waiting", 0)], "the run that it ended waits again", states)

process = begin(SLOW)
holder = bench.database()
holder.execute("BEGIN EXCLUSIVE")
time.sleep(0.5)
started = time.monotonic()
process.send_signal(signal.SIGINT)
_, messages = process.communicate(timeout=110)
took = time.monotonic() - started
holder.close()
tap.report(process.returncode == 130 and took < 20 and messages.count("error: ") == 1,
           "... also while another process has locked the database", f"{took} {messages}")
status, _, messages = bench.call("query", "results.db")
left = [path.name for path in bench.folder.glob("results.db*")]
tap.report(status == 0 and left == ["results.db"], "a query leaves nothing beside the database", left)

ENDS = "jobs: [loop.yaml, stop.yaml, known.yaml]\nlimits: {seconds: 4}\n"
bench.write("small.yaml", "jobs: [stop.yaml]\n")
for what, said in (("removed", "results.db: error: the database is gone"),
                   ("replaced", "results.db: error: 2 runs of the sweep are missing")):
    process = begin(ENDS)
    for path in bench.folder.glob("results.db*"):
        path.unlink()
    if what == "replaced":
        bench.call("sweep", "small.yaml", "--db", "results.db", "-q")
    out, messages = process.communicate(timeout=60)
    tap.report(process.returncode == 2 and said in messages and out == "",
               f"a database that is {what} meanwhile is an error", f"{process.returncode} {out}{messages}")

process = begin(SLOW)
crew = workers_of(process)
busy = [pid for pid, in bench.rows("SELECT pid FROM workers JOIN runs ON worker = workers.id "
                                   "WHERE state = 'running'")]
os.kill(busy[0], signal.SIGSEGV)
process.communicate(timeout=60)
row = bench.rows("SELECT status, message FROM runs WHERE job = 'loop.yaml'")
tap.report(process.returncode == 1 and row[0][0] == "crash" and "Segmentation" in row[0][1],
           "a run that crashes its worker is a row", f"{process.returncode} {row}")

process = begin(SLOW)
crew = workers_of(process)
process.kill()
process.communicate()
ends = time.monotonic() + 30
while time.monotonic() < ends and any(pathlib.Path(f"/proc/{pid}").exists() for pid in crew):
    time.sleep(0.1)
tap.report(not any(pathlib.Path(f"/proc/{pid}").exists() for pid in crew),
           "workers end with their command", crew)

# ---- the page ----

page = (source / "docs/sweep.md").read_text()
for number, text in enumerate(re.findall(r"^```yaml\n(.*?)^```", page, re.M | re.S), 1):
    bench.write("sweep.yaml", text.replace("kernels/", f"{source}/kernels/"))
    for path in bench.folder.glob("page.db*"):
        path.unlink()
    status, out, messages = bench.call("sweep", "sweep.yaml", "--db", "page.db", "-j2")
    tap.report(status == 0, f"example {number} of docs/sweep.md runs", f"{status} {out}{messages}")
schema = (source / "src/sweep/schema.sql").read_text()
names = re.findall(r"^CREATE (?:TABLE|VIEW) (\w+)", schema, re.M) + re.findall(
    r"^    (\w+) (?:TEXT|INTEGER|REAL)", schema, re.M)
missing = [name for name in names if f"`{name}`" not in page]
tap.report(len(names) > 30 and not missing, "docs/sweep.md names every table and column", missing)
tap.finish()
