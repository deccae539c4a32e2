#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`warpclock campaign` from outside.

    campaign.py WARPCLOCK [LIAR] [--only CASE]

LIAR is a library that makes libwarpclock wrong (liar.c); without it the cases that need one are
skipped. Prints TAP.
"""
import argparse
import fcntl
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import tap  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("liar", nargs="?")
parser.add_argument("--only", metavar="CASE", help="the name of a function of this file")
options = parser.parse_args()
PROGRAM = pathlib.Path(options.program).resolve()
LIAR = pathlib.Path(options.liar).resolve() if options.liar else None
GENERATORS = {"vortex", "rv32", "gcn3", "gcn5", "sim-d", "sass"}


class Folder:
    """A folder with databases."""
    def __init__(self):
        self.kept = tempfile.TemporaryDirectory(prefix="warpclock-campaign-test-")
        self.path = pathlib.Path(self.kept.name)

    def start(self, *words, lie=None, environment=(), **options):
        environment = dict(os.environ, LC_ALL="C", TMPDIR=str(self.path), **dict(environment))
        if lie:
            environment.update(LIAR=lie, LD_PRELOAD=str(LIAR))
        options.setdefault("stdout", subprocess.PIPE)
        return subprocess.Popen([str(PROGRAM), *map(str, words)], cwd=self.path, text=True,
                                env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                **options)

    def call(self, *words, status=0, **options):
        process = self.start(*words, **options)
        out, messages = process.communicate(timeout=600)
        assert process.returncode == status, f"{words}: {process.returncode}\n{out}{messages}"
        return out + messages

    def campaign(self, *words, db="results.db", **options):
        return self.call("campaign", "--db", db, "--jobs", "1", *words, **options)

    def rows(self, sql, db="results.db"):
        connection = sqlite3.connect(self.path / db, timeout=60)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()


def every_instruction_set_holds(folder):
    """CAMPAIGN-1, CAMPAIGN-2: memory, bounds, cycles; on all machines that the generators know."""
    folder.campaign("--runs", "300")
    found = dict(folder.rows("SELECT isa, sum(ways) FROM ways GROUP BY isa"))
    assert set(found) == GENERATORS and all(found.values()), found
    (runs, bounded, again), = folder.rows("SELECT sum(functional + clocked + again + contents),"
                                          " sum(bounded), sum(again) FROM ways")
    assert runs >= 300 and bounded > 30 and again > 60, (runs, bounded, again)
    (refused, ways), = folder.rows("SELECT sum(refused), sum(ways) FROM ways")
    assert refused <= ways / 20, (refused, ways)


def nothing_replaces_the_database(folder):
    """HOUSE-44."""
    folder.campaign("--runs", "5")
    before = folder.rows("SELECT * FROM ways")
    for name in ("results.db", "results.db-wal", "./results.db"):
        for words in (["--summary"], ["--runs", "5"]):
            told = folder.campaign(*words, "--json", name, status=2)
            assert "would overwrite" in told or "are the same file" in told, told
    folder.campaign("--runs", "5", "--json", "new.db", db="new.db", status=2)
    assert not (folder.path / "new.db").exists()
    told = folder.campaign("--runs", "5", db=":memory:", status=2)
    assert "is not the name of a database file" in told, told
    assert folder.rows("SELECT * FROM ways") == before


def folders_of_killed_campaigns_are_removed(folder):
    """CAMPAIGN-5: by the next one, and no others."""
    def left():
        return set(folder.path.glob("warpclock-campaign-*"))

    def begin(db):
        before = left()
        process = folder.start("campaign", "--db", db, "--jobs", "1", "--seconds", "600")
        ends = time.monotonic() + 60
        while time.monotonic() < ends and not any(path.glob("*/*") for path in left() - before):
            time.sleep(0.05)
        own, = left() - before
        return process, own

    killed, abandoned = begin("a.db")
    killed.kill()
    killed.communicate()
    descriptor = os.open(abandoned, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)  # its worker ends, too
    os.close(descriptor)
    living, own = begin("b.db")
    assert not abandoned.exists() and own.exists(), left()
    foreign = folder.path / "warpclock-campaign-notes!"
    foreign.mkdir()
    (foreign / "job.yaml").write_text("mine\n")
    folder.campaign("--runs", "3", db="c.db")
    assert left() == {own, foreign} and (foreign / "job.yaml").exists(), left()
    living.send_signal(signal.SIGINT)
    living.communicate(timeout=60)
    assert left() == {foreign} and living.returncode == 130, (left(), living.returncode)


def findings_need_a_folder(folder):
    """Noticed before the night, not after it."""
    for keep in ("/dev/null", "/nonexist/x", "results.txt"):
        (folder.path / "results.txt").write_text("")
        told = folder.campaign("--runs", "3", "--keep", keep, status=2)
        assert f"'{keep}'" in told and not (folder.path / "results.db").exists(), told
    folder.campaign("--runs", "3", "--keep", "new/")
    left = {path.name for path in folder.path.glob("results.db*")}
    assert left == {"results.db"}, left
    folder.campaign("--summary")
    assert {path.name for path in folder.path.glob("results.db*")} == left


def every_machine_runs_some(folder):
    """CAMPAIGN-1: code of its instruction set, and hardly any is refused."""
    machines = json.loads(folder.call("machines", "--json", "-"))["machines"]
    names = {machine["name"] for machine in machines}
    assert len(names) >= 14, names
    for name in sorted(names):
        folder.campaign("--runs", "12", "--machine", name, db=f"{name}.db")
        (runs, ways, refused), = folder.rows(
            "SELECT sum(functional + clocked), sum(ways), sum(refused) FROM ways", f"{name}.db")
        assert runs >= 6 and refused <= ways, (name, runs, ways, refused)


def calls_and_launches_are_part_of_it(folder):
    """CAMPAIGN-10: on every instruction set but Sim-D's."""
    wanted = {(isa, what) for isa in ("vortex", "rv32", "gcn3", "gcn5", "sass")
              for what in ("call function", " launches; ")}
    found = set()
    for number in range(1, 60):
        told = folder.call("campaign", "--again", number)
        words = {what for _, what in wanted if what in told}
        found |= {(isa, what) for isa, what in wanted if what in words and f"\n{isa} on " in told}
        if found == wanted:
            return
    assert found == wanted, wanted - found


