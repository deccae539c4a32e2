#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""printf of HIP (code objects of versions 4 and 5) and of OpenCL on GCN3. HOUSE-96

    check-printf.py WARPCLOCK

Prints TAP.
"""
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tap import finish, report  # noqa: E402

program, samples = sys.argv[1], pathlib.Path(__file__).resolve().parent
work = tempfile.TemporaryDirectory(prefix="warpclock-printf-")
folder = pathlib.Path(work.name)
LONG = "a text that is longer than one packet of fifty-six bytes, twice as long and a little more"
HIP = {96 * group + item:
       f"group {group} item {item:2d}: {LONG if item & 1 else 'even'}|      |{1.5 * item:5.2f} "
       "-1234567890123 0xff z%\n"
       for group in range(3) for item in range(0, 96, 3)}
OPENCL = {i: f"item {i:2d}: odd {1.5 * i:5.2f} {float(i):f},2.000000,3.000000,4.500000 -1,{i},3 z "
             "-12345678901% 0xff\n" for i in range(0, 288, 3)}


def run(file, *options):
    """The lines before the report, and the numbers that printf returned."""
    (folder / "job.yaml").write_text(
        f"kernel: {samples}/{file}\nentry: hello\nmachine: gcn3\ngrid: 3\nblock: 96\n"
        "buffers: {out: {type: i32, shape: 288, fill: 0}}\nargs: [out, {f32: 1.5}]\n"
        "save: {out: out.csv}\n")
    done = subprocess.run([program, "run", folder / "job.yaml", *options], capture_output=True,
                          text=True)
    text = done.stdout[:max(done.stdout.find("hello on gcn3"), 0)]
    saved = folder / "out.csv"
    numbers = [int(n) for n in saved.read_text().split(",")] if saved.exists() else None
    saved.unlink(missing_ok=True)
    return done, text.splitlines(keepends=True), numbers


for file in ("printf-v4.hsaco", "printf-v5.hsaco"):
    for options in ([], ["--functional"], ["--set", "cus=1", "--set", "simd.waves=1"]):
        done, lines, numbers = run(file, *options)
        report(done.returncode == 0 and sorted(lines) == sorted(HIP.values()),
               f"{file} {' '.join(options)}: each item that calls prints its line", done.stderr)
        report(numbers == [len(HIP[i]) if i in HIP else -2 for i in range(288)],
               f"{file} {' '.join(options)}: printf returns its characters", numbers)
for options in ([], ["--functional"]):
    done, lines, numbers = run("printf-cl.hsaco", *options)
    report(done.returncode == 0 and sorted(lines) == sorted([*OPENCL.values(), "the end: text\n"]),
           f"OpenCL {' '.join(options)}: each item that calls prints its line", done.stderr)
    report(numbers == [0 if i in OPENCL else -2 for i in range(288)],
           f"OpenCL {' '.join(options)}: printf returns 0", numbers)
done, _, _ = run("printf-v4.hsaco")
done = subprocess.run([program, "bound", folder / "job.yaml"], capture_output=True, text=True)
report(done.returncode == 0 and "exactly" in done.stdout,
       "printing arguments and ids: the bound is exact", done.stderr)
job = (folder / "job.yaml").read_text()
(folder / "job.yaml").write_text(job.replace("entry: hello", "entry: show").replace(", {f32: 1.5}", ""))
done = subprocess.run([program, "bound", folder / "job.yaml"], capture_output=True, text=True)
report(done.returncode != 0 or "exactly" not in done.stdout,
       "printing data of a buffer: the bound is not exact", done.stdout)

# assert() prints, and then traps.
for file in ("printf-v4.hsaco", "printf-v5.hsaco"):
    for expected, status in ((7, 0), (8, 3)):
        (folder / "job.yaml").write_text(
            f"kernel: {samples}/{file}\nentry: must_be\nmachine: gcn3\ngrid: 1\nblock: 64\n"
            f"buffers: {{value: {{type: i32, shape: 1, fill: 7}}}}\nargs: [value, {{i32: {expected}}}]\n")
        done = subprocess.run([program, "run", folder / "job.yaml"], capture_output=True, text=True)
        gave_up = "the program gave up: trap" in done.stderr and "the value is another one" in done.stdout
        report(done.returncode == status and gave_up == (status != 0), f"{file}: assert that it is {expected}",
               done.stdout + done.stderr)
finish()
