# SPDX-License-Identifier: Apache-2.0
"""What goes into a job's buffers, what comes out, and what is said about it.

The program `stop` leaves every buffer as it is, so that what `save` writes is what was put in.
"""
import hashlib
import json

import arrays
import command
from command import Case


class Buffers(Case):
    def saved(self, declarations, **files):
        """Runs a job with these buffers (name -> text of the declaration); name -> array."""
        for name, content in files.items():
            self.write(name.replace("_", "."), content)
        lines = [f"  {name}: {text}" for name, text in declarations.items()]
        saves = [f"  {name}: out-{name}.npy" for name in declarations]
        self.write("job.yaml", "\n".join(["kernel: stop.elf", "buffers:", *lines, "save:", *saves]))
        self.call("run", "job.yaml", "--functional")
        return {name: arrays.read_npy((self.folder / f"out-{name}.npy").read_bytes())
                for name in declarations}

    def test_every_type_can_be_filled_and_is_saved_as_npy(self):
        """HOUSE-7, HOUSE-11"""
        found = self.saved({kind: f"{{type: {kind}, shape: [2, 3], fill: 7}}"
                            for kind in arrays.TYPES})
        for kind, (_, descr, _) in arrays.TYPES.items():
            self.assertEqual(found[kind], (descr, (2, 3), [7] * 6), kind)

    def test_random_fills_are_those_of_a_script_that_follows_the_documentation(self):
        """HOUSE-8"""
        ranges = {kind: (-1, 1) if kind[0] == "f" else (0, 200) if kind[0] == "u" else (-100, 27)
                  for kind in arrays.TYPES}
        found = self.saved({kind: f"{{type: {kind}, shape: 1000, fill: random, min: {low}, "
                                  f"max: {high}, seed: 7}}"
                            for kind, (low, high) in ranges.items()})
        for kind, (low, high) in ranges.items():
            self.assertEqual(found[kind][2], arrays.random_fill(kind, 1000, low, high, 7), kind)

    def test_random_without_a_range_takes_all_integers_and_floats_from_0_to_1(self):
        """HOUSE-8"""
        found = self.saved({kind: f"{{type: {kind}, shape: 500, fill: random}}"
                            for kind in arrays.TYPES})
        for kind, (_, _, bits) in arrays.TYPES.items():
            low = -2**(bits - 1) if kind[0] == "i" else 0
            high = 1 if kind[0] == "f" else low + 2**bits - 1
            self.assertEqual(found[kind][2], arrays.random_fill(kind, 500, low, high, 0), kind)

    def test_numbers_and_iota_fill_as_documented(self):
        """HOUSE-8"""
        found = self.saved({"tenth": "{type: f32, shape: 2, fill: 1e-1}",
                            "least": "{type: i64, shape: 1, fill: -9223372036854775808}",
                            "most": "{type: u64, shape: 1, fill: 18446744073709551615}",
                            "bytes": "{type: u8, shape: 300, fill: iota}",
                            "halves": "{type: f16, shape: 2050, fill: iota}"})
        self.assertEqual(found["tenth"][2], arrays.as_stored("f32", [0.1, 0.1]))
        self.assertEqual(found["least"][2] + found["most"][2], [-2**63, 2**64 - 1])
        self.assertEqual(found["bytes"][2], [i % 256 for i in range(300)])
        self.assertEqual(found["halves"][2], arrays.as_stored("f16", range(2050)))

    def test_data_comes_from_npy_raw_and_decimal_files(self):
        """HOUSE-9"""
        values = [3, -1, 70000, -2147483648, 2147483647, 0]
        found = self.saved({"a": "{file: a.npy}", "b": "{type: i32, file: b.bin}",
                            "c": "{type: i32, shape: [3, 2], file: c.csv}",
                            "d": "{type: i32, file: d.txt}"},
                           a_npy=arrays.npy("i32", (2, 3), values),
                           b_bin=arrays.pack("i32", values),
                           c_csv="3,-1\n70000,-2147483648\n2147483647,0\n",
                           d_txt="3 -1 70000\n-2147483648 2147483647 0")
        for name, shape in {"a": (2, 3), "b": (6,), "c": (3, 2), "d": (6,)}.items():
            self.assertEqual(found[name], ("<i4", shape, values), name)

    def test_npy_of_another_type_or_shape_is_refused(self):
        """HOUSE-9"""
        self.write("a.npy", arrays.npy("i32", (2, 3), range(6)))
        for declared, words in (("type: u32", "contains i32; the job declares u32"),
                                ("type: i32, shape: [3, 2]", "shape [2, 3]"),
                                ("shape: 6", "shape [2, 3]")):
            self.write("job.yaml",
                       f"kernel: stop.elf\nbuffers:\n  a: {{{declared}, file: a.npy}}\n")
            done = self.call("run", "job.yaml", status=2)
            self.assertIn("a.npy: error: ", done.stderr)
            self.assertIn(words, done.stderr)
            self.assertIn("job.yaml:3:3", done.stderr)


