# SPDX-License-Identifier: Apache-2.0
"""warpclock split: what it writes, lists and refuses (PWS-30, PWS-33, PWS-34)."""
import json
import shutil

import command
from command import Case


class Split(Case):
    def setUp(self):
        super().setUp()
        self.original = command.source / "kernels/divergence/gcn3.hsaco"
        shutil.copy(self.original, self.folder / "k.hsaco")

    def report(self, *arguments):
        return json.loads(self.call("split", "k.hsaco", *arguments, "--json", "-").stdout)

    def branches(self, report, state):
        return [branch for kernel in report["kernels"] for branch in kernel["branches"]
                if branch["state"] == state]

    def test_a_list_writes_nothing(self):
        text = self.call("split", "k.hsaco", "--list").stdout
        self.assertIn("kernel nested_if: 5 branches, 3 chosen, 3 contexts\n", text)
        self.assertIn("divergence.cl:23", text)
        self.assertIn("refused: its else side reads a scalar that its then side computes (0x", text)
        self.assertEqual([path.name for path in self.folder.glob("*.hsaco")], ["k.hsaco"])

    def test_what_is_written_has_the_splits_of_the_report(self):
        report = self.report("-o", "out.hsaco", "--depth", "2")
        listing = self.call("dis", "out.hsaco").stdout
        self.assertGreater(report["chosen"], 0)
        self.assertLessEqual(report["contexts"], 2)
        self.assertEqual(len(self.branches(report, "chosen")), report["chosen"])
        self.assertEqual(listing.count("s_pws_split exec_lo, exec_hi\n"), report["chosen"])
        self.assertEqual(listing.count("s_pws_merge\n"), report["chosen"])

    def test_the_same_input_gives_the_same_bytes(self):
        for name in ("a", "b"):
            self.call("split", "k.hsaco", "-o", name, "-q")
        self.assertEqual((self.folder / "a").read_bytes(), (self.folder / "b").read_bytes())

    def test_tags_name_splits(self):
        self.call("split", "k.hsaco", "-o", "out.hsaco", "--tags", "--kernel", "nested_if")
        self.assertRegex(self.call("dis", "out.hsaco").stdout, r"s_pws_merge \d")

    def test_marks_choose_among_branches(self):
        report = self.report("--list", "--mark", "divergence.cl:23,0x3160")
        self.assertEqual([branch["address"] for branch in self.branches(report, "chosen")],
                         [0x307c, 0x3160])
        self.assertEqual(len(self.branches(report, "not marked")), report["allowed"] - 2)

    def test_a_mark_without_a_branch(self):
        done = self.call("split", "k.hsaco", "--list", "--mark", "divergence.cl:1", status=2)
        self.assertIn("no divergent branch at 'divergence.cl:1'", done.stderr)
        self.assertIn("split FILE --list", done.stderr)

    def test_a_file_without_split_points_is_a_copy(self):
        shutil.copy(command.source / "kernels/ids/gcn3.hsaco", self.folder / "ids.hsaco")
        text = self.call("split", "ids.hsaco", "-o", "out.hsaco").stdout
        self.assertIn("0 divergent branches", text)
        self.assertEqual((self.folder / "ids.hsaco").read_bytes(),
                         (self.folder / "out.hsaco").read_bytes())

    def test_bad_use(self):
        for arguments, expected in (
                ([], "nothing to write; expected --output FILE, --table FILE or --list"),
                (["--list", "-o", "x"], "--list writes no file"),
                (["-o", "-"], "does not go to standard output"),
                (["--list", "--depth", "64"], "'64' is not a whole number from 1 to 63"),
                (["--list", "--depth", "4294967297"], "is not a whole number from 1 to 63"),
                (["--list", "--depth", "0"], "'0' is not a whole number from 1 to 63"),
                (["-o", "x", "--max-memory", "1K"], "exceed the limit of 1024"),
                (["-o", "/dev/stdout", "--table", "-"], "both write to standard output"),
                (["-o", "/dev/stdout", "--json", "-"], "both write to standard output"),
                (["--table", "-", "--json", "-"], "both write to standard output"),
                (["--list", "--select", "best"], "is not paper or optimal"),
                (["--list", "--kernel", "nothing"], "no kernel named nothing")):
            done = self.call("split", "k.hsaco", *arguments, status=2)
            self.assertIn(expected.split(";")[0], done.stderr)

    def test_other_files(self):
        self.call("split", "k.hsaco", "-o", "out.hsaco", "-q")
        done = self.call("split", "out.hsaco", "-o", "again.hsaco", status=2)
        self.assertIn("the file has split points already", done.stderr)
        done = self.call("split", command.source / "kernels/saxpy/vortex.elf", "--list", status=2)
        self.assertIn("its format is RISC-V ELF; expected a code object for GCN3", done.stderr)
        self.assertFalse((self.folder / "again.hsaco").exists())

    def test_all_outputs_or_none(self):
        for arguments in (["-o", "x", "--table", "/dev/full"], ["-o", "x", "--json", "/dev/full"],
                          ["-o", "/dev/full", "--table", "x"], ["--table", "x", "--json", "/dev/full"],
                          ["-o", "/dev/full", "--json", "x", "-q"]):
            done = self.call("split", "k.hsaco", *arguments, status=2)
            self.assertIn("/dev/full", done.stderr)
            if "--json" not in arguments[:3:2]:
                self.assertFalse((self.folder / "x").exists(), arguments)

    def test_standard_output_has_one_document(self):
        self.call("split", "k.hsaco", "-o", "k", "--table", "t", "-q")
        self.assertEqual(self.call("split", "k.hsaco", "--table", "-").stdout,
                         (self.folder / "t").read_text())
        self.assertFalse((self.folder / "-").exists())
        job = command.source / "kernels/saxpy/gcn3-tiny.yaml"
        done = self.call("run", job, "--json", "-", "--trace", "/dev/stdout", status=2)
        self.assertIn("--json - and --trace /dev/stdout both write to standard output", done.stderr)

    def test_a_table_with_a_branch_twice(self):
        self.call("split", "k.hsaco", "--table", "t.yaml", "-q")
        text = (self.folder / "t.yaml").read_text()
        line = next(line for line in text.splitlines() if "{kernel" in line)
        self.write("t.yaml", text + line + "\n")
        job = command.source / "kernels/divergence/gcn3-tiny.yaml"
        done = self.call("run", job, "-m", "gcn3-pws", "--split", "t.yaml", status=2)
        self.assertRegex(done.stderr, r"the branch at offset 0x[0-9a-f]+ is listed twice")

    def test_compare_takes_a_table(self):
        job = command.source / "kernels/divergence/gcn3-tiny.yaml"
        self.call("split", "k.hsaco", "--table", "t.yaml", "-q")
        with_table = self.call("compare", job, "-m", "gcn3-pws", "--split", "t.yaml").stdout
        self.assertNotEqual(with_table, self.call("compare", job, "-m", "gcn3-pws").stdout)

    def test_a_table_for_another_binary(self):
        self.call("split", "k.hsaco", "--table", "points.yaml", "-q")
        job = command.source / "kernels/saxpy/gcn3-tiny.yaml"
        done = self.call("run", job, "--split", "points.yaml", status=2)
        self.assertRegex(done.stderr, r"points.yaml:\d+:\d+: error: .* has no kernel 'nested_if'")

    def test_a_job_may_name_a_table(self):
        self.call("split", command.source / "kernels/divergence/gcn3.hsaco", "--table", "points.yaml")
        job = (command.source / "kernels/divergence/gcn3-tiny.yaml").read_text()
        job = job[:job.index("expect:")].replace(
            "kernel: gcn3.hsaco",
            f"kernel: {command.source}/kernels/divergence/gcn3.hsaco\nsplit: points.yaml")
        self.write("job.yaml", job)
        result = json.loads(self.call("run", "job.yaml", "-m", "gcn3-pws", "--json", "-").stdout)
        self.assertGreater(result["pws"]["splits"], 0)
