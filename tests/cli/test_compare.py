# SPDX-License-Identifier: Apache-2.0
"""Tables: columns from machines and varied values, short names, ratios and their mean."""
import json

from command import Case

PAIR = ("--vary", "fetch=lrr,gtlo", "--vary", "issue=lrr,gtlrr,gtlo")


class Columns(Case):
    def names(self, *arguments):
        """The columns of a comparison, in their order."""
        cells = json.loads(self.call("compare", "stop.yaml", "--json", "-", *arguments).stdout)
        return [cell["machine"] for cell in cells["cells"]]

    def test_every_value_is_a_column(self):
        self.assertEqual(self.names("--vary", "warps=4,8"), ["vortex warps=4", "vortex warps=8"])

    def test_columns_are_all_combinations_and_the_last_key_changes_fastest(self):
        self.assertEqual(self.names(*PAIR), [
            f"vortex fetch={fetch} issue={issue}"
            for fetch in ("lrr", "gtlo") for issue in ("lrr", "gtlrr", "gtlo")])

    def test_machines_are_varied_one_after_the_other(self):
        self.assertEqual(self.names("-m", "vortex,vortex-3.0", "--vary", "warps=4,8"), [
            "vortex warps=4", "vortex warps=8", "vortex-3.0 warps=4", "vortex-3.0 warps=8"])

    def test_jobs_that_differ_in_their_target_alone_share_a_row(self):
        for name, machine in (("one-stop", "vortex"), ("two-stop", "vortex-3.0"),
                              ("two-go", "vortex")):
            self.write(f"{name}.yaml", f"kernel: stop.elf\nmachine: {machine}\n")
        done = self.call("compare", "one-stop.yaml", "two-stop.yaml", "two-go.yaml", "--json", "-")
        cells = [(cell["job"], cell["machine"]) for cell in json.loads(done.stdout)["cells"]]
        self.assertEqual(cells, [("stop.yaml", "vortex"), ("stop.yaml", "vortex-3.0"),
                                 ("two-go.yaml", "vortex")])

    def test_a_varied_value_is_stronger_than_a_set_one(self):
        def cycles(*arguments):
            done = self.call("compare", "hello.yaml", "--json", "-", *arguments)
            return [cell["cycles"] for cell in json.loads(done.stdout)["cells"]]
        slow, = cycles("--set", "front.decode=9")
        self.assertEqual(cycles("--set", "front.decode=3", "--vary", "front.decode=9"), [slow])
        self.assertNotEqual(cycles("--set", "front.decode=3"), [slow])

    def test_bad_variations_are_refused(self):
        for value, saying in (("warps", "not of the form KEY=VALUE,..."),
                              ("=4", "not of the form KEY=VALUE,..."),
                              ("warps=", "has an empty value"),
                              ("warps=4,,8", "has an empty value"),
                              ("warps=4,", "has an empty value")):
            done = self.call("compare", "stop.yaml", "--vary", value, status=2)
            self.assertIn(saying, done.stderr)
        many = [part for key in "abc" for part in ("--vary", f"{key}=" + ",".join("12345678901"))]
        done = self.call("compare", "stop.yaml", *many, status=2)
        self.assertIn("the maximum is 1000", done.stderr)

    def test_a_misspelt_value_is_found_before_the_first_run(self):
        done = self.call("compare", "hello.yaml", "-m", "vortex", "--vary", "warps=4,0", status=2)
        self.assertEqual(done.stdout, "")
        self.assertIn("warps", done.stderr)
        done = self.call("compare", "hello.yaml", "-m", "vortex", "--vary", "fecth=lrr", status=2)
        self.assertIn("did you mean 'fetch'?", done.stderr)


class Table(Case):
    def lines(self, *arguments, status=0):
        done = self.call("compare", *arguments, status=status)
        return [line.split() for line in done.stdout.splitlines()[1:]]

    def suite(self, *names):
        """Jobs in folders that differ in one part only."""
        for name in names:
            (self.folder / "suite" / name).mkdir(parents=True)
            self.write(f"suite/{name}/tiny.yaml", f"kernel: ../../{name}.elf\nmachine: vortex\n")
        return [f"suite/{name}/tiny.yaml" for name in names]

    def test_jobs_are_named_by_the_part_in_which_they_differ(self):
        jobs = self.suite("stop", "fault")
        rows = self.lines(*jobs, status=3)
        self.assertEqual([row[0] for row in rows[1:3]], ["stop", "fault"])
        document = json.loads(self.call("compare", *jobs, "--json", "-", status=3).stdout)
        self.assertEqual([cell["job"] for cell in document["cells"]], jobs)

    def test_one_job_keeps_its_whole_name(self):
        self.assertEqual(self.lines("./stop.yaml")[1][0], "./stop.yaml")

    def test_many_columns_have_a_head_for_each_key_and_ratios_only(self):
        fetch, issue, stop, wrong, mean = self.lines("stop.yaml", "loop.yaml", *PAIR, "-f",
                                                     "--max-cycles", "10000", status=4)[:5]
        self.assertEqual(fetch, ["fetch"] + ["lrr"] * 3 + ["gtlo"] * 3)
        self.assertEqual(issue, ["issue"] + ["lrr", "gtlrr", "gtlo"] * 2)
        self.assertEqual(stop, ["stop", "1"] + ["x1.00"] * 5)
        self.assertEqual(wrong[0::2][0], "loop")
        self.assertIn("CUT", wrong)
        self.assertEqual(mean, ["geometric", "mean"] + ["x1.00"] * 5)

    def test_nine_columns_fit_a_screen(self):
        done = self.call("compare", "stop.yaml", "hello.yaml", "--vary", "fetch=lrr,gtlrr,gtlo",
                         "--vary", "issue=lrr,gtlrr,gtlo")
        table = done.stdout[done.stdout.index("on vortex: cycles"):].splitlines()
        self.assertLessEqual(max(map(len, table)), 100)

    def test_the_mean_is_that_of_the_ratios_in_the_cells(self):
        done = self.call("compare", "stop.yaml", "hello.yaml", "--vary", "front.decode=1,9",
                         "--json", "-")
        document = json.loads(done.stdout)
        cycles = [cell["cycles"] for cell in document["cells"]]
        ratio = (cycles[1] / cycles[0] * cycles[3] / cycles[2]) ** 0.5
        self.assertGreater(ratio, 1)
        self.assertAlmostEqual(document["geometric_means"]["vortex front.decode=9"], ratio, 9)
        self.assertEqual(document["geometric_means"]["vortex front.decode=1"], 1)
        table = self.call("compare", "stop.yaml", "hello.yaml", "--vary",
                          "front.decode=1,9").stdout
        self.assertIn(f"x{ratio:.2f}", table.splitlines()[-1])

    def test_runs_that_were_cut_short_count_for_no_mean(self):
        document = json.loads(self.call("compare", "fault.yaml", "stop.yaml", "--vary",
                                        "warps=4,8", "--json", "-", status=3).stdout)
        self.assertEqual(document["geometric_means"]["vortex warps=8"], 1)
        document = json.loads(self.call("compare", "fault.yaml", "--vary", "warps=4,8", "--json",
                                        "-", status=3).stdout)
        self.assertIsNone(document["geometric_means"]["vortex warps=8"])