def a_night_of_refusals_ends(folder):
    """CAMPAIGN-7: with the reason, instead of never."""
    (folder.path / "narrow.yaml").write_text(
        "name: narrow\nabout: no program fits\nbased_on: sim-d\nversion: 1\n"
        "parameters:\n  imem: {value: 1, source: assumed}\n")
    told = folder.campaign("--runs", "30", "--machine", "narrow", status=2,
                           environment={"WARPCLOCK_PATH": str(folder.path)})
    assert "nothing runs: all of 2" in told and "narrow: instruction" in told, told


def a_seed_decides_everything(folder):
    """CAMPAIGN-3"""
    for db in ("a.db", "b.db"):
        folder.campaign("--runs", "60", "--seed", "7", db=db)
    sql = "SELECT isa, machine, ways, drawn, functional, clocked, again, contents, bounded FROM ways"
    assert folder.rows(sql, "a.db") == folder.rows(sql, "b.db")
    folder.campaign("--runs", "60", "--seed", "8", db="c.db")
    assert folder.rows(sql, "a.db") != folder.rows(sql, "c.db")
    again = [folder.call("campaign", "--seed", "7", "--again", "3") for _ in range(2)]
    assert again[0] == again[1] and "work-items" in again[0], again


def nights_add_up(folder):
    """CAMPAIGN-4: the next night begins where the last one ended."""
    for _ in range(3):
        folder.campaign("--runs", "40", "--machine", "fermi*")
    numbers = [n for n, in folder.rows("SELECT number FROM cases ORDER BY number")]
    assert numbers == list(range(1, len(numbers) + 1)), numbers
    assert folder.rows("SELECT count(*), count(DISTINCT campaign) FROM nights") == [(3, 1)]
    machines = {name for name, in folder.rows("SELECT machine FROM ways")}
    assert machines and all(name.startswith("fermi") for name in machines), machines
    first = numbers[-1] + 100
    folder.campaign("--runs", "10", "--machine", "fermi*", "--first", first)
    assert folder.rows(f"SELECT count(*) FROM cases WHERE number >= {first}")[0][0] > 0
    told = folder.campaign("--summary")
    assert "fermi-sbi" in told and "0 findings" in told, told
    document = json.loads(folder.campaign("--summary", "--json", "-"))
    assert document["runs"] == folder.rows("SELECT sum(runs) FROM nights")[0][0]


