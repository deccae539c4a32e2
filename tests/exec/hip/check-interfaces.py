#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Functions of the HIP interface: check-interfaces.py WARPCLOCK PROGRAM-5 PROGRAM-6

The programs check their own results; one is linked with release 5 of HIP, one with release 6. Here:
functions that are not there say so once. HOUSE-71, HOUSE-78."""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tap import finish, report  # noqa: E402

warpclock = sys.argv[1]
CALLS = [("gcn3", "gfx803"), ("gcn3", "gfx803", "missing"), ("gcn5", "gfx900")]
for release, program in zip(("5", "6"), sys.argv[2:4]):
    for machine, *options in CALLS:
        done = subprocess.run([warpclock, "exec", "-m", machine, "--functional", program, release,
                               *options], capture_output=True, text=True, timeout=120)
        said = [line for line in done.stderr.splitlines() if "is not supported" in line]
        missing = ["warpclock: hipGraphLaunch is not supported",
                   "warpclock: hiprtcGetErrorString is not supported"] if "missing" in options else []
        report(done.returncode == 0 and done.stdout == "interfaces: 0 failures\n" and
               said == missing, " ".join(["release", release, *options]),
               done.stdout + done.stderr)
finish()
