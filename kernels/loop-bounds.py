#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""loop-bounds.py - the loop bounds that stand in a source, as lines of .warpclock.kernels.

    loop-bounds.py FOLDER < PREPROCESSED

`#pragma warpclock loop_bound(N)` in front of a loop says that its body runs N times at most each
time it is entered. The input is what `clang -E` makes of the source, so that what is not compiled
does not count; file names are printed relative to FOLDER. The line of a loop is that of its test:
of `for` or `while`, at the end of a `do`.
"""
import re
import sys

MARKER = re.compile(r'# (\d+) "((?:[^"\\]|\\.)*)"')
PRAGMA = re.compile(r"#\s*pragma\s+warpclock\b\s*(.*)")
BOUND = re.compile(r"loop_bound\s*\(\s*([1-9]\d*)[uU]?\s*\)\s*")
TOKEN = re.compile(r"\w+|[{}]|\S")
MOST = 1 << 30


def placed_lines(text):
    """(file, line, text) of every line, as the markers tell."""
    name, number = "", 0
    for line in text.splitlines():
        marker = MARKER.match(line)
        if marker:
            name = re.sub(r"\\(.)", r"\1", marker[2])
            number = int(marker[1]) - 1
        else:
            number += 1
            yield name, number, line


def tokens(lines):
    for name, number, line in lines:
        if not line.lstrip().startswith("#"):
            for token in TOKEN.findall(line):
                yield name, number, token


def test_of_loop(lines):
    """(file, line) of the test of the loop that begins here, or None."""
    stream = tokens(lines)
    name, number, token = next(stream, ("", 0, ""))
    if token in ("for", "while"):
        return name, number
    depth = 0
    for name, number, inner in stream if token == "do" else ():
        depth += (inner == "{") - (inner == "}")
        if inner == "while" and depth == 0:
            return name, number
    return None


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: loop-bounds.py FOLDER < PREPROCESSED")
    lines = list(placed_lines(sys.stdin.read()))
    for i, (name, number, line) in enumerate(lines):
        pragma = PRAGMA.match(line.lstrip())
        if not pragma:
            continue
        bound = BOUND.fullmatch(pragma[1])
        loop = test_of_loop(lines[i + 1:])
        if not bound or int(bound[1]) > MOST:
            sys.exit(f"{name}:{number}: error: '#pragma warpclock {pragma[1]}'; expected "
                     f"loop_bound(N), N a decimal number from 1 to {MOST}")
        if not loop:
            sys.exit(f"{name}:{number}: error: no loop behind '#pragma warpclock loop_bound'\n"
                     "  hint: it stands right in front of for, while or do")
        print(f"loop {loop[0].removeprefix(sys.argv[1] + '/')}:{loop[1]} {bound[1]}")


if __name__ == "__main__":
    main()
