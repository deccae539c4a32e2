# SPDX-License-Identifier: Apache-2.0
"""Bounds from outside: `bound`, `check` and `compare --bound`."""
import json
import re

import program as rv32
from command import Case, source

SWAS = ("--machine", "vortex-swas")

LOOP = rv32.WAITING_LOOP


class Analysis(Case):
    """Bounds by analysis, unless a test asks for another method."""

    def call(self, *arguments, **options):
        bounds = arguments[0] in ("bound", "check") or "--bound" in arguments
        if bounds and "--method" not in arguments:
            arguments += ("--method", "analysis")
        return super().call(*arguments, **options)


class Bound(Analysis):
    def document(self, name, *arguments, status=0):
        return json.loads(self.call(name, *arguments, "--json", "-", status=status).stdout)

    def test_check_writes_the_timeline_of_run_and_a_bound_has_none(self):
        job = source / "kernels/psort/vortex-tiny.yaml"
        self.call("run", job, *SWAS, "--trace", "run.csv", "--trace-window", "100:900")
        self.call("check", job, *SWAS, "--trace", "check.csv", "--trace-window", "100:900")
        run, check = ((self.folder / f"{name}.csv").read_text() for name in ("run", "check"))
        self.assertGreater(run.count("\n"), 100)
        self.assertEqual(check, run)
        done = self.call("bound", job, *SWAS, "--trace", "bound.csv", status=2)
        self.assertIn("bound has no option '--trace': it runs no clock", done.stderr)
        self.assertRegex(done.stderr, r"it is an option of .*\bcheck\b")

    def test_a_summary_comes_before_the_launches(self):
        lines = self.call("check", source / "kernels/bfs/vortex-tiny.yaml", *SWAS, "--method",
                          "exact").stdout.splitlines()
        self.assertEqual([line.split()[:2] for line in lines[1:2] + lines[4:6]],
                         [["17", "of"], ["check", "distance"], ["launch", "1"]])
        self.assertTrue(all("%" in line for line in lines[2:4]))
        self.assertEqual(sum(line.startswith("  launch ") for line in lines), 17)

    def saving(self):
        """A job that would save a file, and expects what is not so."""
        self.write("save.yaml", "kernel: stop.elf\nmachine: vortex-swas\nbuffers:\n"
                   "  a: {type: u32, shape: [4], fill: 1}\n  c: {type: u32, shape: [4], fill: 2}\n"
                   "args: [a, c]\nexpect:\n  c: {equal: a}\nsave:\n  c: c.npy\n")
        return "save.yaml"

    def test_the_terms_add_up_to_the_bound(self):
        for name in ("bound", "check"):
            document = self.document(name, "hello.yaml", *SWAS)
            self.assertGreater(document["bound"], 0)
            self.assertEqual(sum(document["bound_terms"].values()), document["bound"])

    def test_the_path_counts_the_instructions_of_the_terms(self):
        self.write("given.yaml", "kernel: counting.elf\nmachine: vortex-swas\n"
                   "buffers: {a: {type: u32, shape: [4], fill: 8}}\nargs: [a]\n"
                   f'loops: {{"{rv32.COUNTING_LOOP:#x}": 100}}\n')
        document = self.document("bound", "given.yaml")
        self.assertEqual(document["bound_details"]["steps"],
                         document["bound_terms"]["instructions"])
        self.assertLess(document["bound_details"]["path_known"], 0.1)

    def leaving(self, offset):
        """A job that loads a[offset / 4], which another buffer follows."""
        self.write("outside.yaml", f"kernel: {source}/tests/bound/elf/outside.elf\n"
                   "machine: vortex\nbuffers:\n"
                   f"  a: {{type: u32, shape: [4], fill: {offset}}}\n"
                   "  b: {type: u32, shape: [1024], fill: 0}\nargs: [a, b]\n")
        return "outside.yaml"

    def test_an_access_that_leaves_its_buffer_is_an_error_of_the_program(self):
        """HOUSE-49"""
        self.call("check", self.leaving(12))
        done = self.call("check", self.leaving(256), status=1)
        self.assertIn("NOT KEPT: an access left its buffer; observed ", done.stdout)
        self.assertNotIn("as predicted", done.stdout)
        self.assertIn("load of 4 bytes at 0x00010100, in buffer b; its bound assumes that it stays in "
                      "buffer a (element 64 of 4)\n  in kernel program, core 0 warp 0 lane 0, pc ",
                      done.stderr)
        self.assertIn("an error in the program or its data", done.stderr)

    def test_a_deadline_is_a_time_of_the_machine_and_holds_for_runs(self):
        """HOUSE-69"""
        document = self.document("run", "hello.yaml")
        cycles, mhz = document["cycles"], document["clock_mhz"]
        self.assertAlmostEqual(document["nanoseconds"], cycles * 1000 / mhz, places=3)
        for time, limit in (("1ms", mhz * 1000), ("0.5us", mhz // 2), ("20000ns", mhz * 20)):
            status = 0 if cycles <= limit else 1
            found = self.document("run", "hello.yaml", "--deadline", time, status=status)
            self.assertEqual(found["deadline"], {"cycles": limit, "met": status == 0,
                                                 "margin": limit - cycles})
        error = self.call("run", "hello.yaml", "--deadline", str(cycles - 1), status=1)
        self.assertIn(f"the run took {cycles} cycles, more than the deadline of", error.stderr)
        self.assertIn("NOT MET by the run, 1 cycle too many", error.stdout)
        for wrong in ("20 us", "us", "-1us", "5parsecs", "1e99s"):
            self.assertIn("is not a time", self.call("run", "hello.yaml", f"--deadline={wrong}",
                                                     status=2).stderr)
        self.assertIn("meets no deadline", self.call("run", "hello.yaml", "--functional",
                                                     "--deadline", "5", status=2).stderr)

    def test_a_deadline_is_held_against_bound_and_run(self):
        document = self.document("check", "hello.yaml", *SWAS)
        bound, cycles = document["bound"], document["cycles"]
        for name in ("bound", "check"):
            self.call(name, "hello.yaml", *SWAS, "--deadline", str(bound))
            error = self.call(name, "hello.yaml", *SWAS, "--deadline", str(bound - 1),
                              status=1).stderr
            self.assertIn(f"the bound of {bound} cycles exceeds the deadline of {bound - 1}",
                          error)
            self.assertEqual(f"this run took {cycles} cycles" in error, name == "check")
        for limit, met in ((bound, True), (bound - 1, False)):
            document = self.document("bound", "hello.yaml", *SWAS, "--deadline", str(limit),
                                     status=0 if met else 1)
            self.assertEqual(document["deadline"],
                             {"cycles": limit, "met": met, "margin": limit - bound})
        self.assertIn("cycles: met, 0 cycles to spare (0 ns)\n", self.call(
            "bound", "hello.yaml", *SWAS, "--deadline", str(bound)).stdout)
        self.assertIn("cycles: NOT MET by the bound, 1 cycle too many\n", self.call(
            "bound", "hello.yaml", *SWAS, "--deadline", str(bound - 1), status=1).stdout)
        self.assertIn(f"the run took {cycles} cycles, more than the deadline of {cycles - 1}",
                      self.call("check", "hello.yaml", *SWAS, "--deadline", str(cycles - 1),
                                status=1).stderr)

    def test_a_bound_alone_knows_no_cycles_and_touches_no_file(self):
        document = self.document("bound", self.saving())
        self.assertEqual(document["mode"], "bound")
        for name in ("cycles", "ipc", "warp_instructions", "simulated_kips"):
            self.assertIsNone(document[name], name)
        self.assertTrue(all(value is None for value in document["stalls"].values()))
        self.assertNotIn("tightness", document)
        self.assertEqual(document["checks"], {})
        self.assertFalse((self.folder / "c.npy").exists())

    def test_a_bound_does_not_need_the_files_of_the_end(self):
        self.write("later.yaml", "kernel: stop.elf\nmachine: vortex-swas\n"
                   "buffers: {a: {type: u32, shape: [4], fill: 1}}\nargs: [a]\n"
                   "expect: {a: {file: nosuch.npy}}\nsave: {a: nosuch/a.npy}\n")
        self.call("bound", "later.yaml")
        self.call("check", "later.yaml", status=2)

    def test_a_check_compares_outputs_and_saves_them(self):
        done = self.call("check", self.saving(), status=1)
        self.assertIn("check c", done.stdout)
        self.assertIn("c differs from its expected value", done.stderr)
        self.assertTrue((self.folder / "c.npy").exists())

    def test_text_and_document_of_a_check_say_the_same(self):
        document = self.document("check", "hello.yaml", *SWAS)
        self.assertEqual(document["mode"], "timed")
        self.assertLessEqual(document["cycles"], document["bound"])
        self.assertAlmostEqual(document["tightness"], document["bound"] / document["cycles"], 9)
        text = self.call("check", "hello.yaml", *SWAS).stdout
        self.assertIn(f"observed {document['cycles']} <= bound {document['bound']} cycles, "
                      f"tightness {document['tightness']:.2f}; ", text)
        line = next(line for line in text.splitlines() if ": observed" in line)
        self.assertTrue(line.endswith(f" at {document['clock_mhz']} MHz"), line)
        self.assertAlmostEqual(document["bound_nanoseconds"],
                               document["bound"] * 1000 / document["clock_mhz"], 3)

    def test_the_text_of_a_bound_names_every_term_that_is_not_0(self):
        document = self.document("bound", "stop.yaml", *SWAS)
        text = self.call("bound", "stop.yaml", *SWAS).stdout
        time = f"{document['bound_nanoseconds']:.4g} ns at {document['clock_mhz']} MHz"
        self.assertIn(f": at most {document['bound']} cycles, {time}\n", text)
        for name, cycles in document["bound_terms"].items():
            if cycles:
                self.assertRegex(text, rf"(?m)^  {name} +{cycles} cycles ")
            else:
                self.assertNotIn(f"  {name} ", text)

    def test_launches_have_bounds_of_their_own_that_add_up(self):
        self.write("two.yaml", "kernel: stop.elf\nmachine: vortex-swas\n"
                   "launches: [{}, {kernel: hello.elf}]\n")
        document = self.document("check", "two.yaml")
        self.assertEqual(sum(launch["bound"] for launch in document["launches"]),
                         document["bound"])
        text = self.call("check", "two.yaml").stdout
        self.assertEqual(text.count(" <= bound "), 3)

    def test_a_run_has_no_keys_of_a_bound(self):
        document = self.document("run", "stop.yaml", *SWAS)
        self.assertFalse([key for key in document if "bound" in key or key == "tightness"])

    def test_a_fault_of_the_kernel_ends_a_check_with_its_status(self):
        done = self.call("check", "fault.yaml", *SWAS, status=3)
        self.assertIn("stopped after", done.stdout)
        self.assertNotIn("tightness", done.stdout)

    def test_settings_of_the_machine_hold_for_both(self):
        few = self.document("check", "hello.yaml", *SWAS, "--set", "dram.overhead=90")
        self.assertEqual(few["settings"], {"dram.overhead": "90"})
        own = self.document("run", "hello.yaml", "--machine", "vortex", "--set", "warps=32")
        self.assertEqual(own["settings"], {}, "the machine's own value is no setting")
        self.assertNotEqual(few["bound"], self.document("bound", "hello.yaml", *SWAS)["bound"])


class Waiting(Analysis):
    """A loop that needs a bound: with one it has one, without one it is refused."""

    def setUp(self):
        super().setUp()
        self.job("bare.yaml", "")
        self.job("given.yaml", f'loops: {{"{LOOP:#x}": 7}}\n')

    def job(self, name, loops):
        self.write(name, "kernel: waiting.elf\nmachine: vortex-swas\n"
                   "buffers: {a: {type: u32, shape: [4], fill: 0}}\nargs: [a]\n" + loops)

    def document(self, *arguments, status=0):
        return json.loads(self.call(*arguments, "--json", "-", status=status).stdout)


class Loops(Waiting):
    def test_a_loop_without_a_bound_is_refused_with_the_lines_that_the_job_lacks(self):
        for name in ("bound", "check"):
            done = self.call(name, "bare.yaml", status=2)
            self.assertIn("no bound is given", done.stderr)
            self.assertIn(f'loops:\n  "{LOOP:#x}": N ', done.stderr)

    def test_the_bound_of_a_loop_is_told_and_counts(self):
        self.assertIn(f"{LOOP:#x} in main: at most 7 iterations\n",
                      self.call("bound", "given.yaml").stdout)
        document = self.document("bound", "given.yaml")
        loop, = document["launches"][0]["bound_loops"]
        self.assertEqual((loop["address"], loop["iterations"]), (LOOP, 7))
        self.assertEqual((loop["from"], loop["needed"]), ("job", True))
        self.assertIsNone(loop["line"])
        self.assertEqual(loop["name"], f"{LOOP:#x}")
        self.assertLess(document["bound_details"]["path_known"], 1)
        self.job("more.yaml", f'loops: {{"{LOOP:#x}": 70}}\n')
        self.assertGreater(self.document("bound", "more.yaml")["bound"], document["bound"])

    def test_a_bound_that_the_data_exceed_is_found_in_the_run(self):
        rounds = self.document("check", "given.yaml")["launches"][0]["bound_loops"][0]["observed"]
        self.assertEqual(rounds, 1)
        self.write("more.yaml", "kernel: counting.elf\nmachine: vortex-swas\n"
                   "buffers: {a: {type: u32, shape: [4], fill: 8}}\nargs: [a]\n"
                   f'loops: {{"{rv32.COUNTING_LOOP:#x}": 8}}\n')
        self.assertEqual(self.document("check", "more.yaml")["launches"][0]["bound_loops"][0]
                         ["observed"], 8)
        text = (self.folder / "more.yaml").read_text()
        self.write("less.yaml", text.replace('": 8}', '": 7}'))
        done = self.call("check", "less.yaml", status=1)
        self.assertIn(f"the loop at {rv32.COUNTING_LOOP:#x} in main ran 8 iterations; the "
                      "job states a maximum of 7", done.stderr)
        self.assertIn("NOT KEPT: a loop ran more iterations than its bound", done.stdout)
        self.assertNotIn("<=", done.stdout)
        self.assertNotIn("defect", done.stdout + done.stderr)
        self.assertRegex(self.call("compare", "less.yaml", "--bound", status=1).stdout,
                         "(?m) OVER$")

    def test_a_run_that_data_never_end_is_cut_off_and_its_loop_named(self):
        self.write("forever.yaml", "kernel: waiting.elf\nmachine: vortex-swas\n"
                   "buffers: {a: {type: u32, shape: [4], fill: 1}}\nargs: [a]\n"
                   f'loops: {{"{LOOP:#x}": 7}}\n')
        done = self.call("check", "forever.yaml", status=1)
        self.assertIn("NOT KEPT", done.stdout)
        self.assertRegex(done.stderr, f"the loop at {LOOP:#x} in main ran [0-9]+ iterations;"
                         " the job states a maximum of 7")

    def stated(self, target, loops, kernel="mandelbrot"):
        """The job of a target, with these bounds of its loops."""
        folder = source / "kernels" / kernel
        text = (folder / f"{target}-tiny.yaml").read_text(encoding="utf-8")
        text = re.sub(r"(kernel|file): ([^,}\n]+)", rf"\1: {folder}/\2", text)
        self.write("stated.yaml", re.sub(r"(?m)^loops: .*\n", "", text) + f"loops: {loops}\n")
        return "stated.yaml"

    def test_stated_bounds_of_loops_are_checked_on_every_machine(self):
        """HOUSE-49"""
        for target in ("vortex", "pascal", "gcn3"):
            for name in ("run", "check"):
                method = () if name == "run" else ("--method", "exact")
                self.call(name, self.stated(target, '{"mandelbrot.cl:20": 40}'), *method)
                done = self.call(name, self.stated(target, '{"mandelbrot.cl:20": 5}'), *method,
                                 status=1)
                self.assertIn("mandelbrot.cl:20 ran ", done.stderr)
                self.assertIn("the job states a maximum of 5", done.stderr)
                done = self.call(name, self.stated(target, '{"mandelbrot.cl:20": {total: 9}}'),
                                 *method, status=1)
                self.assertIn("mandelbrot.cl:20 ran ", done.stderr)
                done = self.call(name, self.stated(target, '{"mandelbrot.cl:2": 5}'), *method,
                                 status=2)
                self.assertIn("mandelbrot.cl:2 is not the line of a loop", done.stderr)

    def test_facts_about_unrolled_loops_are_in_doubt(self):
        """HOUSE-49: the loop of spmv has two iterations a round, and one before it"""
        job = self.stated("pascal", '{"spmv.cl:17": {total: 700}}', "spmv") # there are 775
        doubt, = json.loads(self.call("run", job, "--json", "-").stdout)["facts_in_doubt"]
        self.assertEqual(doubt["fact"], "spmv.cl:17")
        self.assertIn("may be several", doubt["why"])
        for name in ("run", "check"):
            self.assertIn("  facts in the job that this run has checked in part only\n    spmv.cl:17: ",
                          self.call(name, job, "--method", "exact").stdout if name == "check"
                          else self.call(name, job).stdout)
        self.call("run", self.stated("pascal", '{"spmv.cl:17": {total: 200}}', "spmv"), status=1)
        job = self.stated("pascal", '{"sgemm-tiled.cl:24": 4}', "sgemm-tiled")
        self.assertIn("    sgemm-tiled.cl:24: the machine code has no loop of this line",
                      self.call("run", job).stdout)
        job = self.stated("gcn3", '{"spmv.cl:17": {max: 63, total: 775}}', "spmv")
        self.assertNotIn("facts_in_doubt", json.loads(self.call("run", job, "--json", "-").stdout))
        self.assertIn("    spmv.cl:17: a functional run counts no iterations",
                      self.call("run", "--functional", job).stdout)

    def test_a_bound_of_a_loop_whose_rounds_are_known_is_not_needed(self):
        self.write("known.yaml", "kernel: known.elf\nmachine: vortex-swas\n"
                   f'loops: {{"{rv32.KNOWN_LOOP:#x}": 50}}\n')
        text = self.call("bound", "known.yaml").stdout
        self.assertIn("the bound does not use; a run checks them\n"
                      f"    {rv32.KNOWN_LOOP:#x} in main: at most 50 iterations\n", text)
        self.assertNotIn("loops bounded by the job or the source", text)

    def test_an_enormous_bound_is_refused_with_the_largest_one(self):
        self.job("huge.yaml", f'loops: {{"{LOOP:#x}": {2**40 + 1}}}\n')
        self.assertIn("expected an integer from 1 to 1099511627776",
                      self.call("bound", "huge.yaml", status=2).stderr)
        self.write("nest.yaml", "kernel: nest.elf\nmachine: vortex-swas\n"
                   "buffers: {a: {type: u32, shape: [4], fill: 0}}\nargs: [a]\n"
                   f'loops: {{"{LOOP:#x}": {2**40}, "{LOOP + 4:#x}": {2**40 - 1}}}\n')
        error = self.call("bound", "nest.yaml", status=2).stderr
        self.assertIn("exceeds 64 bits", error)
        self.assertIn(f"the largest loop bound is {2**40}, at {LOOP:#x}", error)

    def test_a_name_that_fits_no_loop_is_refused_at_its_place(self):
        self.job("bad.yaml", f'loops: {{"{LOOP - 8:#x}": 7}}\n')
        done = self.call("check", "bad.yaml", status=2)
        self.assertIn("bad.yaml:5:9: error: ", done.stderr)
        self.assertIn("is not inside a loop", done.stderr)


class Table(Waiting):
    def test_bounds_stand_in_the_table_only_where_they_were_asked_for(self):
        self.assertNotIn("bound", self.call("compare", "given.yaml").stdout)
        cell, = self.document("compare", "given.yaml")["cells"]
        self.assertNotIn("bound", cell)
        cell, = self.document("compare", "given.yaml", "--bound")["cells"]
        lines = self.call("compare", "given.yaml", "--bound").stdout.splitlines()
        self.assertIn("worst-case bound", lines[0])
        self.assertEqual(lines[2].split(), ["cycles", "ipc", "bound"])
        self.assertEqual(lines[3].split()[-1], str(cell["bound"]))
        self.assertAlmostEqual(cell["tightness"], cell["bound"] / cell["cycles"], 9)

    def test_a_cell_without_a_bound_has_a_dash_its_run_and_a_reason(self):
        done = self.call("compare", "bare.yaml", "--machine", "vortex-swas,vortex", "--bound",
                         status=2)
        self.assertIn("some requested bounds could not be derived", done.stderr)
        self.assertEqual(done.stdout.count("no bound is given"), 1)
        self.assertIn("on vortex-swas, and 1 more cell: ", done.stdout)
        self.assertIn(f'"{LOOP:#x}": N', done.stdout)
        done = self.call("compare", "bare.yaml", "--bound", status=2)
        self.assertEqual(done.stdout.splitlines()[3].split()[-1], "-")
        self.assertIn("  no bound for bare.yaml on vortex-swas: ", done.stdout)
        cell, = self.document("compare", "bare.yaml", "--bound", status=2)["cells"]
        self.assertIsNone(cell["bound"])
        self.assertIn("no bound is given", cell["bound_problem"])
        self.assertGreater(cell["cycles"], 0)

    def test_the_reason_is_that_of_the_analysis(self):
        done = self.call("compare", "bare.yaml", "--bound", "--method", "auto", status=2)
        self.assertIn("no bound is given", done.stdout)
        self.assertNotIn("fixed: true", done.stdout)

    def test_means_of_bounds_say_that_rows_are_missing(self):
        text = "the geometric means of bounds are of the rows that have both bounds"
        done = self.call("compare", "bare.yaml", "given.yaml", "--machine", "vortex,vortex-swas",
                         "--bound", status=2)
        self.assertIn(text, done.stdout)
        done = self.call("compare", "hello.yaml", "given.yaml", "--machine", "vortex,vortex-swas",
                         "--bound")
        self.assertNotIn(text, done.stdout)

    def test_a_table_of_refused_jobs_does_not_speak_of_functional_runs(self):
        self.write("none.yaml", "kernel: nosuch.elf\n")
        done = self.call("compare", "none.yaml", "--bound", status=2)
        self.assertNotIn("functional", done.stdout)
        self.assertTrue(done.stdout.startswith("cycles"), done.stdout)

    def test_bounds_have_a_ratio_of_their_own_below_its_head(self):
        lines = self.call("compare", "given.yaml", "--bound", "--vary",
                          "dram.overhead=10,900").stdout.splitlines()
        cells = self.document("compare", "given.yaml", "--bound", "--vary",
                              "dram.overhead=10,900")["cells"]
        heads = next(i for i, line in enumerate(lines) if "ipc" in line)
        self.assertEqual(lines[heads].split(),
                         ["cycles", "ipc", "bound", "cycles", "ipc", "bound", "cycles", "bound"])
        self.assertEqual(len(lines[heads]), len(lines[heads + 1]))
        self.assertEqual(lines[heads + 1].split()[-1],
                         f"x{cells[1]['bound'] / cells[0]['bound']:.2f}")

    def test_a_functional_run_has_nothing_to_hold_against_a_bound(self):
        self.assertIn("--bound with --functional",
                      self.call("compare", "given.yaml", "--bound", "-f", status=2).stderr)
