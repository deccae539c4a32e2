# SPDX-License-Identifier: Apache-2.0
"""Launches with periods: response times of kernels that share a machine."""
import json

from command import Case, source

TOP = (f"kernel: {source}/kernels/saxpy/vortex.elf\nentry: saxpy\nmachine: vortex\nblock: 64\n"
       "buffers:\n  x: {type: f32, shape: [256], fill: 1}\n  y: {type: f32, shape: [256], fill: 1}\n")
ARGS = "args: [x, y, {f32: 2}, {i32: 256}]"


class Periodic(Case):
    def job(self, *launches, top=""):
        self.write("job.yaml", TOP + top + "launches:\n" +
                   "".join(f"  - {{grid: {grid}, {ARGS}{keys}}}\n" for grid, keys in launches))
        return "job.yaml"

    def document(self, *launches, top="", status=0, command="bound"):
        done = self.call(command, self.job(*launches, top=top), "--json", "-", status=status)
        return json.loads(done.stdout)

    def refused(self, *launches, top="", saying):
        self.assertIn(saying, self.call("bound", self.job(*launches, top=top), status=2).stderr)

    def test_a_time_that_is_too_long_is_refused_before_the_run(self):
        done = self.call("check", self.job((4, ", period: 9, deadline: 1000000s")), status=2)
        self.assertIn("the deadline is longer than", done.stderr)
        self.assertEqual(done.stdout, "")

    def test_responses_follow_from_bounds(self):
        for command in ("bound", "check"):
            document = self.document((4, ", period: 20000"), (2, ", period: 30000"),
                                     command=command)
            periodic = document["periodic"]
            first, second = periodic["kernels"]
            self.assertEqual([launch["bound"] for launch in document["launches"]],
                             [first["bound"], second["bound"]])
            self.assertEqual(first["blocking"], second["bound"])
            self.assertEqual(first["response"], first["bound"] + second["bound"])
            self.assertEqual(second["response"], first["bound"] + second["bound"])
            self.assertEqual((periodic["scheduler"], periodic["schedulable"]),
                             ("fixed-priority", True))
            self.assertAlmostEqual(periodic["utilisation"],
                                   first["bound"] / 20000 + second["bound"] / 30000, places=6)
            self.assertEqual((first["deadline"], second["period"]), (20000, 30000))

    def test_a_sum_of_kernels_is_no_headline(self):
        launches = (4, ", period: 90000"), (2, ", period: 80000")
        for method in ("exact", "analysis"):
            lines = self.call("bound", self.job(*launches), "--method", method).stdout.splitlines()
            self.assertEqual(lines[0], "saxpy on vortex (rv32): 2 periodic kernels")
            alone = next(i for i, line in enumerate(lines) if "the launch is alone" in line)
            self.assertIn("each bound is that of a launch alone; the table adds", lines[alone + 1])
            self.assertEqual(any("one launch of each kernel, added up: " in line
                                 for line in lines), method == "analysis")
        self.assertIn(": exactly ", self.call("bound", self.job((4, ", period: 90000"))).stdout)

    def test_a_missed_deadline_is_status_1_and_names_the_kernel(self):
        launches = (4, ", period: 20000"), (2, ", period: 30000, deadline: 6000")
        document = self.document(*launches, status=1)
        late = document["periodic"]["kernels"][1]
        self.assertEqual((late["met"], document["periodic"]["schedulable"]), (False, False))
        done = self.call("bound", self.job(*launches), status=1)
        self.assertIn(f"launch 2, saxpy, can take {late['response']} cycles from its arrival, more "
                      "than its deadline of 6000", done.stderr)
        self.assertIn("NOT MET", done.stdout)

    def test_too_much_load_is_refused_with_the_reason(self):
        launches = (4, ", period: 4000"), (2, ", period: 4000")
        for top in ("", "scheduler: edf\n"):
            document = self.document(*launches, top=top, status=1)
            self.assertGreater(document["periodic"]["utilisation"], 1)
            self.assertIsNone(document["periodic"]["kernels"][1]["response"])
            error = self.call("bound", self.job(*launches, top=top), status=1).stderr
            self.assertRegex(error, r"the kernels need 1\d\d\.\d % of the time: no scheduler")

    def test_edf_and_priorities_can_be_chosen(self):
        launches = [(4, ", period: 90000, deadline: 9000"), (2, ", period: 30000")]
        edf = self.document(*launches, top="scheduler: edf\n")["periodic"]
        self.assertEqual(edf["scheduler"], "edf")
        turned = [(grid, f"{keys}, priority: {2 - i}") for i, (grid, keys) in enumerate(launches)]
        kernels = self.document(*turned)["periodic"]["kernels"]
        self.assertEqual([kernel["priority"] for kernel in kernels], [2, 1])
        self.assertEqual([kernel["blocking"] for kernel in kernels], [0, kernels[0]["bound"]])

    def test_a_run_ignores_periods(self):
        document = self.document((4, ", period: 10"), command="run")
        self.assertNotIn("periodic", document)

    def test_keys_that_do_not_fit_are_refused(self):
        self.refused((4, ", period: 9000"), (2, ""), saying="either all launches have a 'period'")
        self.refused((4, ", deadline: 9000"), saying="'deadline' without 'period'")
        self.refused((4, ", priority: 1"), saying="'priority' without 'period'")
        self.refused((4, ", period: 9, priority: 1"), (2, ", period: 9"),
                     saying="either all launches have a 'priority'")
        self.refused((4, ", period: 9"), top="scheduler: eft\n",
                     saying="scheduler: expected fixed-priority or edf, found 'eft'")
        self.refused((4, ""), top="scheduler: edf\n", saying="'scheduler' without 'period'")
        self.refused((4, ", period: 9, priority: 1"), top="scheduler: edf\n",
                     saying="'priority' has no meaning with edf")
        self.refused((4, ", period: 0"), saying="period")
        for odd in ("0us", "-3us", "20 parsecs", "1e400s", "1.5", "us", "true"):
            self.refused((4, f", period: {odd}"),
                         saying="period: expected cycles, or a time above 0 like 20us or 1.5ms; "
                                f"found '{odd}'")
        self.refused((4, ", period: [1]"), saying="period: expected cycles, or a time above 0")
        self.refused((4, ", period: 9, deadline: 1e9s"),
                     saying="the deadline is longer than 281474976710656 cycles at 1200 MHz")

    def test_periods_can_be_times(self):
        """At 1200 MHz. A time allows the cycles that end before it."""
        kernels = self.document((4, ", period: 20us"), (2, ", period: 0.1 ms, deadline: 70000.5ns"),
                                (2, ", period: 1s, deadline: 100000"))["periodic"]["kernels"]
        self.assertEqual([(kernel["period"], kernel["deadline"]) for kernel in kernels],
                         [(24000, 24000), (120000, 84000), (1200000000, 100000)])

    def test_launches_are_numbered(self):
        launches = [(grid, f", period: {period}") for grid, period in ((4, 90000), (2, 80000))]
        kernels = self.document(*launches)["periodic"]["kernels"]
        self.assertEqual([kernel["launch"] for kernel in kernels], [1, 2])
        table = self.call("bound", self.job(*launches)).stdout
        self.assertRegex(table, r"launch +kernel +period +deadline +bound +blocking +response\n"
                                r" +1 +saxpy +90 000 .* met\n +2 +saxpy +80 000 .* met\n")

    def endless(self):
        """Two launches that leave one part in a hundred million of the time, for a third one."""
        bounds = [launch["bound"] for launch in self.document((4, ""), (2, ""))["launches"]]
        period = bounds[0] + 1
        rest = int(bounds[1] / (1 / period - 1e-8)) + 1
        return ((4, f", period: {period}, deadline: 99999999"), (2, f", period: {rest}"),
                (4, ", period: 200000000000000"))

    def test_a_search_that_is_given_up_is_not_decided(self):
        """Neither met nor missed, with any priorities."""
        launches = self.endless()
        turned = [(grid, f"{keys}, priority: {int(i != 1)}") for i, (grid, keys) in enumerate(launches)]
        for case, top in ((launches, ""), (turned, ""), (launches, "scheduler: edf\n")):
            periodic = self.document(*case, top=top, status=4)["periodic"]
            self.assertIsNone(periodic["schedulable"])
            for kernel in periodic["kernels"]:
                self.assertEqual(kernel["met"], None if kernel["response"] is None else True)
            done = self.call("bound", self.job(*case, top=top), status=4)
            self.assertIn("not decided: launch ", done.stderr)
            self.assertIn("  not decided\n", done.stdout)
            self.assertNotIn("NOT MET", done.stdout)
        late = [launches[0], (2, launches[1][1] + ", deadline: 10"), launches[2]]
        periodic = self.document(*late, status=1)["periodic"]
        self.assertEqual((periodic["schedulable"], periodic["kernels"][1]["met"]), (False, False))

    def test_a_limit_of_time_ends_the_search(self):
        launches = list(self.endless()) + [(4, ", period: 200000000000000")] * 60
        for command in ("bound", "check"):
            done = self.call(command, self.job(*launches), "--max-seconds", "4", status=4)
            self.assertIn("no responses within 4 s", done.stderr)
            self.assertIn("  not decided\n", done.stdout)

    def test_explain_repeats_why_a_deadline_is_missed(self):
        """The runs that look for what would help come after the message."""
        job = self.job((4, ", period: 20000"), (2, ", period: 30000, deadline: 6000"))
        error = self.call("explain", job, status=1).stderr
        self.assertIn("more than its deadline of 6000", error)
        self.assertNotIn("differs", error)

    def test_equal_priorities_follow_the_order_of_launches(self):
        kernels = self.document((4, ", period: 90000, priority: 7"),
                                (2, ", period: 90000, priority: 7"))["periodic"]["kernels"]
        self.assertEqual([kernel["blocking"] for kernel in kernels], [kernels[1]["bound"], 0])

    def test_fixed_buffers_must_stay_as_they_are(self):
        """In the next period a buffer that was stored to has other contents."""
        self.job((4, ", period: 20000"))
        text = (self.folder / "job.yaml").read_text()
        self.write("job.yaml", text.replace("y: {type: f32, shape: [256], fill: 1",
                                            "y: {type: f32, shape: [256], fill: 1, fixed: true"))
        for method in ("exact", "analysis"):
            error = self.call("bound", "job.yaml", "--method", method, status=2).stderr
            self.assertIn("buffer 'y' is fixed, but a launch with a period stores to it", error)
        self.write("job.yaml", text.replace("x: {type: f32, shape: [256], fill: 1",
                                            "x: {type: f32, shape: [256], fill: 1, fixed: true"))
        self.call("bound", "job.yaml")
