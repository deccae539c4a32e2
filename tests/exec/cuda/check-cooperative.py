#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cooperative launches: check-cooperative.py WARPCLOCK PROGRAM FATBIN

The program checks its own results. Here: recorded launches run again with the same cycles, their
bound is exact, and a job whose grid does not fit is refused. HOUSE-70, HOUSE-72."""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tap import finish, report  # noqa: E402

warpclock, program, fatbin = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:4])
work = tempfile.TemporaryDirectory(prefix="warpclock-cooperative-")
folder = pathlib.Path(work.name)


def call(*arguments):
    return subprocess.run([warpclock, *arguments], capture_output=True, text=True, timeout=120,
                          cwd=folder)


for options in ([], ["--functional"]):
    done = call("exec", *options, program, fatbin)
    report(done.returncode == 0 and done.stdout == "cooperative: 0 failures\n",
           " ".join(["program", *options]), done.stdout + done.stderr)

call("exec", "--record", "jobs", "--json", "launches.json", program, fatbin)
launches = json.loads((folder / "launches.json").read_text())["launches"]
jobs = sorted((folder / "jobs").glob("*.yaml"))
report(len(jobs) == len(launches) == 5, "launches are recorded", launches)
for job, launch in zip(jobs, launches):
    done = call("run", str(job), "--json", "-")
    result = json.loads(done.stdout)
    report(done.returncode == 0 and result["cycles"] == launch["cycles"] and
           set(result["checks"].values()) <= {"ok"}, f"{job.stem} again", done.stdout + done.stderr)

rotate = jobs[0]
text = rotate.read_text()
report("cooperative: true\n" in text, "the job says so", text)
done = call("bound", str(rotate), "--json", "-")
document = json.loads(done.stdout)
report(done.returncode == 0 and document["bound"] == launches[0]["cycles"] and
       document["exact"], "the bound of a grid that waits for itself is exact", done.stdout)

alone = folder / "jobs" / "plain.yaml"
alone.write_text(text.replace("cooperative: true\n", ""))
done = call("run", str(alone))
report(done.returncode == 3 and "trap" in done.stderr, "grid.sync() in a plain launch traps",
       done.stdout + done.stderr)
large = folder / "jobs" / "large.yaml"
large.write_text(text.replace("grid: [8, 1, 1]", "grid: [65, 1, 1]"))
done = call("run", str(large))
report(done.returncode == 2 and "cooperative launch of 65 blocks; this machine holds 64" in
       done.stderr, "a grid that does not fit", done.stdout + done.stderr)
(folder / "fermi.yaml").write_text(
    f"kernel: {fatbin}\nentry: is_cooperative\ngrid: 1\nblock: 1\ncooperative: true\n"
    "buffers: {out: {type: i32, shape: 1, fill: 0}}\nargs: [out]\n")
done = call("run", "fermi.yaml")
report(done.returncode == 0, "a job of one's own", done.stderr)
done = call("run", "fermi.yaml", "--machine", "fermi")
report(done.returncode == 2 and "no cooperative launches" in done.stderr, "another model",
       done.stderr)
finish()
