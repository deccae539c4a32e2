#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""HOUSE-128: builds a wheel, installs it in an environment of its own, and uses it there.

    wheel.py SOURCE     with python3-mesonpy and pip of the distribution; needs no network

SOURCE/build-wheel is kept for the next time.

Prints TAP.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

source = pathlib.Path(sys.argv[1]).resolve()
sys.dont_write_bytecode = True
sys.path.insert(0, str(source / "tests"))
import tap

CODE = """
import json, pathlib, warpclock
from warpclock._library import library
print(json.dumps([warpclock.__file__, library()._name, warpclock.machine("vortex").name]))
"""


def call(folder, *command, **changes):
    """A command in a folder outside the tree, without what a shell may have set for the tree."""
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("WARPCLOCK", "PYTHON"))}
    return subprocess.run([str(part) for part in command], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=dict(environment, **changes))


def build(folder):
    done = call(folder, sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation",
                "--no-index", "--disable-pip-version-check", "-w", folder,
                f"--config-settings=builddir={source / 'build-wheel'}",
                "--config-settings=setup-args=--prefix=/usr/local",  # as `build`: for ccache
                source)
    wheels = list(folder.glob("warpclock-*.whl"))
    tap.report(done.returncode == 0 and len(wheels) == 1, "a wheel is built", done.stdout)
    return wheels[0] if wheels else None


def check_contents(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {"warpclock/__init__.py", "warpclock/py.typed", "warpclock/lib/libwarpclock.so",
              "warpclock/bin/warpclock", "warpclock/machines/vortex.yaml"}
    wanted |= {f"warpclock/{path.name}" for path in (source / "python/warpclock").glob("*.py")}
    wanted |= {f"warpclock/machines/{path.name}" for path in (source / "machines").glob("*.yaml")}
    tap.report(wanted <= names, "it has every module, the library, the command and all machines",
               sorted(wanted - names))
    wanted.add("warpclock/machines/README.md")  # some versions of meson-python take whole folders
    other = [name for name in names if name not in wanted and ".dist-info/" not in name]
    tap.report(not other, "and nothing else", other)
    tap.report("-any.whl" not in wheel.name, "its name says for which processor it is", wheel.name)


def install(folder, wheel):
    venv = folder / "venv"
    done = call(folder, sys.executable, "-m", "venv", "--system-site-packages", venv)
    tap.report(done.returncode == 0, "an environment is made", done.stdout)
    done = call(folder, venv / "bin/python", "-m", "pip", "install", "--no-deps", "--no-index",
                "--disable-pip-version-check", wheel)
    tap.report(done.returncode == 0, "the wheel is installed in it", done.stdout)
    return venv / "bin"


def check_package(folder, programs):
    done = call(folder, programs / "python", "-c", CODE)
    tap.report(done.returncode == 0 and done.stdout.count(str(folder)) == 2,
               "package and library are those of the wheel, and it finds its machines", done.stdout)
    for command in ([programs / "warpclock"], [programs / "python", "-m", "warpclock"]):
        done = call(folder, *command, "machines", "sim-d")
        name = " ".join([pathlib.Path(command[0]).name, *command[1:]])
        tap.report(done.returncode == 0 and "sim-d" in done.stdout, f"the command works as {name}",
                   done.stdout)


def check_example(folder, programs):
    kernels = folder / "kernels/sgemm"
    kernels.mkdir(parents=True)
    shutil.copy(source / "kernels/sgemm/vortex.elf", kernels)
    shutil.copy(source / "python/examples/sweep.py", folder)
    done = call(folder, programs / "python", "sweep.py", WARPCLOCK_FIGURES=str(folder),
                MPLCONFIGDIR=str(folder))
    tap.report(done.returncode == 0 and (folder / "cycles.png").exists(),
               "the example runs outside the source tree", done.stdout)


with tempfile.TemporaryDirectory(prefix="warpclock-wheel-") as name:
    place = pathlib.Path(name).resolve()
    built = build(place)
    if built:
        check_contents(built)
        installed = install(place, built)
        check_package(place, installed)
        check_example(place, installed)
tap.finish()
