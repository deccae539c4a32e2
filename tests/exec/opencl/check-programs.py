#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""OpenCL programs under `warpclock exec`: check-programs.py WARPCLOCK PROGRAMS KERNELS.cl

Each program checks its own results. Here: what it prints, the table and the JSON, what the compiler
says, and that recorded launches run again with the same cycles and outputs. HOUSE-71, HOUSE-74,
HOUSE-180, HOUSE-182."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from tap import finish, report  # noqa: E402

warpclock, programs, source = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:4])
scripts = pathlib.Path(source).parents[3] / "kernels"
work = tempfile.TemporaryDirectory(prefix="warpclock-exec-")
folder = pathlib.Path(work.name)


def call(*arguments, **environment):
    return subprocess.run([warpclock, *map(str, arguments)], capture_output=True, text=True,
                          timeout=300, cwd=folder, env={**os.environ, **environment})


def succeeds(*command):
    return subprocess.run(list(map(str, command)), capture_output=True).returncode == 0


# Each machine with what its compiler needs.
COMPILERS = {
    "gcn3": lambda: succeeds(scripts / "build-gcn3.sh", "--ready"),
    "vortex": lambda: shutil.which("clang-16") and shutil.which("ld.lld-16"),
    "fermi": lambda: shutil.which("clang-16") and shutil.which("ld.lld-16"),
    "jetson-tx2": lambda: shutil.which("clang-16") and succeeds(scripts / "fetch-ptxas.sh",
                                                                "--find"),
}


def passes(machine, name, done):
    report(done.returncode == 0 and done.stdout.endswith("PASSED\n"), f"{machine}: {name}",
           done.stdout + done.stderr)


def check_recorded(machine, name, binary):
    """A recorded launch gives the same cycles again."""
    jobs, document = folder / f"{machine}-{name}", folder / f"{machine}-{name}.json"
    done = call("exec", "-m", machine, "--record", jobs, "--json", document, programs, name, binary)
    passes(machine, f"{name}, recorded", done)
    launches = json.loads(document.read_text())["launches"]
    for path, launch in zip(sorted(jobs.glob("*.yaml")), launches):
        again = call("run", path, "--json", "-")
        cycles = json.loads(again.stdout)["cycles"] if again.returncode == 0 else again.stderr
        report(cycles == launch["cycles"], f"{machine}: {name}, the job has the same cycles",
               f"{cycles} {launch}")
    report(len(launches) == len(list(jobs.glob("*.yaml"))) > 0, f"{machine}: {name}, all launches")


def check_machine(machine):
    binary = folder / f"{machine}.bin"
    passes(machine, "build",
           call("exec", "-m", machine, programs, "build", source, pathlib.Path(source).parent,
                binary))
    if not binary.exists():
        return
    for name in ("sizes", "arguments", "parts", "boxes", "map", "events", "misuse"):
        passes(machine, name, call("exec", "-m", machine, "--functional", programs, name, binary))
    done = call("exec", "-m", machine, programs, "info", binary)
    report(done.stdout.startswith(f"{machine}, ") and "PASSED" in done.stdout and
           f"0 launches on {machine}" in done.stderr, f"{machine}: info", done.stdout + done.stderr)
    done = call("exec", "-m", machine, programs, "missing", binary)
    passes(machine, "missing", done)
    report(done.stderr.count("clSVMAlloc is not supported") == 1 and
           done.stderr.count("clCreatePipe is not supported") == 1, f"{machine}: it says so once",
           done.stderr)
    for name in ("vector", "sums", "by_value"):
        check_recorded(machine, name, binary)
    done = call("exec", "-m", machine, "--json", "time.json", programs, "vector", binary)
    [launch] = json.loads((folder / "time.json").read_text())["launches"]
    shown = int(re.search(r"ns: (\d+)", done.stdout)[1])
    report(launch["cycles"] > 0 and abs(launch["nanoseconds"] - shown) <= 1,
           f"{machine}: events have the machine's time", f"{launch} {shown}")
    done = call("exec", "-m", machine, programs, "fault", binary)
    report("PASSED" in done.stdout and "outside all allocations" in done.stderr and
           "write_at" in done.stderr, f"{machine}: a fault names its place",
           done.stdout + done.stderr)
    done = call("exec", "-m", machine, "--record", f"offset-{machine}", programs, "offset", binary)
    if machine == "gcn3":
        report("offset: 0\n0 0 4 7\n" in done.stdout and done.returncode == 2 and
               "no offset of global ids" in done.stderr, f"{machine}: offset, which no job has",
               done.stdout + done.stderr)
    else:
        report("offset: -56" in done.stdout and "adds no offset to global ids" in done.stderr,
               f"{machine}: a binary without offset", done.stdout + done.stderr)


ready = [machine for machine, has in COMPILERS.items() if has()]
for machine in COMPILERS:
    if machine in ready:
        check_machine(machine)
    else:
        print(f"# {machine}: its compiler is not installed")

if "gcn3" in ready:
    binary = folder / "gcn5.bin"
    passes("gcn5", "build", call("exec", "-m", "gcn5", programs, "build", source,
                                 pathlib.Path(source).parent, binary))
    for name in ("vector", "by_value"):
        passes("gcn5", name, call("exec", "-m", "gcn5", programs, name, binary))
    done = call("exec", "-m", "gcn3", programs, "prints", binary)
    report("item 7\nitem 8\n" in done.stdout and "PASSED" in done.stdout, "gcn3: printf",
           done.stdout + done.stderr)
if "vortex" in ready:
    binary = folder / "vortex.bin"
    done = call("exec", "-m", "vortex", programs, "bad", binary)
    report("PASSED" in done.stdout and
           "use of undeclared identifier 'unknown'" in done.stdout + done.stderr and
           "printf is not available here" in done.stdout + done.stderr and
           "log: build option '-cl-std=CL3.0' is not supported; kernels are compiled as "
           "OpenCL C 1.2" in done.stdout, "build logs", done.stdout + done.stderr)
    done = call("exec", "-m", "vortex", programs, "offsets", binary)
    report("PASSED" in done.stdout and "2 launches" in done.stderr, "an offset is compiled in",
           done.stdout + done.stderr)
    passes("vortex", "headers", call("exec", "-m", "vortex", programs, "headers", binary))
    done = call("exec", programs, "vector", binary) # gcn3 is the default for OpenCL
    report("binary for rv32; machine gcn3 runs gcn3" in done.stderr and done.returncode != 0,
           "the binary of another machine", done.stdout + done.stderr)
    done = call("exec", "-m", "vortex", programs, "build", source, folder, folder / "none",
                WARPCLOCK_CL_COMPILER="no-such-compiler")
    report("cannot run 'no-such-compiler'" in done.stderr and "FAILED" in done.stdout,
           "no compiler", done.stdout + done.stderr)
done = call("exec", "-m", "jetson-tx2", programs, "build", source, folder, folder / "none",
            HOME=str(folder), XDG_CACHE_HOME=str(folder / "cache"))
report("ptxas is not there" in done.stdout or not shutil.which("clang-16"), "no ptxas",
       done.stdout + done.stderr)
if not ready:
    report(True, "no compiler for a machine # SKIP clang-16 is not installed")
finish()
