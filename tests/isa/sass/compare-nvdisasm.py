#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""SASS against nvdisasm: the procedure by which the encoding was found, as a test (PAS-20, PAS-32).

    compare-nvdisasm.py PRINT_WORDS [--count N] [--seed N] [--flips] [CUBIN...]
        random operands and modifiers for every form of the table; with --flips each bit of one
        word a form is turned over as well; the code of cubins word by word
    compare-nvdisasm.py PRINT_WORDS --vectors FILE
        writes random words and their text, for test_vectors.c
    compare-nvdisasm.py PRINT_WORDS --listing CUBIN
        writes what stands in the .text sections, for check-listings.py

nvdisasm is the program that NVDISASM names or that PATH has; without it the comparison is skipped
(exit status 77). What it calls INVALID or ??? counts as no instruction, and so do a few
instructions that no compiler emits and that the table leaves out (LEFT_OUT)."""
import argparse
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

NOP, NEUTRAL = 0x50B0000000070F00, 0x7EF
UNKNOWN = "<unknown>"
LEFT_OUT = re.compile(r"INVALID|\?\?\?|LDG?\.\S*U\.128|SAFEADD|CAST|SCAN|TRIG|VTG|LMT|NOINC|KEEPREF"
                      r"|TLD4|TXD|TXA|TMML|SURED|SUATOM|SU(LD|ST)\.P|SU(LD|ST)\.D\.(?!BA)"
                      r"|T(EX|LD)S?\S*\.(DC|F16|AOFFI|NDV|LC|LBA|LLA|MS|CL)\b"
                      r"|T(EX|LD)S?\b.*(ARRAY|3D|CUBE)|(TEX|TLD|SULD)\S* P.,"
                      r"|TXQ(?!.*HEADER_DIMENSION)|SU(LD|ST)\S*\.(1D_|2D_|3D)"
                      r"|(LDG|ATOM)\S* P.,|(BRA|BRX|CAL|JCAL|SSY|PBK|PCNT|PRET)\b.* c\[")
BATCH = 1500
SKIPPED = 77


def address(index):
    return index // 3 * 32 + 8 + index % 3 * 8


def index_at(place):
    return place // 32 * 3 + place % 32 // 8 - 1


def code(words, controls):
    out = b""
    for i in range(0, len(words), 3):
        group = words[i:i + 3] + [NOP] * (3 - len(words[i:i + 3]))
        control = controls[i:i + 3] + [NEUTRAL] * (3 - len(controls[i:i + 3]))
        out += struct.pack("<4Q", sum(c << 21 * k for k, c in enumerate(control)), *group)
    return out


class Theirs:
    def __init__(self, program):
        self.program = program

    def run(self, words, controls):
        with tempfile.NamedTemporaryFile() as file:
            file.write(code(words, controls))
            file.flush()
            return subprocess.run([self.program, "-b", "SM61", "-hex", file.name], text=True,
                                  capture_output=True, check=False)

    def text(self, words, controls):
        """The text of each word, None where there is no such instruction. It prints nothing while
        one word is bad, but names them all."""
        words, controls, bad = list(words), list(controls), set()
        while (result := self.run(words, controls)).returncode:
            fresh = {index_at(int(place, 16)) for place in
                     re.findall(r"at address 0x([0-9a-f]+)", result.stderr)} - bad
            if not fresh:
                sys.exit(f"nvdisasm: {result.stderr}")
            bad |= fresh
            for i in fresh:
                words[i], controls[i] = NOP, NEUTRAL
        found = {int(place, 16): text.removesuffix(" ") + " ;" for place, text in
                 re.findall(r"/\*([0-9a-f]{4,})\*/\s+(?:\{\s+)?(.*?)(?:;|\s*\}\n)", result.stdout)}
        return [None if i in bad else found[address(i)] for i in range(len(words))]


class Ours:
    def __init__(self, program):
        self.program = program

    def forms(self):
        lines = subprocess.run([self.program, "--rows"], text=True, capture_output=True, check=True)
        for line in lines.stdout.splitlines():
            name, match, mask = line.split()
            yield name, int(match, 16), int(mask, 16)

    def text(self, words, controls):
        """Pairs of the word encoded again and the text."""
        lines = "".join(f"{address(i):x} {word:x} {control:x}\n"
                        for i, (word, control) in enumerate(zip(words, controls)))
        result = subprocess.run([self.program], input=lines, text=True, capture_output=True,
                                check=True)
        return [(int(line[:16], 16), line[17:]) for line in result.stdout.splitlines()]


def random_words(ours, count, chance):
    """Every third word has all bits random, the others few; three of four have no guard."""
    for name, match, mask in ours.forms():
        for k in range(count):
            bits = chance.getrandbits(64)
            if k % 3:
                bits &= chance.getrandbits(64)
            if k % 4:
                bits = bits & ~0xF0000 | 0x70000
            yield bits & ~mask | match, NEUTRAL | chance.getrandbits(3) << 17


def flipped_words(ours, chance):
    for name, match, mask in ours.forms():
        word = (chance.getrandbits(64) & chance.getrandbits(64)) & ~mask | match
        for bit in range(64):
            yield word ^ 1 << bit, NEUTRAL


def text_sections(path):
    """Words of the .text sections of a 64-bit little-endian ELF, each with its control bits."""
    data = pathlib.Path(path).read_bytes()
    start, = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    for i in range(count):
        fields = struct.unpack_from("<IIQQQQ", data, start + i * size)
        if fields[1] != 1 or not fields[2] & 4:
            continue
        words = struct.unpack_from(f"<{fields[5] // 8}Q", data, fields[4])
        yield [(word, words[at - at % 4] >> 21 * (at % 4 - 1) & 0x1FFFFF)
               for at, word in enumerate(words) if at % 4]


def print_listing(theirs, path):
    for section in text_sections(path):
        words, controls = map(list, zip(*section))
        for text in theirs.text(words, controls):
            print(text)


def compare(theirs, ours, pairs):
    equal = differences = 0
    for i in range(0, len(pairs), BATCH):
        words, controls = map(list, zip(*pairs[i:i + BATCH]))
        for word, right, (again, mine) in zip(words, theirs.text(words, controls),
                                              ours.text(words, controls)):
            expected = UNKNOWN if right is None or LEFT_OUT.search(right) else right
            if again == word and (mine == expected or is_beyond(expected, mine)):
                equal += 1
                continue
            differences += 1
            if differences <= 20:
                print(f"# {word:016x} ({again:016x})\n#   {right}\n#   {mine}")
    return equal, differences


def is_beyond(expected, mine):
    """Flipped bits lead to instructions that the table does not have: textures and the like."""
    return mine == UNKNOWN and expected.split()[0] != UNKNOWN and not is_known(expected)


def is_known(text):
    words = [word for word in text.split() if not word.startswith("@")]
    return any(words[0] == name or words[0].startswith(name + ".") for name in is_known.names)


def write_vectors(theirs, ours, path, count, chance):
    pairs = list(random_words(ours, count, chance))
    words, controls = map(list, zip(*pairs))
    with open(path, "w", encoding="ascii") as file:
        file.write("# SPDX-License-Identifier: Apache-2.0\n"
                   "# Address, word, reuse flags, and the text of nvdisasm 12.8 without its last\n"
                   "# two characters. Written by compare-nvdisasm.py --vectors.\n")
        for i, text in enumerate(theirs.text(words, controls)):
            if text and not LEFT_OUT.search(text):
                file.write(f"{address(i):x} {words[i]:016x} {controls[i] >> 17:x} "
                           f"{text[:-2].rstrip()}\n")


def find_nvdisasm():
    program = os.environ.get("NVDISASM") or shutil.which("nvdisasm")
    if not program:
        print("nvdisasm is neither in PATH nor named by NVDISASM: nothing to compare with")
        sys.exit(SKIPPED)
    return program


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("print_words")
    parser.add_argument("cubins", nargs="*")
    parser.add_argument("--count", type=int, default=100, help="random words a form")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--flips", action="store_true")
    parser.add_argument("--vectors", metavar="FILE")
    parser.add_argument("--listing", metavar="CUBIN")
    arguments = parser.parse_intermixed_args()
    theirs, ours = Theirs(find_nvdisasm()), Ours(arguments.print_words)
    chance = random.Random(arguments.seed)
    is_known.names = {name for name, match, mask in ours.forms()}
    if arguments.vectors:
        write_vectors(theirs, ours, arguments.vectors, arguments.count, chance)
        return 0
    if arguments.listing:
        print_listing(theirs, arguments.listing)
        return 0
    failed = 0
    parts = {"random words": list(random_words(ours, arguments.count, chance))}
    if arguments.flips:
        parts["flipped bits"] = list(flipped_words(ours, chance))
    for path in arguments.cubins:
        parts[path] = sum(text_sections(path), [])
    for what, pairs in parts.items():
        equal, differences = compare(theirs, ours, pairs)
        print(f"{what}: {equal} equal, {differences} different")
        failed += differences
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
