#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""CUDA programs under `warpclock exec`: check-programs.py WARPCLOCK PROGRAMS STATIC FATBIN

Each program checks its own results. Here: what it prints, its status, the table, the JSON, and that
recorded launches run again with the same cycles and outputs. HOUSE-70, HOUSE-71, HOUSE-72."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

warpclock, programs, static, fatbin = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:5])
libraries = str(pathlib.Path(warpclock).parent / "src")
machines = str(pathlib.Path(warpclock).parent / "machines")
work = tempfile.TemporaryDirectory(prefix="warpclock-exec-")
folder = pathlib.Path(work.name)
number = 0


def report(holds, name, details=""):
    global number
    number += 1
    print(f"{'ok' if holds else 'not ok'} {number} - {name}", flush=True)
    if not holds:
        print("\n".join(f"# {line}" for line in str(details).splitlines()), flush=True)


def call(*arguments, timeout=120, path=""):
    environment = {**os.environ, "PATH": f"{path}{':' if path else ''}{os.environ['PATH']}"}
    return subprocess.run([warpclock, *arguments], capture_output=True, text=True, timeout=timeout,
                          cwd=folder, env=environment)


def grouped(number):
    return f"{number:,}".replace(",", " ")


def execute(program, *options):
    return call("exec", *options, programs, fatbin, program)


# What each program prints; the numbers are those of its own host code.
PRINTED = {
    "vector": "vector: 2997\n", "symbols": "symbols: 13\n", "structure": "structure: 31.75\n",
    "list": "list: 15\n", "managed": "managed: 2\n", "shared": "shared: 63\n", "pitched": "pitched: 512\n",
    "boxes": "boxes: ok\n",
    "properties": "properties: NVIDIA Tegra X2 (warpclock), 2 SMs\n", "driver": "driver: ok\n",
    "misuse": "misuse: ok\n", "template": "template: 42\n",
    "console": "before\nblock 0 of 2: 7\nblock 1 of 2: 7\nafter\n",
    "fault": "fault: an illegal memory access was encountered\n",
}
for name, printed in PRINTED.items():
    for options in ([], ["--functional"]):
        done = execute(name, *options)
        report(done.returncode == 0 and done.stdout == printed, " ".join([name, *options]),
               done.stdout + done.stderr)

done = execute("fault")
report("outside all allocations" in done.stderr and "kernel write_at, block (0, 0, 0)"
       in done.stderr, "a fault names kernel and block", done.stderr)
report(re.search(r"\d  write_at\S*  \(1 faulted\)\n", done.stderr), "the table marks a fault",
       done.stderr)

done = execute("fault", "--on-out-of-bounds", "warn", "--record", "tolerant")
report("fault: no error" in done.stdout and
       "write_at: 1 accesses outside all buffers; loads gave 0, stores nothing" in done.stderr and
       "store of 4 bytes at 0x500000fa0 is outside all allocations" in done.stderr,
       "--on-out-of-bounds warn", done.stdout + done.stderr)
done = call("run", "tolerant/0001-write_at.yaml")
report(done.returncode == 0 and "1 access outside all buffers" in done.stdout,
       "a recorded launch that is tolerated", done.stdout + done.stderr)
done = execute("fault", "--on-out-of-bounds", "ignore")
report(done.returncode == 2 and "stop" in done.stderr, "--on-out-of-bounds ignore", done.stderr)

done = execute("callbacks")
report(done.returncode == 42, "the exit status is the program's", done.stderr)
done = execute("crash")
report(done.returncode == 128 + signal.SIGABRT, "a signal gives 128 + its number", done.stderr)
done = execute("endless", "--max-cycles", "20000")
report(done.returncode == 4 and "cudaErrorLaunchTimeout" in done.stdout and
       "  (1 did not end)\n" in done.stderr, "--max-cycles gives status 4",
       done.stdout + done.stderr)
done = call("exec", "--max-cycles", "20000", "sh", "-c", f"'{programs}' '{fatbin}' endless; exit 7")
report(done.returncode == 7, "the program's own status counts more", done.stdout + done.stderr)
(folder / "no-interpreter").write_text("#!/no/such/shell\n")
(folder / "no-interpreter").chmod(0o755)
(folder / "not-executable").write_text("")
for name, why in (("./no-such-program", "not found"), ("no-such-program", "not found"),
                  ("", "not found"), (str(folder), "Is a directory"),
                  ("./not-executable", "Permission denied"), ("./no-interpreter", "not found")):
    done = call("exec", name)
    report(done.returncode == 2 and f"cannot run '{name}': {why}" in done.stderr and
           "launches" not in done.stderr, f"not a program: '{name}'", done.stderr)
    report("hint" not in done.stderr, f"no hint: '{name}'", done.stderr)