def kills_lose_nothing(folder):
    """CAMPAIGN-5: a case that was under way runs again; none that is done does."""
    folder.campaign("--runs", "1", "--isa", "vortex")
    folder.rows("CREATE TABLE log(number INTEGER)")
    folder.rows("CREATE TRIGGER closed AFTER UPDATE OF verdict ON cases BEGIN"
                " INSERT INTO log VALUES(NEW.number); END")
    for i in range(8):
        process = folder.start("campaign", "--db", "results.db", "--isa", "vortex", "--jobs", "2",
                               stdout=subprocess.DEVNULL, start_new_session=True)
        seen, end = folder.rows("SELECT count(*) FROM log"), time.monotonic() + 20
        while folder.rows("SELECT count(*) FROM log") == seen and time.monotonic() < end:
            time.sleep(0.01 * (i % 3 + 1))
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    folder.campaign("--runs", "30", "--isa", "vortex")
    numbers = [n for n, in folder.rows("SELECT number FROM cases ORDER BY number")]
    assert numbers == list(range(1, len(numbers) + 1)), numbers
    assert folder.rows("SELECT count(*) FROM cases WHERE verdict IS NULL") == [(0,)]
    assert folder.rows("SELECT number FROM log GROUP BY number HAVING count(*) > 1") == []
    assert len(numbers) > 8
    runs, = folder.rows("SELECT (SELECT sum(runs) FROM nights), (SELECT sum(runs) FROM cases),"
                        " (SELECT sum(functional + clocked + again + contents) FROM ways)")
    assert runs[0] == runs[1] == runs[2], runs


def an_interrupt_ends_with_a_summary(folder):
    """CAMPAIGN-6"""
    process = folder.start("campaign", "--db", "results.db", "--jobs", "2")
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    out, messages = process.communicate(timeout=120)
    assert process.returncode == 130, (process.returncode, messages)
    assert "this night: " in out and "interrupted" in messages, (out, messages)
    folder.campaign("--runs", "60")
    assert folder.rows("SELECT count(*) FROM cases WHERE verdict IS NULL") == [(0,)]
    assert not list(folder.path.glob("warpclock-campaign-*")), "temporary files stay"


def bad_use_is_refused(folder):
    """CAMPAIGN-7"""
    for words, text in ((["campaign"], "needs --db"),
                        (["campaign", "--db", "a.db", "--isa", "arm"], "no machine"),
                        (["campaign", "--db", "a.db", "--machine", "x*"], "no machine"),
                        (["campaign", "--db", "no/folder.db", "--runs", "1"], "unable to open"),
                        (["campaign", "--again", "1", "--summary"], "cannot be combined")):
        told = folder.call(*words, status=2)
        assert text in told, told
    folder.campaign("--runs", "1")
    told = folder.call("query", "results.db", "failures", status=2)
    assert "was not made by `warpclock sweep`" in told, told


def finding_of(folder, lie, runs, *words):
    folder.campaign("--runs", runs, *words, lie=lie, status=1)
    return folder.rows("SELECT failed, isa, machine, message, program, job, kernel, folder, steps"
                       " FROM findings")[0]


def wrong_memory_is_found_and_shrunk(folder):
    """CAMPAIGN-8, CAMPAIGN-9: a small program, whose files show the finding."""
    failed, _, _, message, program, job, kernel, kept, steps = finding_of(folder, "memory", 1)
    assert failed == "functional" and "differs" in message, (failed, message)
    assert steps > 5 and len(program.strip().splitlines()) <= 3, program
    place = folder.path / kept
    assert (place / "job.yaml").read_text() == job
    assert any(file.read_bytes() == kernel for file in place.iterdir())
    assert "warpclock run --functional" in (place / "finding.txt").read_text()
    folder.call("run", "--functional", place / "job.yaml")
    name = next(line.split(": ")[1] for line in job.splitlines() if line.startswith("machine: "))
    told = folder.call("machines", place / "machine.yaml")
    assert name in told, told


