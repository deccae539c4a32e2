#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs as nvcc makes them: check-nvcc.py WARPCLOCK HOST SEPARATE

They check their own results. Here: what they print, and that recorded launches run again with the
same cycles. HOUSE-70, HOUSE-71."""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tap import finish, report  # noqa: E402

warpclock, *programs = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:4])
work = tempfile.TemporaryDirectory(prefix="warpclock-nvcc-")
folder = pathlib.Path(work.name)
PRINTED = ["float: PASS\nint: PASS\ncompute capability 6.2, 16 blocks\nblock 0 says 16\n"
           "block 1 says 16\n", "separate: 256 calls, 0 wrong\n"]
KERNELS = [["smooth<float>(float const*, float*, int)", "smooth<int>(int const*, int*, int)",
            "greet(int)"], ["fill(int*)", "add_one(int*)"]]


def call(*arguments):
    return subprocess.run([warpclock, *arguments], capture_output=True, text=True, timeout=120,
                          cwd=folder)


for program, printed, kernels in zip(programs, PRINTED, KERNELS):
    name = pathlib.Path(program).name
    for options in ([], ["--functional"]):
        done = call("exec", *options, program)
        report(done.returncode == 0 and done.stdout == printed, " ".join([name, *options]),
               done.stdout + done.stderr)
    call("exec", "--record", name, "--json", f"{name}.json", program)
    launches = json.loads((folder / f"{name}.json").read_text())["launches"]
    report([launch["name"] for launch in launches] == kernels, f"{name}: kernels", launches)
    for launch in launches:
        done = call("run", launch["job"], "--json", "-")
        result = json.loads(done.stdout) if done.returncode == 0 else {}
        report(result.get("cycles") == launch["cycles"] and
               set(result["checks"].values()) <= {"ok"}, f"{name}: {launch['name']} again",
               done.stdout + done.stderr)
finish()
