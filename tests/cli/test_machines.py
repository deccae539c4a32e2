# SPDX-License-Identifier: Apache-2.0
"""Machine files: what is printed back, and how a parameter is overridden."""
import json
import re

import command
from command import Case


class Printed(Case):
    def machine(self, name, *options):
        document = json.loads(self.call("machines", name, *options, "--json", "-").stdout)
        return document, {row["name"]: row for row in document["parameters"]}

    def test_every_number_is_printed_back_with_unit_and_source(self):
        """HOUSE-33"""
        for name in self.call("machines", "--names").stdout.split():
            document, rows = self.machine(name)
            text = self.call("machines", name).stdout
            self.assertGreater(len(rows), 10)
            for row in rows.values():
                name, value, unit = (re.escape(row[key]) for key in ("name", "default", "unit"))
                self.assertRegex(text, rf"(?m)^{name} += {value} +{unit}$")
                self.assertIn(f"source: {row['source']}\n", text)
                self.assertRegex(row["source"], "^(paper|measured|standard|assumed|derived)\\b")

    def test_what_is_printed_is_what_the_file_says(self):
        """HOUSE-33: every number stands in the file, or in one that it is based on."""
        for name in self.call("machines", "--names").stdout.split():
            document, rows = self.machine(name)
            content, file = "", name
            while file:
                content += (command.source / f"machines/{file}.yaml").read_text()
                file = self.machine(file)[0]["based_on"]
            for row in rows.values():
                last = row["name"].split(".")[-1]
                self.assertRegex(content, rf"(?m)^ *([a-z_.]+\.)?{last}:")
                for key in ("unit", "source", "default"):
                    self.assertIn(row[key], content, (name, row["name"], key))

    def test_a_misspelt_parameter_of_a_base_gets_a_suggestion(self):
        (self.folder / "m.yaml").write_text("name: m\nabout: x\nbased_on: jetson-tx2\nversion: 1\n"
                                            "parameters:\n  l1d:\n    mshr: {value: 4}\n")
        self.assertIn("did you mean 'l1d.mshrs'?", self.call("machines", "m.yaml", status=2).stderr)

    def other_value(self, row, text):
        """A value that the parameter allows and does not have; None: its structure is fixed."""
        block = text[re.search(rf"(?m)^{re.escape(row['name'])} +=", text).end():].split("\n\n")[0]
        allowed = re.search(r"allowed: (.*)", block)
        if isinstance(row["value"], bool):
            return "false" if row["value"] else "true"
        if not allowed:  # names of policies are the model's business
            return f"{row['value']}x" if isinstance(row["value"], str) else str(row["value"] + 1)
        if re.fullmatch(r"\S+ to \S+", allowed[1]):
            least, most = allowed[1].split(" to ")
            if least == most:
                return None
            return most if least == "any" or int(least, 0) == row["value"] else least
        return next(choice for choice in allowed[1].split(", ") if choice != str(row["value"]))

    def test_any_parameter_can_be_set_by_its_dotted_path(self):
        """HOUSE-6"""
        tried = set() # variants of a machine have the same parameters
        for name in self.call("machines", "--names").stdout.split():
            document, rows = self.machine(name)
            text = self.call("machines", name).stdout
            for path, row in rows.items():
                value = self.other_value(row, text)
                if value is None or (document["model"], path) in tried:
                    continue
                tried.add((document["model"], path))
                changed = self.machine(name, "--set", f"{path}={value}")[1][path]
                self.assertEqual(changed["set_by"], "--set", path)
                self.assertNotEqual(changed["value"], row["value"], path)
                self.assertEqual(changed["default"], row["default"], path)


class Override(Case):
    """Counts show how many warps and lanes the machine had."""

    def setUp(self):
        super().setUp()
        kernel = command.source / "kernels/vecadd/vortex.elf"
        self.write("job.yaml", f"kernel: {kernel}\nset: {{threads: 4, warps: 2}}\n"
                   "grid: 4\nblock: 8\nbuffers:\n  a: {type: f32, shape: 32, fill: 1}\n"
                   "  b: {type: f32, shape: 32, fill: 2}\n  c: {type: f32, shape: 32, fill: 0}\n"
                   "args: [a, b, c, {i32: 32}]\n"
                   "expect: {c: {file: c.csv}}\n")
        self.write("c.csv", "3 " * 32)

    def counts(self, *options):
        return json.loads(self.call("run", "job.yaml", "-f", "--json", "-", *options).stdout)

    def test_a_jobs_set_gives_defaults_and_the_option_wins(self):
        """HOUSE-6"""
        by_job, by_option = self.counts(), self.counts("--set", "threads=8")
        self.assertEqual(by_job["warps_started"], 2)
        self.assertLessEqual(by_job["lanes_active"], 4)
        self.assertGreater(by_option["lanes_active"], 4)
        self.assertEqual(by_option["warps_started"], 2)  # what the option does not say is the job's

    def test_the_last_of_two_settings_holds(self):
        """HOUSE-6"""
        counts = self.counts("--set", "threads=32", "--set", "threads=4")
        self.assertLessEqual(counts["lanes_active"], 4)

    def test_an_unknown_key_offers_the_nearest_name_wherever_it_stands(self):
        """HOUSE-6, HOUSE-2"""
        done = self.call("run", "stop.yaml", "--set", "thread=4", status=2)
        self.assertIn("--set: error: machine 'vortex' has no parameter 'thread'", done.stderr)
        self.assertIn("did you mean 'threads'?", done.stderr)
        self.write("set.yaml", "kernel: stop.elf\nset:\n  isa.aa: true\n")
        done = self.call("run", "set.yaml", status=2)
        self.assertIn("set.yaml:3:3: error: machine 'vortex' has no parameter 'isa.aa'\n",
                      done.stderr)
        self.assertIn("did you mean 'isa.a'?", done.stderr)
