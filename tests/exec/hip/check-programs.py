#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""HIP programs under `warpclock exec`: check-programs.py WARPCLOCK SOURCES CLANG

clang compiles them with our own declarations; they find our library by the name of AMD's. Each
program checks its own results. HOUSE-71, HOUSE-78."""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

warpclock, sources, clang = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:4])
here = pathlib.Path(__file__).resolve().parent
library = pathlib.Path(warpclock).parent / "src/exec/hip/libwarpclock-hip.so"
work = tempfile.TemporaryDirectory(prefix="warpclock-exec-")
folder = pathlib.Path(work.name)
number = 0


def report(holds, name, details=""):
    global number
    number += 1
    print(f"{'ok' if holds else 'not ok'} {number} - {name}", flush=True)
    if not holds:
        print("\n".join(f"# {line}" for line in str(details).splitlines()), flush=True)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=folder)


def compile_hip(source, output, *options):
    """As hipcc calls clang, without what needs AMD's files."""
    return run(clang, "-x", "hip", "-std=c++17", "-O2", "-nogpuinc", "-nogpulib", "-w",
               f"-I{here}/include", f"-I{sources}", f"-I{sources}/src", *options, source, "-o",
               output)


def bundle(path, architecture, code):
    """What clang-offload-bundler makes: an empty member for the host, then the code object."""
    start = 4096
    members = [(start, 0, b"host-x86_64-unknown-linux"),
               (start, len(code), f"hipv4-amdgcn-amd-amdhsa--{architecture}".encode())]
    table = b"__CLANG_OFFLOAD_BUNDLE__" + struct.pack("<Q", len(members))
    for offset, size, name in members:
        table += struct.pack("<3Q", offset, size, len(name)) + name
    path.write_bytes(table.ljust(start, b"\0") + code)


def build(output, architecture, source=here / "programs.hip"):
    """A program with kernels for one architecture, which asks for the library by AMD's name."""
    steps = [lambda: compile_hip(source, f"{output}.hsaco", f"--offload-arch={architecture}",
                                 "--cuda-device-only", "--no-gpu-bundle-output"),
             lambda: compile_hip(source, f"{output}.o", f"--offload-arch={architecture}", "-c", "-fPIC",
                                 "--cuda-host-only", "-Xclang", "-fcuda-include-gpubinary",
                                 "-Xclang", f"{output}.hipfb"),
             lambda: run(clang, f"{output}.o", "-o", output, library, "-lstdc++")]
    for i, step in enumerate(steps):
        done = step()
        if done.returncode != 0:
            break
        if i == 0:
            bundle(folder / f"{output}.hipfb", architecture,
                   (folder / f"{output}.hsaco").read_bytes())
    report(done.returncode == 0, f"clang makes a program for {architecture}", done.stderr)


def execute(program, *options):
    return run(warpclock, "exec", *options, "./programs", *program.split())


build("programs", "gfx803")
build("other", "gfx908")
build("newer", "gfx906")
build("vectoradd", "gfx803", pathlib.Path(sources) / "examples" / "vectoradd.cpp")

# What each program prints; the numbers are those of its own host code.
PRINTED = {
    "vector": "vector: 2997\n", "symbols": "symbols: 13\n", "structure": "structure: 31.75\n",
    "managed": "managed: 3\n", "shared": "shared: 63\n", "instance": "instance: 42\n",
    "streams": "streams: ok\n", "module programs.hsaco": "module: 60\n",
    "properties": "properties: AMD GCN3 (warpclock), 4 compute units\n",
    "fault": "fault: hipErrorIllegalAddress\n",
}
for name, printed in PRINTED.items():
    for options in ([], ["--functional"]):
        done = execute(name, *options)
        report(done.returncode == 0 and done.stdout == printed, " ".join([name, *options]),
               done.stdout + done.stderr)

done = execute("fault")
report("outside all allocations" in done.stderr and "write_at" in done.stderr,
       "a fault names the kernel", done.stderr)
done = execute("endless", "--max-cycles", "20000")
report(done.returncode == 4 and "hipErrorLaunchTimeOut" in done.stdout, "--max-cycles",
       done.stdout + done.stderr)

# gcn3 is the default machine of a HIP program.
done = execute("vector", "--json", "vector.json")
document = json.loads((folder / "vector.json").read_text())
report(document["machine"] == "gcn3" and document["launches"][0]["name"] ==
       "scale(float*, int, float)", "the machine of a HIP program", document)
done = execute("vector", "--machine", "jetson-tx2")
report(done.returncode == 1 and "jetson-tx2 cannot run HIP programs\n  hint: --machine gcn3 can\n"
       in done.stderr,
       "a machine of another kind",
       done.stderr)

# Recorded launches run again with the same cycles and outputs.
for name in ("vector", "symbols", "structure", "shared", "managed"):
    done = execute(name, "--record", f"jobs-{name}", "--json", f"{name}-recorded.json")
    launches = json.loads((folder / f"{name}-recorded.json").read_text())["launches"]
    for launch in launches:
        again = run(warpclock, "run", launch["job"], "--json", "-")
        cycles = json.loads(again.stdout)["cycles"] if again.returncode == 0 else None
        report(cycles == launch["cycles"], f"{name}: {launch['name']} recorded",
               again.stdout + again.stderr)

done = run(warpclock, "exec", "./other", "vector")
report(done.returncode == 1 and "code for gfx908; expected gfx801, gfx803, gfx900 or gfx906" in done.stderr and
       "--offload-arch=gfx803" in done.stderr, "a program for another GPU", done.stderr)

done = run(warpclock, "exec", "./vectoradd")
report(done.returncode == 0 and done.stdout == "PASSED!\n" and
       "add(float const*, float const*, float*, int)" in done.stderr, "the example",
       done.stdout + done.stderr)

done = run(warpclock, "exec", "./newer", "vector")
report(done.returncode == 1 and "code is for gfx906 (GCN5)" in done.stderr and "--machine gcn5" in done.stderr,
       "a program for gfx906 on gcn3", done.stderr)
done = run(warpclock, "exec", "--machine", "gcn5", "./newer", "vector")
report(done.returncode == 0, "a program for gfx906 on gcn5", done.stderr)

print(f"1..{number}")
