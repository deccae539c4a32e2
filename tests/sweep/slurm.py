#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""SWEEP-11: a sweep on a Slurm cluster whose nodes die is complete.

    slurm.py WARPCLOCK

Starts real munged, slurmctld and two slurmd on this host (cluster.py), kills a node with its tasks in
the middle, brings it back, and cancels tasks. Prints TAP; skipped without Slurm or root.
"""
import subprocess
import sys
import time

from bench import Bench
import cluster
import tap

reason = cluster.reason_to_skip()
if reason:
    print(f"1..0 # SKIP {reason}")
    sys.exit(0)

bench = Bench(sys.argv[1])
bench.folder.chmod(0o755)
POINTS = 24
bench.write("sweep.yaml", f"""jobs: [counting.yaml]
parameters: {{job.buffers.a.fill: {{from: 1000000, to: {1000000 + POINTS - 1}}}}}
""") # a task takes seconds, so that it is there to be killed
slurm = cluster.Cluster(bench.folder / "cluster")


def sweep(*more):
    return subprocess.Popen([bench.program, "sweep", "sweep.yaml", "--db", "results.db", "--slurm",
                             "--tasks", "6", *more], cwd=bench.folder, env=slurm.environment,
                            text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def queue():
    return slurm.ask("squeue", "-h", "-r", "-o", "%K %T %N").splitlines()


def running_on(node):
    return [line for line in queue() if "RUNNING" in line and line.endswith(node)]


try:
    slurm.begin()
    process = sweep()
    slurm.wait(lambda: running_on("node1") and running_on("node2") and slurm.steps("node1"),
               "tasks on both nodes")
    lost = running_on("node1")
    killed = slurm.kill_node("node1")
    print(f"# killed node1 with {lost}, {killed} processes", flush=True)
    time.sleep(5)
    slurm.start_node("node1")
    victim = [line.split()[0] for line in queue() if "RUNNING" in line]
    job = (bench.folder / "results.db.slurm/job").read_text().split()[0]
    if victim:
        slurm.ask("scancel", f"{job}_{victim[0]}")
        print(f"# cancelled task {victim[0]}", flush=True)
    out, messages = process.communicate(timeout=600)
    log = "".join(path.read_text() for path in bench.folder.glob("results.db.slurm/task-*.log"))
    tap.report(lost and killed, "a node was killed with its task", (lost, killed))
    tap.report(process.returncode == 0 and out == f"{POINTS} runs, all ok\n", "the sweep ends well",
               f"{process.returncode} {out}{messages}{log}")
    rows = bench.rows("SELECT count(*), count(DISTINCT key), sum(status = 'ok'), count(cycles) FROM runs")
    tap.report(rows == [(POINTS,) * 4], "the database is complete", rows)
    tap.report(bench.rows("PRAGMA integrity_check") == [("ok",)], "and whole")
    bench.call("sweep", "sweep.yaml", "--db", "calm.db", "-q")
    same = "SELECT key, cycles FROM runs ORDER BY key"
    tap.report(bench.rows(same) == bench.rows(same, "calm.db"), "the results are those of this host")

    # ---- without waiting ----
    for path in bench.folder.glob("results.db*"):
        path.unlink() if path.is_file() else None
    for path in (bench.folder / "results.db.slurm").iterdir():
        path.unlink()
    bench.write("sweep.yaml", "jobs: [counting.yaml]\nparameters: {job.buffers.a.fill: [10, 20, 30]}\n")
    process = sweep("--no-wait")
    out, messages = process.communicate(timeout=60)
    tap.report(process.returncode == 0 and "0 of 3 runs are done" in out, "--no-wait returns at once",
               out + messages)
    process = sweep()
    out, messages = process.communicate(timeout=300)
    tap.report(process.returncode == 0 and out == "3 runs, all ok\n", "the same command waits and merges",
               out + messages)
finally:
    slurm.end()
tap.finish()
