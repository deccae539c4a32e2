# SPDX-License-Identifier: Apache-2.0
"""Running jobs: statuses, the console, progress, ^C, machine folders."""
import json
import os
import pty
import select
import signal
import subprocess
import time

from command import Case, source


class Statuses(Case):
    """HOUSE-1: bad use, status 2, is in test_usage.py; 70 in test_files.py; 130 below."""

    def test_a_good_run_is_status_0(self):
        self.call("run", "stop.yaml")
        self.call("run", "stop.yaml", "--functional")

    def test_elements_of_another_size_than_the_kernel_expects_are_refused(self):
        for target, suffix in (("vortex", "elf"), ("pascal", "cubin"), ("gcn3", "hsaco")):
            for kind, status in (("f32", 0), ("u32", 0), ("u8", 0), ("f64", 2), ("u16", 2)):
                self.write("elements.yaml",
                           f"kernel: {source}/kernels/saxpy/{target}.{suffix}\n"
                           "grid: 1\nblock: 16\nbuffers:\n"
                           f"  x: {{type: {kind}, shape: 64, fill: 0}}\n"
                           "  y: {type: f32, shape: 16, fill: 0}\n"
                           "args: [x, y, {f32: 1}, {i32: 16}]\n")
                error = self.call("run", "elements.yaml", status=status).stderr
                if status:
                    self.assertIn(f"'x' is a float*, with elements of 4 bytes; found {kind}",
                                  error)

    def test_a_kernel_instead_of_a_job_is_refused_with_what_to_do(self):
        for file, what in (("sgemm.sas", "a kernel file"), ("vortex.elf", "a kernel binary"),
                           ("sgemm.cl", "a source file")):
            error = self.call("run", f"{source}/kernels/sgemm/{file}", status=2).stderr
            self.assertIn(f"this is {what}; expected a job file (YAML)\n  hint: ", error)

    def test_a_number_in_quotes_is_refused_with_the_reason(self):
        self.write("quoted.yaml", f"kernel: {source}/kernels/sgemm/sgemm.sas\nndrange: \"5000\"\n")
        self.assertIn('found the text "5000"; write it without quotes',
                      self.call("run", "quoted.yaml", status=2).stderr)

    def test_a_different_output_is_status_1_and_not_silent_when_quiet(self):
        done = self.call("run", "wrong.yaml", "--quiet", status=1)
        self.assertIn("error: ", done.stderr)

    def test_a_fault_is_status_3_and_has_json(self):
        done = self.call("run", "fault.yaml", "--json", "-", status=3)
        json.loads(done.stdout)
        self.assertIn("error: ", done.stderr)

    def test_the_cycle_limit_is_status_4_and_has_json(self):
        done = self.call("run", "loop.yaml", "--max-cycles", "100000", "--json", "-", status=4)
        self.assertGreater(json.loads(done.stdout)["warp_instructions"], 0)

    def test_compare_goes_on_after_a_failure_and_has_the_highest_status(self):
        done = self.call("compare", "fault.yaml", "stop.yaml", "wrong.yaml", "-m", "vortex",
                         status=3)
        for name in ("fault", "stop", "wrong"):
            self.assertIn(name, done.stdout)
        self.assertEqual(done.stderr.count("error: "), 2)


class Summary(Case):
    """HOUSE-4: cycles, bound, what costs most, checks; all numbers on demand."""

    def lines(self, *options):
        return self.call("run", f"{source}/kernels/sgemm/vortex-tiny.yaml",
                         *options).stdout.splitlines()

    def test_a_run_has_five_lines(self):
        head, bound, first, second, check = self.lines()
        self.assertRegex(head, r"^sgemm on vortex \(rv32\): [\d ]+ cycles, [\d.]+ us at 1200 MHz$")
        self.assertRegex(bound, r"^  bound +not derived; `warpclock check`")
        for cost in (first, second):
            self.assertRegex(cost, r"^  [\d. ]+ % [a-z_]+ +\S+:\d+ \(\d+ %\): [a-z]")
        self.assertRegex(check, r"^  check c +ok$")

    def test_the_costs_are_those_of_the_document(self):
        costs = json.loads("\n".join(self.lines("--json", "-")))["costs"]
        for line, cost in zip(self.lines()[2:4], costs):
            self.assertRegex(line, f"^  *{100 * cost['share']:.1f} % {cost['reason']} ")
            self.assertIn(f" {cost['file']}:{cost['line']} ", line)

    def test_verbose_adds_every_statistic(self):
        summary, whole = self.lines(), self.lines("--verbose")
        self.assertEqual(whole[:5], summary)
        for word in ("warp_instructions", "share of all warp cycles", "idle: ", "on this host"):
            self.assertTrue(any(word in line for line in whole[5:]), word)

    def test_check_has_them_too(self):
        job = f"{source}/kernels/sgemm/vortex-tiny.yaml"
        text = self.call("check", job).stdout
        self.assertIn("\n" + "\n".join(self.lines()[2:4]) + "\n", text)
        self.assertNotIn("warp_instructions", text)
        self.assertIn("warp_instructions", self.call("check", job, "-v").stdout)

    def test_a_functional_run_counts_instructions(self):
        head, check = self.lines("--functional")
        self.assertRegex(head, r": [\d ]+ warp instructions, no timing$")
        self.assertIn("ok", check)


