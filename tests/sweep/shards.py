#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""SWEEP-10: shards cover a sweep once, merging them is complete, repeatable and all or nothing.

    shards.py WARPCLOCK

Prints TAP.
"""
import signal
import subprocess
import sys
import time

from bench import Bench
import tap

bench = Bench(sys.argv[1])
bench.write("sweep.yaml", """jobs: [counting.yaml, fault.yaml]
parameters: {job.buffers.a.fill: {from: 10, to: 29}}
exclude: [{job: fault.yaml, job.buffers.a.fill: 10}]
""")
bench.write("fault.yaml", (bench.folder / "counting.yaml").read_text().replace("counting", "fault"))
POINTS, SHARDS = 39, 3
ALL = "SELECT key, job, machine, settings, status, message, cycles FROM runs ORDER BY key"
COUNTERS = "SELECT key, name, value FROM counters JOIN runs ON run = id ORDER BY 1, 2"
PARAMETERS = "SELECT key, name, value FROM parameters JOIN runs ON run = id ORDER BY 1, 2"


def sweep(db, *more):
    return bench.call("sweep", "sweep.yaml", "--db", db, "-q", "-j2", *more)


def contents(name):
    return [bench.rows(sql, name) for sql in (ALL, COUNTERS, PARAMETERS)]


sweep("whole.db")
whole = contents("whole.db")
parts = []
for i in range(1, SHARDS + 1):
    sweep(f"part-{i}.db", "--shard", f"{i}/{SHARDS}")
    parts.append({row[0] for row in bench.rows("SELECT key FROM runs", f"part-{i}.db")})
tap.report(len(whole[0]) == POINTS and sum(map(len, parts)) == POINTS and
           set.union(*parts) == {row[0] for row in whole[0]} and all(parts),
           "shards have every point once", [len(part) for part in parts])

names = [f"part-{i}.db" for i in range(1, SHARDS + 1)]
status, out, messages = bench.call("sweep", "--merge", *names, "--db", "all.db")
tap.report(status == 0 and out == f"{POINTS} runs arrived; {POINTS} are done\n", "shards are merged",
           out + messages)
tap.report(contents("all.db") == whole, "the result is the one of the whole sweep")
status, out, _ = bench.call("sweep", "--merge", *names, "--db", "all.db")
tap.report(out == f"0 runs arrived; {POINTS} are done\n" and contents("all.db") == whole,
           "merging again adds nothing", out)
before = bench.rows("SELECT count(*) FROM workers", "all.db")
status, _, _ = sweep("all.db")
tap.report(status == 1 and bench.rows("SELECT max(attempts) FROM runs", "all.db") == [(1,)],
           "the whole sweep finds nothing left to run")

# A database that already has the points, waiting.
process = bench.start("sweep", "sweep.yaml", "--db", "later.db", "-q", "-j1", "--shard", "1/9999")
process.wait()
bench.call("sweep", "--merge", "part-1.db", "--db", "later.db")
bench.call("sweep", "--merge", "whole.db", "--db", "later.db")
tap.report(contents("later.db") == whole, "parts may overlap")

bench.write("no.db", "no database " * 100)
status, _, messages = bench.call("sweep", "--merge", "part-1.db", "no.db", "--db", "half.db")
tap.report(status == 2 and "not a database" in messages, "a file that is no database is refused",
           messages)
status, _, messages = bench.call("sweep", "--merge", "none.db", "--db", "half.db")
tap.report(status == 2 and not (bench.folder / "none.db").exists(), "a missing file is not made",
           messages)
whole_file = (bench.folder / "whole.db").read_bytes()
pages = len(whole_file) // 4096
(bench.folder / "broken.db").write_bytes(whole_file[:4096] + b"\xff" * 4096 * (pages - 1))
for words, said in ((["--merge", "broken.db"], "broken.db: error: "),
                    (["--merge", "no.db"], "no.db: error: "),
                    (["sweep.yaml", "--publish", "no.db"], "no.db: error: "),
                    (["sweep.yaml", "--publish", "."], ".: error: cannot write: Is a directory"),
                    (["sweep.yaml", "--publish", "none/p.db"], "none/p.db: error: cannot write: ")):
    status, _, messages = bench.call("sweep", *words, "--db", "half.db")
    tap.report(status == 2 and messages.startswith(said), f"{' '.join(words)}: the file is named", messages)
for shard in ("0/3", "4/3", "1", "1/0", "-1/3", "a/b", "1/3x", " 1/3", "1/ 3", "+1/3"):
    status, _, messages = sweep("x.db", "--shard", shard)
    tap.report(status == 2 and "--shard" in messages, f"refused: --shard {shard}", messages)

# ---- merging that is killed ----

for path in bench.folder.glob("all.db*"):
    path.unlink()
killed = 0
for i in range(25):
    process = bench.start("sweep", "--merge", *names, "--db", "all.db")
    time.sleep(0.002 * i)
    killed += process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    if (bench.folder / "all.db").exists() and bench.rows(
            "SELECT count(*) FROM sqlite_schema WHERE name = 'runs'", "all.db") == [(1,)]:
        have = {row[0] for row in bench.rows("SELECT key FROM runs", "all.db")}
        if any(have & part and not part <= have for part in parts):
            tap.report(False, "a part is there completely or not at all")
bench.call("sweep", "--merge", *names, "--db", "all.db")
tap.report(contents("all.db") == whole, f"the result after {killed} kills is the same")

# ---- published copies ----

sweep("local.db", "--shard", "1/3", "--publish", "shared.db")
tap.report(bench.rows(ALL, "shared.db") == bench.rows(ALL, "part-1.db"), "a copy is published")
status, out, messages = sweep("other.db", "--shard", "1/3", "--publish", "shared.db", "--json", "-")
tap.report(status in (0, 1) and bench.rows("SELECT count(*) FROM workers JOIN runs ON worker = "
           "workers.id", "other.db") == [(0,)], "another host continues with it, and runs nothing again",
           messages)
head = (bench.folder / "shared.db").read_bytes()
bench.call("sweep", "--merge", "shared.db", "--db", "merged.db")
tap.report(bench.rows(ALL, "merged.db") == bench.rows(ALL, "part-1.db") and
           (bench.folder / "shared.db").read_bytes() == head and
           not list(bench.folder.glob("shared.db-*")), "a copy is merged without a change of it")
tap.finish()
