# SPDX-License-Identifier: Apache-2.0
"""Where things are printed: streams, JSON, colour, full disks and closed pipes."""
import json
import os
import pty
import subprocess
import unittest

from command import Case

# A command line with each kind of report.
REPORTS = (["run", "stop.yaml"], ["compare", "stop.yaml"], ["info", "stop.elf"],
           ["dis", "stop.elf"], ["cfg", "stop.elf"], ["machines"], ["machines", "vortex"],
           ["statistics"], ["instructions", "rv32"])


class Json(Case):
    def test_every_report_is_one_json_document_with_nothing_else(self):
        """HOUSE-5"""
        for arguments in REPORTS:
            done = self.call(*arguments, "--json", "-")
            json.loads(done.stdout)
            self.assertEqual(done.stderr, "", arguments)

    def test_json_in_a_file_stands_beside_the_report(self):
        for arguments in REPORTS:
            done = self.call(*arguments, "--json", "out.json")
            self.assertNotEqual(done.stdout.strip(), "", arguments)
            json.loads((self.folder / "out.json").read_text())
            (self.folder / "out.json").unlink()

    def test_failure_without_a_result_is_json_too(self):
        """HOUSE-5"""
        for target in ("-", "out.json"):
            done = self.call("run", "nosuch\n\"\\\udcff.yaml", "--json", target, status=2)
            text = done.stdout if target == "-" else (self.folder / target).read_text()
            error = json.loads(text)["error"]
            self.assertEqual(error["status"], 2)
            self.assertEqual(set(error), {"status", "place", "message", "hint"})
            self.assertIn("nosuch", (error["place"] or "") + error["message"])

    def test_bad_use_leaves_the_json_file_alone(self):
        before = (self.folder / "stop.yaml").read_text()
        self.call("run", "--json", "stop.yaml", status=2)
        self.call("run", "stop.yaml", "--json", "stop.yaml", status=2)
        self.assertEqual((self.folder / "stop.yaml").read_text(), before)

    def test_json_that_cannot_be_written_is_status_2(self):
        done = self.call("run", "stop.yaml", "--json", "nosuch/out.json", status=2)
        self.assertIn("nosuch/out.json", done.stderr)

    def test_json_that_cannot_be_written_does_not_hide_a_fault_of_the_kernel(self):
        done = self.call("run", "fault.yaml", "--json", "/dev/full", status=3)
        self.assertIn("/dev/full", done.stderr)
        self.assertEqual(done.stderr.count("error: "), 2)


class Streams(Case):
    def test_quiet_prints_nothing(self):
        for arguments in REPORTS:
            done = self.call(*arguments, "--quiet")
            self.assertEqual(done.stdout + done.stderr, "", arguments)

    def test_the_error_stands_behind_the_report_when_both_go_to_one_place(self):
        text = self.call("run", "fault.yaml", status=3, stderr=subprocess.STDOUT).stdout
        self.assertGreater(text.index("error: "), text.index("warp"))

    def test_report_ends_with_a_newline(self):
        for arguments in REPORTS:
            self.assertTrue(self.call(*arguments).stdout.endswith("\n"), arguments)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_full_disk_is_status_2(self):
        for arguments in REPORTS + (["--help"], ["--version"], ["run", "nosuch", "--json", "-"]):
            with open("/dev/full", "w") as full:
                done = self.call(*arguments, status=2, stdout=full)
            self.assertIn("cannot write to standard output", done.stderr, arguments)

    def test_closed_standard_output_is_status_2(self):
        done = self.call("machines", status=2, stdout=None, preexec_fn=lambda: os.close(1))
        self.assertIn("cannot write to standard output", done.stderr)

    def test_closed_standard_output_does_not_matter_when_nothing_is_printed(self):
        self.call("run", "stop.yaml", "-q", "--json", "out.json", stdout=None,
                  preexec_fn=lambda: os.close(1))
        json.loads((self.folder / "out.json").read_text())

    def test_reader_that_went_away_is_no_error(self):
        for arguments in REPORTS:
            reading, writing = os.pipe()
            os.close(reading)
            done = self.call(*arguments, stdout=writing)
            os.close(writing)
            self.assertEqual(done.stderr, "", arguments)

    def test_dot_prints_a_graph(self):
        self.assertIn("digraph", self.call("cfg", "stop.elf", "--dot").stdout)


class Color(Case):
    def on_terminal(self, *arguments, status=0, **environment):
        """Standard output and error of a call on a pseudo-terminal."""
        ours, theirs = pty.openpty()
        self.call(*arguments, status=status, environment=environment, stdout=theirs,
                  stderr=theirs)
        os.close(theirs)
        text = b""
        try:
            while piece := os.read(ours, 65536):
                text += piece
        except OSError:
            pass
        os.close(ours)
        return text.decode()

    def test_no_escape_in_a_pipe(self):
        for arguments in REPORTS:
            self.assertNotIn("\x1b", self.call(*arguments).stdout, arguments)
        self.assertNotIn("\x1b", self.call("run", "nosuch", status=2).stderr)

    def test_color_always_colors_errors_in_a_pipe_even_with_no_color(self):
        done = self.call("run", "nosuch", "--color=always", status=2,
                         environment={"NO_COLOR": "1"})
        self.assertIn("\x1b[", done.stderr)

    def test_terminal_has_color(self):
        self.assertIn("\x1b[", self.on_terminal("run", "nosuch", status=2))

    def test_no_color_dumb_terminal_and_never_switch_it_off(self):
        for option, environment in (("auto", {"NO_COLOR": "1"}), ("auto", {"TERM": "dumb"}),
                                    ("auto", {"TERM": ""}), ("never", {})):
            text = self.on_terminal("run", "nosuch", "--color", option, status=2, **environment)
            self.assertIn("error: ", text)
            self.assertNotIn("\x1b", text, (option, environment))

    def test_empty_no_color_counts_as_not_set(self):
        self.assertIn("\x1b[", self.on_terminal("run", "nosuch", status=2, NO_COLOR=""))


class Diverge(Case):
    ASSEMBLY = "\t.text\n\t.globl\tf\n\t.type\tf,@function\nf:\n\tret\n"

    def test_standard_input_and_output_are_the_same_as_files(self):
        self.write("in.s", self.ASSEMBLY)
        self.call("diverge", "in.s", "-o", "out.s")
        text = (self.folder / "out.s").read_text()
        self.assertIn("ret", text)
        self.assertEqual(self.call("diverge", "in.s").stdout, text)
        piped = self.call("diverge", "-", "-o", "-", stdin=None, input=self.ASSEMBLY)
        self.assertEqual(piped.stdout, text)

    def test_output_that_cannot_be_written_is_status_2(self):
        self.write("in.s", self.ASSEMBLY)
        done = self.call("diverge", "in.s", "-o", "nosuch/out.s", status=2)
        self.assertIn("nosuch/out.s", done.stderr)
