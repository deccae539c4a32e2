# SPDX-License-Identifier: Apache-2.0
"""A folder with small jobs, and the command that sweeps them."""
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1]),
                str(pathlib.Path(__file__).resolve().parents[1] / "cli")]

import program as rv32

COUNTING = """kernel: counting.elf
machine: vortex
set: {warps: 2, threads: 2}
buffers:
  a: {type: u32, shape: [4], fill: 10}
args: [a]
"""


class Bench:
    """counting.yaml takes a time that grows with `job.buffers.a.fill`; loop.yaml never ends;
    fault.yaml reads where nothing is."""

    def __init__(self, program):
        self.program = pathlib.Path(program).resolve()
        self.kept = tempfile.TemporaryDirectory(prefix="warpclock-sweep-")
        self.folder = pathlib.Path(self.kept.name)
        for name, words in rv32.programs.items():
            (self.folder / f"{name}.elf").write_bytes(rv32.elf(words))
            self.write(f"{name}.yaml", f"kernel: {name}.elf\nmachine: vortex\n")
        self.write("counting.yaml", COUNTING)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def start(self, *arguments, **options):
        options.setdefault("stdout", subprocess.DEVNULL)
        options.setdefault("stderr", subprocess.DEVNULL)
        # A sanitizer leaves a crash to the system, and fails as malloc does, with NULL.
        environment = dict(os.environ, LC_ALL="C",
                           ASAN_OPTIONS="handle_segv=0:allocator_may_return_null=1")
        return subprocess.Popen([self.program, *arguments], cwd=self.folder, text=True,
                                env=environment, stdin=subprocess.DEVNULL, **options)

    def call(self, *arguments, timeout=300):
        """(status, standard output, standard error)"""
        process = self.start(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, messages = process.communicate(timeout=timeout)
        return process.returncode, out, messages

    def database(self, name="results.db"):
        return sqlite3.connect(self.folder / name, timeout=60)

    def rows(self, sql, name="results.db"):
        connection = self.database(name)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()
