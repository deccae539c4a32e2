#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/trace.py on small folders of lists and tests. HOUSE-34

The invented prefixes TOY and GAME are in no real list, so that these samples name nothing there.
"""
import os
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts", "trace.py")
HEAD = "# Toys\n\n| ID | requirement | source | state |\n|---|---|---|---|\n"


def row(identifier, state, text="it rolls"):
    return f"| {identifier} | {text} | paper | {state} |\n"


class Trace(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.mkdir(self.path("lists"))
        os.mkdir(self.path("tests"))

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        mode = "wb" if isinstance(content, bytes) else "w"
        with open(self.path(name), mode) as file:
            file.write(content)

    def toys(self, *rows):
        self.write("lists/toys.md", HEAD + "".join(rows))

    def call(self, status, *arguments):
        done = subprocess.run([sys.executable, SCRIPT, *(arguments or ("lists", "tests"))],
                              cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        self.assertEqual(status == 0, done.stderr == "")
        return done

    def bad_line(self, line):
        """A list with this line after two good rows: the error names line 7."""
        self.toys(row("TOY-1", "planned"), row("TOY-2", "planned"), line)
        message = self.call(2).stderr
        self.assertIn(os.path.join("lists", "toys.md:7: "), message)
        return message


class Agreement(Trace):
    def test_counts_stand_by_list(self):
        self.toys(row("TOY-1", "tested"), row("TOY-2", "planned"), row("TOY-3", "planned"),
                  row("TOY-4", "left out: too big"))
        self.write("lists/games.md", HEAD + row("GAME-1", "tested"))
        self.write("tests/a.c", "/* TOY-1, GAME-1 */\n")
        lines = [" ".join(line.split()) for line in self.call(0).stdout.splitlines()]
        self.assertIn("toys 1 tested, 2 planned, 1 left out", lines)
        self.assertIn("games 1 tested, 0 planned, 0 left out", lines)

    def test_planned_ids_are_listed_and_wrapped_without_breaking_one(self):
        numbers = range(1, 101)
        self.toys(*(row(f"TOY-{number}", "planned") for number in numbers))
        output = self.call(0).stdout
        self.assertLessEqual(max(map(len, output.splitlines())), 100)
        words = output.split("planned:")[1].split()
        self.assertEqual(words, [f"TOY-{number}" for number in numbers])

    def test_the_readme_is_no_list(self):
        self.toys(row("TOY-1", "planned"))
        self.write("lists/README.md", "| ID | what |\n|---|---|\n| TOY-9 | an example |\n")
        self.assertNotIn("TOY-9", self.call(0).stdout)

    def test_a_bar_inside_a_cell_can_be_escaped(self):
        self.toys(row("TOY-1", "planned", r"a \| b"))
        self.call(0)


class Naming(Trace):
    def test_a_test_names_an_id_in_any_text_file_below(self):
        self.toys(row("TOY-1", "tested"), row("TOY-2", "tested"), row("TOY-3", "tested"))
        self.write("tests/unit/deep/a.c", "/* TOY-1: rolls */\n")
        self.write("tests/b.yaml", "name: TOY-2 stops\n")
        self.write("tests/c.txt", b"caf\xe9 (TOY-3).\n")
        self.call(0)

    def test_an_id_counts_as_a_whole_word_only(self):
        self.toys(row("TOY-1", "planned"), row("TOY-15", "tested"))
        self.write("tests/a.c", "/* TOY-15 */ XTOY-1 MY-TOY-1 TOY-1x TOY-1_2 TOY_1 toy-1\n")
        self.call(0)

    def test_a_foreign_prefix_is_no_id(self):
        self.toys(row("TOY-1", "planned"))
        self.write("tests/a.c", "/* UTF-8, SHA-256, IEEE-754 */\n")
        self.call(0)

    def test_a_binary_names_nothing(self):
        self.toys(row("TOY-1", "planned"))
        self.write("tests/a.elf", b"\x7fELF\0 TOY-1 TOY-99\n")
        self.call(0)


class Disagreement(Trace):
    def test_a_tested_row_without_a_test_is_an_error(self):
        self.toys(row("TOY-1", "planned"), row("TOY-2", "tested"))
        self.assertIn(os.path.join("lists", "toys.md:6: TOY-2"), self.call(1).stderr)

    def test_an_id_in_no_list_is_an_error_at_the_test(self):
        self.toys(row("TOY-1", "planned"))
        self.write("tests/a.c", "\n/* TOY-7 */\n")
        self.assertIn(os.path.join("tests", "a.c:2: TOY-7"), self.call(1).stderr)

    def test_a_planned_row_with_a_test_is_stale(self):
        self.toys(row("TOY-1", "planned"))
        self.write("tests/a.c", "/* TOY-1 */\n")
        message = self.call(1).stderr
        self.assertIn(os.path.join("lists", "toys.md:5: TOY-1"), message)
        self.assertIn(os.path.join("tests", "a.c:1"), message)

    def test_a_left_out_row_with_a_test_is_stale(self):
        self.toys(row("TOY-1", "left out: too big"))
        self.write("tests/a.c", "/* TOY-1 */\n")
        self.assertIn("TOY-1", self.call(1).stderr)

    def test_every_disagreement_is_told_and_the_counts_still_stand(self):
        self.toys(row("TOY-1", "tested"), row("TOY-2", "planned"))
        self.write("tests/a.c", "/* TOY-2 TOY-3 */\n")
        done = self.call(1)
        self.assertEqual(done.stderr.count("error: "), 3)
        self.assertIn("1 tested", done.stdout)


class Malformed(Trace):
    def test_a_missing_cell(self):
        self.bad_line("| TOY-3 | it rolls | planned |\n")

    def test_a_cell_too_many(self):
        self.bad_line("| TOY-3 | a | b | paper | planned |\n")

    def test_no_bar_at_the_end(self):
        self.bad_line("| TOY-3 | it rolls | paper | planned\n")

    def test_text_after_the_last_bar(self):
        self.bad_line("| TOY-3 | it rolls | paper | planned | soon\n")

    def test_no_bar_at_the_start(self):
        self.bad_line("TOY-3 | it rolls | paper | planned |\n")

    def test_an_empty_cell(self):
        self.assertIn("source", self.bad_line("| TOY-3 | it rolls | | planned |\n"))

    def test_no_id(self):
        self.assertIn("'toy 3'", self.bad_line(row("toy 3", "planned")))

    def test_an_unknown_state(self):
        self.assertIn("'done'", self.bad_line(row("TOY-3", "done")))

    def test_left_out_without_a_reason(self):
        self.bad_line(row("TOY-3", "left out"))
        self.bad_line(row("TOY-3", "left out:"))

    def test_an_id_twice_in_a_list(self):
        self.assertIn("TOY-2", self.bad_line(row("TOY-2", "planned")))

    def test_an_id_in_two_lists(self):
        self.toys(row("TOY-1", "planned"))
        self.write("lists/more.md", HEAD + row("TOY-1", "planned"))
        message = self.call(2).stderr
        self.assertIn("toys.md:5", message)
        self.assertIn("more.md:5", message)

    def test_another_header(self):
        self.write("lists/toys.md", HEAD.replace("source", "origin") + row("TOY-1", "planned"))
        self.assertIn("toys.md:3", self.call(2).stderr)

    def test_no_rule_below_the_header(self):
        self.write("lists/toys.md", HEAD.replace("|---|---|---|---|\n", "") + 2 *
                   row("TOY-1", "planned"))
        self.assertIn("toys.md:4", self.call(2).stderr)

    def test_a_list_without_rows(self):
        self.toys()
        self.assertIn("toys.md", self.call(2).stderr)

    def test_a_list_that_is_no_text(self):
        self.write("lists/toys.md", b"\xff\xfe|")
        self.call(2)


class Usage(Trace):
    def test_two_folders_are_needed(self):
        self.assertIn("usage", self.call(2, "lists").stderr)

    def test_folders_that_are_not_there(self):
        self.toys(row("TOY-1", "planned"))
        self.assertIn("nowhere", self.call(2, "nowhere", "tests").stderr)
        self.assertIn("nowhere", self.call(2, "lists", "nowhere").stderr)

    def test_a_folder_without_lists(self):
        self.assertIn("lists", self.call(2).stderr)


class OneLineEach(unittest.TestResult):
    """Prints `ok name` or `FAILED name` a test, with the reason below a failure."""

    def addSuccess(self, test):
        print("ok     ", test.id().split(".", 1)[1])

    def report(self, test, error):
        print("FAILED ", test.id().split(".", 1)[1])
        print(self._exc_info_to_string(error, test))

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.report(test, error)

    def addError(self, test, error):
        super().addError(test, error)
        self.report(test, error)


def main():
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    result = OneLineEach()
    suite.run(result)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    return 1 if failed or not result.testsRun else 0


if __name__ == "__main__":
    sys.exit(main())
