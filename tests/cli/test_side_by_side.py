# SPDX-License-Identifier: Apache-2.0
"""compare --jobs: the cells of a table on several threads, with the output of one."""
import os
import pathlib
import signal
import subprocess
import time

import arrays
import program as rv32
from command import Case

COUNTS = ("1", "2", "4")

# Stores the number of the core's warps after a time that grows with it: csrr t0, 0xfc1; t2 = t0 << 13;
# counts t2 down; sw t0, 0(t1).
slow_store = rv32.argument[:1] + [
    rv32.T1 << 15 | 2 << 12 | rv32.T1 << 7 | 0x03,
    0xFC1 << 20 | 2 << 12 | rv32.T0 << 7 | 0x73,
    13 << 20 | rv32.T0 << 15 | 1 << 12 | rv32.T2 << 7 | 0x13,
    rv32.addi(rv32.T2, rv32.T2, -1), rv32.again(1, rv32.T2),
    rv32.T0 << 20 | rv32.T1 << 15 | 2 << 12 | 0x23, rv32.STOP]


class SideBySide(Case):
    def same(self, *arguments, status):
        """Output, messages and JSON for every number of jobs; returns what one prints."""
        printed = []
        for count in COUNTS:
            done = self.call("compare", *arguments, "--jobs", count, "--json", "out.json",
                             status=status)
            printed.append((done.stdout, done.stderr, (self.folder / "out.json").read_text()))
        self.assertEqual(printed[0], printed[1])
        self.assertEqual(printed[0], printed[2])
        return printed[0]

    def test_output_and_messages_are_those_of_one(self):
        """HOUSE-170: the console of programs, and failures, in the order of the cells."""
        output, messages, _ = self.same(
            "hello.yaml", "fault.yaml", "wrong.yaml", "missing.yaml", "stop.yaml", "hello.yaml",
            "--vary", "warps=2,4,8", "-m", "vortex,vortex-3.0", "--bound", status=3)
        self.assertEqual(output.count("hello\n"), 6)  # the console of 3.0 is elsewhere
        failed = [line.split(":")[0] for line in messages.splitlines() if ".yaml: error: " in line]
        order = ["hello.yaml", "fault.yaml", "wrong.yaml", "missing.yaml"]
        self.assertEqual(failed[3:-3], sorted(failed[3:-3], key=order.index))
        self.assertIn("missing.yaml", failed)

    def test_a_limit_of_memory_is_each_run_s_own(self):
        """HOUSE-170"""
        self.write("large.yaml", "kernel: stop.elf\nmachine: vortex\nbuffers:\n"
                   "  a: {type: u8, shape: [1048576], fill: 1}\nargs: [a]\n")
        limits = ("large.yaml", "stop.yaml", "large.yaml", "--max-memory")
        self.same(*limits, "64M", status=0)
        self.assertIn("large.yaml", self.same(*limits, "512K", status=2)[1])

    def test_columns_of_a_job_save_in_their_order(self):
        """HOUSE-170: the file of the last column stays, though the first one takes longest."""
        self.write("slow.elf", rv32.elf(slow_store))
        self.write("slow.yaml", "kernel: slow.elf\nmachine: vortex\nbuffers:\n"
                   "  a: {type: u32, shape: [1], fill: 0}\nargs: [a]\nsave: {a: out.npy}\n")
        for count in COUNTS:
            self.call("compare", "slow.yaml", "--vary", "warps=32,16,1", "--jobs", count)
            self.assertEqual(arrays.read_npy((self.folder / "out.npy").read_bytes())[-1], [1])

    def test_a_program_that_prints_much_waits_for_its_turn(self):
        """HOUSE-170: what it says arrives whole, and its memory stays small."""
        text = "0123456789abcde\n" * 30
        loop = [rv32.addi(rv32.T2, 0, 2000)] + rv32.say(text) + [
            rv32.addi(rv32.T2, rv32.T2, -1)]
        back = len(loop) - 1
        self.write("much.elf", rv32.elf(loop + [rv32.again(-2, rv32.T2), rv32.STOP,
                                                rv32.jump(-back - 2)]))
        self.write("much.yaml", "kernel: much.elf\nmachine: vortex\n")
        one, many = (self.call("compare", "much.yaml", "--functional", "--vary", "warps=1,2,4,8",
                               "--jobs", count).stdout for count in ("1", "4"))
        self.assertTrue(one == many)
        self.assertEqual(one.count(text), 4 * 2000)

    def begin(self, *arguments, **options):
        """Starts a comparison of endless programs; returns when three of its threads are there."""
        process = self.start("compare", *arguments, "--vary", "warps=1,2,4,8", "--jobs", "2",
                             stderr=subprocess.PIPE, **options)
        ends = time.monotonic() + 20
        while time.monotonic() < ends:
            if len(os.listdir(f"/proc/{process.pid}/task")) == 3:
                time.sleep(0.3)
                return process
            time.sleep(0.01)
        process.kill()
        self.fail(f"no threads: {process.communicate()[1]}")

    def test_an_interrupt_ends_all_of_them(self):
        """HOUSE-58: and those that ran are in the table."""
        process = self.begin("loop.yaml", stdout=subprocess.PIPE)
        process.send_signal(signal.SIGINT)
        output, messages = process.communicate(timeout=10)
        self.assertEqual(process.returncode, 130, messages)
        self.assertEqual(messages.count(b"interrupted after"), 2)
        self.assertIn(b"warps=1", output)
        self.assertNotIn(b"warps=8", output)

    def test_an_interrupt_ends_them_where_nobody_reads(self):
        """HOUSE-58"""
        process = self.begin("chatty.yaml", stdout=subprocess.PIPE)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=10), 130)

    def test_they_end_when_the_reader_has_left(self):
        process = self.begin("chatty.yaml", "--max-cycles", "300000", stdout=subprocess.PIPE)
        process.stdout.close()
        self.assertIn(process.wait(timeout=60), (4, 130))
        self.assertEqual(pathlib.Path(f"/proc/{process.pid}").exists(), False)
