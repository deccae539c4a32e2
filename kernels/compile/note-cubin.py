#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""note-cubin.py - adds the section .warpclock.kernels to a cubin.

    note-cubin.py NOTE.s IN.cubin OUT.cubin

NOTE.s is what prepare-ir.py writes. All bytes of IN.cubin but its ELF header stay where they are:
the section, a longer table of section names and a new table of section headers are put behind them,
so that NVIDIA's own tools read the file as before.
"""
import pathlib
import re
import struct
import sys

SECTION = b".warpclock.kernels"
HEADER = struct.Struct("<16sHHIQQQIHHHHHH")  # Elf64_Ehdr
SECTION_HEADER = struct.Struct("<IIQQQQIIQQ")  # Elf64_Shdr
SHT_PROGBITS = 1


def note_of(assembly):
    """The text lines, each ended by NUL."""
    return b"".join(line.encode() + b"\0"
                    for line in re.findall(r'^    \.asciz "(.*)"$', assembly, re.M))


def add_section(cubin, note):
    header = list(HEADER.unpack_from(cubin))
    table_at, count, names_index = header[6], header[12], header[13]
    sections = [list(SECTION_HEADER.unpack_from(cubin, table_at + i * SECTION_HEADER.size))
                for i in range(count)]
    out = bytearray(cubin)

    def append(data):
        out.extend(bytes(-len(out) % 8))
        at = len(out)
        out.extend(data)
        return at

    names = sections[names_index]
    old_names = cubin[names[4]:names[4] + names[5]]
    names[4], names[5] = append(old_names + SECTION + b"\0"), len(old_names) + len(SECTION) + 1
    sections.append([len(old_names), SHT_PROGBITS, 0, 0, append(note), len(note), 0, 0, 1, 0])
    header[6] = append(b"".join(SECTION_HEADER.pack(*section) for section in sections))
    header[12] = len(sections)
    HEADER.pack_into(out, 0, *header)
    return bytes(out)


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: note-cubin.py NOTE.s IN.cubin OUT.cubin")
    assembly, cubin, out = map(pathlib.Path, sys.argv[1:])
    out.write_bytes(add_section(cubin.read_bytes(), note_of(assembly.read_text("utf-8"))))


if __name__ == "__main__":
    main()