class Expectations(Case):
    HEAD = ("kernel: stop.elf\nbuffers:\n  a: {type: f32, file: a.csv}\n"
            "  b: {type: f32, shape: 3, fill: 1}\nexpect:\n")

    def checks(self, expectations, status):
        self.write("a.csv", "1, 100, -0.001")
        self.write("job.yaml", self.HEAD + expectations)
        done = self.call("run", "job.yaml", "--json", "-", status=status)
        text = self.call("run", "job.yaml", status=status).stdout
        found = json.loads(done.stdout)["checks"]
        for name, words in found.items():
            self.assertRegex(text, rf"check {name} +{words[:7]}")
        return found

    def right(self, expectation):
        self.assertEqual(self.checks(f"  a: {expectation}\n", 0), {"a": "ok"})

    def wrong(self, expectation, words):
        found = self.checks(f"  a: {expectation}\n", 1)
        self.assertEqual(list(found), ["a"])
        self.assertIn(words, found["a"])

    def test_without_tolerances_the_comparison_is_exact(self):
        """HOUSE-10"""
        self.write("same.npy", arrays.npy("f32", (3,), [1, 100, -0.001]))
        self.write("near.npy", arrays.npy("f32", (3,), [1, 100.00001, -0.001]))
        self.right("{file: same.npy}")
        self.wrong("{file: near.npy}", "differs in 1 of 3 elements, first at [1]: 100")

    def test_tolerances_are_relative_and_absolute(self):
        """HOUSE-10"""
        self.write("r.csv", "1.009, 100.9, -0.00100901")
        self.right("{file: r.csv, rtol: 1e-2}")
        self.wrong("{file: r.csv, rtol: 0.0085}", "differs in 3 of 3 elements")
        self.wrong("{file: r.csv, atol: 0.01}", "differs in 1 of 3 elements, first at [1]")
        self.right("{file: r.csv, atol: 0.01, rtol: 0.0089}")

    def test_another_buffer_is_compared_after_the_run(self):
        """HOUSE-10"""
        self.right("{equal: a}")
        self.wrong("{equal: b}", "differs in 2 of 3 elements, first at [1]: 100, expected 1")

    def test_sha256_is_that_of_the_elements(self):
        """HOUSE-10"""
        digest = hashlib.sha256(arrays.pack("f32", [1, 100, -0.001])).hexdigest()
        self.right(f"{{sha256: {digest}}}")
        self.wrong(f"{{sha256: {'0' * 64}}}", digest)

    def test_each_check_is_reported_by_name_also_behind_a_wrong_one(self):
        """HOUSE-10, HOUSE-1"""
        found = self.checks("  b: {equal: a}\n  a: {equal: a}\n", 1)
        self.assertEqual(list(found), ["b", "a"])
        self.assertTrue(found["b"].startswith("differs"))
        self.assertEqual(found["a"], "ok")


class Symbols(Case):
    """The program symbols.S copies the four words of `weights` and one more to `out`."""

    def job(self, symbols, launches="", status=0):
        program = command.source / "tests/machine/vortex/elf/symbols.elf"
        self.write("job.yaml", f"kernel: {program}\nbuffers:\n"
                   "  out: {type: u32, shape: 5, fill: 0}\nargs: [out]\n"
                   f"{symbols}{launches}save: {{out: out.npy}}\n")
        done = self.call("run", "job.yaml", "--functional", status=status)
        return done.stderr if status else arrays.read_npy((self.folder / "out.npy").read_bytes())[2]

    def test_symbols_set_what_variables_hold_at_first(self):
        """HOUSE-13"""
        self.assertEqual(self.job(""), [1, 2, 3, 4, 5])
        self.write("w.csv", "10 20 30 40")
        self.assertEqual(self.job("symbols: {weights: {type: u32, file: w.csv}}\n"),
                         [10, 20, 30, 40, 5])
        # Set before the first launch only: the program's own change is still there in the second.
        self.assertEqual(self.job("symbols: {weights: {type: u32, shape: 4, fill: 7}}\n",
                                  "launches: [{}, {}]\n"), [8, 7, 7, 7, 5])

    def test_a_symbol_that_is_not_there_or_has_another_size_is_refused(self):
        """HOUSE-13, HOUSE-2"""
        text = self.job("symbols: {wieghts: {type: u32, shape: 4, fill: 7}}\n", status=2)
        self.assertIn("job.yaml:5:11: error: ", text)
        self.assertIn("'wieghts'", text)
        text = self.job("symbols: {weights: {type: u32, shape: 5, fill: 7}}\n", status=2)
        self.assertIn("job.yaml:5:11: error: ", text)
        self.assertIn("16 bytes", text)
        self.assertIn("20", text)


