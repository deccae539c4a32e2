# SPDX-License-Identifier: Apache-2.0
"""Small files that ask for much memory or time."""
import struct

import program as rv32


def sparse_elf(path, size):
    """A binary without sections, whose only segment is executable and nearly all hole."""
    header = struct.pack("<4sBBBBQHHIIIIIHHHHHH", b"\x7fELF", 1, 1, 1, 0, 0, 2, 243, 1, rv32.BASE,
                         52, 0, 0, 52, 32, 1, 40, 0, 0)
    segment = struct.pack("<8I", 1, 4096, rv32.BASE, rv32.BASE, size, size, 5, 4)
    with open(path, "wb") as file:
        file.write(header + segment)
        file.seek(4096)
        file.write(struct.pack("<I", rv32.STOP))
        file.truncate(4096 + size)


def wide_elf(words, size):
    """A binary whose segment goes on for `size` bytes of data after its section of code."""
    plain = bytearray(rv32.elf(words))
    at = (len(plain) + 4095) & ~4095
    code = b"".join(struct.pack("<I", word) for word in words)
    sections_at, = struct.unpack_from("<I", plain, 32)
    struct.pack_into("<I", plain, 52 + 4, at)                       # p_offset
    struct.pack_into("<II", plain, 52 + 16, size, size)             # p_filesz, p_memsz
    struct.pack_into("<I", plain, sections_at + 40 + 16, at)        # sh_offset of .text
    return bytes(plain).ljust(at, b"\0") + code.ljust(size, b"\xff")


def hole(path, size):
    with open(path, "wb") as file:
        file.truncate(size)


def lines_elf(folder, files):
    """A binary with debug information: `files` names in one folder with a long name."""
    code = struct.pack("<2I", rv32.addi(5, 5, 1), rv32.STOP)
    program = b"\x00\x05\x02" + struct.pack("<I", rv32.BASE) + bytes([18, 2, 8, 0, 1, 1])
    header = (b"\x01\x01\xfb\x0e\x0d\x00\x01\x01\x01\x01\x00\x00\x00\x01\x00\x00\x01"
              + folder + b"\0\0" + b"a\0\x01\0\0" * files + b"\0")
    table = struct.pack("<HI", 3, len(header)) + header + program
    unit = struct.pack("<HIBBI", 3, 0, 4, 1, 0)
    parts = ((b".text", code, 6, rv32.BASE),
             (b".debug_line", struct.pack("<I", len(table)) + table, 0, 0),
             (b".debug_info", struct.pack("<I", len(unit)) + unit, 0, 0),
             (b".debug_abbrev", b"\x01\x11\x00\x10\x06\x00\x00\x00", 0, 0))
    names, body, rows, at = b"\0", b"", [], 4096
    for name, contents, flags, address in parts:
        rows.append((len(names), 1, flags, address, at + len(body), len(contents), 0, 0, 1, 0))
        names += name + b"\0"
        body += contents
    rows.append((len(names), 3, 0, 0, at + len(body), len(names) + 10, 0, 0, 1, 0))
    body += names + b".shstrtab\0"
    sections_at = (at + len(body) + 3) & ~3
    start = struct.pack("<4sBBBBQHHIIIIIHHHHHH", b"\x7fELF", 1, 1, 1, 0, 0, 2, 243, 1, rv32.BASE,
                        52, sections_at, 0, 52, 32, 1, 40, 6, 5)
    segment = struct.pack("<8I", 1, at, rv32.BASE, rv32.BASE, len(code), len(code), 5, 4)
    return (((start + segment).ljust(at, b"\0") + body).ljust(sections_at, b"\0") + bytes(40)
            + b"".join(struct.pack("<10I", *row) for row in rows))
