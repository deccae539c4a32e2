#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures everything that docs/performance.md shows, and writes it there.

    bench/update-performance.py [PART...]    # all tables, or those whose command contains a PART

A table of the page is between `<!-- from: COMMAND -->` and `<!-- end -->`; the command runs in the
root of the tree and its output takes the table's place.
"""
import pathlib
import re
import shlex
import subprocess
import sys

import measure

PAGE = measure.ROOT / "docs/performance.md"
BLOCK = re.compile(r"(<!-- from: (.*?) -->\n).*?(\n<!-- end -->)", re.S)


def fill(match):
    head, command, end = match.groups()
    if sys.argv[1:] and not any(part in command for part in sys.argv[1:]):
        return match[0]
    print(command, file=sys.stderr, flush=True)
    done = subprocess.run(shlex.split(command), cwd=measure.ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        print(f"  status {done.returncode}: the table stays as it was", file=sys.stderr)
        return match[0]
    return f"{head}\n{done.stdout.strip()}\n{end}"


def main():
    text = PAGE.read_text()
    for match in BLOCK.finditer(text):  # each is written at once: a later one may fail
        PAGE.write_text(PAGE.read_text().replace(match[0], fill(match)))


if __name__ == "__main__":
    main()