done = call("exec", "no-interpreter")
report(done.returncode == 2 and "cannot run 'no-interpreter': not found\n"
       "  hint: it is not in PATH; did you mean './no-interpreter'?\n" in done.stderr,
       "a program in the current folder", done.stderr)

# No output replaces the program, by whatever name it is found.
(folder / "bin").mkdir()
script = folder / "bin" / "script"
script.write_text("#!/bin/sh\necho started\n")
script.chmod(0o755)
(folder / "link").symlink_to(script)
for output, name in (("bin/script", "bin/script"), ("link", "bin/script"), ("bin/script", "./link"),
                     ("bin/script", "script")):
    done = call("exec", "--json", output, name, path=folder / "bin")
    report(done.returncode == 2 and "the program" in done.stderr and not done.stdout and
           script.read_text().startswith("#!/bin/sh"), f"--json {output} {name} is refused",
           done.stdout + done.stderr)

# A command without its library: in a build folder, in a package of Python, and elsewhere.
(folder / "package").mkdir()
(folder / "package" / "__init__.py").write_text("")
for name, advice in (("built", "run make"), ("installed", "install warpclock again"),
                     ("package/bin", "the Python package of warpclock has no libraries for exec; "
                      "this program needs libwarpclock-cuda.so\n  hint: a build from source")):
    (folder / name).mkdir()
    shutil.copy(warpclock, folder / name / "warpclock")
    if name == "built":
        (folder / name / "build.ninja").write_text("")
    done = subprocess.run([folder / name / "warpclock", "exec", programs], capture_output=True,
                          text=True, env={**os.environ, "LD_LIBRARY_PATH": libraries,
                                          "WARPCLOCK_PATH": machines})
    report(done.returncode == 2 and advice in done.stderr, f"no library: {name}", done.stderr)
done = call("exec", "--machine", "jetson", programs, fatbin, "vector")
report(done.returncode == 2 and "jetson-tx2" in done.stderr, "no machine", done.stderr)
done = call("exec", "--machine", "sim-d", "--record", "refused", "sh", "-c", "echo started")
report(done.returncode == 2 and not done.stdout and not (folder / "refused").exists() and
       "cannot run programs" in done.stderr and "jetson-tx2" in done.stderr, "sim-d is refused",
       done.stdout + done.stderr)
for machine, reason in (("vortex", "cannot run CUDA programs"), ("fermi", "32-bit addresses"),
                        ("gcn3", "cannot run CUDA programs")):
    done = call("exec", "--machine", machine, programs, fatbin, "vector")
    report(done.returncode != 0 and reason in done.stderr and "0 launches" in done.stderr,
           f"{machine} is no device of CUDA", done.stdout + done.stderr)
    report("hint: --machine jetson-tx2 can" in done.stderr or machine == "fermi",
           f"{machine}: a machine that can", done.stderr)
done = call("exec", "sh", "-c", "echo out; exit 3")
report(done.returncode == 3 and done.stdout == "out\n" and "0 launches" in done.stderr,
       "options after the program are its own", done.stderr)
HINT = "no CUDA, HIP or OpenCL call reached warpclock"
report(HINT in done.stderr and "-cudart shared" in done.stderr, "a hint if there was no call",
       done.stderr)
report("0 launches" in execute("properties").stderr and
       HINT not in execute("properties").stderr + execute("vector").stderr,
       "no hint if there was a call")

done = subprocess.run([static], capture_output=True, text=True)
report(done.stdout == "0 devices, error 100\n", "a runtime inside, without exec", done.stdout)
done = call("exec", static)
report(done.stdout == "1 devices, error 0\n", "a runtime inside is redirected",
       done.stdout + done.stderr)

# The clock: events, table and JSON have the same time.
done = execute("streams", "--json", "launches.json")
document = json.loads((folder / "launches.json").read_text())
[launch] = document["launches"]
ms = float(done.stdout.split()[1])
report(abs(launch["nanoseconds"] * 1e-6 - ms) < 2e-6 and launch["cycles"] > 0,
       "events have the machine's time", f"{launch} {ms}")
report(launch["grid"] == [8, 1, 1] and launch["block"] == [128, 1, 1] and launch["status"] == 0 and
       document["program_status"] == 0 and document["cycles"] == launch["cycles"], "JSON", document)
shown = grouped(launch["cycles"])
report(any(re.match(rf" +1 +{shown} +{shown} +\d", line) for line in done.stderr.splitlines()),
       "table", done.stderr)
