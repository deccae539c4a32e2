# SPDX-License-Identifier: Apache-2.0
"""Files: written whole or not at all, named when they are bad, and never larger than the host."""
import os
import pathlib
import resource
import signal
import subprocess
import time

import arrays
import command
from command import Case, clean_environment

MEBI = 1 << 20


class WholeOrNothing(Case):
    """HOUSE-3: an output file appears whole or not at all."""

    def saving(self, program, extra=""):
        self.write("job.yaml", f"kernel: {program}.elf\nbuffers:\n"
                   f"  a: {{type: u8, shape: {64 * MEBI}, fill: 1}}\n{extra}save: {{a: out.npy}}\n")
        self.write("out.npy", "old")

    def assert_untouched(self):
        self.assertEqual((self.folder / "out.npy").read_text(), "old")

    def leftovers(self):
        return [path for path in self.folder.iterdir() if path.name.endswith(".tmp")]

    def test_a_run_that_fails_leaves_the_old_file(self):
        for program, options, status in (("fault", [], 3), ("loop", ["--max-cycles", "100"], 4)):
            self.saving(program)
            self.call("run", "job.yaml", "-q", *options, status=status)
            self.assert_untouched()
            self.assertEqual(self.leftovers(), [])

    def test_an_interrupted_run_leaves_the_old_file(self):
        self.saving("loop")
        process = self.start("run", "job.yaml", "-q", stderr=subprocess.DEVNULL)
        self.let_work(process)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=20), 130)
        self.assert_untouched()
        self.assertEqual(self.leftovers(), [])

    def is_writing(self, process):
        """Has the process written to a file of the folder that has no name, or a temporary one?"""
        for path in pathlib.Path(f"/proc/{process.pid}/fd").glob("*"):
            try:
                name = os.readlink(path)
                if name.startswith(f"{self.folder}/") and path.stat().st_size > 0 and (
                        name.endswith(" (deleted)") or name.endswith(".tmp")):
                    return True
            except OSError:  # closed meanwhile
                pass
        return False

    def test_a_run_that_is_killed_while_it_writes_leaves_the_old_file(self):
        self.saving("stop")
        process = self.start("run", "job.yaml", "-q")
        while not self.is_writing(process) and process.poll() is None:
            time.sleep(0.0005)
        process.kill()
        self.assertEqual(process.wait(timeout=20), -signal.SIGKILL)
        self.assert_untouched()
        for path in self.leftovers():  # its name tells that it is no result
            path.unlink()
        self.call("run", "job.yaml", "-q")
        self.assertEqual((self.folder / "out.npy").stat().st_size, 64 * MEBI + 128)
        self.assertEqual(self.leftovers(), [])

    def test_a_wrong_output_is_saved_all_the_same(self):
        self.saving("stop", f"expect: {{a: {{sha256: {'0' * 64}}}}}\n")
        self.call("run", "job.yaml", "-q", status=1)
        self.assertEqual((self.folder / "out.npy").stat().st_size, 64 * MEBI + 128)

    def test_a_pass_that_refuses_its_input_leaves_the_old_file(self):
        self.write("in.s", "f:\n\tnosuchinstruction a0\n")
        self.write("out.s", "old")
        done = self.call("diverge", "in.s", "-o", "out.s", status=2)
        self.assertIn("in.s:2", done.stderr)
        self.assertEqual((self.folder / "out.s").read_text(), "old")


class Named(Case):
    """HOUSE-2: a message names the file, the line or offset, and what was expected."""

    def told(self, *arguments, place, expected):
        line = self.call(*arguments, status=2).stderr.splitlines()[0]
        self.assertTrue(line.startswith(f"{place}: error: "), line)
        self.assertRegex(line, expected)

    def data(self, name, content, declared="type: i32"):
        self.write(name, content)
        self.write("job.yaml", f"kernel: stop.elf\nbuffers:\n  a: {{{declared}, file: {name}}}\n")
        return "run", "job.yaml"

    def test_job_and_machine_files(self):
        self.write("j.yaml", "kernel: stop.elf\ngrid: [0]\nblock: 1\n")
        self.told("run", "j.yaml", place="j.yaml:2:8",
                  expected="expected an integer from 1 to 4294967295, found '0'")
        self.write("j.yaml", "kernel: [stop.elf\n")
        self.told("run", "j.yaml", place="j.yaml:2:1", expected="without a closing bracket")
        self.write("m.yaml", "name: m\nabout: x\nbased_on: vortex\nversion: 1\nparameters:\n"
                   "  threads: {value: many}\n")
        self.told("machines", "./m.yaml", place="./m.yaml:6:20", expected="expected an integer")

    def test_data_files(self):
        self.told(*self.data("a.csv", "1 2\n3 x\n"), place="a.csv:2:3",
                  expected="'x' is not a number")
        self.told(*self.data("a.txt", "1 2\n3 99999999999\n"), place="a.txt:2:3",
                  expected="does not fit i32")
        self.told(*self.data("a.bin", "12345"), place="a.bin", expected="5 bytes.*i32")
        self.told(*self.data("a.npy", "12345"), place="a.npy", expected=r"not an \.npy file")
        self.told(*self.data("a.npy", arrays.npy("i32", (3,), [1, 2, 3])[:-1]), place="a.npy",
                  expected=r"11 bytes of data.*header declares \[3\]")

    def test_a_missing_array_of_the_suite_says_how_to_get_it(self):
        for job in ("buffers: {a: {file: build/kernels/x/a.npy}}\n",
                    "buffers: {a: {type: i32, shape: 1, fill: 0}}\n"
                    "expect: {a: {file: build/kernels/x/a.npy}}\n"):
            self.write("job.yaml", "kernel: stop.elf\n" + job)
            said = self.call("run", "job.yaml", status=2).stderr
            self.assertIn("build/kernels/x/a.npy: error: cannot open", said)
            self.assertIn("`make` or `ninja -C build` in the source tree writes it", said)
            self.write("job.yaml", "kernel: stop.elf\n" + job.replace("build/", ""))
            self.assertNotIn("make", self.call("run", "job.yaml", status=2).stderr)

    def test_binaries_and_assembly(self):
        whole = (self.folder / "stop.elf").read_bytes()
        self.write("cut.elf", whole[:80])
        self.told("info", "cut.elf", place="cut.elf",
                  expected="offset 0x[0-9a-f]+: .* the file at 80 bytes")
        self.write("other.elf", whole[:18] + b"\x3e" + whole[19:])
        self.told("info", "other.elf", place="other.elf",
                  expected="ELF file for x86-64; expected a kernel binary")
        self.write("in.s", "\t.text\nf:\n\tfrobnicate\ta0, a1\n\tret\n")
        self.told("diverge", "in.s", place="in.s:3", expected="'frobnicate'; expected RV32")

    def test_a_buffer_that_does_not_fit_is_named_with_its_line(self):
        for count in (1 << 39, 3 << 30):
            self.write("job.yaml", "kernel: stop.elf\nbuffers:\n"
                       f"  a: {{type: u8, shape: {count}, fill: 0}}\n")
            self.told("run", "job.yaml", place="job.yaml:3:3", expected=f"a.* {count} bytes")


