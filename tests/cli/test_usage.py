# SPDX-License-Identifier: Apache-2.0
"""Bad and good use of the command line."""
import json

from command import Case, source

COMMANDS = ("run", "bound", "check", "compare", "explain", "paper", "info", "dis", "cfg", "diverge",
            "split", "machines", "statistics", "instructions", "help")


class Help(Case):
    def test_no_command_shows_the_overview_on_stderr_with_status_2(self):
        done = self.call(status=2)
        self.assertEqual(done.stdout, "")
        self.assertIn("Usage: warpclock COMMAND", done.stderr)

    def test_every_help_fits_a_screen_of_24_lines_and_80_columns(self):
        for arguments in [["--help"]] + [[name, "--help"] for name in COMMANDS]:
            lines = self.call(*arguments).stdout.splitlines()
            self.assertLessEqual(len(lines), 24, arguments)
            self.assertLessEqual(max(map(len, lines)), 80, arguments)

    def test_help_begins_with_a_sentence_and_two_examples(self):
        for name in COMMANDS:
            lines = self.call(name, "--help").stdout.splitlines()
            self.assertTrue(lines[0].startswith(f"warpclock {name}: "))
            self.assertIn("warpclock ", lines[2])
            self.assertIn("warpclock ", lines[3])

    def test_help_command_equals_the_help_option(self):
        self.assertEqual(self.call("help", "run").stdout, self.call("run", "-h").stdout)
        self.assertEqual(self.call("help").stdout, self.call("--help").stdout)

    def test_help_needs_no_operands_and_hides_what_is_not_there(self):
        text = self.call("--help").stdout
        self.assertNotIn("completion", text)

    def test_version_stands_before_and_behind_a_command(self):
        text = self.call("--version").stdout
        self.assertTrue(text.startswith("warpclock "), text)
        self.assertEqual(text, self.call("run", "-V").stdout)

    def test_version_names_every_model_and_instruction_set(self):
        text = self.call("--version").stdout
        for machine in json.loads(self.call("machines", "--json", "-").stdout)["machines"]:
            about = json.loads(self.call("machines", machine["name"], "--json", "-").stdout)
            self.assertRegex(text, rf"machine models: .*\b{about['model']}\b")
            for isa in about["isa"].split(", "):
                self.assertRegex(text, rf"instruction sets: .*\b{isa}\b")


