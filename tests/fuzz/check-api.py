#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""HOUSE-65: a fuzz target calls every function of the public header, and its kept inputs are not all
refused: every function that can fail succeeds in one of them.

    check-api.py REPLAY SOURCE

Prints TAP.
"""
import os
import pathlib
import re
import subprocess
import sys

replay, source = sys.argv[1], pathlib.Path(sys.argv[2])

# A paper's runs take minutes: only tables that do not exist are asked for.
LONG = {"wc_paper_text", "wc_paper_figure", "wc_paper_figure_name"}
NEVER_SUCCEEDS = {"wc_paper_rerun"}
# They leave no status in a context that could be traced.
NO_CONTEXT = {"wc_error_status", "wc_result_text", "wc_comparison_add", "wc_comparison_text",
              "wc_comparison_figure"}

header = (source / "include/warpclock.h").read_text()
FUNCTION = re.compile(r"^WC_API (?!extern)([\w *]+?)\b(wc_\w+)\(", re.M)
target = "".join(path.read_text() for path in (source / "fuzz").glob("*api*.c"))


def not_called():
    functions = [name for _, name in FUNCTION.findall(header)]
    if len(functions) < 70:
        yield f"only {len(functions)} functions found: the search is broken"
    for name in functions:
        if name not in LONG and not re.search(rf"\b{name}\(", target):
            yield name


def never_successful():
    environment = dict(os.environ, WARPCLOCK_FUZZ_TRACE="1")
    done = subprocess.run([replay, "api", source / "fuzz/corpus/api"], env=environment,
                          capture_output=True, text=True, timeout=250, errors="replace")
    if done.returncode:
        yield f"replay ended with {done.returncode}: {done.stderr[-300:]}"
    succeeded = set(re.findall(r"^0 = (\w+)", done.stderr, re.M))
    for kind, name in FUNCTION.findall(header):
        if kind.strip() == "enum wc_status" and name not in succeeded | LONG | \
                NEVER_SUCCEEDS | NO_CONTEXT:
            yield name


checks = {
    "every public function is called by the fuzz target 'api'": not_called,
    "every function that can fail succeeds in a kept input": never_successful,
}
print(f"1..{len(checks)}")
for number, (name, check) in enumerate(checks.items(), 1):
    found = list(check())
    print(f"{'not ok' if found else 'ok'} {number} {name}")
    for item in found:
        print(f"# {item}")
