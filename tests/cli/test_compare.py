# SPDX-License-Identifier: Apache-2.0
"""Tables: columns from machines and varied values, short names, ratios and their mean."""
import csv
import json
import os
import xml.etree.ElementTree

from command import Case, source

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
        done = self.call("compare", "stop.yaml", "--vary", "warps=4", "--vary", "warps=8", status=2)
        self.assertIn("--vary: 'warps' is given twice", done.stderr)
        self.call("compare", "stop.yaml", "--vary", "warps=2", "--vary", "warps.x=8", status=2)
        many = [part for key in "abc" for part in ("--vary", f"{key}=" + ",".join("12345678901"))]
        done = self.call("compare", "stop.yaml", *many, status=2)
        self.assertIn("the maximum is 1000", done.stderr)

    def test_a_misspelt_value_is_found_before_the_first_run(self):
        done = self.call("compare", "hello.yaml", "-m", "vortex", "--vary", "warps=4,0", status=2)
        self.assertEqual(done.stdout, "")
        self.assertTrue(done.stderr.startswith("--vary: error: warps: "), done.stderr)
        done = self.call("compare", "hello.yaml", "-m", "vortex", "--vary", "fecth=lrr", status=2)
        self.assertTrue(done.stderr.startswith("--vary: error: "), done.stderr)
        self.assertIn("did you mean 'fetch'?", done.stderr)
        done = self.call("compare", "hello.yaml", "--vary", "warps=4,99", status=2)
        self.assertTrue(done.stderr.startswith("--vary: error: warps: 99 "), done.stderr)
        done = self.call("compare", "hello.yaml", "--set", "threads=99", "--vary", "warps=4,8", status=2)
        self.assertTrue(done.stderr.startswith("--set: error: threads: 99 "), done.stderr)


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


class Clocks(Case):
    """Machines of different frequencies: more cycles may be less time."""
    JOBS = [f"{source}/kernels/vecadd/{target}-tiny.yaml" for target in ("gcn3", "pascal")]

    def cells(self, *arguments):
        document = json.loads(self.call("compare", *arguments, "--json", "-").stdout)
        return document, document["cells"]

    def test_time_is_beside_cycles_and_has_a_ratio(self):
        document, (first, second) = self.cells(*self.JOBS, "--bound")
        self.assertEqual([first["clock_mhz"], second["clock_mhz"]], [1000, 1120])
        for cell in first, second:
            self.assertAlmostEqual(cell["nanoseconds"], cell["cycles"] * 1e3 / cell["clock_mhz"], 3)
            self.assertAlmostEqual(cell["bound_nanoseconds"],
                                   cell["bound"] * 1e3 / cell["clock_mhz"], 3)
        ratio = second["nanoseconds"] / first["nanoseconds"]
        self.assertAlmostEqual(document["time_geometric_means"]["jetson-tx2"], ratio, 6)
        self.assertLess(ratio, 1)
        self.assertGreater(document["geometric_means"]["jetson-tx2"], 1)
        caption, _, heads, row = self.call("compare", *self.JOBS).stdout.splitlines()
        self.assertIn("ratios of cycles and time to the first column", caption)
        self.assertEqual(heads.split(), ["cycles", "time", "ipc", "cycles", "time", "ipc", "cycles",
                                         "time"])
        self.assertIn(f"{second['nanoseconds'] / 1e3:.3f} us", row)
        self.assertTrue(row.endswith(f"x{ratio:.2f}"), row)

    def test_many_columns_have_both_ratios(self):
        job = f"{source}/kernels/vecadd/vortex-tiny.yaml"
        lines = self.call("compare", *self.JOBS, job, "--vary",
                          "dram.model=simple,ddr4").stdout.splitlines()
        heads, row = next((a, b) for a, b in zip(lines, lines[1:]) if a.split()[0] == "cycles")
        self.assertEqual(heads.split(), ["cycles", "time"] * 6)
        self.assertEqual(len(row.split()), 1 + 3 + 2 * 5)

    def test_the_speed_up_is_one_of_times(self):
        _, (first, second) = self.cells(*self.JOBS, "--svg", "figures", "--csv", "figures")
        tables = {}
        for name in ("time", "speed-up"):
            with open(self.folder / "figures" / f"{name}.csv", newline="") as file:
                tables[name] = next(csv.DictReader(file))
        self.assertAlmostEqual(float(tables["time"]["jetson-tx2"]), second["nanoseconds"] / 1e3, 6)
        self.assertAlmostEqual(float(tables["speed-up"]["jetson-tx2"]),
                               first["nanoseconds"] / second["nanoseconds"], 6)
        drawing = (self.folder / "figures" / "speed-up.svg").read_text()
        self.assertIn("speed-up in time over gcn3", drawing)

    def test_machines_of_one_clock_are_compared_in_cycles(self):
        document, _ = self.cells("hello.yaml", "-m", "vortex,vortex-swas", "--svg", "figures")
        self.assertNotIn("time_geometric_means", document)
        self.assertFalse((self.folder / "figures" / "time.svg").exists())
        self.assertNotIn("time", self.call("compare", "hello.yaml", "-m",
                                           "vortex,vortex-swas").stdout)


