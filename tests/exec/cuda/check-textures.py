#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Textures and surfaces: check-textures.py WARPCLOCK PROGRAM FATBIN

The program checks its own results. Here: recorded launches run again with the same cycles and
outputs, bounds see that texels are addresses, and jobs of one's own. HOUSE-70, HOUSE-72."""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tap import finish, report  # noqa: E402

warpclock, program, fatbin = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:4])
work = tempfile.TemporaryDirectory(prefix="warpclock-textures-")
folder = pathlib.Path(work.name)


def call(*arguments):
    return subprocess.run([warpclock, *arguments], capture_output=True, text=True, timeout=120,
                          cwd=folder)


for options in ([], ["--functional"]):
    done = call("exec", *options, program, fatbin)
    report(done.returncode == 0 and done.stdout == "textures: 0 failures\n",
           " ".join(["program", *options]), done.stdout + done.stderr)
call("exec", "--record", "jobs", "--json", "launches.json", program, fatbin)
launches = json.loads((folder / "launches.json").read_text())["launches"]
jobs = sorted((folder / "jobs").glob("*.yaml"))
report(len(jobs) == len(launches) == 7, "launches are recorded", launches)
for job, launch in zip(jobs, launches):
    done = call("run", str(job), "--json", "-")
    result = json.loads(done.stdout)
    report(done.returncode == 0 and result["cycles"] == launch["cycles"] and
           set(result["checks"].values()) <= {"ok"}, f"{job.stem} again", done.stdout + done.stderr)

# Where a texel is, decides; what it is, does not.
done = call("bound", str(jobs[0]), "--json", "-")
report(done.returncode != 0 and "depends_on" in done.stdout, "an index from memory decides",
       done.stdout)
done = call("bound", str(jobs[2]), "--json", "-")
document = json.loads(done.stdout)
report(done.returncode == 0 and document["exact"] and
       document["bound"] == launches[2]["cycles"], "an exact bound with textures", done.stdout)

JOB = f"""kernel: {fatbin}
grid: 1
block: 4
buffers:
  x: {{type: f32, shape: 4, file: x.bin}}
  y: {{type: f32, shape: 4, fill: 0.5}}
  image: {{type: f32, shape: [1, 4], fill: iota}}
  out: {{type: f32, shape: 4, fill: 0}}
textures:
  plane: {{buffer: image, type: f32, shape: [1, 4]%s}}
entry: sample
args: [x, y, out]
save: {{out: out.bin}}
"""
(folder / "x.bin").write_bytes(struct.pack("<4f", -3, 0.75, 1.5, 9))


def out():
    return list(struct.unpack("<4f", (folder / "out.bin").read_bytes()))


for rest, expected in (("", [0, 0, 1, 3]), (", filter: linear", [0, 0.25, 1, 3]),
                       (", edge: border, border: [7]", [7, 0, 1, 7]),
                       (", coordinates: normalized, edge: [wrap, clamp]", [0, 3, 2, 0])):
    (folder / "job.yaml").write_text(JOB % rest)
    done = call("run", "job.yaml")
    report(done.returncode == 0 and out() == expected, f"a job with a texture{rest}",
           done.stderr + str(out() if done.returncode == 0 else ""))
for rest, words in ((", filter: cubic", "filter"), (", edge: torn", "edge"),
                    (", offset: 4", "which has 16"), (", kind: 1", "kind"),
                    (", read: fractions", "fractions")):
    (folder / "job.yaml").write_text(JOB % rest)
    done = call("run", "job.yaml")
    report(done.returncode == 2 and words in done.stderr, f"refused:{rest}", done.stderr)
(folder / "job.yaml").write_text(JOB.replace("  plane:", "  other:") % "")
done = call("run", "job.yaml")
report(done.returncode == 3 and "not bound" in done.stderr, "a reference that is not bound",
       done.stderr)
(folder / "job.yaml").write_text(JOB % "")
done = call("run", "job.yaml", "--machine", "fermi")
report(done.returncode == 2 and "has no textures" in done.stderr, "another model", done.stderr)
slow = call("run", "job.yaml", "--set", "texture.latency=500", "--json", "-")
fast = call("run", "job.yaml", "--json", "-")
report(json.loads(slow.stdout)["cycles"] == json.loads(fast.stdout)["cycles"] + 476,
       "texture.latency", slow.stdout)
finish()
