# SPDX-License-Identifier: Apache-2.0
"""HOUSE-123: failures are exceptions, one class per exit status, with the text of the command."""
import pickle

import warpclock
from warpclock import errors

from case import Case, command


class Errors(Case):
    def same_as_command(self, kind, status, job, *arguments, **options):
        """The exception of run() has the command's status and text."""
        found, _, text = command("run", job, *arguments)
        self.assertEqual(found, status, text)
        with self.assertRaises(kind) as caught:
            warpclock.run(job, **options)
        error = caught.exception
        self.assertEqual(error.status, status)
        printed = str(error) if error.place else f"warpclock: error: {error}"
        self.assertEqual(printed, text.rstrip("\n"))
        return error

    def test_a_bad_job_file_is_named_with_line_and_column(self):
        job = self.write("bad.yaml", "kernel: stop.elf\nbuffers: {b: {type: f32, shape: 4, fill: 0}}\n"
                                     "args: [bb]\n")
        error = self.same_as_command(warpclock.BadInput, 2, job)
        self.assertEqual(error.place, f"{job}:3:8")
        self.assertIn("did you mean 'b'?", error.hint)
        self.assertIsInstance(error, ValueError)
        self.assertIsNone(error.result)

    def test_a_missing_file(self):
        self.same_as_command(warpclock.BadInput, 2, self.folder / "none.yaml")

    def test_an_unknown_setting_offers_the_nearest(self):
        error = self.same_as_command(warpclock.BadInput, 2, self.folder / "stop.yaml", "--set",
                                     "wraps=4", set={"wraps": 4})
        self.assertIn("warps", error.hint)

    def test_an_unknown_machine(self):
        self.same_as_command(warpclock.BadInput, 2, self.folder / "stop.yaml", "-m", "votrex",
                             machine="votrex")

    def test_a_fault_of_the_kernel(self):
        error = self.same_as_command(warpclock.KernelFault, 3, self.folder / "fault.yaml")
        self.assertEqual(error.result.status, 3)
        self.assertIsNotNone(error.result.cycles)
        self.assertIn(error.result.message, str(error))

    def test_a_limit_of_cycles(self):
        error = self.same_as_command(warpclock.Deadlock, 4, self.folder / "loop.yaml",
                                     "--max-cycles", "1000", max_cycles=1000)
        self.assertGreaterEqual(error.result.cycles, 1000)

    def test_a_wrong_output(self):
        job = self.write("wrong.yaml", "kernel: stop.elf\nmachine: vortex\nbuffers:\n"
                         "  a: {type: u32, shape: [4], fill: 1}\n"
                         "  c: {type: u32, shape: [4], fill: 2}\n"
                         "args: [a, c]\nexpect:\n  c: {equal: a}\n")
        error = self.same_as_command(warpclock.Mismatch, 1, job)
        self.assertNotEqual(error.result.checks["c"], "ok")
        result = warpclock.run(job, raises=False)
        self.assertEqual((result.status, result.message), (1, error.message))
        self.assertEqual(result.to_record()["message"], error.message)

    def test_without_a_result_there_is_always_an_exception(self):
        with self.assertRaises(warpclock.BadInput):
            warpclock.run(self.folder / "none.yaml", raises=False)

    def test_every_status_has_a_class(self):
        for status in (1, 2, 3, 4, 70, 130):
            self.assertEqual(errors.failure(status).status, status)
        self.assertNotIsInstance(errors.failure(130), Exception)
        self.assertIsInstance(errors.failure(130), KeyboardInterrupt)
        for status in (1, 2, 3, 4, 70):
            self.assertIsInstance(errors.failure(status), warpclock.Error)

    def test_errors_can_be_pickled(self):
        with self.assertRaises(warpclock.KernelFault) as caught:
            warpclock.run(self.folder / "fault.yaml")
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((type(again), str(again), again.result.status),
                         (warpclock.KernelFault, str(caught.exception), 3))

    def test_control_characters_do_not_reach_the_terminal(self):
        self.assertEqual(str(warpclock.BadInput("a\x1b[31m\nb")), "a\\x1b[31m\nb")

    def test_files_of_another_kind(self):
        with self.assertRaises(warpclock.BadInput):
            warpclock.load("README.md")
