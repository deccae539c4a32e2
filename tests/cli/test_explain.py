# SPDX-License-Identifier: Apache-2.0
"""A bound with its reason (`--explain`), and one that takes long: progress, ^C, `--max-seconds`.

HOUSE-50."""
import json
import os
import pty
import select
import signal
import subprocess
import time

import program as rv32
from command import Case, source

SWAS = ("--machine", "vortex-swas")
ANALYSIS = ("--method", "analysis")
HISTOGRAM = str(source / "kernels/histogram/vortex-small.yaml")


class Explain(Case):
    def document(self, *arguments):
        return json.loads(self.call(*arguments, "--json", "-").stdout)

    def test_the_hot_loop_comes_first_with_its_line_and_text(self):
        document = self.document("bound", HISTOGRAM, *SWAS, "--explain")
        row, loop = document["explain"][0], document["explain_loops"][0]
        self.assertEqual((row["file"], row["line"], row["function"]),
                         ("histogram.cl", 17, "count_values"))
        self.assertEqual(row["text"], "columns[values[i] * size + local_id]++;")
        self.assertEqual((loop["file"], loop["line"]), ("histogram.cl", 16))
        self.assertEqual(row["loop"], loop["address"])
        self.assertEqual(loop["iterations"], row["executions"])
        self.assertGreater(loop["share"], 0.5)
        self.assertGreaterEqual(loop["cycles"], row["cycles"])

    def test_places_in_assembly_have_no_folder_as_those_of_compilers(self):
        job = source / "kernels/psort/sim-d-tiny.yaml"
        for arguments in (("check", job, "--explain"), ("explain", job)):
            text = self.call(*arguments).stdout
            self.assertIn(" psort.sas:", text)
            self.assertNotIn("/psort.sas:", text)
        rows = self.document("check", job, "--explain")["explain"]
        self.assertEqual({row["file"] for row in rows}, {"psort.sas", None})
        self.assertTrue(all(row["text"] for row in rows if row["file"]))

    def test_a_bounded_loop_has_the_iterations_that_the_bound_counts(self):
        self.write("given.yaml", "kernel: counting.elf\nmachine: vortex-swas\n"
                   "buffers: {a: {type: u32, shape: [4], fill: 8}}\nargs: [a]\n"
                   f'loops: {{"{rv32.COUNTING_LOOP:#x}": 100}}\n')
        [loop] = self.document("bound", "given.yaml", "--explain")["explain_loops"]
        self.assertEqual((loop["address"], loop["entries"], loop["iterations"]),
                         (rv32.COUNTING_LOOP, 1, 101))

    def test_a_rotated_loop_says_how_often_its_body_runs(self):
        """`count < limit` with a limit of 40: the loop returns to its beginning 39 times."""
        job = str(source / "kernels/mandelbrot-tiles/vortex-tiny.yaml")
        document = self.document("bound", job, *ANALYSIS, "--explain")
        loop = next(loop for loop in document["explain_loops"] if loop["line"] == 12)
        self.assertEqual((loop["iterations"], loop["bodies"]),
                         (39 * loop["entries"], 40 * loop["entries"]))
        text = self.call("bound", job, *ANALYSIS, "--explain").stdout
        self.assertIn(", 39 iterations each time (returns to its beginning; its body runs up to "
                      "40 times)\n", text)
        self.assertIn(", 11 iterations each time (the analysis allows one more than the given "
                      "bound)\n", text)

    def test_text_names_lines_until_90_percent_are_there(self):
        lines = self.call("bound", HISTOGRAM, *SWAS, "--explain").stdout.splitlines()
        first = next(i for i, line in enumerate(lines) if "lines of the worst path" in line)
        self.assertIn("histogram.cl:17 in count_values, loop histogram.cl:16", lines[first + 1])
        self.assertIn("columns[values[i] * size + local_id]++;", lines[first + 2])
        last = next(line for line in lines if "these are" in line)
        self.assertGreaterEqual(float(last.split()[2]), 90)

    def test_sim_d_is_explained_in_its_own_words(self):
        text = self.call("explain", str(source / "kernels/saxpy/sim-d-tiny.yaml")).stdout
        self.assertRegex(text, r"(?s)all work-groups is.'memory': the.work-group.waits")
        self.assertRegex(text, r"time of slots passes without a.work-group in them")
        self.assertNotIn("warp", text)

    def test_without_lines_blocks_and_addresses_are_named(self):
        self.write("known.yaml", "kernel: known.elf\nmachine: vortex-swas\n")
        document = self.document("bound", "known.yaml", *ANALYSIS, "--explain")
        [loop] = document["explain_loops"]
        self.assertEqual((loop["address"], loop["entries"], loop["iterations"]),
                         (rv32.KNOWN_LOOP, 1, 5))
        rows = [row for row in document["explain"] if row["loop"] == rv32.KNOWN_LOOP]
        self.assertEqual([(row["address"], row["executions"], row["file"]) for row in rows],
                         [(rv32.KNOWN_LOOP, 5, None)])
        self.assertIn(f"{rv32.KNOWN_LOOP:#x} in main, 5 iterations each time",
                      self.call("bound", "known.yaml", *ANALYSIS, "--explain").stdout)

    def test_launches_add_up(self):
        self.write("twice.yaml", "kernel: known.elf\nmachine: vortex-swas\n"
                   "launches: [{}, {}]\n")
        document = self.document("bound", "twice.yaml", *ANALYSIS, "--explain")
        [whole], [one] = document["explain_loops"], document["launches"][0]["explain_loops"]
        self.assertEqual(whole["iterations"], 2 * one["iterations"])
        self.assertEqual(sum(row["cycles"] for row in document["explain"]), document["bound"])

    def test_a_launch_that_is_exact_is_a_row_of_its_own(self):
        document = self.document("bound", HISTOGRAM, *SWAS, "--explain")
        self.assertEqual([launch["exact"] for launch in document["launches"]], [False, True])
        [row] = [row for row in document["explain"] if row["shared"] == "launches that are exact"]
        self.assertEqual(row["cycles"], document["launches"][1]["bound"])
        self.assertEqual(sum(row["cycles"] for row in document["explain"]), document["bound"])
        self.assertNotIn("explain", document["launches"][1])

    def test_check_explains_too_and_others_need_no_reason(self):
        self.assertIn("lines of the worst path",
                      self.call("check", HISTOGRAM, *SWAS, "--explain").stdout)
        self.assertNotIn("worst path", self.call("bound", HISTOGRAM, *SWAS).stdout)