class Launches(Case):
    def test_launches_run_in_sequence_on_the_same_buffers_and_are_summed(self):
        """HOUSE-20: y = 2x + y, then y = 3x + y, then x = y + x; only the last has its own grid."""
        kernel = command.source / "kernels/saxpy/vortex.elf"
        self.write("job.yaml", f"kernel: {kernel}\nentry: saxpy\ngrid: 4\nblock: 8\nbuffers:\n"
                   "  x: {type: f32, shape: 32, fill: iota}\n  y: {type: f32, shape: 32, fill: 1}\n"
                   "args: [x, y, {f32: 2}, {i32: 32}]\nlaunches:\n  - {}\n"
                   "  - {args: [x, y, {f32: 3}, {i32: 32}]}\n"
                   "  - {args: [y, x, {f32: 1}, {i32: 32}], grid: 1, block: 32}\n"
                   "save: {x: x.npy, y: y.npy}\n")
        document = json.loads(self.call("run", "job.yaml", "-f", "--json", "-").stdout)
        x, y = (arrays.read_npy((self.folder / f"{name}.npy").read_bytes())[2] for name in "xy")
        self.assertEqual(y, [5 * i + 1 for i in range(32)])
        self.assertEqual(x, [6 * i + 1 for i in range(32)])
        launches = document["launches"]
        self.assertEqual([launch["kernel"] for launch in launches], ["saxpy"] * 3)
        self.assertEqual(launches[0], launches[1])
        self.assertNotEqual(launches[1]["warp_instructions"], launches[2]["warp_instructions"])
        for name in ("warp_instructions", "thread_instructions", "loads", "warps_started"):
            self.assertEqual(document[name], sum(launch[name] for launch in launches), name)
            self.assertGreater(min(launch[name] for launch in launches), 0, name)

    def test_a_kernel_without_a_grid_is_refused_and_does_not_run_on_nothing(self):
        kernel = command.source / "kernels/saxpy/vortex.elf"
        for size, place in (("", "1:1"), ("ndrange: [64, 1]\nwidth: 16\n", "2:10")):
            self.write("job.yaml", f"kernel: {kernel}\n{size}")
            done = self.call("run", "job.yaml", status=2)
            self.assertIn(f"job.yaml:{place}: error: ", done.stderr)
            self.assertIn("'grid' and 'block'", done.stderr)

    def test_the_cycle_limit_is_for_all_launches_together(self):
        """HOUSE-1: status 4."""
        self.write("job.yaml", "kernel: loop.elf\nlaunches: [{kernel: hello.elf}, {}]\n")
        for options in ([], ["--functional"]):
            first = json.loads(self.call("run", "hello.yaml", "--json", "-", *options).stdout)
            count = "warp_instructions" if options else "cycles"
            limit = first[count] + 500
            done = self.call("run", "job.yaml", "--max-cycles", str(limit), "--json", "-", *options,
                             status=4)
            self.assertEqual(json.loads(done.stdout)[count], limit)

    def test_a_run_that_was_cut_says_so(self):
        """HOUSE-58: what is done, and that the cycles are those of a part."""
        self.write("job.yaml", "kernel: loop.elf\nlaunches: [{kernel: hello.elf}, {}, {}]\n")
        for options, unit in (([], "cycles"), (["--functional"], "warp instructions")):
            done = self.call("run", "job.yaml", "--max-cycles", "3000", *options, status=4)
            self.assertRegex(done.stdout, rf": stopped after [\d ]+ {unit}")
            self.assertIn("  1 of 3 launches done\n", done.stdout)
            self.assertRegex(done.stderr, rf"limit reached after \d+ {unit.replace(' ', '-')} of this launch")
        saxpy = f"{command.source}/kernels/saxpy/vortex-tiny.yaml"
        document = json.loads(self.call("run", saxpy, "--max-cycles", "101", "--json", "-",
                                        status=4).stdout)
        self.assertIn("cycle limit reached after 101 cycles of this launch; what was under way ends "
                      f"after {document['cycles']}\n", document["error"]["message"])
        document = json.loads(self.call("run", "job.yaml", "--max-cycles", "3000", "--json", "-",
                                        status=4).stdout)
        self.assertEqual((document["launches_done"], len(document["launches"])), (1, 2))
        self.assertNotIn("stopped", self.call("run", "hello.yaml").stdout)

    def test_a_launch_that_fails_keeps_what_the_others_did(self):
        """HOUSE-20"""
        self.write("job.yaml", "kernel: stop.elf\nlaunches: [{}, {kernel: fault.elf}, {}]\n")
        document = json.loads(self.call("run", "job.yaml", "--json", "-", status=3).stdout)
        self.assertEqual(len(document["launches"]), 2)
        self.assertEqual(document["launches_planned"], 3)
