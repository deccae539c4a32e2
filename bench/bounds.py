#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How tight the bounds of the suite are, and how long they take: the table of docs/bound.md.

    bench/bounds.py [WARPCLOCK] [SIZE]
"""
import json
import pathlib
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
program = sys.argv[1] if len(sys.argv) > 1 else root / "build/warpclock"
size = sys.argv[2] if len(sys.argv) > 2 else "small"
SHARES = ("instructions", "nops", "units", "lsu", "dram", "waiting")

print(f"| kernel, {size} | observed | bound | tightness | " + " | ".join(SHARES) + " | seconds |")
print("|---|" + "---:|" * (len(SHARES) + 4))
for job in sorted(root.glob(f"kernels/*/vortex-{size}.yaml")):
    done = subprocess.run([program, "check", job, "--machine", "vortex-swas", "--method", "analysis",
                           "--json", "-"],
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{job}: {done.stderr}")
    d = json.loads(done.stdout)
    shares = [f"{100 * d['bound_terms'].get(name, 0) / d['bound']:.0f} %" for name in SHARES]
    print(f"| {job.parent.name} | {d['cycles']:,} | {d['bound']:,} | {d['tightness']:.2f} | "
          + " | ".join(shares) + f" | {d['bound_seconds']:.2f} |")
