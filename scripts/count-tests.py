#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds up the test cases of JUnit files and prints the closing line `N passed, M failed`."""
import sys
import xml.etree.ElementTree as tree

passed = failed = skipped = 0
for path in sys.argv[1:]:
    for case in tree.parse(path).iter("testcase"):
        if case.find("skipped") is not None:
            skipped += 1
        elif case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        else:
            passed += 1
print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
sys.exit(1 if failed or not passed else 0)
