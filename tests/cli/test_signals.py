# SPDX-License-Identifier: Apache-2.0
"""The first SIGTERM ends every phase with status 130."""
import json
import os
import pathlib
import signal
import subprocess
import time

import command
import hostile
import program as rv32


class Signals(command.Case):
    def begin(self, *arguments, **options):
        """Starts the command; returns when it has its signal handlers."""
        options.setdefault("stdout", subprocess.DEVNULL)
        process = self.start(*arguments, stderr=subprocess.PIPE, **options)
        ends = time.monotonic() + 20
        while time.monotonic() < ends and process.poll() is None:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            caught = int(status.split("SigCgt:")[1].split()[0], 16)
            if caught >> (signal.SIGTERM - 1) & 1:
                return process
            time.sleep(0.01)
        self.fail(f"{arguments}: no handler for SIGTERM before its end")

    def interrupt(self, process, after, status=130):
        """Sends the signal and returns what was printed on standard error."""
        time.sleep(after)
        self.assertIsNone(process.poll(), f"{process.args} ended before the signal")
        process.send_signal(signal.SIGTERM)
        started = time.monotonic()
        try:
            self.printed, messages = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            self.fail(f"{process.args} goes on")
        self.assertEqual(process.returncode, status, f"{process.args}: {messages}")
        self.assertLess(time.monotonic() - started, 5)
        return messages.decode()

    def fifo(self, name="fifo"):
        """A FIFO with a reader that does not read."""
        os.mkfifo(self.folder / name)
        reader = os.open(self.folder / name, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)

    def leftovers(self):
        return [path.name for path in self.folder.iterdir() if ".warpclock-" in path.name]

    def test_parsing_ends(self):
        """HOUSE-58"""
        entries = "".join(f"  k{i}: {{a: [1, 2, 3, 4, 5, 6, 7, 8]}}\n" for i in range(90000))
        self.write("big.yaml", "kernel: stop.elf\nmachine: vortex\nabout:\n" + entries)
        self.interrupt(self.begin("run", "big.yaml", "--json", "out.json"), 0.1)
        self.interrupt(self.begin("compare", "big.yaml", "-m", "vortex"), 0.1)
        self.assertFalse((self.folder / "out.json").exists())
        self.assertEqual(self.leftovers(), [])

    def test_loading_a_binary_ends(self):
        """HOUSE-58"""
        hostile.sparse_elf(self.folder / "big.elf", 16 << 20)
        self.write("big.yaml", "kernel: big.elf\nmachine: vortex\n")
        self.interrupt(self.begin("run", "big.yaml"), 0.1)
        self.interrupt(self.begin("info", "big.elf"), 0.1)

    def test_filling_a_buffer_ends(self):
        """HOUSE-58"""
        self.write("fill.yaml", "kernel: stop.elf\nmachine: vortex\nbuffers:\n"
                   f"  a: {{type: u8, shape: [{512 << 20}], fill: random}}\nargs: [a]\n")
        self.interrupt(self.begin("run", "fill.yaml"), 0.1)

    def test_runs_end_with_their_statistics(self):
        """HOUSE-58, HOUSE-29"""
        for options in (), ("--functional",):
            process = self.begin("run", "loop.yaml", "--json", "out.json", *options)
            self.assertRegex(self.interrupt(process, 0.3),
                             r"interrupted after \d+ warp-instructions of this launch\n")
            report = json.loads((self.folder / "out.json").read_text())
            self.assertGreater(report["warp_instructions"], 0)

    def test_bounds_end(self):
        """HOUSE-58, HOUSE-50"""
        for method in ("analysis", "exact"):
            process = self.begin("bound", "loop.yaml", "--method", method)
            self.assertIn("interrupted", self.interrupt(process, 0.3))

    def test_an_explanation_ends_with_what_is_known(self):
        """HOUSE-58"""
        self.write("two.yaml", "kernel: loop.elf\nlaunches: [{kernel: hello.elf}, {}]\n")
        process = self.begin("explain", "two.yaml", stdout=subprocess.PIPE)
        self.assertIn("interrupted", self.interrupt(process, 0.5))
        self.assertIn("with 1 of 2 launches done", " ".join(self.printed.decode().split()))

    def test_an_interrupted_paper_has_no_tables(self):
        """HOUSE-58: no verdict comes from a part of the runs."""
        process = self.begin("paper", "swas", "--json", "out.json", stdout=subprocess.PIPE)
        self.assertRegex(self.interrupt(process, 0.5),
                         r"interrupted in run \d+ of \d+: no tables")
        self.assertEqual(self.printed, b"")
        self.assertNotIn("tables", json.loads((self.folder / "out.json").read_text()))
        self.assertEqual(self.leftovers(), [])

    def test_writing_to_a_fifo_ends(self):
        """HOUSE-58"""
        self.fifo()
        self.write("code.elf", rv32.elf([rv32.addi(5, 5, 1)] * 30000 + [rv32.STOP]))
        self.write("save.yaml", "kernel: stop.elf\nmachine: vortex\nbuffers:\n"
                   f"  a: {{type: u8, shape: [{1 << 20}], fill: 1}}\nargs: [a]\n"
                   "save: {a: a.bin}\n")
        os.symlink("fifo", self.folder / "a.bin")
        for arguments in (("dis", "code.elf", "--json", "fifo"),
                          ("run", "loop.yaml", "--steps", "fifo"),
                          ("run", "loop.yaml", "--trace", "fifo"),
                          ("run", "save.yaml")):
            self.interrupt(self.begin(*arguments), 0.5)

    def test_writing_to_standard_output_ends(self):
        """HOUSE-58"""
        self.write("code.elf", rv32.elf([rv32.addi(5, 5, 1)] * 30000 + [rv32.STOP]))
        for arguments in ("dis", "code.elf"), ("run", "chatty.yaml"):
            ours, theirs = os.pipe()
            process = self.begin(*arguments, stdout=theirs)
            os.close(theirs)
            self.interrupt(process, 0.5)
            os.close(ours)

    def test_a_fifo_without_a_reader_is_reported_at_once(self):
        """HOUSE-45, HOUSE-58"""
        os.mkfifo(self.folder / "lonely")
        done = self.call("run", "loop.yaml", "--json", "lonely", status=2)
        self.assertIn("no process reads this FIFO", done.stderr)

    def test_the_search_over_requests_ends(self):
        """SIMD-61: requests of more than a thousand lines at unknown places."""
        job = f"{command.source}/kernels/nw/sim-d-small.yaml"
        slow = "bound", job, "--method", "analysis", "--set", "tight.alignment=false"
        message = self.interrupt(self.begin(*slow), 0.5)
        self.assertIn("interrupted: the longest times of requests were being searched", message)
        started = time.monotonic()
        done = self.call(*slow, "--max-seconds", "1", status=4)
        self.assertIn("no bound within 1 s: the longest times of requests", done.stderr)
        self.assertLess(time.monotonic() - started, 6)

    def test_explain_has_no_hint_at_options_of_others(self):
        job = f"{command.source}/kernels/mriq-q/sim-d-large.yaml"
        self.assertNotIn("--method", self.interrupt(self.begin("explain", job), 0.5))
        self.assertIn("--method", self.interrupt(self.begin("bound", job), 0.5))
