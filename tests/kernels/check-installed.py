#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The installed tree: compile scripts, the whole kernel suite, documents, and nothing of the build.

    check-installed.py BUILD

Installs BUILD, a Meson build folder, into a temporary folder. Prints TAP.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import finish, report  # noqa: E402

build = pathlib.Path(sys.argv[1]).resolve()
root = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = ("build.sh", "build-gcn3.sh", "build-pascal.sh", "build-rv32.sh", "fetch-ptxas.sh",
           "compile/driver.sh", "compile/prepare-ir.py", "runtime/launch.h")
STRAY = ("meson.build", "job.py", "*.pyc", "__pycache__", "*.o", "*~", "*.part")
JOBS = ("vecadd/vortex-tiny.yaml", "vecadd/rv32-tiny.yaml", "vecadd/pascal-tiny.yaml",
        "vecadd/gcn3-tiny.yaml", "vecadd/sim-d-tiny.yaml")
HEADERS = {"cuda/cuda_abi.h": "libwarpclock-cuda.so", "hip/hip_abi.h": "libwarpclock-hip.so",
           "opencl/opencl_abi.h": "libwarpclock-opencl.so"}


with tempfile.TemporaryDirectory(prefix="warpclock-installed-") as place:
    subprocess.run(["meson", "install", "-C", build, "--no-rebuild", "--quiet", "--destdir", place],
                   check=True, stdout=subprocess.DEVNULL)
    data = next(pathlib.Path(place).rglob("kernel-tools")).parent
    program = next(pathlib.Path(place).rglob("bin/warpclock"))
    missing = [name for name in SCRIPTS if not (data / "kernel-tools" / name).exists()]
    report(not missing, "compile scripts", missing)
    kernels = {path.parent.name for pattern in ("*.cl", "*.sas")
               for path in (root / "kernels").glob(f"*/{pattern}") if path.stem == path.parent.name}
    missing = [name for name in sorted(kernels) if not list((data / "kernels" / name).glob("*.yaml"))]
    report(kernels and not missing, f"{len(kernels)} kernels with their jobs", missing)
    documents = data.parent / "doc" / "warpclock"
    missing = [path.name for path in (root / "docs").glob("*.md")
               if not (documents / "docs" / path.name).exists()]
    report(not missing and (documents / "README.md").exists(), "documents", missing)
    stray = [str(path) for pattern in STRAY for path in pathlib.Path(place).rglob(pattern)]
    report(not stray, "nothing of the build", "\n".join(stray))
    include = next(pathlib.Path(place).rglob("include/warpclock"))
    for header, library in HEADERS.items():
        for compiler, language in (("cc", "c"), ("c++", "c++")):
            if shutil.which(compiler):
                done = subprocess.run([compiler, "-Wall", "-Werror", "-fsyntax-only", f"-I{include}",
                                       "-x", language, "-"], input=f'#include "exec/{header}"\n',
                                      capture_output=True, text=True)
                report(done.returncode == 0, f"{header} in {language}", done.stderr)
        report(list(pathlib.Path(place).rglob(f"warpclock/*/{library}")), f"{library}")
    for job in JOBS:
        done = subprocess.run([program, "run", data / "kernels" / job, "--functional"],
                              capture_output=True, text=True)
        report(done.returncode == 0 and "ok" in done.stdout, f"runs as installed: {job}",
               done.stderr)
finish()
