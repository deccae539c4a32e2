#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""PAS-20: code of sm_60, sm_61 and sm_62 is listed as nvdisasm lists it, line by line.

    check-listings.py WARPCLOCK CUBIN...

CUBIN.txt has the text that nvdisasm 12.8 gave (compare-nvdisasm.py --listing), one line an
instruction, in the order of the sections. Prints TAP."""
import json
import pathlib
import subprocess
import sys


def listed(program, path):
    result = subprocess.run([program, "dis", "--json", "-", path], capture_output=True, text=True,
                            check=True)
    return [insn["text"] for insn in json.loads(result.stdout)]


def main():
    program, *paths = sys.argv[1:]
    print(f"1..{len(paths)}")
    for number, path in enumerate(paths, 1):
        expected = pathlib.Path(path + ".txt").read_text(encoding="ascii").splitlines()
        found = listed(program, path)
        wrong = [(i, a, b) for i, (a, b) in enumerate(zip(expected, found)) if a != b]
        good = not wrong and len(expected) == len(found) > 100
        print(f"{'' if good else 'not '}ok {number} {pathlib.Path(path).name}: {len(found)} lines")
        for i, a, b in wrong[:10]:
            print(f"# {i}: {a}\n#    {b}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
