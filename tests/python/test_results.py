# SPDX-License-Identifier: Apache-2.0
"""HOUSE-121: results of the package are the command's, as dataclasses and as rows of a table."""
import copy
import dataclasses
import gc
import pickle
import unittest

import warpclock

from case import Case, document

SGEMM = "kernels/sgemm/vortex-tiny.yaml"


class Results(Case):
    def test_a_run_has_the_numbers_of_the_command(self):
        for job in (SGEMM, "kernels/saxpy/pascal-tiny.yaml", "kernels/reduction/gcn3-tiny.yaml",
                    "kernels/saxpy/sim-d-tiny.yaml", "kernels/saxpy/rv32-tiny.yaml"):
            with self.subTest(job):
                wanted, got = document("run", job), warpclock.run(job)
                for key in ("job", "kernel", "machine", "isa", "mode", "status", "cycles",
                            "checks", "nanoseconds"):
                    self.assertEqual(getattr(got, key), wanted[key], key)
                self.assertEqual(got.counters["cycles"], wanted["cycles"])
                self.assertEqual(len(got.launches), len(wanted["launches"]))
                self.assertEqual(sum(each.cycles for each in got.launches), got.cycles)
                self.assertIsNone(got.bound)
                self.assertIsNone(got.message)

    def test_counters_have_dotted_names_and_units(self):
        result, wanted = warpclock.run(SGEMM), document("run", SGEMM)
        self.assertEqual(result.counters["stalls.fetch"], wanted["stalls"]["fetch"])
        self.assertEqual(result.units["stalls.fetch"], "warp-cycles")
        self.assertEqual(result.counters.keys(), result.units.keys())
        self.assertEqual(result.launches[0].counters["stalls.fetch"],
                         wanted["launches"][0]["stalls"]["fetch"])

    def test_settings_and_machine_change_a_run(self):
        result = warpclock.run(SGEMM, machine="vortex-swas", set={"warps": 8, "threads": "16"})
        wanted = document("run", SGEMM, "-m", "vortex-swas", "--set", "warps=8", "--set",
                          "threads=16")
        self.assertEqual(result.machine, "vortex-swas")
        self.assertEqual(result.cycles, wanted["cycles"])
        self.assertEqual(result.settings, wanted["settings"])

    def test_a_functional_run_has_no_clock(self):
        result = warpclock.run(SGEMM, functional=True)
        self.assertEqual((result.mode, result.cycles), ("functional", None))
        self.assertGreater(result.counters["warp_instructions"], 0)

    def test_bound_and_check(self):
        bound = warpclock.bound(SGEMM, machine="vortex-swas", deadline=10 ** 7)
        wanted = document("check", SGEMM, "-m", "vortex-swas")
        self.assertEqual((bound.mode, bound.cycles), ("bound", None))
        self.assertEqual(bound.bound, wanted["bound"])
        self.assertEqual(sum(bound.bound_terms.values()), bound.bound)
        self.assertTrue(bound.deadline.met)
        self.assertEqual(bound.deadline.margin, 10 ** 7 - bound.bound)
        check = warpclock.check(SGEMM, machine="vortex-swas")
        self.assertEqual((check.bound, check.cycles, check.exact, check.tightness),
                         tuple(wanted[key] for key in ("bound", "cycles", "exact", "tightness")))

    def test_a_deadline_takes_cycles_or_a_time(self):
        cycles = warpclock.run(SGEMM).cycles
        self.assertTrue(warpclock.run(SGEMM, deadline=cycles).deadline.met)
        self.assertTrue(warpclock.run(SGEMM, deadline="5ms").deadline.met)
        with self.assertRaises(warpclock.Mismatch) as caught:
            warpclock.run(SGEMM, deadline=cycles - 1)
        self.assertFalse(caught.exception.result.deadline.met)
        for wrong in ("5 parsecs", "", 0, -1, 1.5):
            with self.assertRaises(warpclock.BadInput):
                warpclock.run(SGEMM, deadline=wrong)

    def test_the_console_of_a_program_is_kept_and_called_for(self):
        lines = []
        result = warpclock.run(self.folder / "hello.yaml", console=lines.append)
        self.assertEqual(result.console, "".join(lines))
        self.assertIn("hello", result.console)

    def test_reports_outlive_everything_else(self):
        result = warpclock.run(SGEMM, report=True)
        gc.collect()
        self.assertIn(f"{result.cycles}", result.text().replace(" ", "").replace(",", ""))
        self.assertTrue(result.html().lstrip().lower().startswith("<!doctype html>"))
        self.assertIn("lines", result.document["profile"])

    def test_a_result_can_be_pickled_and_compared(self):
        result = warpclock.run(SGEMM)
        again = pickle.loads(pickle.dumps(result))
        self.assertEqual(again, result)
        self.assertEqual(again, warpclock.run(SGEMM))
        with self.assertRaises(warpclock.BadInput):
            again.text()

    def test_a_copy_of_a_result_has_its_reports(self):
        result = warpclock.run(SGEMM)
        text = result.text()
        for again in (copy.copy(result), copy.deepcopy(result)):
            self.assertEqual(again, result)
            self.assertEqual(again.text(), text)
        self.assertIsNot(copy.deepcopy(result).counters, result.counters)
        del result, again
        gc.collect()

    def test_results_cannot_be_changed(self):
        with self.assertRaises(dataclasses.FrozenInstanceError):
            warpclock.run(SGEMM).cycles = 1

    def test_records_have_the_same_columns(self):
        results = [warpclock.run(SGEMM, set={"warps": 8}),
                   warpclock.run("kernels/saxpy/pascal-tiny.yaml")]
        rows = warpclock.records(results)
        self.assertEqual(*(list(row) for row in rows))
        self.assertEqual(rows[0]["set.warps"], "8")
        self.assertIsNone(rows[1]["set.warps"])
        self.assertEqual([row["cycles"] for row in rows], [each.cycles for each in results])
        self.assertTrue(all(value is None or isinstance(value, (int, float, str))
                            for row in rows for value in row.values()))

    def test_pandas_takes_records(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas (python3-pandas)")
        results = [warpclock.run(SGEMM, set={"warps": warps}) for warps in (4, 8)]
        frame = pandas.DataFrame(warpclock.records(results))
        self.assertEqual(frame["cycles"].dtype.kind, "i")
        self.assertEqual(list(frame["cycles"]), [each.cycles for each in results])
        self.assertEqual(list(frame["set.warps"]), ["4", "8"])

    def test_explain(self):
        self.assertIn("cycles", warpclock.explain(SGEMM))


class Machines(unittest.TestCase):
    def test_machines_are_those_of_the_command(self):
        wanted = document("machines")["machines"]
        self.assertEqual([dataclasses.asdict(each) for each in warpclock.machines()],
                         [dict(each, parameters={}) for each in wanted])

    def test_a_machine_has_its_parameters(self):
        machine = warpclock.machine("vortex", set={"warps": 4, "isa.a": True})
        self.assertEqual(machine.parameters["warps"].value, 4)
        self.assertEqual(machine.parameters["warps"].default, "32")
        self.assertIs(machine.parameters["isa.a"].value, True)
        with self.assertRaisesRegex(warpclock.BadInput, "warps"):
            warpclock.machine("vortex", set={"wraps": 4})

    def test_the_version_is_the_library_s(self):
        self.assertEqual(warpclock.__version__, document("run", SGEMM)["warpclock"])
