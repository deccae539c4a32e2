#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the warpclock command from outside: run-tests.py PATH-TO-WARPCLOCK [PATTERN]

Needs nothing but Python's own library. Prints a line a test and at the end
"N passed, M failed"; the status is 0 only when all passed.
"""
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True

import command


class LineResult(unittest.TestResult):
    """One line a test; the reasons of failures follow their line."""

    def __init__(self):
        super().__init__()
        self.passed = 0

    @staticmethod
    def line(word, test):
        name = test.id().split(".", 1)[1].replace("test_", "").replace("_", " ")
        print(f"{word:4} {name}", flush=True)

    def addSuccess(self, test):
        self.passed += 1
        self.line("ok", test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.line("skip", test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.line("FAIL", test)
        print(self.failures[-1][1])

    def addError(self, test, err):
        super().addError(test, err)
        self.line("FAIL", test)
        print(self.errors[-1][1])


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    command.program = pathlib.Path(sys.argv[1]).resolve()
    loader = unittest.TestLoader()
    if len(sys.argv) == 3:
        loader.testNamePatterns = [f"*{sys.argv[2]}*"]
    result = LineResult()
    loader.discover(str(pathlib.Path(__file__).parent), "test_*.py").run(result)
    failed = len(result.failures) + len(result.errors)
    print(f"{result.passed} passed, {failed} failed")
    sys.exit(0 if failed == 0 and result.passed > 0 else 1)


main()
