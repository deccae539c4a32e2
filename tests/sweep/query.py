#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""SWEEP-8, SWEEP-9: warpclock query from outside: questions, formats, nothing can be changed.

    query.py WARPCLOCK

Prints TAP.
"""
import csv
import io
import json
import math
import sys

from bench import Bench
import tap

bench = Bench(sys.argv[1])
bench.write("sweep.yaml", """jobs: [counting.yaml, fault.yaml]
machines: [vortex, vortex-swas]
parameters: {warps: [2, 4], fetch: [lrr, gtlrr]}
exclude: [{machine: vortex-swas, fetch: lrr}]
""")
bench.call("sweep", "sweep.yaml", "--db", "results.db", "-q", "-j2")


def ask(question, *more):
    status, out, messages = bench.call("query", "results.db", question, "--format", "json", *more)
    return json.loads(out)["rows"] if status == 0 else (status, messages)


def same(a, b):
    """JSON has twelve digits of a fraction."""
    return math.isclose(a, b, rel_tol=1e-9) if isinstance(b, float) else a == b


def check(question, sql):
    """The same rows as a statement that is written by hand."""
    answer, expected = ask(question), bench.rows(sql)
    shown = [tuple(row.values()) for row in answer]
    tap.report(len(shown) == len(expected) and
               all(len(a) == len(b) and all(map(same, a, b)) for a, b in zip(shown, expected)),
               question, f"{answer}\n{expected}")


OK = "state = 'done' AND status = 'ok'"
VALUE = "(SELECT value FROM parameters WHERE run = id AND name = '{}')"
COUNTER = "(SELECT value FROM counters WHERE run = id AND name = '{}')"
check("best cycles by machine", f"SELECT machine, min(cycles), job, settings FROM runs WHERE {OK} "
      "GROUP BY machine ORDER BY machine")
check("worst cycles by warps where machine=vortex",
      f"SELECT {VALUE.format('warps')}, max(cycles), job, machine, settings FROM runs WHERE {OK} AND "
      "machine = 'vortex' GROUP BY 1 ORDER BY 1")
check("mean cycles,host_seconds by fetch",
      f"SELECT {VALUE.format('fetch')}, avg(cycles), avg(host_seconds), count(*) FROM runs "
      f"WHERE {OK} GROUP BY 1")
check("best ipc", f"SELECT max({COUNTER.format('ipc')}), job, machine, settings FROM runs WHERE {OK}")
check("count id by status where warps >= 4 and fetch = 'gtlrr'",
      "SELECT status, count(id) FROM runs WHERE status = 'ok' AND "
      f"{VALUE.format('warps')} >= 4 AND {VALUE.format('fetch')} = 'gtlrr' GROUP BY 1")
check("all status by job,id", "SELECT job, id, status, machine, settings FROM runs ORDER BY 1, 2")
check("all cycles,bound", "SELECT cycles, bound, job, machine, settings FROM runs")
check("max stalls.fetch by machine", f"SELECT machine, max({COUNTER.format('stalls.fetch')}), job, "
      f"settings FROM runs WHERE {OK} GROUP BY 1")
check("failures", "SELECT * FROM failures")
check("select count(*) from runs", "SELECT count(*) FROM runs")

REFUSED = {
    "best cylces by machine": "did you mean 'cycles'?",
    "best cycles by": "the question ends where a column is expected",
    "best ,cycles": "expected a column at ',cycles'",
    "best cycles where =4": "expected a column at '=4'",
    "best cycles where mode='run": "the value 'run' has no closing quote",
    "best cycles where machine": "expected =, !=",
    "best cycles per machine": "unexpected 'per machine'",
    "fastest cycles": "begins no question",
    "DELETE FROM runs": "begins no question",
    "WITH a AS (SELECT 1) DELETE FROM runs": "not authorized",
    "SELECT load_extension('x')": "not authorized",
    "SELECT 1; DROP TABLE runs": "one statement at a time",
    "SELECT nowhere FROM runs": "no such column",
    "best cycles where job='x' or 1": "unexpected",
}
for question, message in REFUSED.items():
    answer = ask(question)
    tap.report(isinstance(answer, tuple) and answer[0] == 2 and message in answer[1],
               f"refused: {question}", answer)
tap.report(bench.rows("SELECT count(*) FROM runs") == [(12,)], "nothing was changed")

# Runs without a clock have no cycles: a row of nothings is no answer.
bench.write("functional.yaml", "jobs: [counting.yaml, fault.yaml]\nmode: functional\n")
bench.call("sweep", "functional.yaml", "--db", "functional.db", "-q")
for question, message in {
        "best cycles": "no run that is ok has cycles",
        "worst cycles,bound by machine": "no run that is ok has cycles, ...",
        "mean cycles by job": "all are functional runs, which have no clock",
        "mean host_seconds where status=fault": "no run that is ok and meets the conditions has",
}.items():
    status, out, messages = bench.call("query", "functional.db", question)
    tap.report(status == 2 and not out and message in messages, f"refused: {question}",
               f"{status} {out} {messages}")
status, out, _ = bench.call("query", "functional.db", "mean cycles,host_seconds", "--format", "csv")
tap.report(status == 0 and out.splitlines()[1].startswith(","), "one column without values is empty",
           out)
status, out, _ = bench.call("query", "functional.db", "count cycles", "--format", "csv")
tap.report(status == 0 and out.split() == ["cycles", "0"], "there are 0 runs with cycles", out)

rows = bench.rows("SELECT job, message FROM runs WHERE status = 'fault' ORDER BY id")
question = "SELECT job, message FROM runs WHERE status = 'fault' ORDER BY id"
out = bench.call("query", "results.db", question, "--format", "csv")[1]
read = [tuple(row) for row in csv.reader(io.StringIO(out))]
tap.report(read == [("job", "message")] + rows, "CSV can be read back", read)
twice = ask("SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS a")
tap.report(twice == [{"a": 1, "a_2": 2, "a_2_2": 3, "a_3": 4}], "columns of one name are all there", twice)
out = bench.call("query", "results.db", "best cycles by machine", "--format", "markdown")[1]
lines = out.splitlines()
tap.report(lines[0] == "| machine | cycles | job | settings |" and lines[1] == "|---|---:|---|---|" and
           len(lines) == 4, "Markdown is a table", out)
out = bench.call("query", "results.db", "best cycles by machine")[1].splitlines()
tap.report(out[0].split() == ["machine", "cycles", "job", "settings"] and len(out) == 3,
           "a table for people", out)
status, _, _ = bench.call("query", "results.db", "all cycles", "--report", "page.html", "-q")
page = (bench.folder / "page.html").read_text()
data = json.loads(page.split('id="data">', 1)[1].split("</script>", 1)[0])["sweep"]
tap.report(status == 0 and len(data["runs"]) == 12 and len(data["answer"]) == 12 and
           data["runs"][0]["parameters"]["warps"] == "2" and "paretoFront" in page,
           "the page has all runs with their parameters", data)
status, _, messages = bench.call("query", "none.db")
tap.report(status == 2 and messages.startswith("none.db: error: ") and
           not (bench.folder / "none.db").exists(), "a missing database is not made", messages)
tap.finish()
