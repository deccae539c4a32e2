# SPDX-License-Identifier: Apache-2.0
"""warpclock paper: names, tables, and what needs no run. tests/paper has the runs."""
import csv
import json
import xml.etree.ElementTree

import command
from command import Case

SWAS = ["anomalies", "cycles", "1", "ipc", "paths", "latency", "errors", "ratios", "slots", "2",
        "acceptance"]
PASTIS = ["stack", "arms", "1", "2", "figure8", "durations", "strides", "matmul",
          "sensitivity", "conflicts", "policies", "mlp", "acceptance"]
SIM_D = ["1", "requests", "text", "3", "4", "figure6", "figure7", "figure8", "5", "acceptance"]


class SwasPage(Case):
    def setUp(self):
        super().setUp()
        self.page = " ".join((command.source / "docs/swas.md").read_text().split())

    def test_it_names_the_four_parts_of_kernel_time_and_what_is_assumed(self):
        """SWAS-44"""
        for words in ("one warp alone", "makespan of the warps of one core", "conflicts in shared "
                      "memory inside the core", "interference in global memory between cores",
                      "addresses only the second", "can be derived by static analysis",
                      "can predict when", "one scheduler per core", "no formal proof"):
            self.assertIn(words, self.page)

    def test_it_says_that_the_paper_claims_no_hardware_cost(self):
        """SWAS-58"""
        for words in ("Not claimed by the paper", "no area, power or frequency", "wires that signal",
                      "squashed slot into a NOP", "one scheduler is saved"):
            self.assertIn(words, self.page)

    def test_it_decides_every_ambiguity_and_names_every_table(self):
        for number in range(1, 17):
            self.assertIn(f"| AMB-{number} |", self.page)
        for name in SWAS:
            self.assertIn(f"| `{name}` |", self.page)


class PastisPage(Case):
    def setUp(self):
        super().setUp()
        self.page = " ".join((command.source / "docs/pastis.md").read_text().split())

    def test_it_decides_every_ambiguity_and_names_every_table(self):
        for number in range(1, 21):
            self.assertIn(f"| {number} |", self.page)
        for name in PASTIS:
            self.assertIn(f"| `{name}` |", self.page)

    def test_it_tells_the_contradiction_of_figure_8_and_what_was_fitted(self):
        """PAS-59; PAS-75: nothing is calibrated to the vendor's factor of 100."""
        for words in ("9 of the two pools with active lanes", "11 of all", "l2.latency",
                      "dram.overhead", "to N = 4 alone", "no number was fitted to it"):
            self.assertIn(words, self.page)


class SimDPage(Case):
    def test_it_decides_every_ambiguity_and_names_every_table(self):
        page = (command.source / "docs/paper-sim-d.md").read_text()
        for number in range(1, 24):
            self.assertIn(f"| A{number} |", page)
        for name in SIM_D:
            self.assertIn(f"| `{name}` |", page)


