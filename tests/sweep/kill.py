#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""SWEEP-4, SWEEP-5, SWEEP-12: sweeps whose processes are killed at random moments lose nothing and
run nothing twice.

    kill.py WARPCLOCK [KILLS] [SEED]

Two sweeps work on one database. Whenever they have moved, one of their processes, a worker or a
whole command, or all at once, is killed with SIGKILL, and commands that ended start again. When
little is left to run before the last blow, the sweep gets more points. Triggers in the database
write down every claim and every result. Prints TAP.
"""
import os
import pathlib
import random
import signal
import sys
import time

from bench import Bench
import tap

program = sys.argv[1]
kills = int(sys.argv[2]) if len(sys.argv) > 2 else 12
seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
dice = random.Random(seed)

bench = Bench(program)
TRIGGERS = """
CREATE TABLE log(n INTEGER PRIMARY KEY, run INTEGER, what TEXT, worker INTEGER);
CREATE TRIGGER log_states AFTER UPDATE OF state ON runs BEGIN
    INSERT INTO log(run, what, worker) VALUES(NEW.id, OLD.state || '>' || NEW.state, NEW.worker);
END;
"""


def offer(count):
    """What commands that start from now on have to run; returns the number of points."""
    bench.write("sweep.yaml", f"""jobs: [counting.yaml]
parameters:
  job.buffers.a.fill: {{from: 9000, to: {9000 + count - 1}}}
""")
    return count


def children(pid):
    try:
        return [int(word) for word in
                pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def start():
    return bench.start("sweep", "sweep.yaml", "--db", "results.db", "--jobs", "2", "--quiet")


def victims(commands):
    """The processes of one blow: a worker, a command, or everything."""
    alive = [one.pid for one in commands if one.poll() is None]
    workers = [pid for command in alive for pid in children(command)]
    kind = dice.random()
    if kind < 0.1 or not alive:
        return alive + workers
    return [dice.choice(alive)] if kind < 0.4 or not workers else [dice.choice(workers)]


def strike(commands):
    """Kills; returns the number of processes that it was sent to."""
    count = 0
    for pid in victims(commands):
        try:
            os.kill(pid, signal.SIGKILL)
            count += 1
        except ProcessLookupError:
            pass
    return count


def finished():
    return bench.rows("SELECT count(*) FROM runs WHERE state = 'done'")[0][0]


def await_work(seen):
    """Waits until the sweeps have moved, for at most ten seconds: on a busy host they start late."""
    ends = time.monotonic() + 10
    while time.monotonic() < ends:
        now = bench.rows("SELECT count(*) FROM log")[0][0]
        if now > seen:
            return now
        time.sleep(0.01)
    return seen


def kill_all_day():
    points = offer(max(60, 3 * kills))
    commands, blows, killed, seen = [start(), start()], 0, 0, 0
    while blows < kills:
        commands = [one if one.poll() is None else start() for one in commands]
        seen = await_work(seen)
        time.sleep(dice.uniform(0, 0.05))
        if finished() > points - 4: # a blow must hit a sweep that has work
            points = offer(points + 30)
            continue
        hit = strike(commands)
        killed += hit
        blows += hit > 0
    for one in commands:
        one.wait(timeout=300)
    return blows, killed, points


print(f"# seed {seed}", flush=True)
# The tables exist before the first run, with their triggers.
bench.write("nothing.yaml", "jobs: [stop.yaml]\n")
bench.call("sweep", "nothing.yaml", "--db", "results.db", "-q")
connection = bench.database()
connection.executescript(TRIGGERS)
connection.close()

blows, killed, points = kill_all_day()
status, _, messages = bench.call("sweep", "sweep.yaml", "--db", "results.db", "-q", "--jobs", "2")
print(f"# {points} runs, {blows} blows, {killed} processes killed, "
      f"{bench.rows('SELECT count(*) FROM log')[0][0]} changes of state")

tap.report(blows >= kills, f"processes were killed {kills} times while there was work", blows)
tap.report(status == 0, "the last sweep ends well", messages)
tap.report(bench.rows("PRAGMA integrity_check") == [("ok",)], "the database is whole")
tap.report(bench.rows("SELECT count(*), count(DISTINCT key) FROM runs") == [(points + 1,) * 2],
           "every point has one row")
left = bench.rows("SELECT id, state, status, message FROM runs "
                  "WHERE status <> 'ok' OR state <> 'done'")
tap.report(not left, "every run is done and ok", left)
twice = bench.rows("SELECT run, count(*) FROM log WHERE what = 'running>done' GROUP BY run "
                   "HAVING count(*) <> 1")
tap.report(not twice, "every run has been done once", twice)
again = bench.rows("SELECT a.run FROM log a JOIN log b ON a.run = b.run AND a.n < b.n "
                   "WHERE a.what LIKE '%>done'")
tap.report(not again, "nothing is claimed after it was done", again)
# Runs begin again only because their worker was killed, or stopped with its command.
claims = bench.rows("SELECT count(*) FROM log WHERE what = 'waiting>running'")[0][0]
tap.report(claims - points <= 3 * killed, "runs begin again only after a kill",
           f"{claims} claims of {points} runs, {killed} processes killed")
wrong = bench.rows("SELECT count(*) FROM runs r WHERE job = 'counting.yaml' AND (cycles IS NULL OR "
                   "NOT EXISTS (SELECT 1 FROM counters WHERE run = r.id AND name = 'cycles' "
                   "AND value = r.cycles))")
tap.report(wrong == [(0,)], "every run has its cycles and counters", wrong)
# The same sweep without kills.
bench.call("sweep", "sweep.yaml", "--db", "calm.db", "-q", "--jobs", "2")
same = "SELECT key, status, cycles FROM runs WHERE job = 'counting.yaml' ORDER BY key"
tap.report(bench.rows(same) == bench.rows(same, "calm.db"), "the results are those of a calm sweep")
tap.finish()
