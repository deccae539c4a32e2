# SPDX-License-Identifier: Apache-2.0
"""Calls warpclock and makes the small jobs that the tests run."""
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

import program as rv32

program = None  # set by run-tests.py
source = pathlib.Path(__file__).resolve().parents[2]  # the tree with kernels and machines


def clean_environment(**changes):
    """The caller's environment without what changes warpclock's behaviour."""
    environment = dict(os.environ)
    for name in ("NO_COLOR", "WARPCLOCK_PATH"):
        environment.pop(name, None)
    environment["TERM"] = "xterm"
    environment["LC_ALL"] = "C"
    # A sanitizer's allocator fails as malloc does, with NULL, instead of ending the program.
    options = environment.get("ASAN_OPTIONS")
    environment["ASAN_OPTIONS"] = f"{options + ':' if options else ''}allocator_may_return_null=1"
    environment.update(changes)
    return environment


class Case(unittest.TestCase):
    """A test with a folder of its own: jobs NAME.yaml for the programs of program.py."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="warpclock-cli-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, words in rv32.programs.items():
            self.write(f"{name}.elf", rv32.elf(words))
            self.write(f"{name}.yaml", f"kernel: {name}.elf\nmachine: vortex\n")
        self.write("wrong.yaml", "kernel: stop.elf\nmachine: vortex\nbuffers:\n"
                   "  a: {type: u32, shape: [4], fill: 1}\n  c: {type: u32, shape: [4], fill: 2}\n"
                   "args: [a, c]\nexpect:\n  c: {equal: a}\n")

    def write(self, name, content):
        data = content if isinstance(content, bytes) else content.encode()
        (self.folder / name).write_bytes(data)

    def call(self, *arguments, status=0, environment=None, **options):
        """Runs warpclock in the folder, checks its status, returns the finished process."""
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        options.setdefault("stdin", subprocess.DEVNULL)
        done = subprocess.run([program, *arguments], cwd=self.folder, timeout=30,
                              encoding="utf-8", errors="surrogateescape",
                              env=clean_environment(**(environment or {})), **options)
        self.assertEqual(done.returncode, status, f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def start(self, *arguments, **options):
        """The same for a process that goes on; it is killed at the end of the test."""
        process = subprocess.Popen([program, *arguments], cwd=self.folder,
                                   env=clean_environment(), stdin=subprocess.DEVNULL, **options)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def let_work(self, process, seconds=0.5):
        """Returns when the process is under way, however busy the host is: it has used that much
        processor time."""
        ends = time.monotonic() + 25
        while time.monotonic() < ends and process.poll() is None:
            fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            if (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") >= seconds:
                return
            time.sleep(0.02)
        self.assertIsNone(process.poll(), f"{process.args} has ended")