class Paper(Case):
    def refused(self, *arguments, saying, hint=None):
        done = self.call("paper", *arguments, status=2)
        self.assertEqual(done.stdout, "")
        self.assertIn(saying, done.stderr)
        if hint:
            self.assertIn(f"\n  hint: {hint}", done.stderr)

    def table(self, name):
        return json.loads(self.call("paper", "swas", "--table", name, "--json", "-").stdout)

    def test_unknown_names_offer_the_nearest(self):
        self.refused("swaz", saying="unknown paper 'swaz'; available: swas, pastis, pws, sbi-swi, "
                     "sim-d",
                     hint="did you mean 'swas'?")
        self.refused("swas", "--table", "error", hint="did you mean 'errors'?",
                     saying=f"has no table 'error'; available: {', '.join(SWAS)}")
        self.refused(saying="paper needs an operand: NAME")

    def test_anomalies_are_the_exact_schedules(self):
        """SWAS-29, SWAS-30, SWAS-31"""
        rows = self.table("anomalies")["tables"][0]["rows"]
        schedules = [(row["policy"], row["schedule"], row["makespan"]) for row in rows]
        for expected in (("gtlrr", "000111222000111222000011112222", 30),
                         ("gtlrr", "00011122200011100001111222...2222", 33),
                         ("gtlrr", "00112.0001112....000111222........222", 37),
                         ("gtlo", "00112.0001112....000111222........222", 37),
                         ("gtlrr", "0000111122220..1..0200111222", 28)):
            self.assertIn(expected, schedules)
        self.assertEqual([row["change"] for row in rows if row["change"]],
                         ["+3", "+11", "+11", "-5", "-8", "-3"])

    def test_text_and_json_have_the_same_rows(self):
        document = self.table("cycles")
        text = self.call("paper", "swas", "--table", "cycles").stdout
        rows = document["tables"][0]["rows"]
        self.assertEqual({row["id"] for row in rows}, {"X1", "X2", "X3", "X4"})
        for row in rows:
            self.assertRegex(text, rf"(?m)^.* {row['cycle']}  {row['warp']} ")
        self.assertIn("cycle 3 and has nothing to issue", " ".join(text.split()))

    def test_the_equations_of_sim_d_need_no_run(self):
        """SIMD-36, SIMD-59, SIMD-60"""
        for name, rows in (("1", 19), ("requests", 18), ("text", 8), ("3", 10)):
            done = self.call("paper", "sim-d", "--table", name, "--json", "-")
            self.assertEqual(len(json.loads(done.stdout)["tables"][0]["rows"]), rows)

    def test_only_the_table_asked_for_is_there(self):
        document = self.table("anomalies")
        self.assertEqual(document["paper"], "swas")
        self.assertEqual([table["name"] for table in document["tables"]], ["anomalies"])

    def test_the_stack_of_figures_5_to_7_needs_no_run(self):
        """PAS-41, PAS-42, PAS-44"""
        document = json.loads(self.call("paper", "pastis", "--table", "stack", "--json", "-").stdout)
        self.assertIsNone(document["settings"])
        self.assertEqual([row["ours"] for row in document["tables"][0]["rows"]][3:6],
                         ["0x48 0x70 0xC0000000", "0x18 0x70 0x3FFFFFFF", "0x70 0xFFFF 0xFFFFFFFF"])


class Help(Case):
    def test_it_names_all_tables(self):
        shown = " ".join(self.call("paper", "--help").stdout.split())
        self.assertIn("swas: " + ", ".join(SWAS), shown)
        self.assertIn("pastis: " + ", ".join(PASTIS), shown)
        self.assertIn("sim-d: " + ", ".join(SIM_D), shown)


class Figures(Case):
    def test_a_table_with_pairs_is_drawn_with_published_and_own_numbers(self):
        document = json.loads(self.call("paper", "pws", "--table", "3", "--svg", "f", "--csv", "f",
                                        "--json", "-").stdout)
        rows = document["tables"][0]["rows"]
        with open(self.folder / "f/3-none-observed.csv", newline="") as file:
            lines = list(csv.reader(file))
        self.assertEqual([[float(cell) for cell in line[1:]] for line in lines[1:]],
                         [[row["none_observed_paper"], row["none_observed"]] for row in rows])
        texts = xml.etree.ElementTree.parse(self.folder / "f/3-none-observed.svg").getroot()
        drawn = [text.text for text in texts.iter("{http://www.w3.org/2000/svg}text")]
        for row in rows:
            self.assertIn(f"{row['none_observed']:.1f}", drawn)


class Figures(Case):
    def test_a_figure_replaces_no_other_output(self):
        (self.folder / "d").mkdir()
        done = self.call("paper", "pws", "--table", "3", "--csv", "d", "--json",
                         "d/3-none-observed.csv", status=2)
        self.assertIn("are the same file", done.stderr)
        written = (self.folder / "d/3-none-observed.csv").read_text()
        self.assertEqual(json.loads(written)["paper"], "pws")
        self.assertTrue((self.folder / "d/3-over-dws.csv").exists())