class Figures(Case):
    """Bars of cycles and bounds, and speed-ups, as files."""

    def draw(self, *options):
        jobs = [f"{source}/kernels/{kernel}/vortex-tiny.yaml" for kernel in ("saxpy", "sgemm")]
        done = self.call("compare", *jobs, "-m", "vortex,vortex-swas", "--svg", "figures", "--csv",
                         "figures", "--json", "-", *options)
        return json.loads(done.stdout)["cells"]

    def table(self, name):
        with open(self.folder / "figures" / f"{name}.csv", newline="") as file:
            return list(csv.DictReader(file))

    def test_tables_have_the_numbers_of_the_document(self):
        cells = self.draw("--bound")
        cycles, speeds = self.table("cycles"), self.table("speed-up")
        self.assertEqual([row["row"] for row in cycles], ["saxpy", "sgemm"])
        for cell in cells:
            row = cycles["saxpy" not in cell["job"]]
            self.assertEqual(int(row[cell["machine"]]), cell["cycles"])
            self.assertEqual(int(row[cell["machine"] + " bound"]), cell["bound"])
        self.assertEqual([row["row"] for row in speeds], ["saxpy", "sgemm", "geometric mean"])
        self.assertAlmostEqual(float(speeds[0]["vortex-swas"]),
                               cells[0]["cycles"] / cells[1]["cycles"])

    def test_drawings_are_svg_and_have_every_number(self):
        cells = self.draw("--bound")
        space = "{http://www.w3.org/2000/svg}"
        root = xml.etree.ElementTree.parse(self.folder / "figures" / "cycles.svg").getroot()
        self.assertEqual(root.tag, space + "svg")
        texts = [text.text for text in root.iter(space + "text")]
        for cell in cells:
            self.assertIn(f"{cell['cycles']:,} / {cell['bound']:,}".replace(",", " "), texts)
        width = int(root.get("width"))
        for bar in root.iter(space + "rect"):
            self.assertLessEqual(int(bar.get("x", 0)) + int(bar.get("width")), width)

    def test_a_name_is_never_markup(self):
        self.write("a&<b>.yaml", (self.folder / "stop.yaml").read_text())
        self.call("compare", "a&<b>.yaml", "stop.yaml", "--svg", "figures")
        texts = [text.text for text in xml.etree.ElementTree.parse(
            self.folder / "figures" / "cycles.svg").getroot().iter()]
        self.assertTrue(any("a&<b>" in (text or "") for text in texts), texts)

    def test_what_is_no_folder_is_refused_before_the_first_run(self):
        done = self.call("compare", "stop.yaml", "--svg", "stop.yaml", status=2)
        self.assertIn("expected a folder", done.stderr)
        self.assertEqual(done.stdout, "")
        self.call("compare", "stop.yaml", "--csv", "no/such/folder", status=2)

    def test_a_figure_replaces_no_other_output_and_no_input(self):
        (self.folder / "d").mkdir()
        self.write("d/cycles.svg", "")
        for name, more in (("cycles", []), ("speed-up", ["--vary", "warps=2,4"])):
            for option, other, ending in (("--csv", "--json", "csv"), ("--svg", "--report", "svg"),
                                          ("--csv", "--report", "csv")):
                done = self.call("compare", "stop.yaml", *more, option, "d", other,
                                 f"d/{name}.{ending}", status=2)
                self.assertIn("are the same file", done.stderr)
                self.assertEqual(done.stdout, "")
        self.assertEqual([path.name for path in (self.folder / "d").iterdir()], ["cycles.svg"])
        self.write("d/cycles.csv", "1\n")
        self.write("job.yaml", "kernel: stop.elf\nmachine: vortex\nbuffers:\n"
                   "  a: {type: u32, shape: [1], file: d/cycles.csv}\nargs: [a]\n")
        done = self.call("compare", "job.yaml", "--csv", "d", status=2)
        self.assertIn("the figure 'd/cycles.csv' would overwrite the data file", done.stderr)
        self.assertEqual((self.folder / "d/cycles.csv").read_text(), "1\n")

    def test_a_figure_that_cannot_be_written_is_found_before_the_first_run(self):
        (self.folder / "d/cycles.svg").mkdir(parents=True)
        os.mkfifo(self.folder / "d/cycles.csv")
        for option, why in (("--svg", "Is a directory"), ("--csv", "no process reads this FIFO")):
            done = self.call("compare", "loop.yaml", option, "d", status=2)
            self.assertIn(f"error: cannot write: {why}", done.stderr)
            self.assertEqual(done.stdout, "")
