#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check-sources.py - the kernels' sources on this host: each output equals its host reference.

    check-sources.py EXPECTED SIZE [NAME...]

Compiles kernels/NAME/NAME.cl and the run time's maths for this host, runs the launches of the
kernel's job.py with host.c, and compares with EXPECTED/NAME/SIZE-BUFFER.npy. So a kernel, its job
and its reference are proven without a simulator. Prints TAP; skips all without clang-16 or on
another processor than x86-64.
"""
import array
import ast
import ctypes
import importlib.util
import pathlib
import platform
import shutil
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # job.py and make-jobs.py are loaded from the source tree

HERE = pathlib.Path(__file__).resolve().parent
KERNELS = HERE.parent.parent / "kernels"
CODES = {"f32": "f", "i32": "i", "u32": "I"}
OPENCL = ["clang-16", "-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "-fPIC",
          "-O2", "-ffp-contract=off", "-fno-math-errno", "-fno-builtin"]
BUILTINS = ["common", "rounding", "exponential", "trigonometric", "inverse", "hyperbolic", "roots",
            "integer", "vector"]


def load_make_jobs():
    spec = importlib.util.spec_from_file_location("make_jobs", KERNELS / "make-jobs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def splitmix64(seed):
    state, mask = seed, 2**64 - 1
    while True:
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        yield z ^ z >> 31


def read_npy(path):
    """Elements of a .npy file of version 1.0, as the references write them."""
    data = path.read_bytes()
    end = 10 + struct.unpack_from("<H", data, 8)[0]
    header = ast.literal_eval(data[10:end].decode())
    elements = array.array({"<f4": "f", "<i4": "i", "<u4": "I"}[header["descr"]])
    elements.frombytes(data[end:])
    return elements


def make_buffer(buffer, expected):
    """A buffer of the job, by the rules of the job file."""
    if "file" in buffer:
        return read_npy(expected / "/".join(buffer["file"].split("/")[-2:]))
    count = 1
    for extent in buffer["shape"]:
        count *= extent
    elements = array.array(CODES[buffer["type"]], bytes(4 * count))
    if buffer["fill"] == "random":
        low, high, outputs = buffer["min"], buffer["max"], splitmix64(buffer["seed"])
        for i, x in zip(range(count), outputs):
            elements[i] = (low + (high - low) * (x >> 40) * 2.0**-24 if buffer["type"] == "f32"
                           else low + x % (high - low + 1))
    elif buffer["fill"] != 0:
        sys.exit(f"check-sources.py: fill {buffer['fill']} is not known here")
    return elements


def run_launch(library, launch, buffers):
    integers, floats, held = [], [], []
    for argument in launch["args"]:
        if isinstance(argument, str):
            integers.append(buffers[argument].buffer_info()[0])
        elif "local" in argument:
            held.append(ctypes.create_string_buffer(argument["local"] + 16))
            integers.append((ctypes.addressof(held[-1]) + 15) & ~15)
        elif "f32" in argument:
            floats.append(argument["f32"])
        else:
            integers.append(next(iter(argument.values())) & 2**64 - 1)  # i32 or u32
    triple = ctypes.c_uint32 * 3
    entry = ctypes.cast(getattr(library, launch["entry"]), ctypes.c_void_p)
    status = library.run_launch(entry, triple(*launch["grid"]), triple(*launch["block"]),
                                (ctypes.c_uint64 * 16)(*integers), (ctypes.c_float * 8)(*floats))
    if status:
        raise RuntimeError(f"{launch['entry']}: status {status} of run_launch (see host.c)")


def differences(got, want, tolerance):
    rtol, atol = (float(tolerance.get(key, 0)) for key in ("rtol", "atol"))
    if not rtol and not atol:
        same = got.tobytes() == want.tobytes()  # bits, so that -0 is not 0
        return 0 if same else max(1, sum(a != b for a, b in zip(got, want)))
    return sum(not abs(a - b) <= atol + rtol * abs(b) for a, b in zip(got, want))


def check(job, library, expected):
    """Sentences about what is wrong."""
    buffers = {name: make_buffer(buffer, expected) for name, buffer in job.buffers.items()}
    for launch in job.launches:
        run_launch(library, launch, buffers)
    for name, what in job.expected.items():
        want = read_npy(expected / job.kernel / f"{job.size}-{name}.npy")
        wrong = differences(buffers[name], want, what)
        if len(want) != len(buffers[name]):
            yield f"{name}: {len(buffers[name])} elements, {len(want)} in the reference"
        elif wrong:
            yield f"{name}: {wrong} of {len(want)} elements differ"


def run(*command):
    subprocess.run(command, check=True)


def compile_common(work):
    objects = [work / "host.o"]
    run("clang-16", "-O2", "-fPIC", "-c", HERE / "host.c", "-o", objects[0])
    for name in BUILTINS:
        objects.append(work / f"{name}.o")
        source = KERNELS / "runtime" / "builtins" / f"{name}.cl"
        run(*OPENCL, "-c", source, "-o", objects[-1])
    return objects


def compile_kernel(kernel, work, objects):
    run(*OPENCL, "-c", KERNELS / kernel / f"{kernel}.cl", "-o", work / "kernel.o")
    path = work / f"{kernel}.so"
    run("clang-16", "-shared", work / "kernel.o", *objects, "-lm", "-o", path)
    return ctypes.CDLL(str(path))


def main():
    if not shutil.which("clang-16") or platform.machine() != "x86_64":
        print("1..0 # SKIP needs clang-16 and an x86-64 host")
        return
    expected, size, *names = sys.argv[1:]
    jobs = [job for job, _ in load_make_jobs().all_jobs()
            if job.size == size and job.target == "vortex" and (not names or job.kernel in names)]
    failed = 0
    print(f"1..{len(jobs)}")
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        objects = compile_common(work)
        for number, job in enumerate(jobs, 1):
            remarks = list(check(job, compile_kernel(job.kernel, work, objects),
                                 pathlib.Path(expected)))
            print(f"{'not ok' if remarks else 'ok'} {number} {job.kernel}-{size}", flush=True)
            for remark in remarks:
                print(f"# {remark}")
            failed += bool(remarks)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