again = execute("streams", "--json", "-")
report(json.loads(again.stdout)["cycles"] == launch["cycles"] and "streams:" in again.stderr,
       "--json - and the same cycles again", again.stdout)
done = execute("template", "--json", "template.json")
[launch] = json.loads((folder / "template.json").read_text())["launches"]
report(launch["name"] == "twice<double>(double*)" and launch["kernel"] == "_Z5twiceIdEvPT_",
       "names of templates", launch)

done = execute("vector", "--deadline", "10us", "--json", "deadline.json")
document = json.loads((folder / "deadline.json").read_text())
margin = 11200 - max(launch["cycles"] for launch in document["launches"])
report(done.returncode == 0 and f"  deadline of 10 us: met, {grouped(margin)} cycles to spare (" in
       done.stderr and
       document["deadline"] == {"nanoseconds": 10000, "met": True, "margin": margin},
       "a deadline that is met", f"{done.stderr}{document}")
done = execute("vector", "--deadline", "100", "--json", "deadline.json")
document = json.loads((folder / "deadline.json").read_text())
report(done.returncode == 1 and f"NOT MET, {grouped(11100 - margin)} cycles too many" in done.stderr and
       document["deadline"] == {"cycles": 100, "met": False, "margin": margin - 11100},
       "a deadline that is missed", f"{done.stderr}{document}")
done = execute("fault", "--deadline", "10us", "--json", "deadline.json")
document = json.loads((folder / "deadline.json").read_text())
report("NOT MET, a launch did not end" in done.stderr and
       document["deadline"] == {"nanoseconds": 10000, "met": False, "margin": None} and
       not document["launches"][0]["met"], "a deadline of a launch that does not end", done.stderr)
done = execute("closes", "--deadline", "10us", "--json", "closes.json")
document = json.loads((folder / "closes.json").read_text())
report(done.returncode == 0 and len(document["launches"]) == 2 and document["deadline"]["met"] and
       "2 launches" in done.stderr, "descriptors that the program closes", done.stdout + done.stderr)
done = execute("leaves", "--deadline", "10us", "--json", "leaves.json")
document = json.loads((folder / "leaves.json").read_text())
report(done.returncode == 4 and "1 of 2 launches began and did not end" in done.stderr and
       "NOT MET, a launch did not end" in done.stderr and len(document["launches"]) == 1 and
       document["deadline"] == {"nanoseconds": 10000, "met": False, "margin": None},
       "a launch under way when the program ends", done.stderr)
done = call("exec", "--deadline", "10us", "--json", "full.json", "sh", "-c",
            f"ulimit -f 0; trap '' XFSZ; '{programs}' '{fatbin}' vector; true")
report("cannot report to 'warpclock exec'" in done.stderr and "FAIL: cudaMalloc" in done.stdout and
       not json.loads((folder / "full.json").read_text())["launches"],
       "no launch runs without a report", done.stdout + done.stderr)
done = execute("vector", "--deadline", "100", "--functional")
report(done.returncode == 2, "no deadline without a clock", done.stderr)
slow = execute("vector", "--set", "l2.latency=2000", "--json", "slow.json")
report(json.loads((folder / "slow.json").read_text())["cycles"] >
       json.loads((folder / "launches.json").read_text())["cycles"], "--set", slow.stderr)

# Machines of a file and of a folder.
(folder / "slow.yaml").write_text(
    "name: slow\nabout: a slow cache\nbased_on: jetson-tx2\nversion: 1\nparameters:\n"
    "  l2:\n    latency: {value: 2000, source: assumed}\n")
done = execute("vector", "--machine", "slow.yaml", "--json", "file.json")
cycles = json.loads((folder / "slow.json").read_text())["cycles"]
report(done.returncode == 0 and
       json.loads((folder / "file.json").read_text())["cycles"] == cycles, "a machine file",
       done.stderr)

# Recorded launches run again.
for name in ("vector", "symbols", "structure", "list", "shared", "driver"):
    execute(name, "--record", f"jobs-{name}", "--json", f"{name}.json")
    launches = json.loads((folder / f"{name}.json").read_text())["launches"]
    jobs = sorted((folder / f"jobs-{name}").glob("*.yaml"))
    report(jobs and len(jobs) == len(launches), f"{name} is recorded", launches)
    for job, launch in zip(jobs, launches):
        done = call("run", str(job), "--json", "-")
        result = json.loads(done.stdout)
        report(done.returncode == 0 and result["cycles"] == launch["cycles"] and
               result["checks"] and set(result["checks"].values()) == {"ok"},
               f"{job.stem} of {name} again", done.stdout + done.stderr)
