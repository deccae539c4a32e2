# SPDX-License-Identifier: Apache-2.0
"""What a run's JSON document holds, and that it says the same as the text and the reference."""
import json
import re

from command import Case

STALLS = {"dependency", "fetch", "unit", "memory", "barrier", "idle"}
MEMORY = {"shared_transactions", "global_transactions", "dram_bytes"}
TEXTS = {"warpclock", "kernel", "machine", "isa"}


class Document(Case):
    def document(self, *arguments, status=0):
        return json.loads(self.call("run", *arguments, "--json", "-", status=status).stdout)

    def assert_count(self, value, name, clocked):
        """A count is an integer; what only a clock could tell is null where there is none."""
        if clocked:
            self.assertIs(type(value), int, name)
            self.assertGreaterEqual(value, 0, name)
        else:
            self.assertIsNone(value, name)

    def assert_contract(self, document):
        clocked = document["mode"] != "functional"
        for name in TEXTS:
            self.assertIs(type(document[name]), str, name)
            self.assertNotEqual(document[name], "", name)
        self.assert_count(document["cycles"], "cycles", clocked)
        for name in ("warp_instructions", "thread_instructions"):
            self.assert_count(document[name], name, True)
        self.assertIs(type(document["ipc"]), float if clocked else type(None))
        for group, names in (("stalls", STALLS), ("memory", MEMORY)):
            self.assertLessEqual(names, set(document[group]))
            for name, value in document[group].items():
                self.assert_count(value, name, clocked)
        self.assertTrue(all(type(text) is str for text in document["checks"].values()))
        for name in ("host_seconds", "simulated_kips"):
            self.assertIs(type(document[name]), float, name)
            self.assertGreaterEqual(document[name], 0, name)

    def test_keys_and_types_are_those_of_the_contract(self):
        """HOUSE-4"""
        for arguments in (["stop.yaml"], ["stop.yaml", "--functional"]):
            document = self.document(*arguments)
            self.assert_contract(document)
            self.assertEqual(document["machine"], "vortex")
            self.assertEqual(document["warp_instructions"], 1)
            self.assertEqual(document["checks"], {})
        version = self.call("--version").stdout.split()[1]
        self.assertEqual(document["warpclock"], version)

    def test_keys_and_types_hold_whatever_the_status(self):
        """HOUSE-4"""
        for arguments, status in ((["wrong.yaml"], 1), (["fault.yaml"], 3),
                                  (["loop.yaml", "--max-cycles", "1000"], 4)):
            document = self.document(*arguments, status=status)
            self.assert_contract(document)
            self.assertEqual(document["status"], status)
            self.assertEqual(document["error"]["status"], status)

    def test_functional_runs_know_no_cycles_and_do_not_invent_any(self):
        """HOUSE-4"""
        document = self.document("stop.yaml", "--functional")
        self.assertEqual(document["mode"], "functional")
        self.assertIsNone(document["cycles"])

    def test_a_file_without_a_machine_in_the_job_runs_on_vortex(self):
        self.write("bare.yaml", "kernel: stop.elf\n")
        self.assertEqual(self.document("bare.yaml")["machine"], "vortex")


def flat(value, path=""):
    """Path -> number or null, as the reference names statistics: {"stalls.fetch": 3}."""
    if not isinstance(value, dict):
        return {path: value}
    return {name: number for key, inner in value.items()
            for name, number in flat(inner, f"{path}.{key}" if path else key).items()}