def sanitized():
    return b"__asan_init" in pathlib.Path(command.program).read_bytes()


class Memory(Case):
    """HOUSE-32: memory in proportion to what is declared and touched, refused before taken."""

    def peak(self, *arguments, status=0):
        """The most memory in bytes that a call held, and how long it took."""
        begin = time.monotonic()
        process = subprocess.Popen([command.program, *arguments], cwd=self.folder,
                                   env=clean_environment(), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, code, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(code)
        self.assertEqual(process.returncode, status, arguments)
        return usage.ru_maxrss * 1024, time.monotonic() - begin

    def little(self):
        """24 MiB; the peak of a process begins with the memory of the one that started it: ours."""
        process = subprocess.Popen(["true"])
        return max(24 * MEBI, os.wait4(process.pid, 0)[2].ru_maxrss * 1024 + MEBI)

    def setUp(self):
        super().setUp()
        if sanitized():
            self.skipTest("a sanitizer takes memory of its own")

    def job(self, buffer):
        self.write("job.yaml", f"kernel: stop.elf\nbuffers:\n  a: {buffer}\n")
        return "run", "job.yaml", "-q"

    def test_small_jobs_take_little(self):
        self.assertLess(self.peak("run", "stop.yaml", "-q")[0], self.little())
        self.assertLess(self.peak(*self.job("{type: u8, shape: 1000, fill: 1}"))[0], self.little())

    def test_a_job_takes_a_small_multiple_of_what_it_declares(self):
        small, _ = self.peak(*self.job("{type: u8, shape: 1, fill: 1}"))
        large, _ = self.peak(*self.job(f"{{type: u8, shape: {64 * MEBI}, fill: 1}}"))
        self.assertGreater(large - small, 32 * MEBI)  # what a small job needs once may be free again
        self.assertLess(large - small, 96 * MEBI)

    def test_sizes_that_the_host_cannot_hold_are_refused_at_once(self):
        for shape in ("549755813888", "[1048576, 1048575]", "[1048576, 1048576]",
                      "[4294967296, 4294967296, 4294967296]"):
            memory, seconds = self.peak(*self.job(f"{{type: u8, shape: {shape}, fill: 1}}"),
                                        status=2)
            self.assertLess(memory, self.little(), shape)
            self.assertLess(seconds, 5, shape)

    def test_files_larger_than_any_of_their_kind_are_refused_unread(self):
        for name in ("big.elf", "big.yaml", "big.s", "big.npy", "big.bin", "big.csv"):
            with open(self.folder / name, "wb") as file:
                file.truncate(1 << 40)  # a hole: takes no room on the disk
        for arguments in (["info", "big.elf"], ["run", "big.yaml"], ["diverge", "big.s"],
                          ["machines", "./big.yaml"],
                          *(self.job_of(name) for name in ("big.npy", "big.bin", "big.csv"))):
            memory, seconds = self.peak(*arguments, status=2)
            self.assertLess(memory, self.little(), arguments)
            self.assertLess(seconds, 5, arguments)

    def job_of(self, name):
        self.write(f"{name}.yaml", f"kernel: stop.elf\nbuffers:\n  a: {{type: u8, file: {name}}}\n")
        return "run", f"{name}.yaml", "-q"

    def test_a_header_that_promises_more_than_the_file_has_takes_no_memory(self):
        header = arrays.npy("f64", (1 << 36,), [])
        self.write("lie.npy", header + bytes(64))
        memory, _ = self.peak(*self.job("{file: lie.npy}"), status=2)
        self.assertLess(memory, self.little())

    def test_memory_that_ends_is_status_70(self):
        """HOUSE-1: the status of what is neither the user's nor the kernel's fault."""
        with open(self.folder / "zeros.s", "wb") as file:
            file.truncate(128 * MEBI)
        limit = 100 * MEBI
        done = self.call("diverge", "zeros.s", status=70, preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_AS, (limit, limit)))
        self.assertIn("error: ", done.stderr)