class Mistakes(Case):
    """HOUSE-1: status 2."""

    def refused(self, *arguments, saying, hint=None):
        done = self.call(*arguments, status=2)
        self.assertEqual(done.stdout, "")
        self.assertIn("error: ", done.stderr)
        self.assertIn(saying, done.stderr)
        if hint:
            self.assertIn(f"\n  hint: {hint}", done.stderr)

    def test_unknown_command_offers_the_nearest(self):
        self.refused("rnu", "x", saying="unknown command 'rnu'", hint="did you mean 'run'?")
        self.refused("xyzzy", saying="'xyzzy'", hint="'warpclock --help' lists the commands")

    def test_unknown_option_offers_the_nearest(self):
        self.refused("run", "--fnctional", "x", saying="run has no option '--fnctional'",
                     hint="did you mean '--functional'?")
        self.refused("run", "--explain", "x", saying="run has no option '--explain'",
                     hint="it is an option of bound, check")
        self.refused("--versoin", saying="'--versoin'", hint="did you mean '--version'?")
        self.refused("run", "-x", "x", saying="run has no option '-x'")

    def test_shortened_option_is_refused_with_its_full_name(self):
        self.refused("run", "--max", "5", saying="'--max'", hint="did you mean '--max-cycles'?")

    def test_first_of_two_mistakes_is_told_with_its_own_hint_only(self):
        done = self.call("run", "--max-cycles=x", "--fnctional", status=2)
        self.assertIn("--max-cycles", done.stderr)
        self.assertNotIn("hint", done.stderr)

    def test_options_of_other_commands_are_refused_as_such(self):
        self.refused("dis", "--report", "f", "stop.elf", saying="dis has no option '--report'",
                     hint="it is an option of run, bound, check, compare, query, paper")

    def test_wrong_count_of_operands_is_refused(self):
        self.refused("run", saying="run needs an operand: JOB")
        self.refused("run", "stop.yaml", "b.yaml", saying="extra operand 'b.yaml'")
        self.refused("statistics", "x", saying="extra operand 'x'")

    def test_numbers_are_read_strictly(self):
        for text in ("-1", "", " 1", "1k", "0x10", "1.5", "0", "+3", "18446744073709551616"):
            self.refused("run", "stop.yaml", f"--max-cycles={text}", saying="--max-cycles: ")

    def test_values_are_checked(self):
        self.refused("run", "stop.yaml", "--color=alwys", saying="is not auto, always or never",
                     hint="did you mean 'always'?")
        self.refused("run", "stop.yaml", "--set", "threads", saying="not of the form KEY=VALUE")
        self.refused("run", "stop.yaml", "--set", "=4", saying="not of the form KEY=VALUE")
        self.refused("run", "stop.yaml", "--quiet=1", saying="--quiet takes no value")
        self.refused("run", "stop.yaml", "--json", saying="--json needs a value: FILE")
        self.refused("compare", "stop.yaml", "-m", "vortex,,x", saying="empty name")

    def test_a_part_of_an_option_names_the_option(self):
        self.refused("run", "stop.yaml", "--trace-window", "1:2", saying="a window of the timeline "
                     "without a timeline; --trace-window needs --trace")
        self.refused("run", "stop.yaml", "--checkpoint-every", "3", saying="--checkpoint-every "
                     "needs --checkpoint")

    def test_a_machine_for_other_binaries_is_named(self):
        done = self.call("run", "stop.yaml", "-m", "jetson-tx2", status=2)
        self.assertIn("stop.elf: error: binary for rv32; machine jetson-tx2 runs sass\n  hint: rv32 is "
                      "RISC-V code, for machines like vortex; sass is NVIDIA's machine code\n", done.stderr)
        self.assertIn("rv32 is RISC-V code; sass is", self.call(
            "run", f"{source}/kernels/saxpy/gcn3-tiny.yaml", "-m", "fermi", status=2).stderr)

    def test_a_window_without_a_cycle_is_warned_of(self):
        for options, words in (([], "the timeline is empty: its window begins with cycle 99999, "
                                    "and the run ended after "), (["-q"], "")):
            done = self.call("run", "stop.yaml", "--trace", "t.csv", "--trace-window", "99999:",
                             *options)
            self.assertIn(words, done.stderr)
            self.assertEqual(not words, not done.stderr)
            self.assertTrue((self.folder / "t.csv").exists())
        done = self.call("run", "stop.yaml", "--trace", "t.csv", "--trace-window", "1:")
        self.assertEqual(done.stderr, "")

    def test_files_that_are_written_have_a_name(self):
        for option in ("--trace", "--steps", "--profile-file", "--report"):
            self.refused("run", "stop.yaml", option, "", saying=f"{option}: the name of the file")
            self.refused("run", "stop.yaml", option, "-", saying=f"{option}: '-' is not the name",
                         hint="/dev/stdout is standard output")
        self.assertFalse((self.folder / "-").exists())

    def test_options_that_exclude_each_other_are_refused(self):
        done = self.call("cfg", "stop.elf", "--dot", "--json", "-", status=2)
        self.assertIn("both write to standard output", done.stderr)
        self.refused("machines", "--set", "threads=4", saying="--set needs the name of a machine")
        self.refused("machines", "--names", "vortex", saying="--names cannot be combined with")

    def test_machine_parameter_kernel_and_set_names_are_checked_by_the_library(self):
        self.refused("run", "stop.yaml", "--machine", "vortx", saying="vortx",
                     hint="did you mean 'vortex'?")
        self.refused("run", "stop.yaml", "--set", "thread=4", saying="thread", hint="did you mean")
        self.refused("dis", "stop.elf", "--kernel", "nosuch", saying="nosuch")
        self.refused("instructions", "rv23", saying="rv32")
        self.refused("compare", "stop.yaml", "-m", "vortex,vortx", saying="vortx")

    def test_missing_and_bad_files_name_the_file(self):
        self.write("bad.yaml", "kernle: x\n")
        self.refused("run", "nosuch.yaml", saying="nosuch.yaml: error: ")
        self.refused("run", "bad.yaml", saying="bad.yaml:1:1: error: ",
                     hint="did you mean 'kernel'?")
        self.write("k.cl", "__kernel void k() {}\n")
        self.refused("run", "k.cl",
                     saying="k.cl: error: this is a source file; expected a job file",
                     hint="docs/your-own-kernel.md")
        self.refused("run", "stop.elf",
                     saying="this is a kernel binary; expected a job file (YAML)",
                     hint="write a job with")
        self.refused("run", "stop.yaml", "--machine", "vortex-swas", "--set", "front.queue=1",
                     saying="front.queue is 1; SWaS needs ", hint="--set front.queue=")
        self.refused("dis", "stop.yaml", saying="stop.yaml")
        self.refused("info", ".", saying=".: error: ")
        self.refused("diverge", "nosuch.s", saying="nosuch.s: error: ")
        self.refused("diverge", ".", saying=".: error: ")

    def test_control_characters_of_a_name_do_not_reach_the_terminal(self):
        done = self.call("run", "a\x1b[31mb.yaml", status=2)
        self.assertNotIn("\x1b", done.stderr)
        self.assertIn("\\x1b[31mb", done.stderr)


class Forms(Case):
    def test_options_stand_anywhere_and_values_in_two_forms(self):
        for arguments in (["run", "stop.yaml", "--max-cycles", "100", "-q"],
                          ["-q", "run", "--max-cycles=100", "stop.yaml"],
                          ["run", "-qf", "-mvortex", "stop.yaml"],
                          ["--color", "never", "run", "--quiet", "--", "stop.yaml"]):
            self.assertEqual(self.call(*arguments).stdout, "")

    def test_two_dashes_end_the_options(self):
        self.write("-q", "kernel: stop.elf\nmachine: vortex\n")
        self.assertNotEqual(self.call("run", "--", "-q").stdout, "")

    def test_last_of_a_repeated_option_holds(self):
        self.call("run", "loop.yaml", "--max-cycles=99999999999", "--max-cycles=1000", "-q",
                  status=4)

    def test_json_is_found_behind_the_mistake(self):
        done = self.call("run", "--nosuch", "--json", "-", status=2)
        self.assertEqual(json.loads(done.stdout)["error"]["status"], 2)
