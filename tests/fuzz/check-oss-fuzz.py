#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""HOUSE-66: fuzz/oss-fuzz/build.sh makes complete targets from the variables that OSS-Fuzz sets, and
they work in another place.

    check-oss-fuzz.py SOURCE CLANG

Without a sanitizer, so that it takes a minute. Prints TAP.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

source, clang = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
names = sorted(path.stem for path in (source / "fuzz").glob("fuzz_*.c"))


def build(folder):
    environment = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "CC": clang,
                   "CFLAGS": "-O0 -fsanitize=fuzzer-no-link",
                   "LIB_FUZZING_ENGINE": "-fsanitize=fuzzer", "OUT": str(folder / "out"),
                   "WORK": str(folder / "work")}
    done = subprocess.run([source / "fuzz/oss-fuzz/build.sh"], env=environment, cwd="/",
                          capture_output=True, text=True)
    if done.returncode:
        yield from (done.stdout + done.stderr)[-3000:].splitlines()


def is_complete(out):
    for name in names:
        seeds = out / f"{name}_seed_corpus.zip"
        if not os.access(out / name, os.X_OK):
            yield f"no program {name}"
        elif not seeds.exists() or len(zipfile.ZipFile(seeds).namelist()) < 3:
            yield f"fewer than three seeds for {name}"
        elif (source / "fuzz" / f"{name.removeprefix('fuzz_')}.dict").exists() != \
                (out / f"{name}.dict").exists():
            yield f"no dictionary for {name}"


def works(out):
    """Moved: machine files and libraries are found next to the programs."""
    for name in names:
        with tempfile.TemporaryDirectory() as seeds:
            zipfile.ZipFile(out / f"{name}_seed_corpus.zip").extractall(seeds)
            inputs = sorted(pathlib.Path(seeds).iterdir())
            if name != "fuzz_api": # few and small; which of them open a job may change
                inputs = inputs[:10]
            done = subprocess.run([out / name, *inputs], capture_output=True, text=True,
                                  errors="replace", env={"WARPCLOCK_FUZZ_TRACE": "1"})
        if done.returncode:
            yield f"{name}: {done.stderr[-500:]}"
        if name == "fuzz_api" and "0 = wc_job_open" not in done.stderr:
            yield f"{name}: no job can be opened"


def libraries(out):
    listed = subprocess.run(["ldd", out / "fuzz_kernel"], capture_output=True, text=True).stdout
    for name in ("libfyaml", "libdw", "libelf", "libjansson"):
        if not any(name in line and f"{out}/lib/" in line for line in listed.splitlines()):
            yield f"{name} is not taken from the folder of the programs"


with tempfile.TemporaryDirectory(prefix="warpclock-oss-fuzz-") as place:
    folder = pathlib.Path(place)
    moved = folder / "moved"
    checks = {
        "the script builds all targets": lambda: build(folder),
        "every target has its program, seeds and dictionary": lambda: is_complete(folder / "out"),
        "they work in another folder": lambda: (folder / "out").rename(moved) and works(moved),
        "libraries come with them": lambda: libraries(moved),
    }
    print(f"1..{len(checks)}")
    for number, (name, check) in enumerate(checks.items(), 1):
        found = list(check())
        print(f"{'not ok' if found else 'ok'} {number} {name}", flush=True)
        for item in found:
            print(f"# {item}")
        if found:
            break
