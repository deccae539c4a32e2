#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""info.py WARPCLOCK: `warpclock info` of a program lists the buffers of both tables (SIMD-38)."""
import json
import os
import subprocess
import sys
import tempfile

PROGRAM = (".data\n0 0x0 64 4 f in.bin\n31 0x1000 8 1\n2 0x2000 5 1 d in.txt\n"
           ".sp_data\n3 0x10 60 2\n.text\nexit\n")
WANTED = [(0, "DRAM", 0, 64, 4, "raw"), (2, "DRAM", 0x2000, 5, 1, "decimal"),
          (31, "DRAM", 0x1000, 8, 1, None), (3, "scratchpad", 0x10, 60, 2, None)]


def info(warpclock, path, *options):
    return subprocess.run([warpclock, "info", path, *options], capture_output=True, text=True,
                          check=True).stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "k.sas")
        with open(path, "w", encoding="ascii") as file:
            file.write(PROGRAM)
        document = json.loads(info(sys.argv[1], path, "--json", "-"))
        found, text = document["buffers"], info(sys.argv[1], path)
        sourced = document["lines"] is True and "source lines   yes\n" in text
        text = text.split("buffers\n")[1].splitlines()
    keys = ("id", "space", "address", "words", "lines", "contents")
    right = [tuple(one[key] for key in keys) for one in found] == WANTED
    files = [os.path.basename(one["file"] or "") for one in found] == ["in.bin", "in.txt", "", ""]
    lines = [line.split()[:5] for line in text[1:]] == [
        [str(id), space, f"0x{address:08x}", str(words), str(lines)]
        for id, space, address, words, lines, _ in WANTED]
    for number, (name, good) in enumerate((("numbers", right), ("files", files),
                                           ("text", lines), ("source lines", sourced)), 1):
        print(f"{'ok' if good else 'not ok'} {number} - {name}")
    if not (right and files and lines):
        print(f"# {found}\n# {text}")
    print("1..4")


main()