class Statistics(Case):
    """HOUSE-31: text, JSON and reference come from one table."""

    def setUp(self):
        super().setUp()
        rows = json.loads(self.call("statistics", "--json", "-").stdout)["statistics"]
        self.all_rows = rows
        self.rows = [row for row in rows if "vortex" in row["machines"]]
        self.units = {row["name"]: row["unit"] for row in self.rows}
        others = ("pastis.", "gcn3.") # what only other machines call them
        self.aliases = {alias: row["name"] for row in self.rows for alias in row["aliases"]
                        if not alias.startswith(others)}

    def test_the_reference_tells_name_unit_meaning_and_formula(self):
        text = self.call("statistics").stdout
        for row in self.all_rows:
            told = [row["name"], row["unit"], row["about"], row["formula"] or "", *row["aliases"]]
            for word in told:
                self.assertIn(word, text)

    def test_the_reference_tells_which_machines_have_them(self):
        machines = [machine["name"] for machine in json.loads(
            self.call("machines", "--json", "-").stdout)["machines"]]
        rows = {row["name"]: row for row in self.all_rows}
        self.assertEqual(len(rows), len(self.all_rows))
        self.assertEqual(rows["cycles"]["machines"], machines)
        cached = [machine for machine in machines if machine != "sim-d"]
        self.assertEqual(rows["caches.l1.hits"]["machines"], cached)
        self.assertEqual(rows["caches.constant.hits"]["machines"], ["jetson-tx2"])
        self.assertEqual(rows["swas.ipc"]["machines"], ["vortex", "vortex-2.2", "vortex-3.0",
                                                        "vortex-swas"])
        text = self.call("statistics").stdout
        self.assertIn("\nmodel vortex: vortex, vortex-2.2, vortex-3.0, vortex-swas\n  swas.kernel_cycles",
                      text)
        self.assertRegex(text, r"caches\.scalar\.hits .*; also gcn3\.scalar_hits \[gcn3\]\n")

    def test_names_that_were_there_before_are_still_there(self):
        """The names of the interface are a contract: new ones come beside them."""
        self.assertEqual({"icache_misses", "dcache_loads", "dcache_misses",
                          "memory.local_conflicts"}, set(self.aliases))
        aliases = {alias for row in self.all_rows for alias in row["aliases"]}
        for group, names in (("pastis", "l1_hits l1_misses l2_hits l2_misses constant_hits "
                              "constant_misses instruction_hits instruction_misses dual_issues "
                              "read_before_ready"),
                             ("gcn3", "l1_hits l1_misses l2_hits l2_misses scalar_hits "
                              "scalar_misses instruction_hits instruction_misses "
                              "read_before_ready groups_most start_delay_most "
                              "wavefront_cycles_most")):
            self.assertEqual({f"{group}.{name}" for name in names.split()},
                             {alias for alias in aliases if alias.startswith(group + ".")})

    def test_json_of_a_run_has_exactly_the_statistics_of_the_reference(self):
        for options in ([], ["--functional"]):
            document = json.loads(self.call("run", "hello.yaml", *options, "--json", "-").stdout)
            whole = flat({key: value for key, value in document.items() if key != "launches"})
            for launch in document["launches"]:
                del launch["kernel"]
                self.assertEqual(set(flat(launch)), {*self.units, *self.aliases})
                for name, number in flat(launch).items():
                    self.assertEqual(whole[name], number, name)
                    self.assertEqual(whole[self.aliases.get(name, name)], number, name)

    def test_text_of_a_run_calls_them_by_the_same_names_units_and_meanings(self):
        for options in ([], ["--functional"]):
            document = json.loads(self.call("run", "hello.yaml", *options, "--json", "-").stdout)
            text = self.call("run", "hello.yaml", *options, "-v").stdout
            told = dict(re.findall(r"^  ([a-z0-9_.]+)  +[\d .]*\d ([a-z][a-z -]*)$", text, re.M))
            self.assertIn("warp_instructions", told)
            for name, unit in told.items():
                self.assertEqual(unit, self.units[name], name)
            for row in self.rows:
                group, _, leaf = row["name"].partition(".")
                number = flat(document)[row["name"]]
                if number and row["name"].startswith(("stalls.", "swas.nops.")):
                    self.assertIn(f"%  {leaf}: {row['about']}\n", text)
                elif number and row["name"] == "cycles":
                    self.assertRegex(text, r"(?m): [\d ]+ cycles, [\d.]+ ns at 1200 MHz$")
                elif number and (group != "swas" or leaf in ("kernel_cycles", "ipc")):
                    self.assertIn(row["name"], told)
