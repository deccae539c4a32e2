# SPDX-License-Identifier: Apache-2.0
"""HOUSE-121: a sweep from Python has the rows of the command's database."""
from contextlib import closing
import os
import pathlib
import signal
import sqlite3
import threading
import time
from unittest import mock

import warpclock
from warpclock import command

from case import Case, source

SAXPY = str(source / "kernels/saxpy/vortex-tiny.yaml")


class Sweeps(Case):
    def setUp(self):
        super().setUp()
        self.db = self.folder / "results.db"

    def test_a_sweep_returns_a_record_per_run(self):
        seen = []
        rows = warpclock.sweep({"jobs": [SAXPY], "parameters": {"warps": [4, 8]}}, self.db, jobs=2,
                               progress=lambda *counts: seen.append(counts))
        wanted = [warpclock.run(SAXPY, set={"warps": warps}) for warps in (4, 8)]
        self.assertEqual([row["set.warps"] for row in rows], [4, 8])
        for row, result in zip(rows, wanted):
            self.assertEqual((row["cycles"], row["machine"], row["kernel"], row["status"],
                              row["outcome"]), (result.cycles, "vortex", "saxpy", 0, "ok"))
            self.assertEqual(row["stalls.fetch"], result.counters["stalls.fetch"])
            self.assertIsInstance(row["stalls.fetch"], int)
        self.assertEqual(warpclock.sweep_records(self.db), rows)
        self.assertEqual([name for name in os.listdir(".") if name.startswith(".sweep-")], [])

    def test_a_file_and_a_run_that_fails(self):
        self.write("sweep.yaml", "jobs: [stop.yaml, fault.yaml]\n")
        rows = warpclock.sweep(self.folder / "sweep.yaml", self.db, jobs=1)
        self.assertEqual([row["status"] for row in rows], [0, 3])
        self.assertEqual(rows[1]["outcome"], "fault")
        self.assertTrue(rows[1]["message"])

    def test_what_failed_runs_again(self):
        self.write("sweep.yaml", "jobs: [stop.yaml, fault.yaml]\n")
        first = warpclock.sweep(self.folder / "sweep.yaml", self.db, jobs=1)
        with closing(sqlite3.connect(self.db)) as connection:
            connection.execute("UPDATE runs SET message = 'old'")
            connection.commit()
        again = warpclock.sweep(self.folder / "sweep.yaml", self.db, jobs=1, retry="failed")
        self.assertEqual([row["message"] for row in again], ["old", first[1]["message"]])
        with self.assertRaisesRegex(warpclock.BadInput, "--retry"):
            warpclock.sweep(self.folder / "sweep.yaml", self.db, retry="some")

    def test_a_bad_description_is_named(self):
        self.write("sweep.yaml", "jbs: [stop.yaml]\n")
        with self.assertRaises(warpclock.BadInput) as caught:
            warpclock.sweep(self.folder / "sweep.yaml", self.db)
        self.assertEqual(caught.exception.place, f"{self.folder}/sweep.yaml:1:1")
        self.assertIn("no key 'jbs'", caught.exception.message)
        self.assertIn("jobs", caught.exception.hint)

    def test_control_c_ends_a_sweep_that_can_be_continued(self):
        self.write("sweep.yaml", "jobs: [stop.yaml, loop.yaml]\nlimits: {cycles: 100000000000}\n")
        threading.Timer(1, os.kill, [os.getpid(), signal.SIGINT]).start()
        begin = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            warpclock.sweep(self.folder / "sweep.yaml", self.db, jobs=1)
        self.assertLess(time.monotonic() - begin, 20)
        self.assertEqual([row["status"] for row in warpclock.sweep_records(self.db)], [0])

    def test_the_command_is_beside_the_library(self):
        build = pathlib.Path(os.environ["WARPCLOCK_COMMAND"]).parent
        (self.folder / "src").mkdir()
        library = self.folder / "src" / "libwarpclock.so.0"
        library.write_text("")
        with mock.patch.dict(os.environ):
            del os.environ["WARPCLOCK_COMMAND"]
            self.assertEqual(command.program(), str(build / "warpclock"))
            os.environ.update(WARPCLOCK_LIBRARY=str(library), PATH="")
            self.assertIsNone(command.program())
            for folder in ("bin", "."):
                own = self.folder / folder / "warpclock"
                own.parent.mkdir(exist_ok=True)
                own.touch(0o755)
                self.assertEqual(command.program(), str(own.resolve()))

    def test_a_missing_database(self):
        with self.assertRaisesRegex(warpclock.BadInput, "no such database"):
            warpclock.sweep_records(self.folder / "none.db")
