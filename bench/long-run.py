#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One long run at once, and again with a SIGKILL in its middle: cycles, memory and time of both.

    long-run.py WARPCLOCK [MILLIONS]

MILLIONS of warp-instructions, default 1000: Mandelbrot's iteration for 65536 pixels inside the set.
"""
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

program = pathlib.Path(sys.argv[1]).resolve()
millions = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
kernel = pathlib.Path(__file__).resolve().parents[1] / "kernels/mandelbrot/gcn3.hsaco"
PER_ITERATION = 0.02765  # million warp-instructions

JOB = f"""kernel: {kernel}
machine: gcn3
buffers:
  iterations: {{type: i32, shape: [256, 256], fill: 0}}
entry: mandelbrot
grid: [16, 16, 1]
block: [16, 16, 1]
args: [iterations, {{i32: 256}}, {{i32: 256}}, {{f32: -0.1}}, {{f32: 0.06}}, {{f32: 0.0005}},
       {{i32: {round(millions / PER_ITERATION)}}}]
save: {{iterations: iterations.npy}}
"""


def say(name, result):
    print(f"{name:13} {result['warp_instructions']} warp-instructions {result['cycles']} cycles, "
          f"{result['host_seconds']:.0f} s, continued: {result.get('continued')}", flush=True)


def kilobytes():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "job.yaml").write_text(JOB)
    run = [program, "run", "job.yaml", "--json", "out.json", "--quiet"]
    started = time.monotonic()
    subprocess.run(run, cwd=folder, check=True)
    seconds = time.monotonic() - started
    whole = json.loads((folder / "out.json").read_text())
    memory = (folder / "iterations.npy").read_bytes()
    say("at once", whole)
    run += ["--checkpoint", "checkpoint", "--checkpoint-every", str(max(1, int(seconds / 10)))]
    process = subprocess.Popen(run, cwd=folder)
    time.sleep(seconds / 2)
    process.kill()
    process.wait()
    subprocess.run(run, cwd=folder, check=True)
    parts = json.loads((folder / "out.json").read_text())
    say("after SIGKILL", parts)
    same = all(whole[key] == parts[key] for key in ("cycles", "stalls", "memory", "launches")
               if key in whole) and memory == (folder / "iterations.npy").read_bytes()
    print(f"the same results: {same}; at most {kilobytes()} KiB of memory")
    sys.exit(0 if same and "continued" in parts else 1)