done = call("check", "jobs-vector/0001-scale.yaml")
report(done.returncode == 0 and "observed" in done.stdout, "check of a recorded launch",
       done.stdout + done.stderr)
for name, options, status in (("fault", [], 3), ("endless", ["--max-cycles", "20000"], 4)):
    done = execute(name, "--record", f"jobs-{name}", "--json", f"{name}.json", *options)
    launches = json.loads((folder / f"{name}.json").read_text())["launches"]
    jobs = sorted((folder / f"jobs-{name}").glob("*.yaml"))
    report([str(folder / f"jobs-{name}" / job.name) for job in jobs] ==
           [launch["job"] for launch in launches] and "not recorded" not in done.stderr,
           f"launches of {name} are recorded", f"{launches} {done.stderr}")
    for job, launch in zip(jobs, launches):
        done = call("run", str(job), *options)
        report(done.returncode == launch["status"] == status and
               launch["error"].split(";")[0].split("   ")[0] in done.stderr and
               launch["kernel"] in done.stderr, f"{job.stem} goes wrong again",
               f"{launch} {done.stdout}{done.stderr}")
execute("symbols", "--record", "first", "--record-launches", "1")
report(len(list((folder / "first").glob("*.yaml"))) == 1, "--record-launches")
done = execute("vector", "--record", "no/such/folder")
report(done.returncode == 2 and "no/such/folder" in done.stderr, "no folder", done.stderr)

# A folder with anything in it is left as it is; the document may be in the folder.
before = {path: path.read_bytes() for path in (folder / "jobs-vector").rglob("*") if path.is_file()}
done = execute("vector", "--record", "jobs-vector")
report(done.returncode == 2 and "not empty" in done.stderr and not done.stdout and
       all(path.read_bytes() == text for path, text in before.items()), "a second recording",
       done.stdout + done.stderr)
(folder / "foreign").mkdir()
(folder / "foreign" / "data").write_text("mine")
done = execute("vector", "--record", "foreign")
report(done.returncode == 2 and (folder / "foreign" / "data").read_text() == "mine",
       "a file named data", done.stderr)
(folder / "both").mkdir()
done = execute("vector", "--record", "both", "--json", "both/launches.json")
report(done.returncode == 0 and (folder / "both" / "launches.json").exists() and
       (folder / "both" / "0001-scale.yaml").exists(), "--json in the folder", done.stderr)
(folder / "same").mkdir()
done = execute("vector", "--record", "same", "--json", "same/0001-scale.yaml")
report(done.returncode == 2 and not done.stdout, "--json with the name of a job", done.stderr)
done = call("exec", "--record", "twice", "sh", "-c",
            f"'{programs}' '{fatbin}' vector && '{programs}' '{fatbin}' vector")
report(done.returncode == 0 and
       sorted(path.name for path in (folder / "twice").glob("*.yaml")) ==
       ["0001-scale.yaml", "0002-scale.yaml"], "two processes number on", done.stderr)

# A recording that cannot be written: after the check something is in the way, or the disk is full.
LOSSES = {
    "no folder for data": "touch {0}/data",
    "no space for data": "trap '' XFSZ; ulimit -f 1",
    "no space for the job": "cp -r jobs-vector/data {0}; trap '' XFSZ; ulimit -f 1",
}
for name, spoil in LOSSES.items():
    target = name.replace(" ", "-")
    done = call("exec", "--record", target, "--json", f"{target}.json", "sh", "-c",
                f"{spoil.format(target)}; exec '{programs}' '{fatbin}' vector")
    document = json.loads((folder / f"{target}.json").read_text())
    report(done.returncode == 2 and done.stdout == PRINTED["vector"] and
           "could not be recorded" in done.stderr and "job" not in document["launches"][0] and
           not list((folder / target).glob("*.yaml")) and
           all(path.stat().st_size for path in (folder / target).glob("data/*")), name,
           done.stdout + done.stderr)

# The program ends with the command.
process = subprocess.Popen([warpclock, "exec", "sleep", "100"], stderr=subprocess.DEVNULL)
time.sleep(1)
process.send_signal(signal.SIGTERM)
report(process.wait(timeout=20) == 130, "a signal ends both")
process = subprocess.Popen([warpclock, "exec", "sleep", "100"], stderr=subprocess.PIPE, text=True,
                           preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
time.sleep(1)
process.send_signal(signal.SIGINT)
_, printed = process.communicate(timeout=20)
report(process.returncode == 130 and "interrupted" in printed and HINT not in printed,
       "an interrupt is reported", printed)

print(f"1..{number}")
