#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the names of the tests of `meson introspect --tests` that are compiled programs.

    meson introspect --tests BUILD | unit-tests.py 'PATTERN|PATTERN...'
"""
import fnmatch
import json
import os
import sys

patterns = sys.argv[1].split("|")
for test in json.load(sys.stdin):
    program = os.path.basename(test["cmd"][0])
    if program.startswith("test_") and "slow" not in test["suite"] \
            and any(fnmatch.fnmatch(test["name"], pattern) for pattern in patterns):
        print(test["name"])
