#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the Python package: run-tests.py LIBRARY WARPCLOCK [FILE or part of a test's name]

Prints TAP. Needs NumPy; a test that needs more is skipped without it, with the reason.
"""
import os
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests"), str(SOURCE / "tests/cli")]

try:
    import numpy  # noqa: F401
except ImportError:
    print("1..0 # SKIP no NumPy (python3-numpy)")
    sys.exit(0)

import tap


class Result(unittest.TestResult):
    """A line of TAP per test."""

    def addSuccess(self, test):
        tap.report(True, self.name(test))

    def addSkip(self, test, reason):
        tap.report(True, f"{self.name(test)} # SKIP {reason}")

    def addFailure(self, test, err):
        tap.report(False, self.name(test), self._exc_info_to_string(err, test))

    def addError(self, test, err):
        # A class that cannot be set up is skipped, or has no test of its own.
        self.addFailure(test, err)

    def addSubTest(self, test, subtest, err):
        if err:
            tap.report(False, f"{self.name(test)}: {subtest._message}",
                       self._exc_info_to_string(err, test))

    @staticmethod
    def name(test):
        return test.id().split(".", 1)[-1].replace("test_", "").replace("_", " ")


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    # Before the package is imported: it loads the library at once.
    os.environ["WARPCLOCK_LIBRARY"], os.environ["WARPCLOCK_COMMAND"] = (
        str(pathlib.Path(name).resolve()) for name in sys.argv[1:3])
    os.environ.pop("WARPCLOCK_PATH", None)
    os.chdir(SOURCE)
    wanted = sys.argv[3] if len(sys.argv) == 4 else ""
    files = f"{wanted}.py" if (HERE / f"{wanted}.py").exists() else "test_*.py"
    loader = unittest.TestLoader()
    if wanted and files == "test_*.py":
        loader.testNamePatterns = [f"*{wanted}*"]
    loader.discover(str(HERE), files).run(Result())
    tap.finish()


main()