def wrong_facts_are_found(folder):
    """CAMPAIGN-8"""
    failed, _, _, message, program, *_ = finding_of(folder, "loops", 300, "--isa", "vortex")
    assert failed == "clocked" and "iterations" in message, (failed, message)
    assert "repeat" in program, program


def other_cycles_are_found(folder):
    """CAMPAIGN-8"""
    failed, _, _, message, *_ = finding_of(folder, "cycles", 1, "--isa", "gcn3")
    assert failed in ("again", "clocked", "contents"), (failed, message)


def a_crash_is_a_finding(folder):
    """CAMPAIGN-8: the case that ended its worker is done, and others follow."""
    folder.campaign("--runs", "60", "--isa", "sim-d", lie="crash", status=1)
    assert folder.rows("SELECT DISTINCT failed FROM findings") == [("crash",)]
    crashes, = folder.rows("SELECT count(*) FROM cases WHERE verdict = 'crash'")[0]
    done, = folder.rows("SELECT count(*) FROM cases WHERE verdict = 'holds'")[0]
    assert crashes and done, (crashes, done)
    for message, job, kernel, kept in folder.rows("SELECT message, job, kernel, folder"
                                                  " FROM findings"):
        place = folder.path / kept
        assert "did not happen again" in message, message
        assert (place / "job.yaml").read_text() == job
        assert (place / "kernel.sas").read_bytes() == kernel and kernel.startswith(b".data")
        folder.call("run", "--functional", place / "job.yaml")
    assert not list(folder.path.glob("warpclock-campaign-*")), "temporary files stay"


def a_crash_is_shrunk(folder):
    """CAMPAIGN-8, CAMPAIGN-9: in processes of its own."""
    failed, isa, machine, message, program, job, kernel, kept, steps = finding_of(
        folder, "groups", 40, "--isa", "gcn3")
    assert failed == "crash" and "'functional' ended its process: Segm" in message, (failed, message)
    assert isa.startswith("gcn") and machine.startswith("gcn"), (isa, machine)
    assert steps > 5 and program.startswith("2 groups of 1 work-items") and "\n" not in (
        program.strip()), program
    place = folder.path / kept
    assert kept.endswith("-crash") and (place / "job.yaml").read_text() == job
    assert (place / "kernel.hsaco").read_bytes() == kernel
    assert "'functional' ends its process" in (place / "finding.txt").read_text()
    number, = folder.rows("SELECT number FROM findings")[0]
    told = folder.call("campaign", "--isa", "gcn3", "--again", number, "--keep", "again",
                       lie="groups", status=1)
    assert "FINDING" in told and "ended its process" in told, told
    assert (folder.path / f"again/case-{number}-crash/job.yaml").read_text() == job


def a_full_disk_ends_the_night(folder):
    """CAMPAIGN-7: instead of trying the same case for ever."""
    told = folder.campaign("--runs", "30", lie="disk", status=2)
    assert "cannot write: No space left" in told, told
    assert folder.rows("SELECT count(*) FROM cases WHERE verdict IS NOT NULL") == [(0,)]


CASES = [every_instruction_set_holds, every_machine_runs_some, calls_and_launches_are_part_of_it,
         a_night_of_refusals_ends, a_seed_decides_everything, nights_add_up, kills_lose_nothing,
         nothing_replaces_the_database, folders_of_killed_campaigns_are_removed,
         findings_need_a_folder,
         an_interrupt_ends_with_a_summary, bad_use_is_refused]
LIES = [wrong_memory_is_found_and_shrunk, wrong_facts_are_found, other_cycles_are_found,
        a_crash_is_a_finding, a_crash_is_shrunk, a_full_disk_ends_the_night]


def run(case):
    """None, or what is wrong."""
    try:
        return case(Folder())
    except Exception as problem:  # every case is told
        return f"{type(problem).__name__}: {problem}"


for one in [globals()[options.only]] if options.only else CASES + (LIES if LIAR else []):
    found = run(one)
    tap.report(not found, one.__name__.replace("_", " "), found)
tap.finish()
