#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Follows the recipes of CONTRIBUTING.md on a copy of the tree, then builds and uses what they add.

    run-tests.py SOURCE_ROOT

A code block of a recipe says what to do with it:
    ```LANGUAGE recipe=NAME file=PATH create|append|before="LINE"|after="LINE"
Prints TAP. HOUSE-27
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap

source = pathlib.Path(sys.argv[1])
FENCE = re.compile(r'^( *)```\w+ recipe=(\w+) file=(\S+) (create|append|before|after)(?:="([^\n]*)")?\n'
                   r'(.*?)^ *```$', re.M | re.S)


def blocks():
    """(recipe, file, action, anchor, code) of every block, in the order of the page."""
    for indent, recipe, file, action, anchor, code in FENCE.findall(
            (source / "CONTRIBUTING.md").read_text()):
        code = "".join(line[len(indent):] if line.strip() else line
                       for line in code.splitlines(keepends=True))
        yield recipe, file, action, anchor.replace('\\"', '"'), code


def follow(tree, file, action, anchor, code):
    path = tree / file
    if action == "create":
        path.write_text(code)
        return
    text = path.read_text()
    if action == "append":
        text += "\n" + code
    else:
        lines = text.splitlines(keepends=True)
        places = [i for i, line in enumerate(lines) if line.startswith(anchor)]
        assert places, f"{file} has no line that starts with {anchor!r}"
        at = places[0] + (action == "after")
        text = "".join(lines[:at]) + code + "".join(lines[at:])
    path.write_text(text)


def left_out(folder, names):
    """What is built, or belongs to Git: in the root only, where a name means that."""
    root = pathlib.Path(folder) == source
    return [name for name in names if root and (name.startswith("build") or name == ".git")]


def run(*command, cwd, expect=0):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == expect, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def check_instruction(tree, program):
    listing = run(program, "instructions", "rv32", cwd=tree)
    assert re.search(r"^andn .*rd := rs1 and not rs2", listing, re.M), listing
    elf = bytearray((tree / "kernels/vecadd/vortex.elf").read_bytes())
    word = (0x40007033 | 5 << 7 | 6 << 15 | 7 << 20).to_bytes(4, "little")
    before = run(program, "dis", "kernels/vecadd/vortex.elf", cwd=tree)
    assert "andn" not in before
    first = re.search(r"\b80000000: +([0-9a-f]{8})", before).group(1)
    at = elf.index(bytes.fromhex(first)[::-1])
    elf[at:at + 4] = word
    (tree / "andn.elf").write_bytes(elf)
    assert re.search(r"andn +t0, t1, t2", run(program, "dis", "andn.elf", cwd=tree))


def check_policy(tree, program):
    run(program, "run", "kernels/vecadd/vortex-tiny.yaml", "--functional", "--set",
        "functional.order=youngest", cwd=tree)


def check_machine(tree, program):
    assert "vortex-small" in run(program, "machines", cwd=tree)
    run(program, "run", "kernels/vecadd/vortex-tiny.yaml", "--functional", "--machine",
        "vortex-small", cwd=tree)


def main():
    checks = {"instruction": check_instruction, "policy": check_policy, "machine": check_machine}
    names = [name for name, *_ in blocks()]
    assert set(names) == set(checks), names
    print(f"1..{len(checks)}")
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / "warpclock"
        shutil.copytree(source, tree, ignore=left_out)
        for name, *step in blocks():
            follow(tree, *step)
        run("meson", "setup", "build", "-Doptimization=0", cwd=tree)
        run("ninja", "-C", "build", "warpclock", "kernels/jobs.txt", cwd=tree)
        for number, (name, check) in enumerate(checks.items(), 1):
            try:
                check(tree, tree / "build/warpclock")
                print(f"ok {number} recipe {name}")
            except AssertionError as problem:
                print(f"not ok {number} recipe {name}")
                print(textwrap.indent(str(problem), "# "))


main()