class LongAnalysis(Case):
    """A walk of 2^32 steps: the counter of `loop` has to come round."""


    def test_a_time_limit_is_status_4_and_says_what_was_reached(self):
        for name in ("bound", "check"):
            begin = time.monotonic()
            error = self.call(name, "loop.yaml", *SWAS, *ANALYSIS, "--max-seconds", "1",
                              status=4).stderr
            self.assertLess(time.monotonic() - begin, 10)
            self.assertRegex(error, r"no bound within 1 s: the analysis had walked [1-9]\d* "
                                    r"instructions, up to 0x8000000[04] in main")

    def test_the_limit_covers_the_run_that_looks_for_exact_cycles(self):
        error = self.call("bound", "loop.yaml", *SWAS, "--max-seconds", "1", status=4).stderr
        self.assertRegex(error, r"no bound within 1 s: its run was interrupted after [1-9]\d* "
                                r"warp-instructions of this launch\n.*pc 0x8000000[04] <main")
        self.assertIn("the analysis had not started; '--method analysis'", error)
        self.assertLessEqual(len(error.splitlines()), 3)

    def test_nested_loops_of_any_size_take_no_time(self):
        outer, inner = rv32.NEST_LOOPS
        for count in (3, 8, 400, 4000):
            self.write("given.yaml", "kernel: repeated.elf\nmachine: vortex-swas\n"
                       "buffers: {a: {type: u32, shape: [1], fill: 0}}\nargs: [a]\n"
                       f'loops: {{"{outer:#x}": {count}, "{inner:#x}": {count}}}\n')
            self.call("bound", "given.yaml", *ANALYSIS, "--max-seconds", "15")

    def test_a_limit_that_is_not_reached_changes_nothing(self):
        done = [json.loads(self.call("bound", "hello.yaml", *SWAS, "--json", "-", *limit).stdout)
                for limit in ((), ("--max-seconds", "100"))]
        self.assertEqual(done[0]["bound_tree"], done[1]["bound_tree"])

    def test_the_limit_is_a_number_of_seconds(self):
        for wrong in ("0", "-1", "1.5", "soon"):
            self.assertIn("--max-seconds", self.call("bound", "hello.yaml", "--max-seconds", wrong,
                                                     status=2).stderr)

    def test_an_interrupt_is_status_130_and_says_what_was_reached(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start("bound", "loop.yaml", *SWAS, *ANALYSIS, "--explain",
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.let_work(process)
            process.send_signal(number)
            _, errors = process.communicate(timeout=20)
            self.assertEqual(process.returncode, 130)
            self.assertIn(b"interrupted: the analysis had walked", errors)

    def test_a_terminal_shows_progress_until_an_interrupt(self):
        ours, theirs = pty.openpty()
        process = self.start("bound", "loop.yaml", *SWAS, *ANALYSIS, stdout=subprocess.DEVNULL,
                             stderr=theirs)
        os.close(theirs)
        text, end = b"", time.monotonic() + 10
        while b"bound of program" not in text and time.monotonic() < end:
            if select.select([ours], [], [], 0.1)[0]:
                text += os.read(ours, 65536)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=20), 130)
        os.close(ours)
        self.assertRegex(text.decode(), r"bound of program: \d+\.\d Minstr")
