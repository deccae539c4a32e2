#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which functions take the host's instructions in a launch, clocked and functional.

    bench/shares.py JOB [OPTION OF run...]       # at most ten functions, those from 2 % on
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import measure

MOST, LEAST = 10, 2


def shares(words, inside):
    """(function, percent), the largest first."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "out")
        subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}",
                        f"--toggle-collect={inside}", *words], check=True, capture_output=True)
        text = subprocess.run(["callgrind_annotate", out], check=True, capture_output=True,
                              text=True).stdout
    found = re.findall(r"^ *[\d,]+ \( *([\d.]+)%\) +\S*?:(\S+) \[", text, re.M)
    rows = [(name, float(share)) for share, name in found if float(share) >= LEAST]
    return rows[:MOST]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    words = [measure.ROOT / "build/warpclock", "run", *sys.argv[1:], "--quiet"]
    clocked = shares(words, measure.CLOCKED)
    functional = shares([*words, "--functional"], measure.FUNCTIONAL)
    rows = []
    for i in range(max(len(clocked), len(functional))):
        rows.append([cell for part in (clocked, functional)
                     for cell in ((f"`{part[i][0]}`", f"{part[i][1]:.0f} %") if i < len(part)
                                  else ("", ""))])
    print(f"Revision {measure.revision(words[0])}, `{' '.join(sys.argv[1:])}`.\n")
    print(measure.table(["clocked", "share", "functional", "share"], rows))


if __name__ == "__main__":
    main()
