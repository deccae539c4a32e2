# SPDX-License-Identifier: Apache-2.0
"""Sweeps: many runs into a database, by the command's worker processes."""
from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import tempfile
from contextlib import closing, contextmanager
from typing import Any, Callable, Iterator, Mapping, Optional, Union

from . import errors
from ._context import Path
from .command import program
from .results import Record

# Columns of `runs`, and their names in records: those of Result.to_record().
_COLUMNS = {
    "job": "job", "kernel": "kernel", "machine": "machine", "mode": "mode", "exit": "status",
    "status": "outcome", "message": "message", "cycles": "cycles", "nanoseconds": "nanoseconds",
    "bound": "bound", "tightness": "tightness", "deadline": "deadline",
    "deadline_met": "deadline_met", "host_seconds": "host_seconds",
}
_MESSAGE = re.compile(r"(?P<place>.*?): error: (?P<message>.*?)(?:\n  hint: (?P<hint>.*))?", re.S)


@contextmanager
def _file(description: Union[Path, Mapping[str, Any]]) -> Iterator[str]:
    """The sweep as a file. One of Python is JSON, which is YAML; its paths start here."""
    if not isinstance(description, Mapping):
        yield os.fspath(description)
        return
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", prefix=".sweep-", dir=".",
                                     encoding="utf-8") as file:
        json.dump(description, file)
        file.flush()
        yield file.name


def _connect(db: Path) -> sqlite3.Connection:
    return sqlite3.connect(os.fspath(db), timeout=60)


def _count(db: Path) -> tuple[int, int]:
    """Runs that are done, and all."""
    try:
        with closing(_connect(db)) as connection:
            row = connection.execute("SELECT total(state = 'done'), count(*) FROM runs").fetchone()
            return int(row[0]), int(row[1])
    except sqlite3.Error:  # it is being made
        return 0, 0


def _await(process: subprocess.Popen[str], db: Path,
           progress: Optional[Callable[[int, int], object]]) -> str:
    """Until the command ends; its messages. Whatever ends the wait ends it, too."""
    while True:
        try:
            return process.communicate(timeout=0.5)[1]
        except subprocess.TimeoutExpired:
            if progress:
                progress(*_count(db))


def _failure(status: int, text: str) -> errors.Failure:
    found = _MESSAGE.fullmatch(text.strip())
    if not found:
        return errors.failure(status, text.strip())
    place = None if found["place"] == "warpclock" else found["place"]
    return errors.failure(status, found["message"], place, found["hint"])


def sweep(description: Union[Path, Mapping[str, Any]], db: Path, *, jobs: Optional[int] = None,
          retry: Optional[str] = None,
          progress: Optional[Callable[[int, int], object]] = None) -> list[Record]:
    """Runs jobs x machines x parameters and returns all records of the database.

        rows = sweep({"jobs": ["saxpy.yaml"], "parameters": {"warps": [4, 8, 16]}}, "results.db")

    description  a SWEEP.yaml (docs/sweep.md), or its contents as a dict with paths relative to the
                 working folder
    db           SQLite database; points that it has are not run again, so that an interrupted sweep
                 continues
    jobs         worker processes; None: one per processor
    retry        run again what is done: "failed", one status such as "timeout", or "all"
    progress     called twice per second with the runs that are done and all of them

    A run that fails is a record with its status and message. A bad description is BadInput.
    """
    name = program()
    if not name:
        raise errors.BadInput("the command warpclock, which runs sweeps, is not installed")
    with _file(description) as file:
        command = [name, "sweep", file, "--db", os.fspath(db), "--quiet"]
        command += [] if jobs is None else ["--jobs", str(jobs)]
        command += [] if retry is None else ["--retry", retry]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True, errors="replace",
                                   env=dict(os.environ, NO_COLOR="1"))
        try:
            text = _await(process, db, progress)
        except BaseException:
            process.send_signal(signal.SIGINT)  # what is done stays in the database
            process.communicate()
            raise
    if process.returncode not in (0, 1):
        raise _failure(process.returncode, text)
    return sweep_records(db)


def _number(value: Any) -> Any:
    """Counters are real in the database; counts are integers everywhere else."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def sweep_records(db: Path) -> list[Record]:
    """What a database of `warpclock sweep` has: a flat dict per finished run, with parameters as
    "set.NAME" and every counter; all have the same columns. status is the exit status of the command,
    outcome its meaning ("ok", "mismatch", "fault", "timeout" ...)."""
    if not os.path.exists(db):
        raise errors.BadInput("no such database", os.fspath(db))
    with closing(_connect(db)) as connection:
        runs = connection.execute(f"SELECT id, {', '.join(_COLUMNS)} FROM runs "
                                  "WHERE state = 'done' ORDER BY id").fetchall()
        rows: dict[int, Record] = {run[0]: dict(zip(_COLUMNS.values(), run[1:])) for run in runs}
        for prefix, table in (("set.", "parameters"), ("", "counters")):
            for run, name, value in connection.execute(f"SELECT run, name, value FROM {table}"):
                if run in rows:
                    rows[run].setdefault(prefix + name, _number(value))
    columns = dict.fromkeys(name for row in rows.values() for name in row)
    return [{name: row.get(name) for name in columns} for row in rows.values()]
