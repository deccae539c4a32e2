# SPDX-License-Identifier: Apache-2.0
"""Bounds by following values: exact where buffer contents decide nothing, on every machine.

HOUSE-46."""
import json
import re

import program as rv32
from command import Case, source


class Exact(Case):
    def document(self, name, *arguments, status=0):
        return json.loads(self.call(name, *arguments, "--json", "-", status=status).stdout)

    def counting(self, fixed):
        """A loop that counts down what a buffer contains."""
        self.write("count.yaml", "kernel: counting.elf\nmachine: vortex\nbuffers:\n"
                   f"  a: {{type: u32, shape: [4], fill: 8{fixed}}}\nargs: [a]\n")
        return "count.yaml"

    def program(self, name, word, machine="vortex"):
        """A job for a program of tests/bound, with one buffer of this word."""
        self.write(f"{name}.yaml", f"kernel: {source}/tests/bound/elf/{name}.elf\n"
                   f"machine: {machine}\nbuffers:\n"
                   f"  a: {{type: u32, shape: [4], fill: {word}}}\nargs: [a]\n")
        return f"{name}.yaml"

    def test_a_launch_that_reads_no_buffer_is_exact(self):
        cycles = self.document("run", "known.yaml")["cycles"]
        document = self.document("bound", "known.yaml")
        self.assertEqual((document["bound"], document["exact"]), (cycles, True))
        self.assertTrue(document["launches"][0]["exact"])
        self.assertNotIn("depends_on", document["launches"][0])
        self.assertIsNone(document["depends_on"])
        self.assertIn(": exactly ", self.call("bound", "known.yaml").stdout)
        self.assertEqual(self.document("check", "known.yaml")["tightness"], 1)

    def test_kernels_of_the_suite_are_exact_on_every_machine(self):
        for target in ("vortex", "pascal", "gcn3"):
            job = source / "kernels" / "saxpy" / f"{target}-tiny.yaml"
            document = self.document("check", job)
            self.assertEqual(document["bound"], document["cycles"], target)
            self.assertTrue(document["exact"], target)

    def test_a_branch_on_data_is_named_with_its_buffer(self):
        document = self.document("bound", self.counting(""), "--method", "exact", status=2)
        launch = document["launches"][0]
        self.assertFalse(launch["exact"])
        self.assertNotIn("bound", launch)
        self.assertEqual(launch["depends_on"]["source"], "buffer a")
        self.assertEqual(launch["depends_on"]["address"], rv32.COUNTING_LOOP + 4)
        self.assertTrue(launch["depends_on"]["instruction"].startswith("bne"))
        self.assertEqual(document["depends_on"],
                         {"pc": rv32.COUNTING_LOOP + 4, "source": None, "buffer": "a"})
        error = self.call("bound", "count.yaml", "--method", "exact", status=2).stderr
        self.assertIn("its cycles depend on data", error)
        self.assertIn("depends on buffer a through t0", error)
        self.assertIn("'fixed: true' on buffer 'a' makes its contents part of the job; the bound "
                      "then holds only for these contents", error)

    def sim_d(self, code, buffer=""):
        """A job of a Sim-D program with a buffer `a` of 1024 words."""
        self.write("k.sas", f".data\n0 0x0 1024 1\n1 0x2000 1024 1\n.text\n{code}\nexit\n")
        self.write("sim-d.yaml", "kernel: k.sas\nndrange: [1024, 1]\nwidth: 1024\nbuffers:\n"
                   f"  a: {{type: i32, shape: [1024], fill: 1{buffer}}}\n"
                   "  b: {type: i32, shape: [1024], fill: 0}\nargs: [a, b]\n")
        return "sim-d.yaml"

    def test_a_decision_of_the_suite_is_named_with_its_line(self):
        job = source / "kernels" / "divergence" / "gcn3-tiny.yaml"
        document = self.document("bound", job)
        self.assertFalse(document["exact"])
        first = [one["depends_on"] for one in document["launches"] if "depends_on" in one][0]
        self.assertEqual(document["depends_on"],
                         {"pc": first["address"], "source": f"{first['file']}:{first['line']}", "buffer": "in"})
        self.assertRegex(document["depends_on"]["source"], r"^divergence\.cl:\d+$")

    def test_what_no_buffer_decides_has_no_buffer(self):
        job = self.sim_d("ldglin v0, 0\niadd v0, v0, 1\nstglin v0, 1")
        document = self.document("bound", job, "--set", "refresh.known=false")
        self.assertEqual(document["depends_on"], {"pc": None, "source": None, "buffer": None})

    def test_a_launch_of_sim_d_is_exact_for_a_refresh_phase(self):
        job = self.sim_d("ldglin v0, 0\niadd v0, v0, 1\nstglin v0, 1")
        document = self.document("check", job, "--set", "refresh.phase=12200")
        self.assertTrue(document["exact"])
        self.assertEqual(document["bound"], document["cycles"])
        self.assertIn("the refresh counter of DRAM is 12200 when the launch begins (refresh.phase)",
                      [one["text"] for one in document["assumptions"]])

    def test_a_launch_of_sim_d_is_not_exact_for_any_refresh_phase(self):
        job = self.sim_d("ldglin v0, 0\niadd v0, v0, 1\nstglin v0, 1")
        launch = self.document("bound", job, "--method", "exact", "--set", "refresh.known=false",
                               status=2)["launches"][0]
        self.assertFalse(launch["exact"])
        self.assertIn("refresh.known", launch["depends_on"]["source"])
        any_phase = self.document("bound", job, "--set", "refresh.known=false")
        for phase in 0, 11000, 12300:
            run = self.document("run", job, "--set", f"refresh.phase={phase}")
            self.assertLessEqual(run["cycles"], any_phase["bound"])

    def test_decisions_of_sim_d_are_named_with_their_buffer(self):
        for code, instruction, subject in (
                ("sldg s0, 0\nsicj.ez end, s0\nmov v0, 1\nend:\nstglin v0, 1", "sicj.ez", "s0"),
                ("sldg s0, 0\nstglin v0, 1, s0", "stglin", "s0"),
                ("sldg s0, 0\nsmovssp sc.sd_words, s0\nldgcidx 0\nstglin v0, 1", "ldgcidx",
                 "sc.sd_words"),
                ("ldglin v0, 0\nmovvsp vc.mem_idx, v0\nldgidxit v1, 0\nstglin v1, 1", "ldgidxit",
                 "an index in vc.mem_idx"),
                ("ldglin v0, 0\nitest.ez p0, v0\ncpush.if end\ncmask p0\nend:\nstglin v0, 1", "cmask",
                 "whether a lane is on"),
                ("ldglin v0, 0\nitest.ez p0, v0\nexit p0\nstglin v0, 1", "exit",
                 "whether a lane is on")):
            launch = self.document("bound", self.sim_d(code), "--method", "exact",
                                   status=2)["launches"][0]
            self.assertEqual(launch["depends_on"]["source"], "buffer a", code)
            self.assertTrue(launch["depends_on"]["instruction"].startswith(instruction), code)
            self.assertEqual(launch["depends_on"]["subject"], subject, code)
            self.assertIn("line", launch["depends_on"], code)
            fixed = self.document("check", self.sim_d(code, ", fixed: true"), "--method", "exact")
            self.assertTrue(fixed["exact"], code)

    def test_a_fixed_buffer_is_part_of_the_job(self):
        document = self.document("check", self.counting(", fixed: true"))
        self.assertTrue(document["exact"])
        self.assertEqual(document["bound"], document["cycles"])
        for listed in document["assumptions"], document["launches"][0]["assumptions"]:
            texts = [one["text"] for one in listed]
            self.assertIn("buffer a has the contents that the job gives it", texts)
            self.assertIn("the launch is alone on the machine and starts with cold caches", texts)
        text = " ".join(self.call("bound", "count.yaml").stdout.split())
        self.assertIn("every run with these contents of `a` takes these cycles, whatever the other "
                      "buffers contain", text)
        self.assertNotIn("contents of", " ".join(self.call("bound", "known.yaml").stdout.split())
                         .split("whatever the buffers contain")[0])

    def test_an_exact_bound_says_how_to_explain_the_analysis(self):
        text = self.call("bound", "known.yaml", "--explain").stdout
        self.assertIn("--method analysis --explain", text)
        self.assertNotIn("--explain", self.call("bound", "known.yaml").stdout)

    def test_a_launch_that_is_not_exact_is_analysed(self):
        self.write("given.yaml", "kernel: counting.elf\nmachine: vortex\n"
                   "buffers: {a: {type: u32, shape: [4], fill: 8}}\nargs: [a]\n"
                   f'loops: {{"{rv32.COUNTING_LOOP:#x}": 100}}\n')
        document = self.document("check", "given.yaml")
        self.assertFalse(document["exact"])
        self.assertGreater(document["bound"], document["cycles"])
        analysed = self.document("bound", "given.yaml", "--method", "analysis")
        self.assertEqual(document["bound"], analysed["bound"])
        self.assertNotIn("exact", analysed["launches"][0])
        self.assertIn("not exact: bne", self.call("bound", "given.yaml").stdout)

    def test_what_a_launch_stores_is_followed_into_the_next(self):
        folder = source / "kernels" / "bfs"
        text = (folder / "pascal-tiny.yaml").read_text(encoding="utf-8")
        self.write("free.yaml", re.sub(r"(kernel|file): ([^,}\n]+)", rf"\1: {folder}/\2", text)
                   .replace(", fixed: true", ""))
        launches = self.document("bound", "free.yaml", status=2)["launches"]
        self.assertEqual([launch["kernel"] for launch in launches if not launch["exact"]],
                         ["expand"] * 8)
        self.assertTrue(self.document("bound", folder / "pascal-tiny.yaml")["exact"])

    def test_a_run_after_a_bound_starts_from_the_same_memory(self):
        for target in ("vortex", "pascal", "gcn3"):
            job = source / "kernels" / "scan" / f"{target}-tiny.yaml"
            self.assertEqual(self.document("check", job)["cycles"],
                             self.document("run", job)["cycles"])

    def test_a_machine_without_an_analysis_refuses_that_method(self):
        job = source / "kernels" / "saxpy" / "pascal-tiny.yaml"
        error = self.call("bound", job, "--method", "analysis", status=2).stderr
        self.assertIn("no worst-case analysis for machine jetson-tx2", error)
        error = self.call("bound", job, "--method", "exakt", status=2).stderr
        self.assertIn("did you mean 'exact'?", error)

    def depends(self, job, *arguments):
        document = self.document("bound", job, "--method", "exact", *arguments, status=2)
        return document["launches"][0]["depends_on"]["source"]

    def test_the_memory_of_a_console_keeps_what_atomics_leave_there(self):
        job = self.program("console_atomic", 5)
        self.assertEqual(self.depends(job, "--set", "isa.a=true"), "buffer a")

    def test_what_the_host_copies_in_the_ring_of_a_console_is_followed(self):
        cycles = [self.document("run", self.program("console_ring", word, "vortex-3.0"))["cycles"]
                  for word in (0, 5)]
        self.assertLess(*cycles)
        self.assertEqual(self.depends("console_ring.yaml"), "buffer a")

    def test_a_fault_of_some_contents_leaves_the_analysis_its_bound(self):
        bounds = [self.document("bound", self.program("outside", word))["bound"]
                  for word in (0, 0x7f000000)]
        self.assertEqual(*bounds)
        self.call("check", "outside.yaml", status=3)

    def test_a_limit_of_cycles_holds_for_the_proof_too(self):
        self.write("forever.yaml",
                   f"kernel: {source}/tests/bound/elf/forever.elf\nmachine: vortex\n")
        for command in "check", "bound":
            error = self.call(command, "forever.yaml", "--max-cycles", "1000", status=4).stderr
            self.assertIn("cycle limit reached after 1000 cycles", error)

    def test_what_an_exact_launch_stores_is_compared_with_assumed_ranges(self):
        self.write("rows.yaml", f"kernel: {source}/tests/bound/elf/rows.elf\nmachine: vortex\n"
                   "buffers: {out: {type: u32, shape: [2048], fill: 3, fixed: true, "
                   "assume: {max: 5}}}\n"
                   "launches:\n  - {args: [out, {u32: 1}]}\n  - {args: [out, {u32: 0}]}\n")
        error = self.call("bound", "rows.yaml", status=1).stderr
        self.assertIn("element [0] of buffer 'out' is 100 after launch 1", error)

    def test_a_fault_that_every_run_has_is_reported(self):
        error = self.call("bound", "fault.yaml", status=3).stderr
        self.assertIn("pc 0x80000000", error)