class Console(Case):
    def test_console_goes_to_standard_output(self):
        self.assertIn("hello\n", self.call("run", "hello.yaml").stdout)
        self.assertEqual(self.call("run", "hello.yaml", "--quiet").stdout, "hello\n")

    def test_console_goes_to_standard_error_when_json_has_the_output(self):
        """HOUSE-5"""
        done = self.call("run", "hello.yaml", "--json", "-")
        json.loads(done.stdout)
        self.assertEqual(done.stderr, "hello\n")

    def test_a_run_ends_when_nobody_reads_its_console(self):
        process = self.start("run", "chatty.yaml", "--quiet", stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL)
        self.assertEqual(process.stdout.readline(), b"hello\n")
        process.stdout.close()
        self.assertEqual(process.wait(timeout=20), 130)


class Interrupt(Case):
    """HOUSE-29, HOUSE-1"""

    def test_an_interrupt_is_status_130_after_the_statistics(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start("run", "loop.yaml", "--json", "-", stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE)
            self.let_work(process)
            process.send_signal(number)
            text, errors = process.communicate(timeout=20)
            self.assertEqual(process.returncode, 130)
            self.assertGreater(json.loads(text)["warp_instructions"], 0)
            self.assertIn(b"interrupted", errors)

    def test_an_interrupt_ends_a_comparison_with_the_cells_so_far(self):
        process = self.start("compare", "stop.yaml", "loop.yaml", "stop.yaml",
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.let_work(process)
        process.send_signal(signal.SIGINT)
        text, _ = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130)
        self.assertIn(b"stop", text)

    def test_the_first_interrupt_ends_a_run_whose_output_nobody_reads(self):
        """HOUSE-58"""
        process = self.start("run", "chatty.yaml", "-q", stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL)
        time.sleep(0.8)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=20), 130)
        process.stdout.close()

    def test_an_ignored_interrupt_stays_ignored(self):
        process = self.start("run", "loop.yaml", "-q", stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL,
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        time.sleep(0.4)
        process.send_signal(signal.SIGINT)
        time.sleep(0.4)
        self.assertIsNone(process.poll())


class Progress(Case):
    def watch(self, *arguments, seconds=1.0, until=None):
        """What a run shows on a terminal as standard error until ^C comes."""
        ours, theirs = pty.openpty()
        process = self.start(*arguments, stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        text, end, interrupted = b"", time.monotonic() + seconds, False
        while True:
            seen = until and until in text
            if (seen or time.monotonic() > end) and not interrupted:
                process.send_signal(signal.SIGINT)
                interrupted = True
            if select.select([ours], [], [], 0.1)[0]:
                try:
                    text += os.read(ours, 65536)
                except OSError:
                    break
        os.close(ours)
        self.assertEqual(process.wait(timeout=20), 130)
        return text.decode()

    def test_terminal_shows_a_line_that_is_erased_at_the_end(self):
        text = self.watch("run", "loop.yaml")
        self.assertIn("Minstr", text)
        self.assertIn("M/s", text)
        last = text.rindex("Minstr")
        self.assertIn("\r\x1b[K", text[last:])
        self.assertNotIn("\n", text[:last])

    def test_a_run_of_a_grid_shows_cycles_and_the_time_that_is_left(self):
        """HOUSE-141"""
        self.write("groups.yaml",
                   f"kernel: {source}/kernels/saxpy/pascal.cubin\ngrid: 400000\nblock: 256\n"
                   "buffers: {x: {type: f32, shape: 16, fill: 0}}\n"
                   "args: [x, x, {f32: 1}, {i32: 16}]\n")
        text = self.watch("run", "groups.yaml", seconds=60, until=b" left")
        self.assertRegex(text, r"saxpy: \d+\.\d\d Mcycles, \d+\.\d Minstr, \d+\.\d M/s, "
                               r"about \d+ (s|min|h) left")

    def test_quiet_shows_none(self):
        self.assertNotIn("Minstr", self.watch("run", "loop.yaml", "--quiet", seconds=0.7))

    def test_pipe_shows_none_at_once(self):
        process = self.start("run", "loop.yaml", stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE)
        self.let_work(process, 0.7)
        process.send_signal(signal.SIGINT)
        self.assertNotIn(b"Minstr", process.communicate(timeout=20)[1])


class MachineFolders(Case):
    def test_names_lists_a_name_a_line(self):
        self.assertIn("vortex", self.call("machines", "--names").stdout.split("\n"))

    def test_first_folder_of_the_path_wins(self):
        for folder in ("one", "two"):
            (self.folder / folder).mkdir()
            self.write(f"{folder}/mine.yaml",
                       f"name: mine\nabout: from folder {folder}\nbased_on: vortex\nversion: 1\n")
        text = self.call("machines", environment={"WARPCLOCK_PATH": ":one::two"}).stdout
        self.assertIn("from folder one", text)
        self.assertNotIn("from folder two", text)
