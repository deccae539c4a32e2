#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Synthetic kernels: what the binary has is what was asked for (PWS-62).

    synthetic.py WARPCLOCK SOURCE

Prints TAP. Counts come from the disassembly: payload before the first branch of the nest is run by all
lanes, payload inside it is divergent. Other shapes than those of the paper are assembled if clang-16
and ld.lld-16 are there.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

program, source = sys.argv[1], pathlib.Path(sys.argv[2])
paper = source / "papers/pws"
SHAPES = {"d0": (0, 0, 6), "d25": (25, 0, 6), "d50": (50, 0, 6), "d75": (75, 0, 6),
          "d100": (100, 0, 6), "m25": (100, 25, 6), "m50": (100, 50, 6), "m75": (100, 75, 6),
          "m100": (100, 100, 6), "short": (100, 0, 6)}
OTHERS = {"a": (40, 30, 3, 25, 2), "b": (10, 90, 1, 200, 1), "c": (63, 17, 4, 40, 3),
          "d": (100, 50, 0, 300, 2)}
number, failed = 0, False


def check(sentence, right, seen):
    global number, failed
    number += 1
    failed |= not right
    print(f"{'ok' if right else 'not ok'} {number} {sentence}")
    if not right:
        print(f"# {seen}")


def counts(file, kernel):
    """Payload: all, divergent, memory; branches."""
    done = subprocess.run([program, "dis", file, "--kernel", kernel, "--json", "-"],
                          capture_output=True, text=True, check=True)
    lines = [line["text"] for line in json.loads(done.stdout)]
    ends = [i for i, text in enumerate(lines) if text.startswith("s_cbranch_scc1")]
    begin = next(i for i, text in enumerate(lines) if text.startswith("s_movk_i32 s10"))
    body = lines[begin + 1:ends[-1]]
    opens = [i for i, text in enumerate(body) if text.startswith("s_and_saveexec_b64")]
    first = opens[0] if opens else len(body)
    payload = [(i > first, text.startswith("flat_load")) for i, text in enumerate(body)
               if re.match(r"(v_xor_b32\S* v1,|v_add_u32\S* v1,|flat_load_dword )", text)]
    return (len(payload), sum(inside for inside, _ in payload),
            sum(memory for _, memory in payload), len(opens))


def is_met(file, kernel, divergent, memory, nest):
    total, inside, loads, branches = counts(file, kernel)
    return (abs(100 * inside / total - divergent) <= 1 and abs(100 * loads / total - memory) <= 1
            and branches == (2 ** nest - 1 if divergent else 0)), (total, inside, loads, branches)


def built(folder, *arguments):
    text = subprocess.run([sys.executable, paper / "synthetic.py", *arguments], check=True,
                          capture_output=True, text=True).stdout
    (folder / "k.s").write_text(text)
    subprocess.run(["clang-16", "--target=amdgcn-amd-amdhsa", "-mcpu=gfx803",
                    "-mcode-object-version=4", "-x", "assembler", "-c", "k.s", "-o", "k.o"],
                   cwd=folder, check=True)
    subprocess.run(["ld.lld-16", "-shared", "k.o", "-o", "k.hsaco"], cwd=folder, check=True)
    return folder / "k.hsaco"


has_tools = shutil.which("clang-16") and shutil.which("ld.lld-16")
print(f"1..{len(SHAPES) + 2 + (len(OTHERS) + 1 if has_tools else 0)}")
for kernel, shape in SHAPES.items():
    check(f"{kernel}: divergent and memory share within 1 %",
          *is_met(paper / "synthetic.hsaco", kernel, *shape))
for wrong, word in (("x=101,0", "out of range"), ("x=1", "expected NAME=D,M")):
    done = subprocess.run([sys.executable, paper / "synthetic.py", wrong], capture_output=True,
                          text=True)
    check(f"{wrong} is refused", done.returncode == 1 and word in done.stderr, done.stderr)
if has_tools:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        file = built(folder, *(f"{kernel}={','.join(map(str, shape))}"
                               for kernel, shape in OTHERS.items()))
        for kernel, shape in OTHERS.items():
            # without branches nothing is divergent
            shape = shape[:3] if shape[2] else (0, shape[1], 0)
            check(f"{kernel}: another shape", *is_met(file, kernel, *shape))
        subprocess.run([paper / "build.sh", name], check=True)
        check("the binaries are built from the sources here",
              all((folder / kept).read_bytes() == (paper / kept).read_bytes()
                  for kept in ("synthetic.hsaco", "figure5.hsaco")), "they differ")
sys.exit(failed)
