#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Follows docs/tutorial.md: writes its files, runs each of its commands, compares what they print.

    tutorial.py WARPCLOCK SOURCE_ROOT

A fenced block of the page says what it is:
    ```LANGUAGE file=NAME       a file, written as it is
    ```LANGUAGE append=NAME     lines that the reader adds to it
    ```console [needs=TOOLS]    commands after "$ ", each followed by the lines that it prints
Lines shown must be printed in this order by one stream; "..." stands for lines left out. A command
succeeds unless "$ echo $?" follows it. All commands run in one shell. Without nvcc, clang 16 and
ptxas take its place. Prints TAP. HOUSE-90
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap

program, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
FENCE = re.compile(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", re.M | re.S)
NVCC = """#!/bin/sh
# nvcc -cubin -arch=sm_62 -lineinfo IN.cu -o OUT.cubin, by clang and ptxas.
set -e
clang-16 -x cuda --cuda-device-only --cuda-gpu-arch=sm_61 -nocudainc -nocudalib -O2 -g1 \\
    -include {shim} -S "$4" -o "$6.ptx"
{ptxas} -arch=sm_61 -lineinfo "$6.ptx" -o "$6"
"""
SHIM = """#define __global__ __attribute__((global))
#define fminf __builtin_fminf
struct index { int x; };
#define blockIdx (index{__nvvm_read_ptx_sreg_ctaid_x()})
#define blockDim (index{__nvvm_read_ptx_sreg_ntid_x()})
#define threadIdx (index{__nvvm_read_ptx_sreg_tid_x()})
"""


class Shell:
    """One bash for all commands; each gives (status, lines of output, lines of errors)."""

    def __init__(self, folder, environment):
        self.streams = [folder / name for name in ("stdout", "stderr")]
        self.bash = subprocess.Popen(["bash"], cwd=folder / "tree", env=environment, text=True,
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(self, command):
        out, err = (shlex.quote(str(path)) for path in self.streams)
        # The status that the reader sees is that of the command before.
        self.bash.stdin.write(f"(exit ${{status:-0}})\n{{ {command}\n}} >{out} 2>{err} </dev/null\n"
                              "status=$?; echo $status\n")
        self.bash.stdin.flush()
        status = int(self.bash.stdout.readline())
        return (status, *(path.read_text().splitlines() for path in self.streams))

    def folder(self):
        self.bash.stdin.write("pwd\n")
        self.bash.stdin.flush()
        return pathlib.Path(self.bash.stdout.readline().rstrip("\n"))

    def end(self):
        self.bash.stdin.close()
        self.bash.wait()


def commands(text):
    """[command, lines shown below it] of a block of commands."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        line, *shown = part.splitlines()
        yield line, shown


def unmatched(shown, streams):
    """The first line shown that no stream prints after those before it, or None."""
    rest = list(streams)
    for line in shown:
        if line == "...":
            continue
        stream = next((k for k, lines in enumerate(rest) if line in lines), None)
        if stream is None:
            return line
        rest[stream] = rest[stream][rest[stream].index(line) + 1:]
    return None


def prepare(folder):
    """A folder that looks like the source tree after `make`; the environment; the tools there."""
    tree = folder / "tree"
    (tree / "build").mkdir(parents=True)
    (tree / "build/warpclock").symlink_to(program)
    for name in ("kernels", "machines"):
        (tree / name).symlink_to(source / name)
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    find = subprocess.run([source / "kernels/fetch-ptxas.sh", "--find"], capture_output=True,
                          text=True)
    tools = {"ptxas"} if find.returncode == 0 else set()
    bitcode = os.environ.get("ROCM_BITCODE", "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode")
    if pathlib.Path(bitcode, "opencl.bc").exists():
        tools.add("rocm")
    if not shutil.which("nvcc") and "ptxas" in tools:
        (folder / "shim.h").write_text(SHIM)
        nvcc = folder / "bin/nvcc"
        nvcc.parent.mkdir()
        nvcc.write_text(NVCC.format(shim=folder / "shim.h", ptxas=find.stdout.strip()))
        nvcc.chmod(0o755)
        environment["PATH"] += f":{nvcc.parent}"
    if shutil.which("nvcc", path=environment["PATH"]):
        tools.add("nvcc")
    return environment, tools


def follow(shell, block, number):
    """Runs the commands of a block; prints a line of TAP for each; the next number."""
    steps = list(commands(block))
    for step, (line, shown) in enumerate(steps):
        status, *streams = shell.run(line)
        asked = step + 1 < len(steps) and steps[step + 1][0] == "echo $?"
        missing = unmatched(shown, streams)
        good = missing is None and (asked or status == 0)
        print(f"{'ok' if good else 'not ok'} {number} {line}", flush=True)
        if not good:
            why = f"status {status}\n" if missing is None else f"not printed: {missing}\n"
            print(textwrap.indent(why + "\n".join(sum(streams, [])), "# "))
        number += 1
    return number


def main():
    if not shutil.which("clang-16"):
        print("1..0 # SKIP needs clang-16")
        return
    page = (source / "docs/tutorial.md").read_text()
    number = 1
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment, tools = prepare(folder)
        shell = Shell(folder, environment)
        for language, attributes, text in FENCE.findall(page):
            key, _, value = attributes.partition("=")
            if key in ("file", "append"):
                with open(shell.folder() / value, "w" if key == "file" else "a") as out:
                    out.write(text)
            elif language == "console" and (key != "needs" or set(value.split(",")) <= tools):
                number = follow(shell, text, number)
            elif language == "console":
                print(f"ok {number} # SKIP needs {value}")
                number += 1
        shell.end()
    print(f"1..{number - 1}")


main()
