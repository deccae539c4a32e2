# SPDX-License-Identifier: Apache-2.0
"""The manual pages and the completion scripts say what the option tables say."""
import pathlib
import re
import shutil
import subprocess

import command
from command import Case

MANUAL = pathlib.Path(__file__).resolve().parents[2] / "man"


def section(page, title):
    return re.search(rf"^# {title}\n(.*?)(?=^# |\Z)", page, re.M | re.S)[1]


def page_options(page):
    """Rows like "--machine -m NAME" from the lines that open an option's paragraph."""
    rows = set()
    for line in re.findall(r"^\*-.*$", section(page, "OPTIONS"), re.M):
        words = re.findall(r"[*_]([^*]+?)[*_](?=[ ,]|$)", line)
        words.sort(key=lambda word: (not word.startswith("--"), not word.startswith("-")))
        rows.add(" ".join(words))
    return rows


class Manual(Case):
    def table(self):
        """Command name -> rows of its option table."""
        rows = {}
        for line in self.call("completion", "options").stdout.splitlines():
            name, row = line.split(" ", 1)
            rows.setdefault(name, set()).add(row)
        return rows

    def pages(self):
        for name, rows in self.table().items():
            file = "warpclock" if name == "-" else f"warpclock-{name}"
            yield name, rows, (MANUAL / f"{file}.1.scd").read_text()

    def test_pages_name_exactly_the_options_of_the_tables(self):
        for name, rows, page in self.pages():
            self.assertEqual(page_options(page), rows, name)

    def test_synopsis_options_and_summary_are_those_of_the_help(self):
        for name, rows, page in self.pages():
            if name == "-":
                continue
            shown = self.call("help", name).stdout
            synopsis = re.sub(r"[*_]", "", section(page, "SYNOPSIS")).strip()
            self.assertIn(f"Usage: {synopsis}\n", shown)
            for row in rows:
                self.assertRegex(shown, rf"{row.split()[0]}\b", name)
            summary = section(page, "NAME").split(" - ", 1)[1].strip()
            self.assertTrue(shown.startswith(f"warpclock {name}: {summary}\n"), name)

    def test_every_page_has_examples_and_exit_statuses(self):
        for name, _, page in self.pages():
            self.assertIn("warpclock", section(page, "EXAMPLES"), name)
            self.assertIn("*2*", section(page, "EXIT STATUS"), name)

    def test_overview_page_names_every_command(self):
        page = (MANUAL / "warpclock.1.scd").read_text()
        for name in self.table():
            if name != "-":
                self.assertIn(f"\n*{name}*\n", section(page, "COMMANDS"))

    def test_pages_can_be_made(self):
        if not shutil.which("scdoc"):
            self.skipTest("no scdoc")
        for _, _, page in self.pages():
            subprocess.run(["scdoc"], input=page, text=True, check=True, capture_output=True)


class Completion(Case):
    def offers(self, *words):
        """What bash would offer for the last of `words`."""
        script = self.call("completion", "bash").stdout
        line = " ".join(f"'{word}'" for word in (command.program, *words))
        script += (f"COMP_WORDS=({line}); COMP_CWORD={len(words)}\n"
                   "compopt() { :; }\n_warpclock\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n")
        done = subprocess.run(["bash", "-c", script], text=True, capture_output=True,
                              cwd=self.folder, timeout=20, check=True,
                              env=command.clean_environment())
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def setUp(self):
        super().setUp()
        if not shutil.which("bash"):
            self.skipTest("no bash")

    def test_bash_offers_commands_and_global_options(self):
        self.assertEqual(self.offers("ru"), ["run"])
        self.assertIn("--version", self.offers("--"))
        self.assertEqual(self.offers("help", "cf"), ["cfg"])
        self.assertNotIn("completion", self.offers(""))

    def test_bash_offers_options_files_machines_and_choices(self):
        self.assertEqual(self.offers("run", "--func"), ["--functional"])
        self.assertEqual(self.offers("run", "stop.y"), ["stop.yaml"])
        self.assertIn("vortex", self.offers("run", "x.yaml", "--machine", "v"))
        self.assertIn("vortex", self.offers("run", "x.yaml", "--machine", "=", "v"))
        self.assertIn("vortex,vortex", self.offers("compare", "-m", "vortex,vo"))
        self.assertEqual(self.offers("--color", "al"), ["always"])
        self.assertEqual(self.offers("--color", "never", "ru"), ["run"])
        self.assertEqual(self.offers("instructions", "r"), ["rv32"])

    def test_bash_offers_parameters(self):
        self.assertEqual(self.offers("run", "x.yaml", "-m", "gcn3", "--set", "lds.tr"),
                         ["lds.transaction="])
        self.assertEqual(self.offers("run", "x.yaml", "--machine", "=", "gcn3", "--set", "fetc"), [])
        self.assertEqual(self.offers("machines", "vortex", "--set", "functional."),
                         ["functional.order="])
        self.assertIn("lds.transaction=", self.offers("run", "x.yaml", "--set", "l"))

    def test_scripts_are_read_by_their_shells(self):
        for shell in ("bash", "zsh", "fish"):
            script = self.call("completion", shell).stdout
            self.assertIn("--max-cycles" if shell != "fish" else "-l max-cycles", script)
            if shutil.which(shell):
                subprocess.run([shell, "-n"], input=script, text=True, check=True, timeout=20,
                               capture_output=True)

    def test_unknown_shell_is_refused(self):
        self.call("completion", "tcsh", status=2)
