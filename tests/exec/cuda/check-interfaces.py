#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Functions of the CUDA interfaces: check-interfaces.py WARPCLOCK PROGRAM RELEASE-10 FATBIN

The program checks its own results, and starts although it names functions that are not there. Here:
each of those says so once. HOUSE-70."""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tap import finish, report  # noqa: E402

warpclock, program, release_10, fatbin = sys.argv[1:5]


def execute(*arguments):
    return subprocess.run([warpclock, "exec", "--functional", program, fatbin, *arguments],
                          capture_output=True, text=True, timeout=120)


done = execute()
report(done.returncode == 0 and done.stdout == "interfaces: 0 failures\n" and
       done.stderr.count("not supported") == 1, "functions", done.stdout + done.stderr)
done = execute("missing")
said = [line for line in done.stderr.splitlines() if "is not supported" in line]
report(done.returncode == 0 and done.stdout == "missing: 0 failures\n" and
       said == ["warpclock: cudaGraphLaunch is not supported",
                "warpclock: cuMemMap is not supported"], "what is not there says so once",
       done.stdout + done.stderr)
done = subprocess.run([warpclock, "exec", "--functional", release_10], capture_output=True,
                      text=True, timeout=120)
report(done.returncode == 0 and done.stdout == "release 10: 0 failures\n",
       "a program of CUDA 10", done.stdout + done.stderr)
missing = subprocess.run([warpclock, "exec", "sh", "-c", "exit 127"], capture_output=True,
                         text=True, timeout=120)
report(missing.returncode == 127 and "a library that the program needs was not found" in
       missing.stderr and "stripped" not in missing.stderr, "a library that is not there",
       missing.stderr)
finish()
